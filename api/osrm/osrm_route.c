/* osrm_route: /route/v1: the way over some places. */
#include <stdlib.h>

#include "api/osrm/osrm_list.h"
#include "api/osrm/osrm_route_answer.h"
#include "api/osrm/osrm_service.h"
#include "core/base/array.h"

struct route_task {
    struct osrm_request request;
    struct route_question question;
    struct route_stop *stops; /* owned */
    bool failed;              /* to write the answer */
};

/* Of a route: some 100 ns each to write. */
enum { SEGMENTS_AT_ONCE = 5000 };

static void finish(void *work)
{
    struct route_task *task = work;

    route_question_finish(&task->question);
    osrm_request_finish(&task->request);
    free(task->stops);
    free(task);
}

static void ask(struct exchange *exchange, struct route_task *task)
{
    struct route_question *question = &task->question;
    struct osrm_problem problem;
    enum outcome outcome;

    osrm_route_question(&task->request, task->stops, question);
    osrm_service_prepare(exchange, &question->base, &task->request);
    outcome = service_ask_route(exchange_service(exchange), question);
    if (outcome != OUTCOME_OK &&
        osrm_route_problem(question, outcome, &problem))
        osrm_refuse(exchange, &problem);
    else
        exchange_asked(exchange, &question->base, outcome);
}

static void handle(struct exchange *exchange)
{
    struct route_task *task = calloc(1, sizeof(*task));

    exchange->work = task;
    if (!task) {
        osrm_refuse_no_memory(exchange);
        return;
    }
    if (!osrm_service_read(exchange, &task->request))
        return;
    osrm_list_sort(&task->request.route.waypoints);
    task->stops =
        array_alloc(task->request.coordinate_count, sizeof(*task->stops));
    if (task->stops)
        ask(exchange, task);
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
static bool is_long(const struct route_question *question)
{
    return count_segments(question->legs, question->stop_count - 1) +
               count_segments(question->further, question->further_count) >
           SEGMENTS_AT_ONCE;
}

static void answered(struct exchange *exchange)
{
    struct route_task *task = exchange->work;
    struct osrm_problem problem;

    if (osrm_route_problem(&task->question, OUTCOME_OK, &problem)) {
        osrm_refuse(exchange, &problem);
    } else if (is_long(&task->question)) {
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
