/* table: costs from every source to every target, streamed by rows.
 *
 * As JSON an array per row; as octets a .npy file. */
#include <endian.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "api/form/json_body.h"
#include "api/form/npy_header.h"
#include "api/http/exchange.h"
#include "api/http/listener_private.h"
#include "api/router.h"
#include "core/base/array.h"
#include "core/service/table/table_question.h"

enum { CELLS_OCTETS = JSON_WRITER_PART / 4, BITS = 64 };

struct table_request {
    struct wish wish;
};

struct table_task {
    struct table_question question;
    struct table_request request;
    uint64_t *sources; /* owned */
    uint64_t *targets; /* owned */

    struct problem problem; /* of the body, where it is refused */
    bool refused;

    bool opened;            /* the answer's object, or its header is written */
    struct table_rows rows; /* being written */
    size_t cell;            /* of them, the next */
    size_t column;          /* that cell's */

    uint64_t *overflow; /* a bit per cell; NULL: none was too large. Zeroed
                           memory that is not written to is not there */
    size_t listed;      /* cells looked at for the list of them */
    bool listing;       /* the list is being written */
};

static const struct field field_list[] = {
    WISH_FIELDS(struct table_request, wish),
};
static const struct fields fields = {field_list, 5};

static void finish(void *work)
{
    struct table_task *task = work;

    table_question_finish(&task->question);
    free(task->sources);
    free(task->targets);
    free(task->overflow);
    free(task);
}

static int take_object(const json_t *object, void *target,
                       struct problem *problem)
{
    static const char *const others[] = {"sources", "targets", NULL};
    struct table_task *task = target;
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

static void post_readable(struct table_question *question)
{
    exchange_post_readable(&question->base);
}

static void ask(struct exchange *exchange, struct table_task *task)
{
    struct table_question *question = &task->question;

    question->readable = post_readable;
    exchange_prepare(exchange, &question->base, &task->request.wish);
    exchange_asked(exchange, &question->base,
                   service_ask_table(exchange_service(exchange), question));
}

static void take_body(struct exchange *exchange)
{
    struct table_task *task = exchange->work;

    task->refused =
        exchange_read_object(exchange, take_object, task, &task->problem) != 0;
}

static void go_on(struct exchange *exchange)
{
    struct table_task *task = exchange->work;

    if (task->refused)
        exchange_refuse(exchange, &task->problem);
    else
        ask(exchange, task);
}

static void handle(struct exchange *exchange)
{
    struct table_task *task = calloc(1, sizeof(*task));
    struct problem problem;

    exchange->work = task;
    if (task) {
        exchange_read(exchange, take_body, go_on);
    } else {
        problem_set(&problem, PROBLEM_FAILED, "out of memory");
        exchange_refuse(exchange, &problem);
    }
}

static size_t cell_count(const struct table_task *task)
{
    return task->question.source_count * task->question.target_count;
}

/* Whether there are cells to write; takes the next rows where the last are
 * through. */
static bool take(struct table_task *task)
{
    size_t next = task->rows.first + task->rows.count;

    if (task->cell < task->rows.count * task->question.target_count)
        return true;
    task->rows = table_take(&task->question);
    if (!task->rows.count)
        task->rows.first = next;
    task->cell = 0;
    return task->rows.count;
}

/* What it means that there are none. */
static enum produced at_rest(const struct exchange *exchange)
{
    const struct table_task *task = exchange->work;

    if (!exchange->ended)
        return PRODUCED_WAIT;
    return task->question.base.outcome == OUTCOME_OK ? PRODUCED_LAST
                                                     : PRODUCED_FAILED;
}

static void write_header(struct table_task *task, struct json_writer *writer)
{
    char header[NPY_HEADER_SIZE];

    npy_header_write(header, task->question.source_count,
                     task->question.target_count);
    json_writer_raw(writer, header, sizeof(header));
    task->opened = true;
}

static void write_octets(struct table_task *task, struct json_writer *writer)
{
    size_t left = task->rows.count * task->question.target_count - task->cell;
    size_t count = left < CELLS_OCTETS ? left : CELLS_OCTETS;
    uint32_t part[CELLS_OCTETS];

    for (size_t i = 0; i < count; i++)
        part[i] = htole32(task->rows.cost[task->cell + i]);
    json_writer_raw(writer, part, count * sizeof(*part));
    task->cell += count;
}

static enum produced produce_octets(struct exchange *exchange)
{
    struct table_task *task = exchange->work;

