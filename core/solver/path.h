/* path: a walk through a topology as its arcs.
 *
 * Arcs, not only vertices, because parallel arcs differ. A path of no arcs
 * stays at its first vertex. Owned by the caller; grows as needed. One thread
 * at a time. */
#ifndef RELAXD_SOLVER_PATH_H
#define RELAXD_SOLVER_PATH_H

#include <stddef.h>
#include <stdint.h>

#include "core/base/error.h"
#include "core/graph/topology.h"
#include "core/graph/weights.h"

struct path {
    uint32_t first_vertex; /* VERTEX_NONE: there is no path */
    uint32_t seed_cost;    /* what the seed at first_vertex brought along */
    uint32_t *arc;         /* [arc_count], first to last */
    size_t arc_count;
    size_t capacity;
};

void path_init(struct path *path);
void path_finish(struct path *path);

/* Makes it no path, keeps the memory. */
void path_clear(struct path *path);

/* 0 or -ENOMEM. */
int path_append(struct path *path, uint32_t arc);

/* Turns the arcs around: predecessor links give the last one first. */
void path_reverse(struct path *path);

/* The vertex after `index` arcs; index in [0, arc_count]. */
uint32_t path_vertex(const struct path *path, const struct topology *topology,
                     size_t index);

/* Seed cost plus the weights of the arcs, saturating: what the solver's cost
 * must equal. */
uint32_t path_cost(const struct path *path, const struct weights *weights);

/* Follows predecessor links from `vertex` back to a vertex without one.
 * predecessor: [vertex_count], the arc by which each labelled vertex was
 * reached, ARC_NONE at a seed. 0 or -ENOMEM, or -ELOOP when the links do not
 * end within vertex_count steps, which a correct solver never lets happen. */
int path_follow(struct path *path, const struct topology *topology,
                const uint32_t *predecessor, uint32_t vertex);

/* Words for what path_append() and path_follow() return; returns it. */
int path_error(struct error *error, int code);

/* ---- A path without circles ---- */

/* A walk without what it goes round in circles. */

/* Cuts out what lies between two visits to a vertex, so that none is visited
 * twice; the rest is a path still, from the first vertex to the last. Costs
 * must not change by it: the arcs between are to add up to 0. `mark`:
 * [vertex_count], all 0, and so it is left. Linear in the walk. */
void path_straighten(struct path *path, const struct topology *topology,
                     uint32_t *mark);

#endif
