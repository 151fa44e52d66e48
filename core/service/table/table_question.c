/* table_question: costs from every source to every target, as a stream of rows.
 */
#include "core/service/table/table_question.h"

#include <stdlib.h>

#include "core/base/array.h"
#include "core/service/ask.h"
#include "core/service/table/table_ends.h"
#include "core/service/table/table_strips.h"

/* One query a row of the strip that is solved; the targets are the same for
 * all. */
struct table_work {
    struct service *service;
    size_t bytes; /* of memory, taken from the service's */
    struct table_strips *strips;
    struct query *rows;              /* [strip_rows] */
    struct query **queries;          /* [strip_rows], to rows */
    struct sums_query *sums;         /* [strip_rows]; NULL: none are wanted */
    const struct arc_sums *arc_sums; /* the map's */
    struct table_ends ends;
};

static size_t work_bytes(const struct table_shape *shape,
                         const struct table_ends *ends)
{
    return sizeof(struct table_work) + table_shape_bytes(shape) +
           shape->strip_rows * (sizeof(struct query) + sizeof(struct query *) +
                                (shape->sums ? sizeof(struct sums_query) : 0)) +
           table_ends_bytes(ends);
}

static void work_destroy(struct table_work *work)
{
    if (!work)
        return;
    atomic_fetch_sub(&work->service->table_memory, work->bytes);
    table_strips_destroy(work->strips);
    free(work->rows);
    free(work->queries);
    free(work->sums);
    table_ends_finish(&work->ends);
    free(work);
}

/* Takes over `bytes` of the service's. */
static struct table_work *work_create(struct service *service, size_t bytes,
                                      const struct table_shape *shape)
{
    struct table_work *work = calloc(1, sizeof(*work));

    if (!work) {
        atomic_fetch_sub(&service->table_memory, bytes);
        return NULL;
    }
    work->service = service;
    work->bytes = bytes;
    work->strips = table_strips_create(shape);
    work->rows = array_alloc(shape->strip_rows, sizeof(*work->rows));
    work->queries = array_alloc(shape->strip_rows, sizeof(*work->queries));
    if (shape->sums)
        work->sums = array_alloc(shape->strip_rows, sizeof(*work->sums));
    if (work->strips && work->rows && work->queries &&
        (work->sums || !shape->sums))
        return work;
    work_destroy(work);
    return NULL;
}

void table_question_finish(struct table_question *question)
{
    work_destroy(question->work);
    question->work = NULL;
}

static void fill_row(struct table_question *question, const struct strip *strip,
                     size_t index)
{
    struct table_work *work = question->work;
    struct query *row = &work->rows[index];
    size_t first;

    work->queries[index] = row;
    *row = (struct query){
        .targets = work->ends.targets,
        .target_count = (uint32_t)question->target_count,
        .output = QUERY_COSTS,
        .bound = COST_OVERFLOW,
        .cancel = &question->base.cancel,
        .cost = strip->cost + index * question->target_count,
    };
    row->seed_count =
        table_ends_seeds(&work->ends, strip->first + index, &first);
    row->seeds = work->ends.seeds + first;
    if (!work->sums)
        return;
    row->sums = &work->sums[index];
    work->sums[index] = (struct sums_query){
        .arcs = work->arc_sums,
        .seeds = work->ends.seed_sums + first,
        .targets = work->ends.target_adjustments,
        .sums = strip->sums + index * question->target_count,
    };
}

static void add_direct(struct table_work *work)
{
    struct strip strip = table_strips_current(work->strips);

    table_ends_add_direct(&work->ends, strip.first, strip.count, strip.cost,
                          strip.sums);
}

static void done(struct job *job);

/* By who has the turn. */
static enum outcome submit(struct table_question *question)
{
    struct table_work *work = question->work;
    struct strip strip = table_strips_current(work->strips);

    for (size_t i = 0; i < strip.count; i++)
        fill_row(question, &strip, i);
    question->base.job.continues = strip.first > 0;
    return ask_submit(work->service, &question->base, work->queries,
                      strip.count, done);
}

static void end(struct table_question *question)
{
    table_strips_end(question->work->strips);
    ask_end(&question->base);
}

static void submit_next(struct table_question *question)
{
    if (submit(question) != OUTCOME_OK)
        end(question);
}

static void end_cancelled(struct question *question)
{
    ask_refuse(question, OUTCOME_CANCELLED, "cancelled");
    ask_end(question);
}

