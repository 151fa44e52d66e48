/* osrm_route: /route/v1: the way over some places. */
#include <stdlib.h>

#include "api/osrm/osrm_list.h"
#include "api/osrm/osrm_route_answer.h"
#include "api/osrm/osrm_service.h"
#include "core/base/array.h"

struct route_task {
    struct osrm_request request;
    struct route_question question;
    struct osrm_reading reading;
    struct route_stop *stops; /* owned */
    bool failed;              /* to write the answer */
};

/* Of a route: some 100 ns each to write, and ten times that where guidance
 * looks at the roads beside. */
enum { SEGMENTS_AT_ONCE = 10000, STEPS_FACTOR = 10 };

static void finish(void *work)
{
    struct route_task *task = work;

    route_question_finish(&task->question);
    osrm_request_finish(&task->request);
    free(task->stops);
    free(task);
}

static void refuse(struct exchange *exchange,
                   const struct route_question *question)
{
    enum outcome outcome = question->base.outcome;
    struct osrm_problem problem;
    struct problem words;

    if (osrm_route_problem(question, outcome, &problem)) {
        osrm_refuse(exchange, &problem);
        return;
    }
    problem_from_question(&words, outcome, &question->base);
    exchange_refuse(exchange, &words);
}

static void prepare(struct exchange *exchange)
{
    struct route_task *task = exchange->work;

    service_prepare_route(exchange_service(exchange), &task->question);
}

static void submit(struct exchange *exchange)
{
    struct route_task *task = exchange->work;
    struct route_question *question = &task->question;

    if (question->base.outcome == OUTCOME_OK)
        exchange_asked(
            exchange, &question->base,
            service_submit_route(exchange_service(exchange), question));
    else
        refuse(exchange, question);
}

static void ask(struct exchange *exchange, struct route_task *task)
{
    struct route_question *question = &task->question;

    osrm_route_question(&task->request, task->stops, question);
    osrm_service_prepare(exchange, &question->base, &task->request);
    if (service_begin_route(exchange_service(exchange), question) !=
        OUTCOME_OK) {
        refuse(exchange, question);
        return;
    }
    exchange->cancel = &question->base.cancel;
    exchange_compute_if(exchange, route_question_is_long(question), prepare,
                        submit);
}

static void parse(struct exchange *exchange)
{
    struct route_task *task = exchange->work;

    osrm_service_parse(exchange, &task->request, &task->reading);
    if (!task->reading.result)
        osrm_list_sort(&task->request.route.waypoints);
}

static void go_on(struct exchange *exchange)
{
    struct route_task *task = exchange->work;

    if (!osrm_service_parsed(exchange, &task->reading))
        return;
    task->stops =
        array_alloc(task->request.coordinate_count, sizeof(*task->stops));
    if (task->stops)
        ask(exchange, task);
    else
        osrm_refuse_no_memory(exchange);
}

static void handle(struct exchange *exchange)
{
    exchange->work = calloc(1, sizeof(struct route_task));
    if (exchange->work)
        exchange_read(exchange, parse, go_on);
    else
        osrm_refuse_no_memory(exchange);
}

static void write_answer(struct exchange *exchange)
{
    struct route_task *task = exchange->work;

    osrm_begin_answer(exchange);
    task->failed = osrm_route_members(&exchange->out, &task->request,
                                      &task->question) != 0;
}

static void send_answer(struct exchange *exchange)
{
    struct route_task *task = exchange->work;

    if (task->failed)
        osrm_refuse_no_memory(exchange);
    else
        osrm_end_answer(exchange, &task->request);
}

static size_t count_segments(const struct route_leg *legs, size_t leg_count)
{
    size_t segments = 0;

    for (size_t i = 0; i < leg_count; i++) {
        for (uint32_t k = 0; k < legs[i].steps.count; k++)
            segments += legs[i].steps.list[k].segment_count;
    }
    return segments;
}

/* Whether writing it would keep the loop from others. */
static bool is_long(const struct route_task *task)
{
    const struct route_question *question = &task->question;
    size_t segments =
        count_segments(question->legs, question->stop_count - 1) +
        count_segments(question->further, question->further_count);

    return segments * (task->request.route.steps ? STEPS_FACTOR : 1) >
           SEGMENTS_AT_ONCE;
}

static void answered(struct exchange *exchange)
{
    struct route_task *task = exchange->work;
    struct osrm_problem problem;

    if (osrm_route_problem(&task->question, OUTCOME_OK, &problem)) {
        osrm_refuse(exchange, &problem);
    } else if (is_long(task)) {
        exchange_compute(exchange, write_answer, send_answer);
    } else {
        write_answer(exchange);
        send_answer(exchange);
    }
}

const struct endpoint endpoint_osrm_route = {
    .path = "/route/v1/",
    .method = "GET",
    .media = MEDIA_JSON,
    .handle = handle,
    .answered = answered,
    .finish = finish,
};
