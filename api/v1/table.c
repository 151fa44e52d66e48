/* table: costs from every source to every target, streamed by rows.
 *
 * As JSON an array per row; as octets a .npy file. */
#include <endian.h>
#include <errno.h>
#include <stdlib.h>

#include "api/form/json_body.h"
#include "api/http/exchange.h"
#include "api/v1/npy_header.h"
#include "api/v1/v1.h"
#include "core/base/array.h"
#include "core/service/table/table_question.h"

enum { CELLS_OCTETS = JSON_WRITER_PART / 4, BITS = 64 };

struct table_state {
    struct table_question question;
    struct question_options options;
    uint64_t *sources; /* owned */
    uint64_t *targets; /* owned */

    bool opened;            /* the answer's object is open, or its header
                               written */
    struct table_rows rows; /* being written */
    size_t cell;            /* of these rows, the next */
    size_t column;          /* of that cell */

    uint64_t *overflow; /* a bit per cell; NULL: no sum was too large.
                           calloc()ed: pages never written to cost no memory */
    size_t listed;      /* cells searched for that list */
    bool listing;       /* writing that list */
};

static const struct field fields[] = {
    OPTION_FIELDS(struct table_state, options),
    FIELDS_END,
};

static void finish(void *memory)
{
    struct table_state *state = memory;

    table_question_finish(&state->question);
    free(state->sources);
    free(state->targets);
    free(state->overflow);
    free(state);
}

static int read_object(const json_t *object, void *target,
                       struct problem *problem)
{
    static const char *const others[] = {"sources", "targets", NULL};
    struct table_state *state = target;
    struct table_question *question = &state->question;

    if (json_body_fields(object, "", fields, others, state, problem) ||
        json_body_ids(object, "sources", &state->sources,
                      &question->source_count, problem) ||
        json_body_ids(object, "targets", &state->targets,
                      &question->target_count, problem))
        return -EINVAL;
    question->sources = state->sources;
    question->targets = state->targets;
    return 0;
}

static void ask(struct exchange *exchange)
{
    struct table_state *state = exchange->state;
    struct table_question *question = &state->question;

    exchange_prepare(exchange, &question->base, &state->options);
    exchange_asked(exchange, &question->base,
                   service_ask_table(exchange_service(exchange), question));
}

static void handle(struct exchange *exchange)
{
    if (exchange_make_state(exchange, sizeof(struct table_state)))
        exchange_read_object(exchange, read_object, ask);
}

static size_t cell_count(const struct table_state *state)
{
    return state->question.source_count * state->question.target_count;
}

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

static void write_header(struct table_state *state, struct json_writer *writer)
{
    char header[NPY_HEADER_SIZE];

    npy_header_write(header, state->question.source_count,
                     state->question.target_count);
    json_writer_raw(writer, header, sizeof(header));
    state->opened = true;
}

static void write_octets(struct table_state *state, struct json_writer *writer)
{
    size_t left =
        state->rows.count * state->question.target_count - state->cell;
    size_t count = left < CELLS_OCTETS ? left : CELLS_OCTETS;
    uint32_t part[CELLS_OCTETS];

    for (size_t i = 0; i < count; i++)
        part[i] = htole32(state->rows.cost[state->cell + i]);
    json_writer_raw(writer, part, count * sizeof(*part));
    state->cell += count;
}

static enum produced produce_octets(struct exchange *exchange)
{
    struct table_state *state = exchange->state;

    if (!state->opened)
        write_header(state, &exchange->out);
    if (!next_cells(state))
        return exchange_at_rest(exchange, &state->question.base);
    write_octets(state, &exchange->out);
    return PRODUCED_PART;
}

static void note_overflow(struct table_state *state, struct json_writer *writer)
{
    size_t cell =
        state->rows.first * state->question.target_count + state->cell;

    if (!state->overflow)
        state->overflow =
            array_zero(cell_count(state) / BITS + 1, sizeof(*state->overflow));
    if (state->overflow)
        state->overflow[cell / BITS] |= UINT64_C(1) << cell % BITS;
    else
        writer->failed = true;
}

static void write_cell(struct table_state *state, struct json_writer *writer)
{
    uint32_t cost = state->rows.cost[state->cell];

    if (!state->column)
        json_begin_array(writer);
    v1_write_cost(writer, cost);
    if (cost == COST_OVERFLOW)
        note_overflow(state, writer);
    state->cell++;
    if (++state->column < state->question.target_count)
        return;
    state->column = 0;
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

/* The first overflowed cell at or after `from`; past the end if there is
 * none. */
static size_t next_overflow(const struct table_state *state, size_t from)
{
    size_t words = cell_count(state) / BITS + 1;
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
    while ((cell = next_overflow(state, state->listed)) < cell_count(state)) {
        if (json_writer_full(writer))
            return false;
        write_overflow(cell, state->question.target_count, writer);
        state->listed = cell + 1;
    }
    json_end_array(writer);
    return true;
}

static void open_object(struct table_state *state, struct json_writer *writer)
{
    if (state->opened)
        return;
    state->opened = true;
    json_begin_object(writer);
    exchange_write_origin(&state->question.base, writer);
    json_open_array(writer, "costs");
}

/* Writes what follows the last row. */
static enum produced close_object(struct table_state *state,
                                  struct json_writer *writer)
{
    if (!state->listing)
        json_end_array(writer);
    if (!write_overflows(state, writer))
        return PRODUCED_PART;
    exchange_write_times(&state->question.base, writer);
    json_end_object(writer);
    return PRODUCED_LAST;
}

static enum produced produce_json(struct exchange *exchange)
{
    struct table_state *state = exchange->state;
    struct json_writer *writer = &exchange->out;
    enum produced produced;

    open_object(state, writer);
    while (next_cells(state)) {
        size_t cells = state->rows.count * state->question.target_count;

        while (state->cell < cells && !json_writer_full(writer))
            write_cell(state, writer);
        if (json_writer_full(writer))
            return PRODUCED_PART;
    }
    produced = exchange_at_rest(exchange, &state->question.base);
    return produced == PRODUCED_LAST ? close_object(state, writer) : produced;
}

static void start_octets(struct exchange *exchange)
{
    const struct table_state *state = exchange->state;

    exchange_stream(exchange, NPY_HEADER_SIZE + (uint64_t)cell_count(state) * 4,
                    produce_octets);
    exchange_add_origin(exchange, &state->question.base);
}

static void start(struct exchange *exchange)
{
    if (exchange->media == MEDIA_OCTETS)
        start_octets(exchange);
    else
        exchange_stream(exchange, UINT64_MAX, produce_json);
}

/* Bytes written but not yet taken by the connection count as sent. */
static void progress(const struct exchange *exchange, struct log_field pairs[2])
{
    const struct table_state *state = exchange->state;
    size_t sent =
        state->rows.first + state->cell / state->question.target_count;

    pairs[0] = log_number("rows_sent", sent);
    pairs[1] = log_number("rows", state->question.source_count);
}

const struct endpoint endpoint_table = {
    .path = "/v1/table",
    .method = "POST",
    .media = MEDIA_JSON | MEDIA_OCTETS,
    .handle = handle,
    .answered = start,
    .readable = start,
    .progress = progress,
    .finish = finish,
};