    if (!task->opened)
        write_header(task, &exchange->out);
    if (!take(task))
        return at_rest(exchange);
    write_octets(task, &exchange->out);
    return PRODUCED_PART;
}

static void note_overflow(struct table_task *task, struct json_writer *writer)
{
    size_t cell = task->rows.first * task->question.target_count + task->cell;

    if (!task->overflow)
        task->overflow =
            array_zero(cell_count(task) / BITS + 1, sizeof(*task->overflow));
    if (task->overflow)
        task->overflow[cell / BITS] |= UINT64_C(1) << cell % BITS;
    else
        writer->failed = true;
}

static void write_cell(struct table_task *task, struct json_writer *writer)
{
    uint32_t cost = task->rows.cost[task->cell];

    if (!task->column)
        json_begin_array(writer);
    if (cost <= COST_MAX)
        json_write_number(writer, cost);
    else
        json_write_null(writer);
    if (cost == COST_OVERFLOW)
        note_overflow(task, writer);
    task->cell++;
    if (++task->column < task->question.target_count)
        return;
    task->column = 0;
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

/* The first cell from `from` on that overflowed; past all where none did. */
static size_t next_overflow(const struct table_task *task, size_t from)
{
    size_t words = cell_count(task) / BITS + 1;
    size_t word = from / BITS;
    uint64_t bits = task->overflow[word] & UINT64_MAX << from % BITS;

    while (!bits && ++word < words)
        bits = task->overflow[word];
    return bits ? word * BITS + (size_t)__builtin_ctzll(bits) : words * BITS;
}

/* [row, column] of each cell whose null means a sum too large. True at the
 * end. */
static bool write_overflows(struct table_task *task, struct json_writer *writer)
{
    size_t cell;

    if (!task->overflow)
        return true;
    if (!task->listing) {
        json_key(writer, "overflow");
        json_begin_array(writer);
        task->listing = true;
    }
    while ((cell = next_overflow(task, task->listed)) < cell_count(task)) {
        if (json_writer_full(writer))
            return false;
        write_overflow(cell, task->question.target_count, writer);
        task->listed = cell + 1;
    }
    json_end_array(writer);
    return true;
}

static void open_object(struct table_task *task, struct json_writer *writer)
{
    if (task->opened)
        return;
    task->opened = true;
    json_begin_object(writer);
    exchange_write_origin(&task->question.base, writer);
    json_key(writer, "costs");
    json_begin_array(writer);
}

/* What follows the last row. */
static enum produced close_object(struct table_task *task,
                                  struct json_writer *writer)
{
    if (!task->listing)
        json_end_array(writer);
    if (!write_overflows(task, writer))
        return PRODUCED_PART;
    exchange_write_times(&task->question.base, writer);
    json_end_object(writer);
    return PRODUCED_LAST;
}

static enum produced produce_json(struct exchange *exchange)
{
    struct table_task *task = exchange->work;
    struct json_writer *writer = &exchange->out;

    open_object(task, writer);
    while (take(task)) {
        size_t cells = task->rows.count * task->question.target_count;

        while (task->cell < cells && !json_writer_full(writer))
            write_cell(task, writer);
        if (json_writer_full(writer))
            return PRODUCED_PART;
    }
    if (at_rest(exchange) != PRODUCED_LAST)
        return at_rest(exchange);
    return close_object(task, writer);
}

static void start_octets(struct exchange *exchange)
{
    const struct table_task *task = exchange->work;

    exchange_stream(exchange, NPY_HEADER_SIZE + (uint64_t)cell_count(task) * 4,
                    produce_octets);
    exchange_add_origin(exchange, &task->question.base);
}

static void start(struct exchange *exchange)
{
    if (exchange->media == MEDIA_OCTETS)
        start_octets(exchange);
    else
        exchange_stream(exchange, UINT64_MAX, produce_json);
}

/* What is written and not taken by the connection counts as sent. */
static void progress(const struct exchange *exchange, struct log_field pairs[2])
{
    const struct table_task *task = exchange->work;
    size_t sent = task->rows.first + task->cell / task->question.target_count;

    pairs[0] = log_number("rows_sent", sent);
    pairs[1] = log_number("rows", task->question.source_count);
}

const struct endpoint endpoint_table = {
    .path = "/v1/table",
    .method = "POST",
    .media = MEDIA_JSON | MEDIA_OCTETS,
    .takes_json = true,
    .handle = handle,
    .answered = start,
    .readable = start,
    .progress = progress,
    .finish = finish,
};
