/* labels: the initial labels of a query, and the final ones that its answer
 * needs.
 *
 * A solver sees seeds only as labels: two seeds may name one vertex, and then
 * the lower cost counts. Only final labels that the query asks for cross the
 * bus.
 *
 * Launch: a thread a seed or a target vertex; a thread a vertex of the map or
 * of a range. Memory: none of its own. */
#include "core/graph/cost.h"
#include "gpu/block.cuh"

/* ---- Seeds ---- */

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

/* ---- Answers ---- */

static __global__ void gather_kernel(struct search_arrays arrays,
                                     const uint32_t *vertex, uint32_t count,
                                     uint32_t *cost)
{
    uint32_t i = thread_index();

    if (i < count)
        cost[i] = arrays.cost[vertex[i]];
}

/* A block lies within one range. */
static __global__ void count_reached_kernel(struct search_arrays arrays,
                                            uint32_t *count)
{
    uint32_t v = thread_index();
    uint32_t reached = __syncthreads_count(v < arrays.vertex_count &&
                                           arrays.cost[v] != COST_INFINITY);

    if (threadIdx.x == 0 && reached)
        atomicAdd(&count[v / RANGE_VERTICES], reached);
}

static_assert(RANGE_VERTICES % MAP_BLOCK == 0, "blocks would straddle ranges");

static __global__ void reached_kernel(struct search_arrays arrays,
                                      const unsigned long long *links,
                                      struct vertex_range range,
                                      uint32_t *vertex, uint32_t *cost,
                                      uint32_t *arc, struct host_word word)
{
    uint32_t i = thread_index();
    uint32_t v = range.first + i;
    uint32_t label = i < range.count ? arrays.cost[v] : COST_INFINITY;
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
                                        struct vertex_range range,
                                        uint32_t *arc)
{
    uint32_t i = thread_index();

    if (i < range.count)
        arc[i] = (uint32_t)(links[range.first + i] >> 32);
}

cudaError_t launch_gather(const struct search_arrays *arrays,
                          const uint32_t *vertex, uint32_t count,
                          uint32_t *cost, cudaStream_t stream)
{
    gather_kernel<<<grid_for(count, SMALL_BLOCK), SMALL_BLOCK, 0, stream>>>(
        *arrays, vertex, count, cost);
    return cudaGetLastError();
}

cudaError_t launch_count_reached(const struct search_arrays *arrays,
                                 uint32_t *count, cudaStream_t stream)
{
    count_reached_kernel<<<grid_for(arrays->vertex_count, MAP_BLOCK), MAP_BLOCK,
                           0, stream>>>(*arrays, count);
    return cudaGetLastError();
}

cudaError_t launch_reached(const struct search_arrays *arrays,
                           const unsigned long long *links,
                           struct vertex_range range, uint32_t *vertex,
                           uint32_t *cost, uint32_t *arc,
                           const struct host_word *word, cudaStream_t stream)
{
    reached_kernel<<<grid_for(range.count, MAP_BLOCK), MAP_BLOCK, 0, stream>>>(
        *arrays, links, range, vertex, cost, arc, *word);
    return cudaGetLastError();
}

cudaError_t launch_link_arcs(const unsigned long long *links,
                             struct vertex_range range, uint32_t *arc,
                             cudaStream_t stream)
{
    link_arcs_kernel<<<grid_for(range.count, MAP_BLOCK), MAP_BLOCK, 0,
                       stream>>>(links, range, arc);
    return cudaGetLastError();
}
