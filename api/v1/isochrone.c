/* isochrone: what is reached from places within so much time or way. */
#include <stdlib.h>

#include "api/http/exchange.h"
#include "api/router.h"
#include "api/v1/isochrone_answer.h"
#include "api/v1/isochrone_request.h"

struct isochrone_task {
    struct isochrone_question question;
    struct isochrone_request request;
    struct isochrone_answer answer;
    struct problem problem; /* of reading, where it is refused */
    bool refused;
};

static void finish(void *work)
{
    struct isochrone_task *task = work;

    isochrone_question_finish(&task->question);
    isochrone_request_finish(&task->request);
    free(task);
}

static enum produced produce(struct exchange *exchange)
{
    struct isochrone_task *task = exchange->work;

    return isochrone_answer_write(&task->answer, &exchange->out)
               ? PRODUCED_LAST
               : PRODUCED_PART;
}

static void run(struct exchange *exchange)
{
    struct isochrone_task *task = exchange->work;

    isochrone_question_run(&task->question);
}

static void done(struct exchange *exchange)
{
    struct isochrone_task *task = exchange->work;
    const struct question *question = &task->question.base;
    struct problem problem;

    if (question->outcome == OUTCOME_OK) {
        task->answer.question = &task->question;
        task->answer.polygons = task->request.polygons;
        exchange_stream(exchange, UINT64_MAX, produce);
        return;
    }
    problem_from_question(&problem, question->outcome, question);
    exchange_refuse(exchange, &problem);
}

static void ask(struct exchange *exchange, struct isochrone_task *task)
{
    struct question *question = &task->question.base;
    enum outcome outcome =
        service_ask_isochrone(exchange_service(exchange), &task->question);
    struct problem problem;

    if (outcome == OUTCOME_OK) {
        exchange->cancel = &question->cancel;
        exchange_compute(exchange, run, done);
        return;
    }
    problem_from_question(&problem, outcome, question);
    exchange_refuse(exchange, &problem);
}

static int read_request(struct exchange *exchange, struct isochrone_task *task,
                        struct problem *problem)
{
    struct isochrone_request *request = &task->request;
    int result =
        exchange->endpoint->takes_json
            ? exchange_read_object(exchange, isochrone_request_take, request,
                                   problem)
            : isochrone_request_parse(request, exchange->query, problem);

    return result ? result
                  : isochrone_request_ask(request, &task->question, problem);
}

static void take(struct exchange *exchange)
{
    struct isochrone_task *task = exchange->work;

    task->refused = read_request(exchange, task, &task->problem) != 0;
}

static void go_on(struct exchange *exchange)
{
    struct isochrone_task *task = exchange->work;

    if (task->refused)
        exchange_refuse(exchange, &task->problem);
    else
        ask(exchange, task);
}

static void handle(struct exchange *exchange)
{
    struct isochrone_task *task = calloc(1, sizeof(*task));
    struct problem problem;

    exchange->work = task;
    if (task) {
        isochrone_request_init(&task->request);
        exchange_read(exchange, take, go_on);
    } else {
        problem_set(&problem, PROBLEM_FAILED, "out of memory");
        exchange_refuse(exchange, &problem);
    }
}

const struct endpoint endpoint_isochrone_get = {
    .path = "/v1/isochrone",
    .method = "GET",
    .media = MEDIA_JSON,
    .handle = handle,
    .finish = finish,
};

const struct endpoint endpoint_isochrone_post = {
    .path = "/v1/isochrone",
    .method = "POST",
    .media = MEDIA_JSON,
    .takes_json = true,
    .handle = handle,
    .finish = finish,
};
