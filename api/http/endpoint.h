/* endpoint: what one method of one path does; dialect: the endpoints of one
 * API, and how it routes, refuses and answers.
 *
 * handle() gets the whole request and does exactly one of: exchange_reply(),
 * exchange_stream(), exchange_refuse(), or ask the service and leave the rest
 * to answered(). All on the loop thread.
 *
 * A listener gets a list of dialects (api/dialects.h) and asks each in turn
 * whether it owns a request. What none owns is a 404 that lists all endpoints.
 */
#ifndef RELAXD_API_HTTP_ENDPOINT_H
#define RELAXD_API_HTTP_ENDPOINT_H

#include <stdbool.h>
#include <stddef.h>

#include "api/form/problem.h"
#include "api/http/negotiate.h"
#include "core/base/log.h"

struct exchange;

struct endpoint {
    const char *path;   /* of OSRM's services what paths begin with; how they
                           go on, the service reads (osrm.h) */
    const char *method; /* GET answers HEAD too; OSRM's may answer POST, too */
    unsigned media;     /* forms the answer can have, a set of enum media */
    bool vital;         /* for probes and monitoring: it is answered past the
                           limit of connections, too */

    void (*handle)(struct exchange *exchange);

    /* The question ended well; NULL for those that ask none. */
    void (*answered)(struct exchange *exchange);

    /* The question's stream got its first block, before answered(); NULL for
     * those that stream none. */
    void (*readable)(struct exchange *exchange);

    /* For the log, how far an answer got that breaks off: rows_sent and rows.
     * NULL for those that do not count. */
    void (*progress)(const struct exchange *exchange,
                     struct log_field pairs[2]);

    /* Frees what handle() left in exchange->state; may be NULL. The question is
     * not in flight any more. */
    void (*finish)(void *state);
};

/* Where a member may be NULL, answers have relaxd's own form (docs/api.md). */
struct dialect {
    const struct endpoint *const *endpoints; /* NULL after the last */
    const char *json_type; /* of its answers in JSON; may be NULL */
    bool compresses;       /* answers in JSON, for clients that take that */

    /* Whether the request is this dialect's, by path and headers. */
    bool (*owns)(const struct exchange *exchange);

    /* Sets exchange->endpoint, or answers or refuses; exchange_route() does it
     * for endpoints with whole paths. */
    void (*route)(struct exchange *exchange);

    /* Writes the members of a refusal, and returns its status; may be NULL. */
    unsigned (*refuse)(const struct problem *problem, struct json_writer *out);

    /* Adds the headers that every answer carries beside its type; may be NULL.
     */
    void (*headers)(struct exchange *exchange);

    /* Frees what route() left in exchange->parsed; may be NULL. */
    void (*finish)(void *parsed);
};

typedef const struct dialect *const *dialect_list; /* NULL after the last */

/* The i-th endpoint of all dialects; NULL past the last. Any thread. */
const struct endpoint *dialects_endpoint(dialect_list dialects, size_t i);

/* Whether there is an endpoint for this path and method that is vital. */
bool dialects_vital(dialect_list dialects, const char *path,
                    const char *method);

/* Of requests that no dialect owns. */
extern const struct dialect dialect_none;

#endif
