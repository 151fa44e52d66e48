/* pick: from all labels on the device to those that an answer needs.
 *
 * Only what was asked for crosses the bus: the labels of targets, the vertices
 * that were reached. Launch: a thread a target vertex, or a thread a vertex of
 * the map. Memory: none of its own. */
#include "gpu/block.cuh"
#include "gpu/kernels.h"

#include "core/graph/cost.h"

static __global__ void gather_kernel(struct relax_arrays arrays,
                                     const uint32_t *vertex, uint32_t count,
                                     uint32_t *cost, uint32_t *stamp)
{
    uint32_t i = thread_index();
    uint32_t label;

    if (i >= count)
        return;
    label = arrays.cost[vertex[i]];
    cost[i] = label;
    stamp[i] =
        label != COST_INFINITY && arrays.stamp ? arrays.stamp[vertex[i]] : 0;
}

static __global__ void reached_kernel(struct relax_arrays arrays,
                                      const unsigned long long *links,
                                      uint32_t *vertex, uint32_t *cost,
                                      uint32_t *arc, struct relax_word word)
{
    uint32_t v = thread_index();
    uint32_t label = v < arrays.vertex_count ? arrays.cost[v] : COST_INFINITY;
    bool reached = label != COST_INFINITY;
    uint32_t slot = block_reserve(word, reached, BLOCK_LAST);

    if (!reached)
        return;
    vertex[slot] = v;
    cost[slot] = label;
    if (links)
        arc[slot] = (uint32_t)(links[v] >> 32);
}

static __global__ void link_arcs_kernel(const unsigned long long *links,
                                        uint32_t count, uint32_t *arc)
{
    uint32_t v = thread_index();

    if (v < count)
        arc[v] = (uint32_t)(links[v] >> 32);
}

cudaError_t launch_gather(const struct relax_arrays *arrays,
                          const uint32_t *vertex, uint32_t count,
                          uint32_t *cost, uint32_t *stamp, cudaStream_t stream)
{
    gather_kernel<<<grid_for(count, 128), 128, 0, stream>>>(*arrays, vertex,
                                                            count, cost, stamp);
    return cudaGetLastError();
}

cudaError_t launch_reached(const struct relax_arrays *arrays,
                           const unsigned long long *links, uint32_t *vertex,
                           uint32_t *cost, uint32_t *arc,
                           const struct relax_word *word, unsigned block,
                           cudaStream_t stream)
{
    reached_kernel<<<grid_for(arrays->vertex_count, block), block, 0, stream>>>(
        *arrays, links, vertex, cost, arc, *word);
    return cudaGetLastError();
}

cudaError_t launch_link_arcs(const unsigned long long *links, uint32_t count,
                             uint32_t *arc, unsigned block, cudaStream_t stream)
{
    link_arcs_kernel<<<grid_for(count, block), block, 0, stream>>>(links, count,
                                                                   arc);
    return cudaGetLastError();
}
