/* table: costs from every source to every target. */
#include <errno.h>
#include <stdlib.h>

#include "api/exchange.h"
#include "api/json_body.h"
#include "api/listener_private.h"
#include "api/params.h"
#include "api/router.h"
#include "core/service/table_question.h"

struct table_request {
    struct wish wish;
};

struct table_task {
    struct table_question question;
    struct table_request request;
    uint64_t *sources; /* owned */
    uint64_t *targets; /* owned */
    size_t cell;       /* the next to write */
    size_t overflows;  /* cells written that overflowed */
    size_t overflow;   /* the next cell to look at for the list of them */
    bool listing;      /* the list is being written */
};

static const struct field field_list[] = {
    WISH_FIELDS(struct table_request, wish),
};
static const struct fields fields = {field_list, 3};

static void finish(void *work)
{
    struct table_task *task = work;

    table_question_finish(&task->question);
    free(task->sources);
    free(task->targets);
    free(task);
}

static int parse_object(const json_t *object, struct table_task *task,
                        struct problem *problem)
{
    static const char *const others[] = {"sources", "targets", NULL};
    struct table_question *question = &task->question;

    if (json_body_fields(object, "", &fields, others, &task->request,
                         problem) ||
        json_body_ids(object, "sources", &task->sources,
                      &question->source_count, problem) ||
        json_body_ids(object, "targets", &task->targets,
                      &question->target_count, problem))
        return -EINVAL;
    question->sources = task->sources;
    question->targets = task->targets;
    return 0;
}

static int parse_body(struct exchange *exchange, struct table_task *task,
                      struct problem *problem)
{
    json_t *object;
    int result = json_body_parse(exchange->body, exchange->body_length,
                                 exchange->listener->settings.json_depth_max,
                                 &object, problem);

    if (result)
        return result;
    result = parse_object(object, task, problem);
    json_decref(object);
    return result;
}

static void ask(struct exchange *exchange, struct table_task *task)
{
    struct table_question *question = &task->question;

    exchange_prepare(exchange, &question->base, &task->request.wish);
    exchange_asked(exchange, &question->base,
                   service_ask_table(exchange_service(exchange), question));
}

static void handle(struct exchange *exchange)
{
    struct table_task *task = calloc(1, sizeof(*task));
    struct problem problem;
    int result;

    exchange->work = task;
    if (!task)
        result = problem_set(&problem, PROBLEM_FAILED, "out of memory");
    else
        result =
            params_parse(exchange->query, &(struct fields){0}, NULL, &problem);
    if (!result)
        result = parse_body(exchange, task, &problem);
    if (result)
        exchange_refuse(exchange, &problem);
    else
        ask(exchange, task);
}

static void write_cell(struct table_task *task, struct json_writer *writer)
{
    size_t column = task->cell % task->question.target_count;
    uint32_t cost = task->question.costs[task->cell++];

    if (!column)
        json_begin_array(writer);
    if (cost <= COST_MAX)
        json_write_number(writer, cost);
    else
        json_write_null(writer);
    task->overflows += cost == COST_OVERFLOW;
    if (column == task->question.target_count - 1)
        json_end_array(writer);
}

static void write_overflow(size_t cell, size_t columns,
                           struct json_writer *writer)
{
    json_begin_array(writer);
    json_write_number(writer, cell / columns);
    json_write_number(writer, cell % columns);
    json_end_array(writer);
}

/* [row, column] of each cell whose null means a sum too large. True at the
 * end. */
static bool write_overflows(struct table_task *task, size_t cells,
                            struct json_writer *writer)
{
    const struct table_question *question = &task->question;

    if (!task->overflows)
        return true;
    if (!task->listing) {
        json_key(writer, "overflow");
        json_begin_array(writer);
        task->listing = true;
    }
    for (; task->overflow < cells; task->overflow++) {
        if (json_writer_full(writer))
            return false;
        if (question->costs[task->overflow] == COST_OVERFLOW)
            write_overflow(task->overflow, question->target_count, writer);
    }
    json_end_array(writer);
    return true;
}

static enum produced produce(struct exchange *exchange)
{
    struct table_task *task = exchange->work;
    struct json_writer *writer = &exchange->out;
    size_t cells = task->question.source_count * task->question.target_count;

    if (!task->cell) {
        json_begin_object(writer);
        json_key(writer, "costs");
        json_begin_array(writer);
    }
    while (task->cell < cells) {
        if (json_writer_full(writer))
            return PRODUCED_PART;
        write_cell(task, writer);
        if (task->cell == cells)
            json_end_array(writer);
    }
    if (!write_overflows(task, cells, writer))
        return PRODUCED_PART;
    exchange_write_figures(&task->question.base, writer);
    json_end_object(writer);
    return PRODUCED_LAST;
}

static void answered(struct exchange *exchange)
{
    exchange_stream(exchange, UINT64_MAX, produce);
}

const struct endpoint endpoint_table = {
    .path = "/v1/table",
    .method = "POST",
    .media = MEDIA_JSON,
    .takes_json = true,
    .handle = handle,
    .answered = answered,
    .finish = finish,
};
