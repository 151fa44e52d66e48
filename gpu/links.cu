/* links: predecessors, derived once the labels are final.
 *
 * Final labels are enough, so no solver keeps predecessors while it searches,
 * and all solvers give the same ones wherever labels rise. An arc from u to v
 * is tight where cost[u] + weight = cost[v], neither infinite. A labelled
 * vertex is
 *
 *     a root       a seed that kept its seed's cost: no link
 *     risen        some tight arc comes from a lower label: the lowest such arc
 *     level        else: a tight arc from an equal label, over weight 0, or
 *                  over any weight where both are COST_OVERFLOW
 *
 * Level vertices are linked in rounds, each to a vertex that is already linked:
 * a vertex that is a root or linked looks for heads that are not, and the first
 * compare-and-swap on a head wins.
 *
 * No links form a cycle, weight 0 or not. Along a link the label falls or
 * stays, so all labels of a cycle would be equal and all its links level. Each
 * of those is younger than the link of the vertex that it leads to, so around
 * the cycle links would grow older without end.
 *
 * Every labelled vertex gets a link. Its label is the sum along a shortest path
 * from a root, all of whose arcs are tight. Following that path back over level
 * arcs leads to a root or a risen vertex, and starting there each round links
 * at least one more. So a round that links nothing while some links are missing
 * proves that the labels were wrong.
 *
 * Maps without weight 0 need no round. Otherwise a round links at least the
 * vertices one arc further: a plateau of a thousand arcs may take a thousand.
 *
 * Launch: a thread a vertex; walks, a thread a path, one dependent load an arc.
 * Memory: 2 words a vertex. */
#include "gpu/block.cuh"
#include "gpu/kernels.h"

#include "core/graph/cost.h"

typedef unsigned long long link_t;

static __device__ __forceinline__ link_t make_link(uint32_t arc, uint32_t tail)
{
    return (link_t)arc << 32 | tail;
}

/* Other threads may be setting this link. */
static __device__ __forceinline__ link_t read_link(const link_t *links,
                                                   uint32_t v)
{
    return *(const volatile link_t *)&links[v];
}

static __global__ void roots_kernel(struct search_arrays arrays,
                                    const struct kernel_seed *seeds,
                                    uint32_t seed_count, link_t *links)
{
    uint32_t i = thread_index();

    if (i < seed_count && arrays.cost[seeds[i].vertex] == seeds[i].cost)
        links[seeds[i].vertex] = LINK_ROOT;
}

static __global__ void rising_kernel(struct search_arrays arrays, link_t *links)
{
    uint32_t u = thread_index();
    uint32_t cost;

    if (u >= arrays.vertex_count || arrays.cost[u] == COST_INFINITY)
        return;
    cost = arrays.cost[u];
    for (uint32_t a = arrays.first_out[u]; a < arrays.first_out[u + 1]; a++) {
        uint32_t v = arrays.head[a];
        uint32_t sum = cost_add(cost, arrays.weight[a]);

        if (sum != COST_INFINITY && sum > cost && sum == arrays.cost[v] &&
            read_link(links, v) != LINK_ROOT)
            atomicMin(&links[v], make_link(a, u));
    }
}

static __global__ void missing_kernel(struct search_arrays arrays,
                                      const link_t *links,
                                      struct host_word word)
{
    uint32_t v = thread_index();
    bool missing = v < arrays.vertex_count && arrays.cost[v] != COST_INFINITY &&
                   links[v] == LINK_NONE;
    uint32_t count = __syncthreads_count(missing);

    if (threadIdx.x == 0)
        tally_add(word, count, BLOCK_LAST);
}

/* Returns how many heads of u's arcs it links. */
static __device__ uint32_t link_level_heads(const struct search_arrays &arrays,
                                            link_t *links, uint32_t u)
{
    uint32_t cost = arrays.cost[u];
    uint32_t linked = 0;

    for (uint32_t a = arrays.first_out[u]; a < arrays.first_out[u + 1]; a++) {
        uint32_t v = arrays.head[a];

        if (arrays.cost[v] == cost &&
            cost_add(cost, arrays.weight[a]) == cost &&
            read_link(links, v) == LINK_NONE &&
            atomicCAS(&links[v], LINK_NONE, make_link(a, u)) == LINK_NONE)
            linked++;
    }
    return linked;
}

