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

#include "core/solver/via_judge.h"

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
