/* table_question: submits strips as jobs, and passes the turn
 * between worker and client. */
#include "core/service/table/table_question.h"

#include <stdlib.h>

#include "core/base/array.h"
#include "core/service/ask.h"
#include "core/service/strips.h"
#include "core/service/table/table_ends.h"
#include "core/service/table/table_strips.h"

/* ---- The question ------------------------------------------------------- */

/* One query per row of the current strip; all share the targets. */
struct table_state {
    struct table_strips strips;
    struct strips order;
    struct query *rows;              /* [strip_rows] */
    struct query **queries;          /* [strip_rows], to rows */
    struct sums_query *sums;         /* [strip_rows]; NULL: not wanted */
    const struct arc_sums *arc_sums; /* the map's */
    struct table_ends ends;
};

static size_t state_bytes(const struct table_strips *strips,
                          const struct table_ends *ends)
{
    size_t row = sizeof(struct query) + sizeof(struct query *) +
                 (strips->with_sums ? sizeof(struct sums_query) : 0);

    return sizeof(struct table_state) + table_strips_bytes(strips) +
           strips->strip_rows * row + table_ends_bytes(ends);
}

static void state_destroy(struct table_state *state)
{
    if (!state)
        return;
    table_strips_finish(&state->strips);
    strips_finish(&state->order);
    free(state->rows);
    free(state->queries);
    free(state->sums);
    table_ends_finish(&state->ends);
    free(state);
}

static enum outcome submit(struct question *base);

/* Takes ownership of the strips. */
static struct table_state *state_create(const struct table_strips *strips)
{
    struct table_state *state = calloc(1, sizeof(*state));
    size_t rows = strips->strip_rows;

    if (!state)
        return NULL;
    state->strips = *strips;
    strips_init(&state->order, submit);
    state->rows = array_alloc(rows, sizeof(*state->rows));
    state->queries = array_alloc(rows, sizeof(*state->queries));
    if (strips->with_sums)
        state->sums = array_alloc(rows, sizeof(*state->sums));
    if (!table_strips_make(&state->strips) && state->rows && state->queries &&
        (state->sums || !strips->with_sums))
        return state;
    state_destroy(state);
    return NULL;
}

void table_question_finish(struct table_question *question)
{
    ask_finish(&question->base);
    state_destroy(question->state);
    snaps_finish(&question->snaps);
    question->state = NULL;
}

static void fill_row(struct table_question *question,
                     const struct table_rows *strip, size_t index)
{
    struct table_state *state = question->state;
    struct query *row = &state->rows[index];
    size_t first;

    state->queries[index] = row;
    *row = (struct query){
        .targets = state->ends.targets,
        .target_count = (uint32_t)question->target_count,
        .output = QUERY_COSTS,
        .bound = COST_OVERFLOW,
        .cancel = &question->base.cancel,
        .cost = strip->cost + index * question->target_count,
    };
    row->seed_count =
        table_ends_seeds(&state->ends, strip->first + index, &first);
    row->seeds = state->ends.seeds + first;
    if (!state->sums)
        return;
    row->sums = &state->sums[index];
    state->sums[index] = (struct sums_query){
        .arcs = state->arc_sums,
        .seeds = state->ends.seed_sums + first,
        .targets = state->ends.target_adjustments,
        .sums = strip->sums + index * question->target_count,
    };
}

static struct table_rows current(const struct table_state *state)
{
    return table_strips_at(&state->strips, strips_current(&state->order));
}

static void add_direct(struct table_state *state)
{
    struct table_rows strip = current(state);

    table_ends_add_direct(&state->ends, strip.first, strip.count, strip.cost,
                          strip.sums);
}

static void done(struct job *job)
{
    struct table_question *question = job->context;
    struct table_state *state = question->state;

    ask_note_answer(&question->base);
    if (question->base.outcome == OUTCOME_OK)
        add_direct(state);
    strips_solved(
        &state->order, &question->base,
        table_strips_is_last(&state->strips, strips_current(&state->order)));
}

static enum outcome submit(struct question *base)
{
    struct table_question *question = (struct table_question *)base;
    struct table_state *state = question->state;
    struct table_rows strip = current(state);

    for (size_t i = 0; i < strip.count; i++)
        fill_row(question, &strip, i);
    base->job.continues = strip.first > 0;
    return ask_submit(base, state->queries, strip.count, done);
}

struct table_rows table_read(struct table_question *question)
{
    struct table_state *state = question->state;
    size_t index;

    return strips_read(&state->order, &question->base, &index)
               ? table_strips_at(&state->strips, index)
               : (struct table_rows){0};
}

static void wake(struct question *base)
{
    strips_stop(&((struct table_question *)base)->state->order, base);
}

static enum outcome check_size(struct table_question *question)
{
    const struct limits *limits = limits_now(question->base.service->limits);
    uint64_t ids_max = limits->table_ids_max;
    uint64_t most = limits->table_cells_max;
    uint64_t cells;

    if (question->source_count == 0 || question->target_count == 0)
        return ask_refuse(&question->base, OUTCOME_FAILED,
                          "a table without sources or targets");
    if (question->source_count + question->target_count > ids_max)
        return ask_refuse(&question->base, OUTCOME_TOO_LARGE,
                          "%zu sources and %zu targets are too many; together "
                          "they may be %llu (limits.table-ids-max)",
                          question->source_count, question->target_count,
                          (unsigned long long)ids_max);
    if (!__builtin_mul_overflow(question->source_count, question->target_count,
                                &cells) &&
        cells <= most && question->target_count <= UINT32_MAX)
        return OUTCOME_OK;
    return ask_refuse(&question->base, OUTCOME_TOO_LARGE,
                      "%zu x %zu cells are too many; the limit is %llu "
                      "(limits.table-cells-max)",
                      question->source_count, question->target_count,
                      (unsigned long long)most);
}

