/* via_choice: alternatives through vertices with exact costs from a search.
 *
 * A candidate is a vertex with the least cost to it and from it on. Candidates
 * with the same sum are most likely on one path: their distance along it shows
 * the length of a plateau, a part that is itself a shortest path. Promising
 * ones come first, those of low cost with a long plateau (Abraham, Delling,
 * Goldberg and Werneck 2013, section 4, weigh cost, sharing and plateau;
 * Cambridge Vehicle Information Technology's choice routing, 2005, uses
 * plateaus alone). Candidates on a path already examined are skipped.
 *
 * One thread. */
#ifndef RELAXD_SOLVER_VIA_CHOICE_H
#define RELAXD_SOLVER_VIA_CHOICE_H

#include <stdbool.h>

#include "core/graph/map.h"
#include "core/solver/query.h"

/* ---- The ground ---- */

/* What a solver provides for finding alternatives. */

/* Embedded first in the solver's own struct. */
struct via_ground {
    const struct topology *topology;
    const struct weights *weights;
    const struct query *query; /* with a single target */

    /* The path from source to target through a vertex, both halves shortest;
     * ret_at: number of arcs before the vertex. 0 or a negative code. "No path"
     * if there is none. */
    int (*path)(struct via_ground *ground, uint32_t vertex,
                struct path *ret_path, size_t *ret_at);

    /* The least cost from a vertex to another; VERTEX_NONE stands for the
     * source with all seeds, or the target with its adjustments. `enough`:
     * larger costs need not be exact. 0 or a negative code. */
    int (*cost)(struct via_ground *ground, uint32_t from, uint32_t to,
                uint32_t enough, uint32_t *ret_cost);
};

/* ---- Roads and loops ---- */

/* Whether a path with its first and last roads contains a loop: passes a
 * junction twice, or turns back on the spot. Since vertices are edges' ends, a
 * path can do so without visiting a vertex twice.
 *
 * One thread. */

struct via_loops {
    uint32_t *passed; /* [junction_count] number of the last path through it */
    uint32_t junction_count;
};

/* ---- The test of admissibility ---- */

/* Whether the path through a vertex is an admissible alternative.
 *
 * Compared with the routes so far: the shortest path, then the chosen ones
 * (query.h). Local optimality by the T-test of Abraham et al. 2013, section 4:
 * between the first vertex at most T before the via vertex and the last at most
 * T after it there must be no shorter path; if the path begins or ends within
 * T, its source or target replaces the vertex. As both halves are shortest
 * paths, all parts from vertex to vertex with a cost up to T then are, too.
 * (The paper takes the next vertices outside; where roads are long relative to
 * T, that rejects good paths.)
 *
 * One thread. */

struct via_judge {
    uint32_t vertex_count;
    uint8_t *on_route; /* [numbers of alternatives.arc_road] enum route_mark,
                          all 0 at first and after a reset */
    uint32_t *visited; /* [vertex_count] number of the last path through it */
    struct via_loops loops;
    uint32_t number;     /* of the last path */
    struct path least;   /* a view of the shortest path */
    uint64_t least_cost; /* to the target */

    /* For the path examined last. */
    uint64_t *before; /* [arc_count + 1] costs from the source */
    size_t before_capacity;
};

struct via_candidate {
    uint32_t vertex;
    uint32_t plateau; /* used by via_choice only */
    uint64_t cost;    /* of the path through it, to the target */
    uint64_t before;  /* to the vertex */
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
    uint64_t *cost; /* costs of the examined paths, by number */
    size_t cost_capacity;
};

/* 0 or -ENOMEM; finish() is fine after either and on zero bytes. */
int via_choice_init(struct via_choice *choice, const struct map *map);
void via_choice_finish(struct via_choice *choice);

/* Fills the alternatives of the ground's query, once its path and cost are
 * shortest; reorders the candidates. Cancels the query if it is due. 0 or a
 * negative code. */
int via_choice_run(struct via_choice *choice, struct via_ground *ground,
                   struct query *query, struct via_candidates *candidates);

#endif
