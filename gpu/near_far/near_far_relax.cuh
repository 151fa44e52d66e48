/* near_far_relax: relaxing the arcs of near vertices.
 *
 * near_far.cu says why it is right. */
#ifndef RELAXD_GPU_NEAR_FAR_NEAR_FAR_RELAX_CUH
#define RELAXD_GPU_NEAR_FAR_NEAR_FAR_RELAX_CUH

#include "core/graph/cost.h"
#include "gpu/near_far/near_far_bay.cuh"

static __device__ __forceinline__ uint32_t read_label(const struct worker &w,
                                                      uint32_t v)
{
    return load_fresh(&w.arrays.search.cost[v]);
}

/* Whole warps: the head gets the sum where its label is higher, and is queued
 * where that is near; not where the arc's tail turns out to have a label below
 * `cost`, and so to be another's to relax. Whether it is far and had no label.
 * Does not wait for the minimum, nor, to ask for the head's label and arcs, for
 * the tail's label. */
static __device__ __forceinline__ bool relax(struct worker &w,
                                             uint32_t tail_label, uint32_t cost,
                                             uint32_t head, uint32_t sum,
                                             bool (&crowded)[2])
{
    bool counts = sum <= w.arrays.search.bound;
    bool below = sum < w.now.split;
    uint32_t before = counts ? read_label(w, head) : 0;
    struct loaded_cell cell = load_cell(w.arrays, counts && below, head);
    bool falls = sum < before && tail_label >= cost;

    if (falls)
        lower(&w.arrays.search.cost[head], sum);
    if (falls && !below)
        w.least[FAR] = min(w.least[FAR], sum);
    push_near(w, falls && below, head, sum, cell, crowded[NEAR]);
    return falls && !below && before == COST_INFINITY;
}

/* Whole warps: the arcs of one vertex that has more than fit into a cell. */
static __device__ void relax_long(struct worker &w, uint32_t v, uint32_t cost,
                                  bool (&crowded)[2])
{
    const struct search_arrays &search = w.arrays.search;
    uint32_t end = search.first_out[v + 1];

    for (uint64_t first = search.first_out[v]; first < end; first += WARP) {
        uint64_t a = first + threadIdx.x % WARP;
        uint32_t head = a < end ? search.head[a] : 0;
        uint32_t weight = a < end ? search.weight[a] : COST_INFINITY;
        bool far = relax(w, cost, cost, head, cost_add(cost, weight), crowded);

        push_far(w, far, head, crowded[FAR]);
    }
}

/* Whole warps: what few steps have, heads that are far and vertices whose arcs
 * are in the map. */
static __device__ __forceinline__ void relax_rest(struct worker &w, bool far,
                                                  bool is_long, uint32_t v,
                                                  uint32_t cost, uint32_t head,
                                                  bool (&crowded)[2])
{
    uint32_t lanes = __ballot_sync(~0u, is_long);

    push_far(w, far, head, crowded[FAR]);
    for (; lanes; lanes &= lanes - 1) {
        int lane = __ffs((int)lanes) - 1;

        relax_long(w, __shfl_sync(~0u, v, lane), __shfl_sync(~0u, cost, lane),
                   crowded);
    }
}

/* Whole warps, CELL_ARCS lanes for a vertex, an arc each: relaxes those of v
 * with that cost, unless its label is lower. */
static __device__ __forceinline__ void relax_cells(struct worker &w, bool there,
                                                   uint32_t v, uint32_t label,
                                                   uint32_t cost, uint2 arc,
                                                   bool (&crowded)[2])
{
    uint32_t sum = there ? cost_add(cost, arc.y) : COST_INFINITY;
    bool far = relax(w, label, cost, arc.x, sum, crowded);
    bool is_long = there && arc.x == CELL_LONG && label >= cost;

    if (__any_sync(~0u, far || is_long))
        relax_rest(w, far, is_long, v, cost, arc.x, crowded);
}

/* The same for one on the near list, with its label. */
static __device__ __forceinline__ void
visit_listed(struct worker &w, bool there, uint32_t v, bool (&crowded)[2])
{
    const uint2 *cell = (const uint2 *)&w.arrays.cells[v];
    uint2 arc = there ? __ldg(&cell[threadIdx.x % CELL_ARCS])
                      : make_uint2(0, COST_INFINITY);
    uint32_t label = there ? read_label(w, v) : 0;

    relax_cells(w, there, v, label, label, arc, crowded);
}

/* The same for the i-th in the step's queue. */
static __device__ __forceinline__ void
visit_queued(struct worker &w, bool there, uint32_t i, bool (&crowded)[2])
{
    const uint2 *arcs = (const uint2 *)queued_cells(w.step);
    uint2 arc = there ? arcs[CELL_ARCS * i + threadIdx.x % CELL_ARCS]
                      : make_uint2(0, COST_INFINITY);
    uint2 queued = there ? queued_vertices(w.step)[i] : make_uint2(0, 0);
    uint32_t label = there ? read_label(w, queued.x) : 0;

    relax_cells(w, there, queued.x, label, queued.y, arc, crowded);
}

#endif