/* A table with one target could be asked as pairs; but whether a solver accepts
 * a table must not depend on its size. */
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

/* Takes ownership of the ends if it returns OK. */
static enum outcome create(struct table_question *question,
                           const struct table_ends *ends)
{
    struct service *service = question->base.service;
    struct table_strips strips;
    enum outcome outcome;

    table_strips_init(&strips, question->source_count, question->target_count,
                      question->sums,
                      limits_now(service->limits)->stream_bytes_max);
    outcome = ask_memory(&question->base,
                         state_bytes(&strips, ends) + question->answer_bytes);
    if (outcome != OUTCOME_OK)
        return outcome;
    question->state = state_create(&strips);
    if (!question->state)
        return ask_refuse_no_memory(&question->base);
    if (question->sums) {
        question->state->arc_sums =
            weighting_arc_sums(map_entry_weighting(question->base.entry),
                               map_entry_map(question->base.entry));
        if (!question->state->arc_sums)
            return ask_refuse_no_memory(&question->base);
    }
    question->state->ends = *ends;
    atomic_store(&question->base.wake, wake);
    return OUTCOME_OK;
}

static enum outcome prepare(struct table_question *question)
{
    struct table_ends ends;
    enum outcome outcome = table_ends_init(&ends, question);

    if (outcome == OUTCOME_OK)
        outcome = create(question, &ends);
    if (outcome != OUTCOME_OK)
        table_ends_finish(&ends);
    return outcome;
}

/* The source, or else the target, that stands at the i-th place; a place in
 * neither list has no name but its number. */
static struct ask_field end_at(const struct table_question *question, size_t i)
{
    for (size_t row = 0; row < question->source_count; row++) {
        if (question->sources[row] == i)
            return (struct ask_field){"sources", row, NULL};
    }
    for (size_t column = 0; column < question->target_count; column++) {
        if (question->targets[column] == i)
            return (struct ask_field){"targets", column, NULL};
    }
    return (struct ask_field){"places", i, NULL};
}

/* Of a question whose places were snapped. */
static enum outcome check_places(struct table_question *question)
{
    for (size_t i = 0; i < question->place_count; i++) {
        uint32_t count;

        snaps_of(&question->snaps, i, &count);
        if (count)
            continue;
        question->base.missing = i;
        return ask_refuse_far(&question->base, end_at(question, i),
                              &question->places[i]);
    }
    return OUTCOME_OK;
}

static enum outcome find_places(struct table_question *question)
{
    struct question *base = &question->base;
    size_t count = question->place_count;
    size_t most = snaps_bytes(count, PLACE_SNAPS_MAX * count);
    const struct weighting *weighting = map_entry_weighting(base->entry);
    const struct topology *topology = &map_entry_map(base->entry)->topology;
    enum outcome outcome = ask_memory(base, most);

    if (outcome != OUTCOME_OK)
        return outcome;
    question->sums |= question->durations && weighting->duration_differs;
    for (size_t i = 0; i < count; i++) {
        question->places[i].closed = weighting->closed;
        question->places[i].topology = topology;
    }
    outcome = ask_snaps(base, question->places, count, &question->snaps);
    if (outcome != OUTCOME_OK)
        return outcome;
    service_return_memory(base->service, &base->memory,
                          most -
                              snaps_bytes(count, question->snaps.first[count]));
    return check_places(question);
}

static enum outcome solve(struct question *base)
{
    struct table_question *question = (struct table_question *)base;
    enum outcome outcome = OUTCOME_OK;

    if (question->places)
        outcome = find_places(question);
    if (outcome == OUTCOME_OK)
        outcome = prepare(question);
    return outcome == OUTCOME_OK ? submit(base) : outcome;
}

/* A loop thread may look up this many ids itself. */
enum { IDS_AT_ONCE = 256 };

static bool is_long(const struct table_question *question)
{
    return question->places ||
           question->source_count + question->target_count > IDS_AT_ONCE;
}

/* Ids and places, which the client holds until the answer ends. */
static size_t asked_bytes(const struct table_question *question)
{
    return (question->source_count + question->target_count) *
               sizeof(*question->sources) +
           question->place_count * sizeof(*question->places);
}

enum outcome service_ask_table(struct service *service,
                               struct table_question *question)
{
    enum outcome outcome;

    question->snaps = (struct snaps){0};
    question->state = NULL;
    outcome = ask_begin(service, &question->base);
    if (outcome != OUTCOME_OK)
        return outcome;
    outcome = check_solver(question);
    if (outcome == OUTCOME_OK && (question->sums || question->places))
        outcome = ask_need_roads(&question->base);
    if (outcome == OUTCOME_OK)
        outcome = check_size(question);
    if (outcome == OUTCOME_OK)
        outcome = ask_memory(&question->base, asked_bytes(question));
    if (outcome == OUTCOME_OK)
        outcome = ask_work(&question->base, is_long(question), solve);
    if (outcome != OUTCOME_OK)
        table_question_finish(question);
    return outcome;
}
