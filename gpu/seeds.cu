/* seeds: the labels that a query begins with.
 *
 * Every solver begins with the labels of its seeds and no others; which
 * vertices those are, it learns from the labels themselves: two seeds may name
 * one vertex, and then the lower cost counts.
 *
 * Launch: a thread a seed; a thread a vertex of the map to list them. */
#include "gpu/block.cuh"
#include "gpu/kernels.h"

#include "core/graph/cost.h"

static __global__ void seeds_kernel(struct search_arrays arrays,
                                    const struct kernel_seed *seeds,
                                    uint32_t seed_count)
{
    uint32_t i = thread_index();

    if (i < seed_count && seeds[i].cost <= arrays.bound)
        atomicMin(&arrays.cost[seeds[i].vertex], seeds[i].cost);
}

static __global__ void list_labelled_kernel(struct search_arrays arrays,
                                            uint32_t *list,
                                            struct host_word word)
{
    uint32_t v = thread_index();
    bool labelled = v < arrays.vertex_count && arrays.cost[v] != COST_INFINITY;
    uint32_t slot = block_reserve(word, labelled, BLOCK_LAST);

    if (labelled)
        list[slot] = v;
}

cudaError_t launch_seeds(const struct search_arrays *arrays,
                         const struct kernel_seed *seeds, uint32_t seed_count,
                         cudaStream_t stream)
{
    seeds_kernel<<<grid_for(seed_count, SMALL_BLOCK), SMALL_BLOCK, 0, stream>>>(
        *arrays, seeds, seed_count);
    return cudaGetLastError();
}

cudaError_t launch_list_labelled(const struct search_arrays *arrays,
                                 uint32_t *list, const struct host_word *word,
                                 cudaStream_t stream)
{
    list_labelled_kernel<<<grid_for(arrays->vertex_count, MAP_BLOCK), MAP_BLOCK,
                           0, stream>>>(*arrays, list, *word);
    return cudaGetLastError();
}

cudaError_t probe_kernels(void)
{
    struct cudaFuncAttributes attributes;

    return cudaFuncGetAttributes(&attributes, seeds_kernel);
}
