/* pairs: the costs of many pairs, each from the labels of two walks.
 *
 * Two walks share the supernodes above the lowest one on both chains, at the
 * same depths, from the root on; a shortest path has its highest vertex there.
 * Lanes of a warp take adjacent depths and end at the first that the walks do
 * not share.
 *
 * Several seeds, or vertices of a target: all combinations, one after another.
 *
 * Launch: a warp a cell. */
#include "gpu/block.cuh"
#include "gpu/cch/walk.h"

#include "core/graph/cost.h"

enum { WARP = 32 };

/* The least sum over the depths that two walks share, in all lanes. */
static __device__ uint32_t least_sum(const struct cch_walked &walked,
                                     uint32_t source, uint32_t target)
{
    const struct cch_vectors &from = walked.sources;
    const struct cch_vectors &to = walked.targets;
    size_t at_source = (size_t)source * from.stride;
    size_t at_target = (size_t)target * to.stride;
    uint32_t length = min(from.length[source], to.length[target]);
    uint32_t best = COST_INFINITY;
    uint32_t first = 0;
    bool shared = true;

    while (first < length && __all_sync(~0u, shared)) {
        uint32_t d = first + threadIdx.x % WARP;

        shared =
            d < length && from.owner[at_source + d] == to.owner[at_target + d];
        if (shared)
            best = min(best, cost_add(from.label[at_source + d],
                                      to.label[at_target + d]));
        first += WARP;
    }
    for (int step = WARP / 2; step > 0; step /= 2)
        best = min(best, __shfl_xor_sync(~0u, best, step));
    return best;
}

static __device__ uint32_t cell_cost(const struct cch_walked &walked,
                                     const struct cch_cell &cell,
                                     const int64_t *adjustments)
{
    uint32_t best = COST_INFINITY;

    for (uint32_t t = 0; t < cell.target_count; t++) {
        uint32_t target = cell.first_target + t;
        uint32_t label = COST_INFINITY;

        for (uint32_t s = 0; s < cell.source_count; s++)
            label =
                min(label, least_sum(walked, cell.first_source + s, target));
        if (label <= cell.bound)
            best = min(best, cost_adjust(label, adjustments[target]));
    }
    return best;
}

static __global__ void pairs_kernel(struct cch_walked walked,
                                    const struct cch_cell *cells,
                                    uint32_t count, const int64_t *adjustments,
                                    uint32_t *cost)
{
    uint32_t i = thread_index() / WARP;
    uint32_t best;

    if (i >= count)
        return;
    best = cell_cost(walked, cells[i], adjustments);
    if (threadIdx.x % WARP == 0)
        cost[i] = best;
}

cudaError_t launch_cch_pairs(const struct cch_walked *walked,
                             const struct cch_cell *cells, uint32_t count,
                             const int64_t *adjustments, uint32_t *cost,
                             cudaStream_t stream)
{
    const unsigned block = 4 * WARP;

    if (count == 0)
        return cudaSuccess;
    pairs_kernel<<<grid_for(count, block / WARP), block, 0, stream>>>(
        *walked, cells, count, adjustments, cost);
    return cudaGetLastError();
}