static __global__ void level_kernel(struct search_arrays arrays, link_t *links,
                                    struct host_word word)
{
    uint32_t u = thread_index();
    uint32_t linked = 0;

    if (u < arrays.vertex_count && arrays.cost[u] != COST_INFINITY &&
        read_link(links, u) != LINK_NONE)
        linked = link_level_heads(arrays, links, u);
    block_reserve(word, linked, BLOCK_LAST);
}

static __global__ void lengths_kernel(struct search_arrays arrays,
                                      const link_t *links,
                                      struct link_walk *walks,
                                      uint32_t walk_count)
{
    uint32_t i = thread_index();
    uint32_t v;
    uint32_t count = 0;

    if (i >= walk_count)
        return;
    v = walks[i].vertex;
    for (link_t link = links[v];
         link < LINK_ROOT && count < arrays.vertex_count; link = links[v]) {
        v = (uint32_t)link;
        count++;
    }
    walks[i].arc_count = count;
    walks[i].first_vertex = v;
    walks[i].seed_cost = arrays.cost[v];
}

static __global__ void walks_kernel(const link_t *links,
                                    const struct link_walk *walks,
                                    const uint32_t *offset, uint32_t walk_count,
                                    uint32_t *arcs)
{
    uint32_t i = thread_index();
    uint32_t v;

    if (i >= walk_count)
        return;
    v = walks[i].vertex;
    arcs += offset[i];
    for (uint32_t left = walks[i].arc_count; left > 0; left--) {
        link_t link = links[v];

        arcs[left - 1] = (uint32_t)(link >> 32);
        v = (uint32_t)link;
    }
}

cudaError_t launch_links_clear(const struct search_arrays *arrays,
                               link_t *links, cudaStream_t stream)
{
    return cudaMemsetAsync(
        links, 0xff, (size_t)arrays->vertex_count * sizeof(*links), stream);
}

cudaError_t launch_links_roots(const struct search_arrays *arrays,
                               const struct kernel_seed *seeds,
                               uint32_t seed_count, link_t *links,
                               cudaStream_t stream)
{
    roots_kernel<<<grid_for(seed_count, SMALL_BLOCK), SMALL_BLOCK, 0, stream>>>(
        *arrays, seeds, seed_count, links);
    return cudaGetLastError();
}

cudaError_t launch_links_rising(const struct search_arrays *arrays,
                                link_t *links, cudaStream_t stream)
{
    rising_kernel<<<grid_for(arrays->vertex_count, MAP_BLOCK), MAP_BLOCK, 0,
                    stream>>>(*arrays, links);
    return cudaGetLastError();
}

cudaError_t launch_links_missing(const struct search_arrays *arrays,
                                 const link_t *links,
                                 const struct host_word *word,
                                 cudaStream_t stream)
{
    missing_kernel<<<grid_for(arrays->vertex_count, MAP_BLOCK), MAP_BLOCK, 0,
                     stream>>>(*arrays, links, *word);
    return cudaGetLastError();
}

cudaError_t launch_links_level(const struct search_arrays *arrays,
                               link_t *links, const struct host_word *word,
                               cudaStream_t stream)
{
    level_kernel<<<grid_for(arrays->vertex_count, MAP_BLOCK), MAP_BLOCK, 0,
                   stream>>>(*arrays, links, *word);
    return cudaGetLastError();
}

cudaError_t launch_walk_lengths(const struct search_arrays *arrays,
                                const link_t *links, struct link_walk *walks,
                                uint32_t walk_count, cudaStream_t stream)
{
    /* The smallest blocks: spreads few walks over many multiprocessors. */
    lengths_kernel<<<grid_for(walk_count, 32), 32, 0, stream>>>(
        *arrays, links, walks, walk_count);
    return cudaGetLastError();
}

cudaError_t launch_walks(const link_t *links, const struct link_walk *walks,
                         const uint32_t *offset, uint32_t walk_count,
                         uint32_t *arcs, cudaStream_t stream)
{
    walks_kernel<<<grid_for(walk_count, 32), 32, 0, stream>>>(
        links, walks, offset, walk_count, arcs);
    return cudaGetLastError();
}
