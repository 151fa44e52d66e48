/* via_ground: what a solver lends to find alternatives on. */
#ifndef RELAXD_SOLVER_VIA_GROUND_H
#define RELAXD_SOLVER_VIA_GROUND_H

#include "core/solver/query.h"

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

#endif
