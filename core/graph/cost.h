/* cost: 32-bit costs and weights that saturate instead of wrapping.
 *
 * A cost is the sum over a path, a weight that of one arc. Both are uint32_t
 * in the map's unit. Three ranges:
 *
 *     0 .. COST_MAX      an exact value
 *     COST_OVERFLOW      reachable, but the sum did not fit: never a number
 *     COST_INFINITY      unreachable (a cost) or closed (a weight)
 *
 * cost_add() is monotone in both arguments, so the least saturated sum over all
 * paths is well defined and every solver finds the same one, in whatever order
 * it relaxes. The same code runs on CUDA devices. */
#ifndef RELAXD_GRAPH_COST_H
#define RELAXD_GRAPH_COST_H

#include <stdint.h>

#ifdef __CUDACC__
#define COST_FUNCTION static __host__ __device__ __forceinline__
#else
#define COST_FUNCTION static inline
#endif

#define COST_INFINITY UINT32_MAX
#define COST_OVERFLOW (UINT32_MAX - 1)
#define COST_MAX      (UINT32_MAX - 2)

/* The weight of a closed arc. */
#define WEIGHT_CLOSED COST_INFINITY
#define WEIGHT_MAX    COST_MAX

COST_FUNCTION uint32_t cost_add(uint32_t cost, uint32_t weight)
{
    uint64_t sum = (uint64_t)cost + weight;

    if (cost == COST_INFINITY || weight == COST_INFINITY)
        return COST_INFINITY;
    return sum < COST_OVERFLOW ? (uint32_t)sum : COST_OVERFLOW;
}

/* A cost changed by a target's signed adjustment. Unreachable or overflown
 * costs stay; sums below 0 become 0. */
COST_FUNCTION uint32_t cost_adjust(uint32_t cost, int64_t adjustment)
{
    int64_t sum = (int64_t)cost + adjustment;

    if (cost >= COST_OVERFLOW)
        return cost;
    if (sum < 0)
        return 0;
    return sum < COST_OVERFLOW ? (uint32_t)sum : COST_OVERFLOW;
}

#endif
