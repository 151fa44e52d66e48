/* Cells of a table as JSON, a matrix per metric or a list, and as octets, a
 * .npy file. */
#include "api/v1/table.h"

#include <endian.h>
#include <stdlib.h>

#include "api/v1/npy_header.h"
#include "api/v1/v1.h"
#include "core/base/array.h"

static const char *const matrices[] = {"costs", "durations", "distances"};

enum { BITS = 64, CELLS_OCTETS = JSON_WRITER_PART / 4 / TABLE_METRICS };

static unsigned first_metric(const struct table_state *state)
{
    return (unsigned)__builtin_ctz(state->metrics);
}

/* ---- Cells --------------------------------------------------------------- */

/* Whether there are cells to write; fetches the next rows after the last are
 * written. */
static bool next_cells(struct table_state *state)
{
    size_t next = state->rows.first + state->rows.count;

    if (state->cell < state->rows.count * state->question.target_count)
        return true;
    state->rows = table_read(&state->question);
    if (!state->rows.count)
        state->rows.first = next;
    state->cell = 0;
    return state->rows.count;
}

/* The values of a cell of these rows, as a solver has them: COST_INFINITY and
 * SUM_NONE where there is no path, or none within the limits. */
static void read_cell(const struct table_state *state, size_t cell,
                      uint32_t value[TABLE_METRICS])
{
    const struct path_sums none = {SUM_NONE, SUM_NONE};
    struct path_sums sums = state->rows.sums ? state->rows.sums[cell] : none;
    uint32_t cost = state->rows.cost[cell];
    bool far = cost > state->limit ||
               sums.duration_ms > state->max_duration_s * 1000 ||
               sums.length_mm > state->max_distance_m * 1000;

    value[METRIC_COST] = far ? COST_INFINITY : cost;
    value[METRIC_DURATION] = far ? SUM_NONE : sums.duration_ms;
    value[METRIC_DISTANCE] = far ? SUM_NONE : sums.length_mm;
}

static void write_value(unsigned metric, uint32_t value,
                        struct json_writer *writer)
{
    if (metric == METRIC_COST)
        v1_write_cost(writer, value);
    else if (value == SUM_NONE)
        json_write_null(writer);
    else
        json_write_thousandths(writer, value);
}

/* ---- Binary -------------------------------------------------------------- */

static void write_header(struct table_state *state, struct json_writer *writer)
{
    char header[NPY_HEADER_SIZE];

    npy_header_write(header, state->question.source_count,
                     state->question.target_count, table_metric_count(state));
    json_writer_raw(writer, header, sizeof(header));
    state->opened = true;
}

static void write_octets(struct table_state *state, struct json_writer *writer)
{
    size_t left =
        state->rows.count * state->question.target_count - state->cell;
    size_t count = left < CELLS_OCTETS ? left : CELLS_OCTETS;
    uint32_t part[CELLS_OCTETS * TABLE_METRICS];
    size_t at = 0;

    for (size_t i = 0; i < count; i++) {
        uint32_t value[TABLE_METRICS];

        read_cell(state, state->cell + i, value);
        for (unsigned metric = 0; metric < TABLE_METRICS; metric++) {
            if (state->metrics >> metric & 1)
                part[at++] = htole32(value[metric]);
        }
    }
    json_writer_raw(writer, part, at * sizeof(*part));
    state->cell += count;
}

enum produced table_produce_octets(struct exchange *exchange)
{
    struct table_state *state = exchange->state;

    if (!state->opened)
        write_header(state, &exchange->out);
    if (!next_cells(state))
        return exchange_at_rest(exchange, &state->question.base);
    write_octets(state, &exchange->out);
    return PRODUCED_PART;
}

/* ---- JSON ---------------------------------------------------------------- */

static void note_overflow(struct table_state *state, size_t cell,
                          struct json_writer *writer)
{
    cell += state->rows.first * state->question.target_count;
    if (!state->overflow)
        state->overflow =
            array_zero(table_cells(state) / BITS + 1, sizeof(*state->overflow));
    if (state->overflow)
        state->overflow[cell / BITS] |= UINT64_C(1) << cell % BITS;
    else
        writer->failed = true;
}

/* Keeps what comes after the first matrix. */
static void keep(struct table_state *state, const uint32_t value[TABLE_METRICS],
                 struct json_writer *writer)
{
    size_t cell =
        state->rows.first * state->question.target_count + state->cell;

    for (unsigned i = first_metric(state) + 1; i < TABLE_METRICS; i++) {
        if (!(state->metrics >> i & 1))
            continue;
        if (!state->kept[i])
            state->kept[i] =
                array_alloc(table_cells(state), sizeof(*state->kept[i]));
        if (state->kept[i])
            state->kept[i][cell] = value[i];
        else
            writer->failed = true;
    }
}

/* Writes a value of a matrix, and the brackets around its row. */
static void write_cell(struct table_state *state, unsigned metric,
                       uint32_t value, struct json_writer *writer)
{
    if (!state->column)
        json_begin_array(writer);
    write_value(metric, value, writer);
    if (++state->column < state->question.target_count)
        return;
    state->column = 0;
    json_end_array(writer);
}

static void write_next_cell(struct table_state *state,
                            struct json_writer *writer)
{
    unsigned first = first_metric(state);
    uint32_t value[TABLE_METRICS];

    read_cell(state, state->cell, value);
    if (value[METRIC_COST] == COST_OVERFLOW)
        note_overflow(state, state->cell, writer);
    keep(state, value, writer);
    write_cell(state, first, value[first], writer);
    state->cell++;
}

/* One line of `cells`, unless it has no path and was not asked for. */
static void write_listed(struct table_state *state, size_t cell,
                         struct json_writer *writer)
{
    uint32_t value[TABLE_METRICS];

