/* body: a request's body, read where that may take its time. */
#include <stdlib.h>

#include "api/form/params.h"
#include "api/http/exchange.h"
#include "api/http/listener_private.h"

/* A loop thread reads so much in a millisecond. */
enum { BODY_AT_ONCE = 32768 };

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
    free(exchange->body);
    exchange->body = NULL;
    exchange->body_length = 0;
    if (result)
        return result;
    result = take(object, target, problem);
    json_decref(object);
    return result;
}
