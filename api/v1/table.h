/* table: a question for a table and its answer, which is written in parts.
 * table.c asks, table_answer.c writes. */
#ifndef RELAXD_API_V1_TABLE_H
#define RELAXD_API_V1_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <jansson.h>

#include "api/form/fields.h"
#include "api/http/exchange.h"
#include "core/service/table/table_question.h"

enum table_metric {
    METRIC_COST,
    METRIC_DURATION,
    METRIC_DISTANCE,
    TABLE_METRICS
};

/* A cell that was asked for, and what it has. */
struct table_pair {
    uint32_t row;
    uint32_t column;
    uint32_t value[TABLE_METRICS]; /* by enum table_metric, once read */
};

struct table_models;

struct table_state {
    struct table_question question;
    struct question_options options;
    size_t ends_max; /* limits.table-ids-max, as the body is read */
    struct stop_list sources;
    struct stop_list targets;
    double radius_m;
    unsigned metrics; /* enum table_metric, in their order (field_choice()) */
    uint32_t limit;   /* the greatest cost, duration and distance of a cell */
    double max_duration_s;
    double max_distance_m;
    bool sparse;              /* cells with a path, instead of matrices */
    struct table_pair *pairs; /* [pair_count] these cells alone; NULL: all;
                                 owned */
    uint32_t *by_row; /* [pair_count] the pairs by row and column; owned */
    size_t pair_count;
    size_t source_count;
    size_t end_count;
    uint64_t *ends; /* [end_count] ids, or indices of places, of sources, then
                       of targets; owned */
    struct snap_options *places; /* the same positions; NULL: ids; owned */

    struct table_models *models; /* a table each; NULL: one table; owned */

    bool opened;            /* the answer's object is open, or its header
                               written */
    size_t place;           /* the next of `sources` and `targets` to write */
    struct table_rows rows; /* being written */
    size_t cell;            /* of these rows, the next */
    size_t column;          /* of that cell */
    size_t pair;            /* of by_row, the next to read */
    size_t written;         /* pairs */

    uint32_t *kept[TABLE_METRICS]; /* [cell_count] matrices that JSON has after
                                the first; NULL: none; owned */
    size_t kept_cell;              /* of the one being written, the next */
    unsigned other;                /* that one: of metrics, the place */
    bool others;                   /* the first matrix is written */

    uint64_t *overflow; /* a bit per cell; NULL: no sum was too large.
                           calloc()ed: pages never written to cost no memory */
    size_t listed;      /* cells searched for that list */
    bool listing;       /* writing that list */
};

static inline size_t table_cells(const struct table_state *state)
{
    return state->question.source_count * state->question.target_count;
}

/* Whether the answer lists cells, instead of matrices. */
static inline bool table_by_cells(const struct table_state *state)
{
    return state->sparse || state->pairs;
}

/* Of the metrics that were asked for. */
static inline unsigned table_metric_count(const struct table_state *state)
{
    return field_choice_count(state->metrics);
}

static inline enum table_metric table_metric_at(const struct table_state *state,
                                                unsigned i)
{
    return (enum table_metric)field_choice(state->metrics, i);
}

/* The values of a cell of `rows`, as a solver has them: COST_INFINITY and
 * SUM_NONE where there is no path, or none within the limits. */
void table_read_cell(const struct table_state *state, size_t cell,
                     uint32_t value[TABLE_METRICS]);

/* As JSON. */
void table_write_value(enum table_metric metric, uint32_t value,
                       struct json_writer *writer);
extern const char *const table_matrices[TABLE_METRICS]; /* "costs" ... */

/* ---- Several models (table_models.c) ------------------------------------- */

/* Reads the member `models`, if there is one. 0, or -EINVAL with the problem.
 */
int table_models_read(const json_t *array, struct table_state *state,
                      struct problem *problem);
void table_models_destroy(struct table_models *models); /* NULL is fine */

/* Makes the question anew. */
void table_line_up_again(struct table_state *state);

/* Asks under one model after another, then answers. */
void table_models_ask(struct exchange *exchange);

/* Takes what there is of a table; `ended`: it is whole, or refused. */
void table_models_take(struct exchange *exchange, bool ended);

/* Producers (exchange_stream()). */
enum produced table_produce_json(struct exchange *exchange);
enum produced table_produce_octets(struct exchange *exchange);

#endif
