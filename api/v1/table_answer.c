/* Cells of a table as JSON, a matrix per metric or a list, and as octets, a
 * .npy file. */
#include "api/v1/table.h"

#include <endian.h>
#include <stdlib.h>

#include "api/v1/npy_header.h"
#include "api/v1/v1.h"
#include "core/base/array.h"

const char *const table_matrices[TABLE_METRICS] = {"costs", "durations",
                                                   "distances"};

enum { BITS = 64, CELLS_OCTETS = JSON_WRITER_PART / 4 / TABLE_METRICS };

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

void table_read_cell(const struct table_state *state, size_t cell,
                     uint32_t value[TABLE_METRICS])
{
    const struct path_sums none = {SUM_NONE, SUM_NONE};
    struct path_sums sums = state->rows.sums ? state->rows.sums[cell] : none;
    uint32_t cost = state->rows.cost[cell];
    bool far = cost > state->limit ||
               sums.duration_ms / 1000.0 > state->max_duration_s ||
               sums.length_mm / 1000.0 > state->max_distance_m;

    value[METRIC_COST] = far ? COST_INFINITY : cost;
    value[METRIC_DURATION] = far ? SUM_NONE : sums.duration_ms;
    value[METRIC_DISTANCE] = far ? SUM_NONE : sums.length_mm;
}

void table_write_value(enum table_metric metric, uint32_t value,
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

        table_read_cell(state, state->cell + i, value);
        for (unsigned m = 0; m < table_metric_count(state); m++)
            part[at++] = htole32(value[table_metric_at(state, m)]);
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

    for (unsigned m = 1; m < table_metric_count(state); m++) {
        if (!state->kept[m])
            state->kept[m] =
                array_alloc(table_cells(state), sizeof(*state->kept[m]));
        if (state->kept[m])
            state->kept[m][cell] = value[table_metric_at(state, m)];
        else
            writer->failed = true;
    }
}

/* Writes a value of a matrix, and the brackets around its row. */
static void write_cell(struct table_state *state, enum table_metric metric,
                       uint32_t value, struct json_writer *writer)
{
    if (!state->column)
        json_begin_array(writer);
    table_write_value(metric, value, writer);
    if (++state->column < state->question.target_count)
        return;
    state->column = 0;
    json_end_array(writer);
}

static void write_next_cell(struct table_state *state,
                            struct json_writer *writer)
{
    enum table_metric first = table_metric_at(state, 0);
    uint32_t value[TABLE_METRICS];

    table_read_cell(state, state->cell, value);
    if (value[METRIC_COST] == COST_OVERFLOW)
        note_overflow(state, state->cell, writer);
    keep(state, value, writer);
    write_cell(state, first, value[first], writer);
    state->cell++;
}

/* One line of `cells`. */
static void write_listed(const struct table_state *state, size_t row,
                         size_t column, const uint32_t value[TABLE_METRICS],
                         struct json_writer *writer)
{
    json_begin_array(writer);
    json_write_number(writer, row);
    json_write_number(writer, column);
    for (unsigned m = 0; m < table_metric_count(state); m++) {
        enum table_metric metric = table_metric_at(state, m);

        table_write_value(metric, value[metric], writer);
    }
    json_end_array(writer);
}

/* Cells without a path that are passed over at once. */
enum { CELLS_AT_ONCE = 65536 };

/* Writes the cells of these rows that have a path; false if it stops before
 * their end. */
static bool list_cells(struct table_state *state, struct json_writer *writer)
{
    size_t columns = state->question.target_count;
    size_t end = state->rows.count * columns;
    size_t stop =
        end - state->cell > CELLS_AT_ONCE ? state->cell + CELLS_AT_ONCE : end;

    while (state->cell < stop && !json_writer_full(writer)) {
        size_t cell = state->cell++;
        uint32_t value[TABLE_METRICS];

        table_read_cell(state, cell, value);
        if (value[METRIC_COST] == COST_OVERFLOW)
            note_overflow(state, cell, writer);
        if (value[METRIC_COST] != COST_INFINITY)
            write_listed(state, state->rows.first + cell / columns,
                         cell % columns, value, writer);
    }
    return state->cell == end;
}

