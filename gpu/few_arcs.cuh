/* few_arcs: some arcs of a vertex, all in flight at once. */
#ifndef RELAXD_GPU_FEW_ARCS_CUH
#define RELAXD_GPU_FEW_ARCS_CUH

#include "gpu/kernels.h"

#include "core/graph/cost.h"

template <unsigned MOST> struct few_arcs {
    uint32_t head[MOST];
    uint32_t sum[MOST];    /* label that the arc offers its head */
    uint32_t before[MOST]; /* label of the head; 0: it is to stay */
};

/* Heads and sums of the first MOST, or fewer, of the `count` arcs from `arc`
 * on, which leave a vertex of that label. */
template <unsigned MOST>
static __device__ __forceinline__ struct few_arcs<MOST>
few_arcs_of(const struct search_arrays &arrays, uint32_t label, uint32_t arc,
            uint32_t count) {
    struct few_arcs<MOST> few;

#pragma unroll
    for (uint32_t i = 0; i < MOST; i++) {
        few.head[i] = i < count ? arrays.head[arc + i] : 0;
        few.sum[i] =
            i < count ? cost_add(label, arrays.weight[arc + i]) : COST_INFINITY;
    }
    return few;
}

/* Labels of heads, those that may be lowered, as the cache has them. */
template <unsigned MOST>
static __device__ __forceinline__ void
few_arcs_look(const struct search_arrays &arrays, struct few_arcs<MOST> &few)
{
#pragma unroll
    for (uint32_t i = 0; i < MOST; i++)
        few.before[i] =
            few.sum[i] <= arrays.bound ? arrays.cost[few.head[i]] : 0;
}

#endif
