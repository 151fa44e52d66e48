/* body: a request's body, kept as it comes, read where that may take its time.
 */
#include <errno.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "api/form/params.h"
#include "api/http/exchange.h"
#include "api/http/http_figures.h"
#include "api/http/listener_private.h"
#include "core/base/array.h"

/* A loop thread reads so much in a millisecond. */
enum { BODY_AT_ONCE = 32768 };

/* One that is alone has room, whatever is allowed. */
static bool has_room(const struct exchange *exchange, size_t length)
{
    const struct listener_settings *settings = &exchange->listener->settings;
    size_t others =
        atomic_load(&settings->figures->body_bytes) - exchange->body_capacity;

    return length <= exchange->body_capacity || !others ||
           others + length <= settings->limits->bodies_max_bytes;
}

static int append(struct exchange *exchange, const char *data, size_t length)
{
    struct http_figures *figures = exchange->listener->settings.figures;
    size_t before = exchange->body_capacity;
    void *items = exchange->body;

    if (array_reserve(&items, &exchange->body_capacity,
                      exchange->body_length + length, 1))
        return -ENOMEM;
    atomic_fetch_add(&figures->body_bytes, exchange->body_capacity - before);
    exchange->body = items;
    memcpy(exchange->body + exchange->body_length, data, length);
    exchange->body_length += length;
    return 0;
}

static void refuse_full(struct exchange *exchange)
{
    struct problem problem;

    exchange_drop_body(exchange);
    problem_set(&problem, PROBLEM_BODIES,
                "the bodies that are being read have %zu bytes, no more are "
                "allowed",
                (size_t)exchange->listener->settings.limits->bodies_max_bytes);
    problem.retry_after_s = 1;
    problem_mend(&problem, "ask again after the seconds in Retry-After; the "
                           "setting is http.bodies-max-bytes");
    exchange_refuse(exchange, &problem);
}

int exchange_keep_body(struct exchange *exchange, const char *data,
                       size_t length)
{
    if (has_room(exchange, exchange->body_length + length))
        return append(exchange, data, length);
    refuse_full(exchange);
    return 0;
}

void exchange_drop_body(struct exchange *exchange)
{
    atomic_fetch_sub(&exchange->listener->settings.figures->body_bytes,
                     exchange->body_capacity);
    free(exchange->body);
    exchange->body = NULL;
    exchange->body_length = 0;
    exchange->body_capacity = 0;
}

void exchange_read(struct exchange *exchange,
                   void (*run)(struct exchange *exchange),
                   void (*done)(struct exchange *exchange))
{
    exchange_compute_if(exchange, exchange->body_length > BODY_AT_ONCE, run,
                        done);
}

static int check_no_params(const char *query, struct problem *problem)
{
    if (params_parse(query, &(struct fields){0}, NULL, problem))
        return problem_mend(problem, "say it in the body; a POST has no query "
                                     "string here");
    return 0;
}

int exchange_read_object(struct exchange *exchange, json_body_take *take,
                         void *target, struct problem *problem)
{
    json_t *object;
    int result = check_no_params(exchange->query, problem);

    if (!result)
        result =
            json_body_parse(exchange->body, exchange->body_length,
                            exchange->listener->settings.limits->json_depth_max,
                            &object, problem);
    /* It may be megabytes, and the answer may take long. */
    exchange_drop_body(exchange);
    if (result)
        return result;
    result = take(object, target, problem);
    json_decref(object);
    return result;
}
