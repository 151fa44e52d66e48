/* kernels: min-plus elimination of a frontal matrix, for the machine's vectors.
 *
 * kernels.c is built several times, each for other instructions; the choice is
 * made while running. All give the same bits. Work: s * f * f sums. */
#ifndef RELAXD_SOLVER_CCH_KERNELS_H
#define RELAXD_SOLVER_CCH_KERNELS_H

#include <stddef.h>

#include "core/solver/cch/frontal.h"

struct frontal_kernels {
    const char *name; /* "plain", "avx2", "avx512" */

    /* Pivots 0 .. s - 1 in their order: afterwards the entry from i to j holds
     * all paths over pivots lower than both. */
    void (*eliminate)(struct frontal *frontal);

    /* After that: from or to a vertex of the supernode, the entry holds all
     * paths over vertices of the supernode. The rest is undone for nothing. */
    void (*close)(struct frontal *frontal);

    /* Given what elimination left in the panel, and the exact distances between
     * the uppers: the exact distances between all of the front. */
    void (*perfect)(struct frontal *frontal);
};

/* All that this machine runs, the slowest first; NULL at the end. */
const struct frontal_kernels *const *frontal_kernels_all(void);

/* The fastest of them. */
static inline const struct frontal_kernels *frontal_kernels(void)
{
    const struct frontal_kernels *const *kernels = frontal_kernels_all();

    while (kernels[1])
        kernels++;
    return *kernels;
}

#endif
