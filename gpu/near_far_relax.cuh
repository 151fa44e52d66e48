/* near_far_relax: relaxing the arcs of near vertices.
 *
 * near_far.cu says why it is right. */
#ifndef RELAXD_GPU_NEAR_FAR_RELAX_CUH
#define RELAXD_GPU_NEAR_FAR_RELAX_CUH

#include <cuda/atomic>

#include "core/graph/cost.h"
#include "gpu/near_far_bay.cuh"

/* What pushing filled by more than half. */
enum { NEAR_CROWDED = 1, FAR_CROWDED = 2 };

static __device__ __forceinline__ uint32_t read_label(const struct worker &w,
                                                      uint32_t v)
{
    return cuda::atomic_ref<uint32_t, cuda::thread_scope_device>(
               w.arrays.search.cost[v])
        .load(cuda::memory_order_relaxed);
}

/* Whole warps: heads whose label is higher than the sum get it, and are queued
 * or found to be far. Does not wait for the atomics' answers. */
static __device__ __forceinline__ unsigned
relax_four(struct worker &w, const uint32_t (&head)[CELL_ARCS],
           const uint32_t (&sum)[CELL_ARCS])
{
    uint32_t before[CELL_ARCS];
    uint32_t near = 0;
    uint32_t far = 0;
    unsigned crowded = 0;

#pragma unroll
    for (uint32_t i = 0; i < CELL_ARCS; i++)
        before[i] =
            sum[i] <= w.arrays.search.bound ? read_label(w, head[i]) : 0;
#pragma unroll
    for (uint32_t i = 0; i < CELL_ARCS; i++) {
        if (sum[i] >= before[i])
            continue;
        atomicMin(&w.arrays.search.cost[head[i]], sum[i]);
        if (sum[i] < w.now.split) {
            near |= 1u << i;
        } else {
            w.least = min(w.least, sum[i]);
            far |= (before[i] == COST_INFINITY) << i;
        }
    }
    if (__any_sync(~0u, near) && push_near(w, near, head, sum))
        crowded |= NEAR_CROWDED;
    if (__any_sync(~0u, far) && push_far(w, far, head))
        crowded |= FAR_CROWDED;
    return crowded;
}

/* Whole warps: the arcs of one vertex that has more than fit into a cell. */
static __device__ unsigned visit_long(struct worker &w, uint32_t v,
                                      uint32_t cost)
{
    const struct search_arrays &search = w.arrays.search;
    uint32_t end = search.first_out[v + 1];
    unsigned crowded = 0;

    for (uint64_t a = search.first_out[v]; a < end; a += WARP * CELL_ARCS) {
        uint32_t head[CELL_ARCS];
        uint32_t sum[CELL_ARCS];

#pragma unroll
        for (uint32_t i = 0; i < CELL_ARCS; i++) {
            uint64_t arc = a + i * WARP + threadIdx.x % WARP;

            head[i] = arc < end ? search.head[arc] : 0;
            sum[i] =
                arc < end ? cost_add(cost, search.weight[arc]) : COST_INFINITY;
        }
        crowded |= relax_four(w, head, sum);
    }
    return crowded;
}

/* Whole warps: relaxes the arcs of v with that cost, unless its label is lower
 * by now and so another's to relax. COST_INFINITY: with its label; nothing
 * where `there` is not. */
static __device__ __forceinline__ unsigned visit(struct worker &w, bool there,
                                                 uint32_t v, uint32_t cost)
{
    const uint4 *cell = (const uint4 *)&w.arrays.cells[v];
    uint4 heads = there ? __ldg(&cell[0]) : make_uint4(0, 0, 0, 0);
    uint4 weights = there ? __ldg(&cell[1]) : make_uint4(0, 0, 0, 0);
    uint32_t label = there ? read_label(w, v) : 0;
    uint32_t head[CELL_ARCS] = {heads.x, heads.y, heads.z, heads.w};
    uint32_t weight[CELL_ARCS] = {weights.x, weights.y, weights.z, weights.w};
    uint32_t sum[CELL_ARCS];
    unsigned crowded;
    uint32_t lanes;
    bool in_map;

    if (cost == COST_INFINITY)
        cost = label;
    there = there && label >= cost;
    in_map = there && heads.x == CELL_LONG;
#pragma unroll
    for (uint32_t i = 0; i < CELL_ARCS; i++)
        sum[i] = there && !in_map ? cost_add(cost, weight[i]) : COST_INFINITY;
    crowded = relax_four(w, head, sum);
    for (lanes = __ballot_sync(~0u, in_map); lanes; lanes &= lanes - 1) {
        int lane = __ffs((int)lanes) - 1;

        crowded |= visit_long(w, __shfl_sync(~0u, v, lane),
                              __shfl_sync(~0u, cost, lane));
    }
    return crowded;
}

#endif
