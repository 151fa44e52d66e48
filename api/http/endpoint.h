/* endpoint: what one method of one path does; dialect: the endpoints of one
 * API, and how it routes, refuses and answers.
 *
 * handle() gets the complete request and does exactly one of: exchange_reply(),
 * exchange_stream(), exchange_refuse(), or ask the service, after which
 * answered() replies. All on the loop thread.
 *
 * A listener has a list of dialects (api/dialects.h) and asks each in turn
 * whether it owns a request. A request that none owns gets a 404 that lists all
 * endpoints. */
#ifndef RELAXD_API_HTTP_ENDPOINT_H
#define RELAXD_API_HTTP_ENDPOINT_H

#include <stdbool.h>
#include <stddef.h>

#include "api/form/problem.h"
#include "api/http/negotiate.h"
#include "core/base/log.h"

struct exchange;

struct endpoint {
    const char *path;   /* "{name}" stands for one part of a path; for
                           OSRM's services a prefix (osrm.h) */
    const char *method; /* GET also answers HEAD */
    bool changes;       /* weights: only where the listener allows it; the
                           body may be CSV, packed with gzip, and long */
    bool posts;         /* answers POST, too */
    unsigned media;     /* possible forms of the answer, a set of enum media */
    bool vital;         /* for probes and monitoring: answered even beyond
                           the limit of connections */

    void (*handle)(struct exchange *exchange);

    /* The question succeeded; NULL for endpoints that ask none. */
    void (*answered)(struct exchange *exchange);

    /* The question's stream has its first block; comes before answered(). NULL
     * for endpoints that stream nothing. */
    void (*readable)(struct exchange *exchange);

    /* For the log: how far an answer got before it broke off, as rows_sent and
     * rows. NULL for endpoints that do not count. */
    void (*progress)(const struct exchange *exchange,
                     struct log_field pairs[2]);

    /* Frees exchange->state; may be NULL. The question is no longer in
     * flight. */
    void (*finish)(void *state);
};

/* Where a member may be NULL, answers have relaxd's own form (docs/api.md). */
struct dialect {
    const struct endpoint *const *endpoints; /* NULL after the last */
    const char *json_type; /* type of JSON answers; may be NULL */
    size_t packs_from;     /* compresses text of so many bytes or more for
                              clients that accept it; 0: none */

    bool tags; /* questions by GET have an ETag */

    /* Whether this dialect owns the request, by path and headers. */
    bool (*owns)(const struct exchange *exchange);

    /* Sets exchange->endpoint, or answers or refuses. exchange_route() does
     * this for endpoints with whole paths. */
    void (*route)(struct exchange *exchange);

    /* Writes the members of a refusal and returns its status; may be NULL. */
    unsigned (*refuse)(const struct problem *problem, struct json_writer *out);

    /* Adds the headers that every answer carries besides its type; may be
     * NULL. */
    void (*headers)(struct exchange *exchange);

    /* Frees exchange->parsed, which route() set; may be NULL. */
    void (*finish)(void *parsed);
};

typedef const struct dialect *const *dialect_list; /* NULL after the last */

/* The i-th endpoint of all dialects; NULL past the last. Any thread. */
const struct endpoint *dialects_endpoint(dialect_list dialects, size_t i);

/* The part of the request's path that "{name}" number `index` of its endpoint
 * stands for, with escapes resolved. False: it is too long, or empty. */
bool endpoint_path_name(const struct endpoint *endpoint, const char *path,
                        unsigned index, char *ret_name, size_t size);

/* Whether a vital endpoint has this path and method. */
bool dialects_vital(dialect_list dialects, const char *path,
                    const char *method);

/* For requests that no dialect owns. */
extern const struct dialect dialect_none;

#endif
