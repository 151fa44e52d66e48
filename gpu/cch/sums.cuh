/* sums: sums of weights in the innermost loops, as few instructions as are
 * exact.
 *
 * EXACT is cost_add() and a minimum: seven instructions. SHORT is an addition
 * and a minimum, which compute capability 9.0 has as one (VIADDMNMX). In it
 * infinity is 2^31 - 1 and a word is *long* that is finite and above 2^30 - 1.
 * Two words that are not long, or infinite, add up without wrapping, to a
 * finite sum below infinity where both are finite, to infinity or more
 * otherwise, which loses every minimum. So a minimum over sums of words that
 * are not long is exact. Where a long word is met the whole front is done
 * again, EXACT: that is decided front by front, from what was loaded and from
 * what was summed with in the end.
 *
 * That looking at the end is enough: words only fall. Let i be joined to j by
 * words that were not long, infinite sums of which would be wrong; take the
 * first vertex of such a way whose word from i ended infinite. The word before
 * it ended finite, not long, and so did the step: their sum is below infinity,
 * against what was said. */
#ifndef RELAXD_GPU_CCH_SUMS_CUH
#define RELAXD_GPU_CCH_SUMS_CUH

#include <stdint.h>

#include "core/graph/cost.h"

enum cch_sums { SUMS_SHORT, SUMS_EXACT };

#define SHORT_INFINITY 0x7fffffffu
#define SHORT_MAX      0x3fffffffu

template <enum cch_sums SUMS> struct sums;

template <> struct sums<SUMS_SHORT> {
    static const uint32_t infinity = SHORT_INFINITY;

    static __device__ __forceinline__ uint32_t from(uint32_t word)
    {
        return min(word, SHORT_INFINITY);
    }
    static __device__ __forceinline__ uint32_t to(uint32_t word)
    {
        return word == SHORT_INFINITY ? COST_INFINITY : word;
    }
    static __device__ __forceinline__ uint32_t least(uint32_t word, uint32_t a,
                                                     uint32_t b)
    {
        return min(a + b, word);
    }
    /* Of a word as it lies in memory. */
    static __device__ __forceinline__ bool is_long(uint32_t word)
    {
        return word - (SHORT_MAX + 1) < COST_INFINITY - (SHORT_MAX + 1);
    }
};

template <> struct sums<SUMS_EXACT> {
    static const uint32_t infinity = COST_INFINITY;

    static __device__ __forceinline__ uint32_t from(uint32_t word)
    {
        return word;
    }
    static __device__ __forceinline__ uint32_t to(uint32_t word)
    {
        return word;
    }
    static __device__ __forceinline__ uint32_t least(uint32_t word, uint32_t a,
                                                     uint32_t b)
    {
        return min(cost_add(a, b), word);
    }
    static __device__ __forceinline__ bool is_long(uint32_t)
    {
        return false;
    }
};

#endif
