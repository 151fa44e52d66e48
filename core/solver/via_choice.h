/* via_choice: alternatives from vertices that a search knows exact costs of.
 *
 * A candidate is a vertex with the least cost to it and from it on. Candidates
 * of one sum are on one path, most likely: how far they are apart on it tells
 * how long a part of it is a least one, a plateau. The promising come first,
 * those of little cost and a long plateau (Abraham, Delling, Goldberg and
 * Werneck 2013, section 4, weigh cost, sharing and plateau; Cambridge Vehicle
 * Information Technology's choice routing, 2005, goes by plateaus alone). Those
 * that lie on a path that was looked at are left out.
 *
 * One thread. */
#ifndef RELAXD_SOLVER_VIA_CHOICE_H
#define RELAXD_SOLVER_VIA_CHOICE_H

#include <stdbool.h>

#include "core/graph/map.h"
#include "core/solver/query.h"

/* ---- The ground ---- */

/* What a solver lends to find alternatives on. */

/* Embedded first in the solver's own struct. */
struct via_ground {
    const struct topology *topology;
    const struct weights *weights;
    const struct query *query; /* its only target counts */

    /* The path from source to target over a vertex, both halves least ones;
     * ret_at: arcs before the vertex. 0 or a negative code. No path where there
     * is none. */
    int (*path)(struct via_ground *ground, uint32_t vertex,
                struct path *ret_path, size_t *ret_at);

    /* The least cost from a vertex to another; VERTEX_NONE stands for the
     * source, seeds and all, or the target with its adjustments. `enough`: a
     * larger one need not be found. 0 or a negative code. */
    int (*cost)(struct via_ground *ground, uint32_t from, uint32_t to,
                uint32_t enough, uint32_t *ret_cost);
};

/* ---- Roads and loops ---- */

/* The roads that paths begin and end on, and whether one leads in a
 * loop: passes a junction twice, or turns back on the spot. As vertices are
 * edges' ends, a path that visits none of them twice still may.
 *
 * One thread. */

struct via_loops {
    uint32_t *passed; /* [junction_count] number of the last path over it */
    uint32_t junction_count;
};

/* ---- The judge ---- */

/* Whether a path over a vertex is an admissible alternative.
 *
 * Held against the routes that are there already: the shortest path, then those
 * that were chosen (query.h). Local optimality by the T-test of Abraham
 * et al. 2013, section 4: between the first vertex at most T before the via
 * vertex and the last at most T after it there must be no shorter path; where
 * the path begins or ends within T, its source or target stands for the vertex.
 * As both halves are shortest paths, all parts from vertex to vertex that cost
 * up to T are least ones then. (The paper takes the next vertices outside;
 * where roads are long beside T, that turns away good paths.)
 *
 * One thread. */

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

struct via_candidate {
    uint32_t vertex;
    uint32_t plateau; /* via_choice's own */
    uint64_t cost;    /* of the path over it, up to the target */
    uint64_t before;  /* up to the vertex */
};

/* Grows as needed; zero bytes are an empty one. free() the list. */
struct via_candidates {
    struct via_candidate *list; /* [count] */
    size_t count;
    size_t capacity;
};

/* 0 or -ENOMEM. */
int via_candidates_add(struct via_candidates *candidates, uint32_t vertex,
                       uint64_t before, uint64_t cost);

struct via_choice {
    struct via_judge judge;
    uint64_t *cost; /* [looked at] of the paths, by number */
    size_t cost_capacity;
};

/* 0 or -ENOMEM; finish() is fine after either and on zero bytes. */
int via_choice_init(struct via_choice *choice, const struct map *map);
void via_choice_finish(struct via_choice *choice);

/* Fills the ground's query's alternatives, once its path and cost are those of
 * a least one; puts the candidates into another order. Where the query is due
 * it becomes cancelled. 0 or a negative code. */
int via_choice_run(struct via_choice *choice, struct via_ground *ground,
                   struct query *query, struct via_candidates *candidates);

#endif
