/* route: the way from place to place over a map's roads. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "api/form/params.h"
#include "api/http/exchange.h"
#include "api/router.h"
#include "api/v1/route_answer.h"
#include "core/base/array.h"
#include "core/service/route/route_question.h"

/* What a request says. */
struct route_request {
    struct route_stop from;
    struct route_stop to;
    struct stop_list via;
    struct wish wish;
    double radius_m;            /* INFINITY: as the settings say */
    unsigned geometry;          /* enum route_geometry */
    unsigned continue_straight; /* enum route_straight */
    bool nodes;
    uint32_t alternatives;
};

struct route_task {
    struct route_question question;
    struct route_request request;
    struct route_stop *stops; /* from, via, to; owned */
    struct route_answer answer;
    bool begun; /* to be written */
};

static const char *const geometries[] = {"geojson", "polyline", "polyline6",
                                         "none", NULL};
static const char *const straight[] = {"default", "true", "false", NULL};

static const struct field field_list[] = {
    {"from", FIELD_STOP, true, offsetof(struct route_request, from), NULL},
    {"to", FIELD_STOP, true, offsetof(struct route_request, to), NULL},
    {"via", FIELD_STOPS, false, offsetof(struct route_request, via), NULL},
    {"radius", FIELD_METRES, false, offsetof(struct route_request, radius_m),
     NULL},
    WISH_FIELDS(struct route_request, wish),
    {"geometry", FIELD_CHOICE, false, offsetof(struct route_request, geometry),
     geometries},
    {"continue_straight", FIELD_CHOICE, false,
     offsetof(struct route_request, continue_straight), straight},
    {"nodes", FIELD_FLAG, false, offsetof(struct route_request, nodes), NULL},
    {"alternatives", FIELD_FEW, false,
     offsetof(struct route_request, alternatives), NULL},
};
static const struct fields fields = {field_list,
                                     sizeof(field_list) / sizeof(*field_list)};

static void finish(void *work)
{
    struct route_task *task = work;

    route_answer_finish(&task->answer);
    route_question_finish(&task->question);
    free(task->request.via.stop);
    free(task->stops);
    free(task);
}

/* Takes the stops over in their order. */
static int line_up(struct route_task *task)
{
    const struct stop_list *via = &task->request.via;

    task->stops = array_alloc(via->count + 2, sizeof(*task->stops));
    if (!task->stops)
        return -1;
    task->stops[0] = task->request.from;
    for (size_t i = 0; i < via->count; i++)
        task->stops[i + 1] = via->stop[i];
    task->stops[via->count + 1] = task->request.to;
    task->question.stops = task->stops;
    task->question.stop_count = via->count + 2;
    for (size_t i = 0; i < task->question.stop_count; i++)
        task->stops[i].wish.radius_m = task->request.radius_m;
    return 0;
}

static void refuse_no_memory(struct exchange *exchange)
{
    struct problem problem;

    problem_set(&problem, PROBLEM_FAILED, "out of memory");
    exchange_refuse(exchange, &problem);
}

static void refuse(struct exchange *exchange, const struct question *question)
{
    struct problem problem;

    problem_from_question(&problem, question->outcome, question);
    exchange_refuse(exchange, &problem);
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
        refuse(exchange, &question->base);
}

static void ask(struct exchange *exchange, struct route_task *task)
{
    struct route_question *question = &task->question;

    question->straight = (enum route_straight)task->request.continue_straight;
    question->alternatives = task->request.alternatives;
    exchange_prepare(exchange, &question->base, &task->request.wish);
    if (service_begin_route(exchange_service(exchange), question) !=
        OUTCOME_OK) {
        refuse(exchange, &question->base);
        return;
    }
    exchange->cancel = &question->base.cancel;
    exchange_compute_if(exchange, route_question_is_long(question), prepare,
                        submit);
}

static void handle(struct exchange *exchange)
{
    struct route_task *task = calloc(1, sizeof(*task));
    struct problem problem;

    exchange->work = task;
    if (!task) {
        refuse_no_memory(exchange);
        return;
    }
    task->request.nodes = true;
    task->request.radius_m = INFINITY;
    if (params_parse(exchange->query, &fields, &task->request, &problem))
        exchange_refuse(exchange, &problem);
    else if (line_up(task))
        refuse_no_memory(exchange);
    else
        ask(exchange, task);
}

static enum produced produce(struct exchange *exchange)
{
    struct route_task *task = exchange->work;
    struct json_writer *writer = &exchange->out;

    if (!task->begun)
        json_begin_object(writer);
    task->begun = true;
    if (!route_answer_write(&task->answer, writer))
        return PRODUCED_PART;
    exchange_write_figures(&task->question.base, writer);
    json_end_object(writer);
    return PRODUCED_LAST;
}

static void answered(struct exchange *exchange)
{
    struct route_task *task = exchange->work;

    task->answer.geometry = task->request.geometry;
    task->answer.nodes = task->request.nodes;
    if (route_answer_init(&task->answer, &task->question))
        refuse_no_memory(exchange);
    else
        exchange_stream(exchange, UINT64_MAX, produce);
}

const struct endpoint endpoint_route = {
    .path = "/v1/route",
    .method = "GET",
    .media = MEDIA_JSON,
    .handle = handle,
    .answered = answered,
    .finish = finish,
};
