/* relax: a row of a matrix lowered by others, in whole groups of lanes. */
#ifndef RELAXD_SOLVER_CCH_RELAX_H
#define RELAXD_SOLVER_CCH_RELAX_H

#include <stddef.h>

#include "core/solver/cch/sums.h"

/* Rows that are taken at once, with the target in registers. */
enum { PIVOTS = 4 };

/* target = min(target, cost + source). */
static inline void relax(uint32_t *target, uint32_t cost,
                         const uint32_t *source, uint32_t count)
{
    struct factor factor = factor_of(cost);

    for (uint32_t i = 0; i < count; i += LANES)
        lanes_store(target + i, lower(lanes_load(target + i), factor,
                                      lanes_load(source + i)));
}

/* The same of PIVOTS rows of `stride` words, each with a cost. */
static inline void relax_all(uint32_t *target, const uint32_t *cost,
                             const uint32_t *source, uint32_t stride,
                             uint32_t count)
{
    const uint32_t *source1 = source + stride;
    const uint32_t *source2 = source1 + stride;
    const uint32_t *source3 = source2 + stride;
    struct factor factor0 = factor_of(cost[0]);
    struct factor factor1 = factor_of(cost[1]);
    struct factor factor2 = factor_of(cost[2]);
    struct factor factor3 = factor_of(cost[3]);

    for (uint32_t i = 0; i < count; i += LANES) {
        lanes least = lanes_load(target + i);

        least = lower(least, factor0, lanes_load(source + i));
        least = lower(least, factor1, lanes_load(source1 + i));
        least = lower(least, factor2, lanes_load(source2 + i));
        least = lower(least, factor3, lanes_load(source3 + i));
        lanes_store(target + i, least);
    }
}

#endif
