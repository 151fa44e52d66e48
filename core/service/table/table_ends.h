/* table_ends: the sources and targets of a table as seeds and target vertices;
 * inside the service.
 *
 * On a bare graph each is a vertex. On roads each is a place (place_ends.h):
 * several seeds, several target vertices. If a source and a target lie on one
 * edge, the direct way between them, which no solver finds, is merged into the
 * solved costs. All rows share the targets, so a target is entered by the arcs
 * into its edge if any source lies farther along that edge. */
#ifndef RELAXD_SERVICE_TABLE_TABLE_ENDS_H
#define RELAXD_SERVICE_TABLE_TABLE_ENDS_H

#include "core/service/place/place_ends.h"
#include "core/service/table/table_question.h"

struct table_point {
    struct place_point at;
    uint32_t index; /* the row or column of the point */
};

/* Of rows or of columns; empty on a bare graph. */
struct table_points {
    struct table_point *list; /* [count] */
    size_t count;
    size_t capacity;
};

struct table_ends {
    size_t source_count;
    size_t target_count;
    struct seed *seeds; /* row i's begin at first_seed[i] */
    size_t seed_count;
    size_t seed_capacity;
    uint32_t *first_seed;        /* [source_count + 1]; NULL: one per row */
    struct path_sums *seed_sums; /* [seed_count]; this and the next are NULL, or
                                    not set, without sums */
    size_t seed_sums_capacity;
    struct sums_adjustment *adjustments; /* [vertex_count] */
    size_t adjustments_capacity;
    const struct sums_adjustment **target_adjustments; /* [target_count] */
    bool sums;
    struct target *targets;
    struct target_vertex *vertices;
    size_t vertex_count;
    size_t vertex_capacity;
    struct table_points from; /* by row */
    struct table_points to;   /* by edge */
};

/* Refuses ids that the map lacks. finish() is fine after either and on zero
 * bytes. */
enum outcome table_ends_init(struct table_ends *ends,
                             struct table_question *question);
void table_ends_finish(struct table_ends *ends);

size_t table_ends_bytes(const struct table_ends *ends);

/* The seeds of a row begin at seeds[*ret_first]; returns their number. */
uint32_t table_ends_seeds(const struct table_ends *ends, size_t row,
                          size_t *ret_first);

/* Merges direct ways into the cells of `count` rows, row by row; `sums` as in a
 * strip. */
void table_ends_add_direct(const struct table_ends *ends, size_t first_row,
                           size_t count, uint32_t *cost,
                           struct path_sums *sums);

#endif
