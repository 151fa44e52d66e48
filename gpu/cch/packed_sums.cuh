/* sums: a path's duration and length in one word, the duration in the upper
 * half.
 *
 * So the least pair has the least duration and, among equal ones, the least
 * length: the order in which core/solver/query.h ranks paths of equal cost. */
#ifndef RELAXD_GPU_CCH_PACKED_SUMS_CUH
#define RELAXD_GPU_CCH_PACKED_SUMS_CUH

#include "gpu/cch/sums.h"

#include "core/graph/cost.h"

/* As in arc_sums.h; then both halves of a pair. */
static const uint32_t SUM_NONE = UINT32_MAX;
static const cch_packed PACKED_NONE = ~0ull;

static __device__ __forceinline__ cch_packed packed_of(uint32_t duration,
                                                       uint32_t length)
{
    return (cch_packed)duration << 32 | length;
}

/* sum_add() of each half: a sum that does not fit is SUM_NONE. */
static __device__ __forceinline__ cch_packed packed_add(cch_packed a,
                                                        cch_packed b)
{
    uint32_t duration = (uint32_t)(a >> 32);
    uint32_t length = (uint32_t)a;

    return packed_of(duration + min((uint32_t)(b >> 32), ~duration),
                     length + min((uint32_t)b, ~length));
}

/* Whether `cost` is the sum of the two; the answer for infinite costs does not
 * matter. A sum that wraps is less than its parts. */
static __device__ __forceinline__ bool is_sum(uint32_t cost, uint32_t a,
                                              uint32_t b)
{
    return a + b == cost && a <= cost;
}

#endif