/* Takes what these rows have of the pairs, which are written in the order that
 * they were asked in. */
static void read_pairs(struct table_state *state, struct json_writer *writer)
{
    size_t columns = state->question.target_count;

    while (state->pair < state->pair_count) {
        struct table_pair *pair = &state->pairs[state->by_row[state->pair]];
        size_t cell = (pair->row - state->rows.first) * columns + pair->column;

        if (pair->row >= state->rows.first + state->rows.count)
            break;
        table_read_cell(state, cell, pair->value);
        if (pair->value[METRIC_COST] == COST_OVERFLOW)
            note_overflow(state, cell, writer);
        state->pair++;
    }
    state->cell = state->rows.count * columns;
}

/* Continues `cells` with the pairs; true at their end. */
static bool write_pairs(struct table_state *state, struct json_writer *writer)
{
    while (state->pairs && state->written < state->pair_count) {
        const struct table_pair *pair = &state->pairs[state->written];

        if (json_writer_full(writer))
            return false;
        write_listed(state, pair->row, pair->column, pair->value, writer);
        state->written++;
    }
    return true;
}

/* Continues these rows; false if it stops before their end. */
static bool write_rows(struct table_state *state, struct json_writer *writer)
{
    size_t end = state->rows.count * state->question.target_count;

    if (state->pairs) {
        read_pairs(state, writer);
        return true;
    }
    if (state->sparse)
        return list_cells(state, writer);
    while (state->cell < end && !json_writer_full(writer))
        write_next_cell(state, writer);
    return state->cell == end;
}

/* Continues a matrix that was kept; true at its end. */
static bool write_kept(struct table_state *state, struct json_writer *writer)
{
    const uint32_t *value = state->kept[state->other];

    if (!value)
        return true;
    if (!state->kept_cell)
        json_open_array(writer,
                        table_matrices[table_metric_at(state, state->other)]);
    while (state->kept_cell < table_cells(state) && !json_writer_full(writer))
        write_cell(state, table_metric_at(state, state->other),
                   value[state->kept_cell++], writer);
    if (state->kept_cell < table_cells(state))
        return false;
    json_end_array(writer);
    return true;
}

/* Ends the first matrix, or `cells`, and writes what comes after; true at its
 * end. */
static bool write_others(struct table_state *state, struct json_writer *writer)
{
    if (!write_pairs(state, writer))
        return false;
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

/* Continues `sources` and `targets`, the places on the roads that the positions
 * were moved to; true at their end. */
static bool write_places(struct table_state *state, struct json_writer *writer)
{
    const struct table_question *question = &state->question;
    size_t count = question->source_count + question->target_count;

    while (state->place < count) {
        uint32_t snaps;

        if (state->place == question->source_count) {
            json_end_array(writer);
            json_open_array(writer, "targets");
        }
        v1_write_snap(writer,
                      snaps_of(&question->snaps, state->place++, &snaps));
        if (json_writer_full(writer))
            return false;
    }
    json_end_array(writer);
    return true;
}

/* Writes what comes before the cells; true at its end. */
static bool open_object(struct table_state *state, struct json_writer *writer)
{
    if (state->opened)
        return true;
    if (!state->place) {
        json_begin_object(writer);
        exchange_write_origin(&state->question.base, writer);
    }
    if (!state->place && state->places)
        json_open_array(writer, "sources");
    if (state->places && !write_places(state, writer))
        return false;
    json_open_array(writer, table_by_cells(state)
                                ? "cells"
                                : table_matrices[table_metric_at(state, 0)]);
    state->opened = true;
    return true;
}

enum produced table_produce_json(struct exchange *exchange)
{
    struct table_state *state = exchange->state;
    struct json_writer *writer = &exchange->out;
    enum produced produced;

    if (!open_object(state, writer))
        return PRODUCED_PART;
    while (next_cells(state)) {
        if (!write_rows(state, writer) || json_writer_full(writer))
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
