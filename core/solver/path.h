/* path: a walk through a topology, as a list of arcs.
 *
 * Arcs, not only vertices, because parallel arcs differ. A path without arcs
 * stays at its first vertex. The caller owns it; it grows as needed. One thread
 * at a time. */
#ifndef RELAXD_SOLVER_PATH_H
#define RELAXD_SOLVER_PATH_H

#include <stddef.h>
#include <stdint.h>

#include "core/base/error.h"
#include "core/graph/topology.h"
#include "core/graph/weights.h"

struct path {
    uint32_t first_vertex; /* VERTEX_NONE: no path */
    uint32_t seed_cost;    /* cost of the seed at first_vertex */
    uint32_t *arc;         /* [arc_count], first to last */
    size_t arc_count;
    size_t capacity;
};

void path_init(struct path *path);
void path_finish(struct path *path);

/* Makes it "no path", keeps the memory. */
void path_clear(struct path *path);

/* 0 or -ENOMEM. */
int path_append(struct path *path, uint32_t arc);

/* Reverses the arcs: predecessor links give the last one first. */
void path_reverse(struct path *path);

/* The vertex after `index` arcs; index in [0, arc_count]. */
uint32_t path_vertex(const struct path *path, const struct topology *topology,
                     size_t index);

/* Seed cost plus the weights of the arcs, saturating: must equal the solver's
 * cost. */
uint32_t path_cost(const struct path *path, const struct weights *weights);

/* Follows predecessor links from `vertex` back to a vertex without one.
 * predecessor: [vertex_count], the last arc to each labelled vertex, ARC_NONE
 * at a seed. 0 or -ENOMEM, or -ELOOP if the links do not end within
 * vertex_count steps, which a correct solver never causes. */
int path_follow(struct path *path, const struct topology *topology,
                const uint32_t *predecessor, uint32_t vertex);

/* Sets the words for a code of path_append() or path_follow(); returns the
 * code. */
int path_error(struct error *error, int code);

/* ---- A path without circles ---- */

/* Removal of cycles. */

/* Cuts out the arcs between two visits to a vertex, so that the path visits
 * none twice; it still leads from the first vertex to the last. The cut arcs
 * must add up to 0, so the cost stays. `mark`: [vertex_count], all 0 before and
 * after. Linear in the walk. */
void path_straighten(struct path *path, const struct topology *topology,
                     uint32_t *mark);

#endif
