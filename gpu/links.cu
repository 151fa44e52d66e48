/* links: predecessors, derived once the labels are final.
 *
 * During the phases only labels and stamps are kept: stamp[v] is the phase in
 * which the label of v fell last, 0 at a seed. Afterwards an arc from u to v
 * links them where it is tight, cost[u] + weight = cost[v] and neither is
 * infinite, v has not kept its seed's label (stamp[v] > 0), and
 *
 *     stamp[u] + 1 = stamp[v]                               (1)
 * or  cost[v] = COST_OVERFLOW and cost[u] < COST_OVERFLOW.  (2)
 *
 * Every such v has a link. Its label came in phase s = stamp[v] over an arc
 * from a u that fell in phase s - 1, with the label c that u had then. If u has
 * not fallen since, (1) holds. If it has, its label is below c now, yet the sum
 * is still cost[v], which is final: both sums saturated, cost[v] is
 * COST_OVERFLOW, and cost[u] < c <= COST_OVERFLOW: (2) holds.
 *
 * No links form a cycle, weight 0 or not. A link never leads from COST_OVERFLOW
 * to a number, since sums do not fall, so a cycle lies within one of the two;
 * there all its links are of (1) and stamps would rise all the way round.
 *
 * So a label that is a number has a path of exactly stamp[v] arcs, which is how
 * much room a walk needs. Of several arcs the lowest is taken: the phases of
 * all solvers here are the same, so their paths are too.
 *
 * Launch: links, a thread a vertex; walks, a thread a path, one dependent load
 * an arc. Memory: 2 words a vertex. */
#include "gpu/block.cuh"
#include "gpu/kernels.h"

#include "core/graph/cost.h"

static __device__ __forceinline__ bool
is_link(const struct relax_arrays &arrays, uint32_t u, uint32_t v, uint32_t sum)
{
    uint32_t stamp;

    if (sum == COST_INFINITY || sum != arrays.cost[v])
        return false;
    stamp = arrays.stamp[v];
    if (stamp == 0)
        return false;
    return arrays.stamp[u] + 1 == stamp ||
           (sum == COST_OVERFLOW && arrays.cost[u] < COST_OVERFLOW);
}

static __global__ void links_kernel(struct relax_arrays arrays,
                                    unsigned long long *links)
{
    uint32_t u = thread_index();
    uint32_t cost;

    if (u >= arrays.vertex_count)
        return;
    cost = arrays.cost[u];
    if (cost == COST_INFINITY)
        return;
    for (uint32_t a = arrays.first_out[u]; a < arrays.first_out[u + 1]; a++) {
        uint32_t v = arrays.head[a];

        if (is_link(arrays, u, v, cost_add(cost, arrays.weight[a])))
            atomicMin(&links[v], (unsigned long long)a << 32 | u);
    }
}

static __global__ void walks_kernel(struct relax_arrays arrays,
                                    const unsigned long long *links,
                                    struct walk *walks, uint32_t walk_count,
                                    uint32_t *arcs)
{
    uint32_t index = thread_index();
    uint32_t v;

    if (index >= walk_count)
        return;
    v = walks[index].vertex;
    arcs += walks[index].offset;
    for (uint32_t left = arrays.stamp[v]; left > 0; left--) {
        unsigned long long link = links[v];

        arcs[left - 1] = (uint32_t)(link >> 32);
        v = (uint32_t)link;
    }
    walks[index].first_vertex = v;
    walks[index].seed_cost = arrays.cost[v];
}

cudaError_t launch_links(const struct relax_arrays *arrays,
                         unsigned long long *links, unsigned block,
                         cudaStream_t stream)
{
    cudaError_t status = cudaMemsetAsync(
        links, 0xff, (size_t)arrays->vertex_count * sizeof(*links), stream);

    if (status != cudaSuccess)
        return status;
    links_kernel<<<grid_for(arrays->vertex_count, block), block, 0, stream>>>(
        *arrays, links);
    return cudaGetLastError();
}

cudaError_t launch_walks(const struct relax_arrays *arrays,
                         const unsigned long long *links, struct walk *walks,
                         uint32_t walk_count, uint32_t *arcs,
                         cudaStream_t stream)
{
    /* Small blocks spread few walks over many multiprocessors. */
    walks_kernel<<<grid_for(walk_count, 32), 32, 0, stream>>>(
        *arrays, links, walks, walk_count, arcs);
    return cudaGetLastError();
}
