/* endpoint: what one method of one path does.
 *
 * Each lives in its own file as a `static const` table; router.c lists them.
 * handle() gets the whole request and does exactly one of: exchange_reply(),
 * exchange_stream(), exchange_refuse(), or ask the service and leave the rest
 * to answered(). All on the loop thread. */
#ifndef RELAXD_API_HTTP_ENDPOINT_H
#define RELAXD_API_HTTP_ENDPOINT_H

#include <stdbool.h>
#include <stddef.h>

#include "api/http/negotiate.h"
#include "core/base/log_field.h"

struct exchange;

struct endpoint {
    const char *path;   /* of OSRM's services what paths begin with; how they
                           go on, the service reads (osrm.h) */
    const char *method; /* GET answers HEAD too; OSRM's may answer POST, too */
    unsigned media;     /* forms the answer can have, a set of enum media */
    bool takes_json;    /* a body of application/json */
    bool vital;         /* who watches over relaxd asks it: it is answered past
                           the limit of connections, too */

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

#endif
