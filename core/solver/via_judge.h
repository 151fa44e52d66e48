/* via_judge: whether a path over a vertex is an admissible alternative.
 *
 * Held against the routes that are there already: the least path, then those
 * that were chosen (alternatives.h). Local optimality by the T-test of Abraham
 * et al. 2013, section 4: between the first vertex at most T before the via
 * vertex and the last at most T after it there must be no less way; where the
 * path begins or ends within T, its source or target stands for the vertex. As
 * both halves are least paths, all parts from vertex to vertex that cost up to
 * T are least ones then. (The paper takes the next vertices outside; where
 * roads are long beside T, that turns away good ways.)
 *
 * One thread. */
#ifndef RELAXD_SOLVER_VIA_JUDGE_H
#define RELAXD_SOLVER_VIA_JUDGE_H

#include <stdbool.h>

#include "core/graph/map.h"
#include "core/solver/via_roads.h"

struct via_judge {
    uint32_t vertex_count;
    uint8_t *on_route; /* [numbers of alternatives.arc_road] enum route_mark,
                          all 0 in the beginning and once all was forgotten */
    uint32_t *visited; /* [vertex_count] number of the last path that led over
                          it */
    struct via_loops loops;
    uint32_t number;     /* of the last one */
    struct path least;   /* a view of the least one */
    uint64_t least_cost; /* up to the target */

    /* Of the path that was walked along last. */
    uint64_t *before; /* [arc_count + 1] costs from the source */
    size_t before_capacity;
};

/* 0 or -ENOMEM. finish() is fine after either and on zero bytes. */
int via_judge_init(struct via_judge *judge, const struct map *map);
void via_judge_finish(struct via_judge *judge);

/* Begins with a query whose least path and cost were found. */
void via_judge_begin(struct via_judge *judge, const struct via_ground *ground);

/* A chosen path, that others are not to share too much with; and all that was
 * chosen forgotten. */
void via_judge_choose(struct via_judge *judge, const struct via_ground *ground,
                      const struct path *path);
void via_judge_forget(struct via_judge *judge, const struct via_ground *ground,
                      const struct path *path);
void via_judge_end(struct via_judge *judge, const struct via_ground *ground);

/* Walks along a path, which gets the next number. ret_cost: what it costs up to
 * its last vertex. ret_simple: it visits no vertex twice, and is
 * via_loops_none(). 0 or -ENOMEM. */
int via_judge_walk(struct via_judge *judge, const struct via_ground *ground,
                   const struct path *path, uint64_t *ret_cost,
                   bool *ret_simple);

/* Of the path that was walked along last, which costs `cost` up to the target
 * and leads over the vertex after `at` arcs. 0 or a negative code. */
int via_judge_admits(struct via_judge *judge, struct via_ground *ground,
                     const struct path *path, size_t at, uint64_t cost,
                     bool *ret_admits);

#endif
