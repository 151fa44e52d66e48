/* sums: duration and length of a path in one word, the duration above.
 *
 * So that the least pair of sums is that of the least duration, and of these of
 * the least length: the sums of path_sums.h, in the order that they have there
 * among paths of one cost. */
#ifndef RELAXD_GPU_CCH_PACKED_SUMS_CUH
#define RELAXD_GPU_CCH_PACKED_SUMS_CUH

#include "gpu/cch/sums.h"

#include "core/graph/cost.h"

/* What arc_sums.h calls so; and both of a pair of sums. */
static const uint32_t SUM_NONE = UINT32_MAX;
static const cch_packed PACKED_NONE = ~0ull;

static __device__ __forceinline__ cch_packed packed_of(uint32_t duration,
                                                       uint32_t length)
{
    return (cch_packed)duration << 32 | length;
}

/* sum_add() of each half: what does not fit is SUM_NONE. */
static __device__ __forceinline__ cch_packed packed_add(cch_packed a,
                                                        cch_packed b)
{
    uint32_t duration = (uint32_t)(a >> 32);
    uint32_t length = (uint32_t)a;

    return packed_of(duration + min((uint32_t)(b >> 32), ~duration),
                     length + min((uint32_t)b, ~length));
}

/* Whether a cost is the sum of two. Those of costs that are no number count for
 * nothing. A sum that wraps is less than its parts. */
static __device__ __forceinline__ bool is_sum(uint32_t cost, uint32_t a,
                                              uint32_t b)
{
    return a + b == cost && a <= cost;
}

#endif
