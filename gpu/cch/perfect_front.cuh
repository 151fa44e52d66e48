/* perfect_front: a front whose distances are taken, and what its parent's
 * says of its uppers. */
#ifndef RELAXD_GPU_CCH_PERFECT_FRONT_CUH
#define RELAXD_GPU_CCH_PERFECT_FRONT_CUH

#include "gpu/cch/perfect_kernels.h"

#include "core/graph/cost.h"

/* A front's sizes and where its words are. */
struct front_words {
    uint32_t s;
    uint32_t n;
    const uint32_t *closed; /* panel */
    uint32_t *panel;
    uint32_t *upper;
    const uint32_t *place;
    uint32_t above_s;
    uint32_t above_n;
    const uint32_t *above_panel;
    const uint32_t *above_upper;
};

static __device__ struct front_words
words_of(const struct cch_perfect_work &work,
         const struct cch_perfect_front &front)
{
    return {front.size,
            front.uppers,
            work.closed + front.panel,
            work.panel + front.panel,
            work.upper + front.schur,
            work.place + front.first_upper,
            front.above_size,
            front.above_uppers,
            work.panel + front.above_panel,
            work.upper + front.above_schur};
}

static __device__ __forceinline__ size_t in_part(const struct front_words &at)
{
    return (size_t)at.s * (at.s + at.n);
}

/* P(N, N) from upper i to upper j, out of the parent's front. */
static __device__ __forceinline__ uint32_t between(const struct front_words &at,
                                                   uint32_t i, uint32_t j)
{
    size_t s = at.above_s;
    size_t n = at.above_n;
    size_t from = at.place[i];
    size_t to = at.place[j];

    if (from < s)
        return at.above_panel[from * (s + n) + to];
    if (to < s)
        return at.above_panel[s * (s + n) + to * n + from - s];
    return at.above_upper[(from - s) * n + to - s];
}

static __device__ __forceinline__ uint32_t least(uint32_t word, uint32_t a,
                                                 uint32_t b)
{
    return min(word, cost_add(a, b));
}

#endif
