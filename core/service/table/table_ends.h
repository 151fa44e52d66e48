/* table_ends: the sources and targets of a table as seeds and target vertices;
 * inside the service.
 *
 * On a bare graph each is a vertex. On roads each is a place (place_ends.h):
 * several seeds, several target vertices; and where a source and a target lie
 * on one edge, a direct way between them, which no solver finds and which is
 * put into the costs that it found. Targets are shared by all rows, so one is
 * come to by the arcs into its edge where any source lies farther on it. */
#ifndef RELAXD_SERVICE_TABLE_TABLE_ENDS_H
#define RELAXD_SERVICE_TABLE_TABLE_ENDS_H

#include "core/service/place/place_ends.h"
#include "core/service/table/table_question.h"

struct table_point {
    struct place_point at;
    uint32_t index; /* of the row or column whose point it is */
};

/* Of one kind, rows or columns; empty on a bare graph. */
struct table_points {
    struct table_point *list; /* [count] */
    size_t count;
    size_t capacity;
};

struct table_ends {
    size_t source_count;
    size_t target_count;
    struct seed *seeds; /* those of row i from first_seed[i] on */
    size_t seed_count;
    size_t seed_capacity;
    uint32_t *first_seed;        /* [source_count + 1]; NULL: one each */
    struct path_sums *seed_sums; /* [seed_count]; here and below NULL, or not
                                    set, where no sums are wanted */
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

/* Refuses ids that the map does not know. finish() is fine after either and on
 * zero bytes. */
enum outcome table_ends_init(struct table_ends *ends,
                             struct table_question *question);
void table_ends_finish(struct table_ends *ends);

size_t table_ends_bytes(const struct table_ends *ends);

/* Those of a row: seeds[*ret_first] and the next, so many. */
uint32_t table_ends_seeds(const struct table_ends *ends, size_t row,
                          size_t *ret_first);

/* Puts direct ways into the cells of `count` rows, row by row; `sums` as in a
 * strip. */
void table_ends_add_direct(const struct table_ends *ends, size_t first_row,
                           size_t count, uint32_t *cost,
                           struct path_sums *sums);

#endif