static void done(struct job *job)
{
    struct table_question *question = job->context;

    if (job->continues)
        ask_add_answer(&question->base);
    else
        ask_note_answer(&question->base);
    if (question->base.outcome != OUTCOME_OK) {
        end(question);
        return;
    }
    add_direct(question->work);
    switch (table_strips_solved(question->work->strips)) {
    case STRIPS_NEXT:
        question->readable(question);
        submit_next(question);
        break;
    case STRIPS_OVER:
        ask_end(&question->base);
        break;
    case STRIPS_STOPPED:
        end_cancelled(&question->base);
        break;
    case STRIPS_REST:
        break;
    }
}

struct table_rows table_take(struct table_question *question)
{
    bool turn;
    struct table_rows rows = table_strips_take(question->work->strips, &turn);

    if (turn)
        submit_next(question);
    return rows;
}

static void wake(struct question *base)
{
    struct table_question *question = (struct table_question *)base;

    if (table_strips_stop(question->work->strips))
        end_cancelled(base);
}

static enum outcome check_size(struct service *service,
                               struct table_question *question)
{
    uint64_t most = service->settings.table_cells_max;
    uint64_t cells;

    if (question->source_count == 0 || question->target_count == 0)
        return ask_refuse(&question->base, OUTCOME_FAILED,
                          "a table without sources or targets");
    if (!__builtin_mul_overflow(question->source_count, question->target_count,
                                &cells) &&
        cells <= most && question->target_count <= UINT32_MAX)
        return OUTCOME_OK;
    return ask_refuse(&question->base, OUTCOME_TOO_LARGE,
                      "a table of %zu sources and %zu targets; "
                      "limits.table-cells-max is %llu",
                      question->source_count, question->target_count,
                      (unsigned long long)most);
}

/* One of a single target could be asked as pairs; whether it is answered is not
 * to hang on its size. */
static enum outcome check_solver(struct table_question *question)
{
    const struct solver_ops *solver = question->base.job.solver;

    if (!solver || solver->capabilities & SOLVER_TABLES)
        return OUTCOME_OK;
    return ask_refuse(&question->base, OUTCOME_CANNOT,
                      "solver '%s' cannot answer tables; 'auto' picks one that "
                      "can",
                      solver->name);
}

/* A table that is alone gets what it needs, however little is allowed. */
static bool reserve(struct service *service, size_t bytes)
{
    size_t before = atomic_fetch_add(&service->table_memory, bytes);

    if (!before || before + bytes <= service->settings.table_memory_max)
        return true;
    atomic_fetch_sub(&service->table_memory, bytes);
    return false;
}

/* Takes the ends over where it says OK. */
static enum outcome create(struct service *service,
                           struct table_question *question,
                           const struct table_ends *ends)
{
    struct table_shape shape =
        table_shape_choose(question->source_count, question->target_count,
                           question->sums, service->settings.stream_bytes_max);
    size_t bytes = work_bytes(&shape, ends) + question->answer_bytes;

    if (!reserve(service, bytes)) {
        question->base.retry_after_s = engine_retry_after_s(service->engine);
        return ask_refuse(&question->base, OUTCOME_TABLES_FULL,
                          "this table needs %zu bytes beside others that are "
                          "being answered; limits.table-memory-max is %zu",
                          bytes, service->settings.table_memory_max);
    }
    question->work = work_create(service, bytes, &shape);
    if (!question->work)
        return ask_refuse_no_memory(&question->base);
    if (question->sums) {
        question->work->arc_sums = map_entry_arc_sums(question->base.entry);
        if (!question->work->arc_sums)
            return ask_refuse_no_memory(&question->base);
    }
    question->work->ends = *ends;
    question->base.wake = wake;
    return OUTCOME_OK;
}

static enum outcome prepare(struct service *service,
                            struct table_question *question)
{
    struct table_ends ends;
    enum outcome outcome = table_ends_init(&ends, question);

    if (outcome == OUTCOME_OK)
        outcome = create(service, question, &ends);
    if (outcome != OUTCOME_OK)
        table_ends_finish(&ends);
    return outcome;
}

enum outcome service_ask_table(struct service *service,
                               struct table_question *question)
{
    enum outcome outcome;

    question->work = NULL;
    outcome = ask_begin(service, &question->base);
    if (outcome != OUTCOME_OK)
        return outcome;
    outcome = check_solver(question);
    if (outcome == OUTCOME_OK && question->sums &&
        !ask_has_roads(&question->base))
        outcome = ask_refuse(&question->base, OUTCOME_NO_ROADS,
                             "a bare graph has no durations and lengths");
    if (outcome == OUTCOME_OK)
        outcome = check_size(service, question);
    if (outcome == OUTCOME_OK)
        outcome = prepare(service, question);
    if (outcome == OUTCOME_OK)
        outcome = submit(question);
    if (outcome != OUTCOME_OK)
        table_question_finish(question);
    return outcome;
}
