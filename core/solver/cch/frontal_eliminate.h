/* frontal_eliminate: a front's pivots, by blocks, on one thread or several.
 *
 * Of ELIMINATION_BLOCK pivots those rows come first that are pivots themselves;
 * then every other row takes the block for itself, so that rows can be shared
 * out. Threads cost 10 us each to start: worth it from ELIMINATION_SPLIT sums
 * on, some milliseconds, which road maps reach at millions of vertices, rasters
 * earlier. The same bits on any number of threads. */
#ifndef RELAXD_SOLVER_CCH_FRONTAL_ELIMINATE_H
#define RELAXD_SOLVER_CCH_FRONTAL_ELIMINATE_H

#include "core/solver/cch/frontal.h"
#include "core/solver/cch/kernels.h"

enum { ELIMINATION_BLOCK = 64, ELIMINATION_SPLIT = 50000000 };

/* Pivots 0 .. s - 1 in their order: afterwards the entry from i to j holds all
 * paths over pivots lower than both. */
void frontal_eliminate(struct frontal *frontal,
                       const struct frontal_kernels *kernels, unsigned threads);

/* After that: from or to a vertex of the supernode, the entry holds all paths
 * over vertices of the supernode. The rest is undone for nothing. */
void frontal_close(struct frontal *frontal,
                   const struct frontal_kernels *kernels, unsigned threads);

/* How many threads are worth it for this front. */
static inline unsigned frontal_threads(const struct frontal *frontal,
                                       unsigned threads)
{
    uint64_t f = frontal->front;

    return frontal->size * f * f < ELIMINATION_SPLIT ? 1 : threads;
}

#endif