    read_cell(state, cell, value);
    if (value[METRIC_COST] == COST_OVERFLOW)
        note_overflow(state, cell, writer);
    else if (value[METRIC_COST] > COST_MAX && !state->pairs)
        return;
    json_begin_array(writer);
    json_write_number(writer,
                      state->rows.first + cell / state->question.target_count);
    json_write_number(writer, cell % state->question.target_count);
    for (unsigned i = 0; i < TABLE_METRICS; i++) {
        if (state->metrics >> i & 1)
            write_value(i, value[i], writer);
    }
    json_end_array(writer);
}

/* The place of the next pair among the cells of these rows; past their end if
 * it has none. */
static size_t next_pair(const struct table_state *state)
{
    const struct cell_place *pair = &state->pairs[state->pair];

    if (state->pair == state->pair_count)
        return SIZE_MAX;
    return (pair->row - state->rows.first) * state->question.target_count +
           pair->column;
}

/* Writes `cells` from the rows that are there, until the writer is full. */
static void list_cells(struct table_state *state, struct json_writer *writer)
{
    size_t end = state->rows.count * state->question.target_count;

    while (state->cell < end && !json_writer_full(writer)) {
        if (!state->pairs) {
            write_listed(state, state->cell++, writer);
        } else if (next_pair(state) < end) {
            write_listed(state, next_pair(state), writer);
            state->pair++;
        } else {
            state->cell = end;
        }
    }
}

static void write_rows(struct table_state *state, struct json_writer *writer)
{
    size_t end = state->rows.count * state->question.target_count;

    if (table_by_cells(state)) {
        list_cells(state, writer);
        return;
    }
    while (state->cell < end && !json_writer_full(writer))
        write_next_cell(state, writer);
}

/* Continues a matrix that was kept; true at its end. */
static bool write_kept(struct table_state *state, struct json_writer *writer)
{
    const uint32_t *value = state->kept[state->other];

    if (!value)
        return true;
    if (!state->kept_cell)
        json_open_array(writer, matrices[state->other]);
    while (state->kept_cell < table_cells(state) && !json_writer_full(writer))
        write_cell(state, state->other, value[state->kept_cell++], writer);
    if (state->kept_cell < table_cells(state))
        return false;
    json_end_array(writer);
    return true;
}

/* Ends the first matrix, and writes those after it; true at their end. */
static bool write_others(struct table_state *state, struct json_writer *writer)
{
    if (!state->others)
        json_end_array(writer);
    state->others = true;
    for (; state->other < TABLE_METRICS; state->other++) {
        if (!write_kept(state, writer))
            return false;
        state->kept_cell = 0;
    }
    return true;
}

static void write_overflow(size_t cell, size_t columns,
                           struct json_writer *writer)
{
    json_begin_array(writer);
    json_write_number(writer, cell / columns);
    json_write_number(writer, cell % columns);
    json_end_array(writer);
}

/* The first overflowed cell at or after `from`; past the end if there is
 * none. */
static size_t next_overflow(const struct table_state *state, size_t from)
{
    size_t words = table_cells(state) / BITS + 1;
    size_t word = from / BITS;
    uint64_t bits = state->overflow[word] & UINT64_MAX << from % BITS;

    while (!bits && ++word < words)
        bits = state->overflow[word];
    return bits ? word * BITS + (size_t)__builtin_ctzll(bits) : words * BITS;
}

/* [row, column] of each cell whose null means that the sum is too large. True
 * at the end. */
static bool write_overflows(struct table_state *state,
                            struct json_writer *writer)
{
    size_t cell;

    if (!state->overflow)
        return true;
    if (!state->listing) {
        json_open_array(writer, "overflow");
        state->listing = true;
    }
    while ((cell = next_overflow(state, state->listed)) < table_cells(state)) {
        if (json_writer_full(writer))
            return false;
        write_overflow(cell, state->question.target_count, writer);
        state->listed = cell + 1;
    }
    json_end_array(writer);
    return true;
}

/* The places on the roads that a list of positions was moved to. */
static void write_places(const struct table_state *state, const char *key,
                         size_t first, size_t count, struct json_writer *writer)
{
    json_open_array(writer, key);
    for (size_t i = 0; i < count; i++) {
        uint32_t snaps;

        v1_write_snap(writer,
                      snaps_of(&state->question.snaps, first + i, &snaps));
    }
    json_end_array(writer);
}

static void open_object(struct table_state *state, struct json_writer *writer)
{
    const struct table_question *question = &state->question;

    if (state->opened)
        return;
    state->opened = true;
    json_begin_object(writer);
    exchange_write_origin(&question->base, writer);
    if (state->places) {
        write_places(state, "sources", 0, question->source_count, writer);
        write_places(state, "targets", question->source_count,
                     question->target_count, writer);
    }
    json_open_array(writer, table_by_cells(state)
                                ? "cells"
                                : matrices[first_metric(state)]);
}

enum produced table_produce_json(struct exchange *exchange)
{
    struct table_state *state = exchange->state;
    struct json_writer *writer = &exchange->out;
    enum produced produced;

    open_object(state, writer);
    while (next_cells(state)) {
        write_rows(state, writer);
        if (json_writer_full(writer))
            return PRODUCED_PART;
    }
    produced = exchange_at_rest(exchange, &state->question.base);
    if (produced != PRODUCED_LAST)
        return produced;
    if (!write_others(state, writer) || !write_overflows(state, writer))
        return PRODUCED_PART;
    exchange_write_times(&state->question.base, writer);
    json_end_object(writer);
    return PRODUCED_LAST;
}
