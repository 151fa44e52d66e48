/* relax_selected: threads only for the vertices whose label fell.
 *
 * J. Suzuki et al. (relaxation.c), section 5, Algorithms 5 and 6. A phase has a
 * thread for each vertex that fell in the phase before (NR_a) and lists those
 * that fall in this one (NW_a).
 *
 * The paper's Algorithm 5 puts a vertex on the list wherever U_a[n] equals
 * C_a[v] + W_a (line 8), also where nothing improved, and does not say how to
 * list it only once. Here, when a phase begins, tentative is nowhere below
 * cost, and it only falls. So of all the atomic minima on one vertex exactly
 * one takes tentative from cost or above to below cost, and its thread lists
 * the vertex. Hence no vertex is listed twice, and all listed ones fall: the
 * update kernel (Algorithm 6) has nothing to compare, and its list stays as it
 * is for the next phase. The same holds of line 3's test of M_a.
 *
 * One launch a phase. Update and the relax that follows it have the same thread
 * for the same vertex, and with the two arrays of labels swapping after each
 * phase they need no barrier: tentative is right everywhere once a phase has
 * relaxed, so it is the next phase's cost; the old cost, too high at the
 * vertices that fell, is the next phase's tentative, and their threads lower it
 * to their labels (update) beside lowering it at the heads of their arcs
 * (relax). Both are minima and commute, cost is read only: every label that a
 * phase reads dates from its start, as in the paper. A launch costs the host
 * 3.9 us on an H200 machine, a third of the phase of a short list.
 *
 * A block reserves its slots on the list with one atomic for all its vertices
 * and up to 32 arcs of each.
 *
 * Launch: a thread for each listed vertex. Memory: 3 words a vertex, 2 more for
 * lists, in the memory of the links, 2 words an arc.
 *
 * Measured, H200, us a phase on any map: 10 up to a few hundred vertices that
 * fall, 12 at 16,000, 15 at 100,000, 18 at 200,000, 47 at 700,000. The word
 * between host and device is 7.5 of it. */
#include "gpu/block.cuh"
#include "gpu/relaxation/relax.h"

enum {
    ARCS_AT_ONCE = 4, /* in flight; most vertices of a road map have fewer */
    ARCS_A_ROUND = 32,
};

/* Relaxes the first ARCS_AT_ONCE of the `count` arcs from `arc` on. All leave a
 * vertex with label `cost`. Returns a bit for each arc whose head falls. */
static __device__ __forceinline__ uint32_t
relax_few(const struct relax_arrays &arrays, uint32_t cost, uint32_t arc,
          uint32_t count)
{
    struct few_arcs<ARCS_AT_ONCE> few =
        few_arcs_of<ARCS_AT_ONCE>(arrays.search, cost, arc, count);
    uint32_t falls = 0;

    few_arcs_read(arrays.search, few);
#pragma unroll
    for (uint32_t i = 0; i < ARCS_AT_ONCE; i++) {
        if (few.sum[i] < few.before[i] &&
            atomicMin(&arrays.tentative[few.head[i]], few.sum[i]) >=
                few.before[i])
            falls |= 1u << i;
    }
    return falls;
}

/* The same for the first ARCS_A_ROUND. */
static __device__ __forceinline__ uint32_t
relax_round(const struct relax_arrays &arrays, uint32_t cost, uint32_t arc,
            uint32_t count)
{
    uint32_t falls = 0;

    for (uint32_t i = 0; i < ARCS_A_ROUND && i < count; i += ARCS_AT_ONCE)
        falls |= relax_few(arrays, cost, arc + i, count - i) << i;
    return falls;
}

static __global__ void relax_kernel(struct relax_arrays arrays,
                                    const uint32_t *list, uint32_t list_count,
                                    uint32_t *next, struct host_word word)
{
    uint32_t index = thread_index();
    uint32_t cost = 0;
    uint32_t arc = 0;
    uint32_t count = 0;
    bool more;

    if (index < list_count) {
        uint32_t v = list[index];

        cost = arrays.search.cost[v];
        arc = arrays.search.first_out[v];
        count = arrays.search.first_out[v + 1] - arc;
        atomicMin(&arrays.tentative[v], cost); /* Algorithm 6 */
    }
    do {
        uint32_t falls = relax_round(arrays, cost, arc, count);
        uint32_t slot;

        more = __syncthreads_or(count > ARCS_A_ROUND);
        slot =
            block_reserve(word, __popc(falls), more ? BLOCK_MORE : BLOCK_LAST);
        for (; falls; falls &= falls - 1)
            next[slot++] = arrays.search.head[arc + __ffs(falls) - 1];
        arc += ARCS_A_ROUND;
        count -= min(count, (uint32_t)ARCS_A_ROUND);
    } while (more);
}

static __global__ void update_kernel(struct relax_arrays arrays,
                                     const uint32_t *list, uint32_t count)
{
    uint32_t index = thread_index();
    uint32_t v;

    if (index >= count)
        return;
    v = list[index];
    arrays.tentative[v] = arrays.search.cost[v];
    arrays.fell[v] = 1;
}

cudaError_t launch_relax_selected(const struct relax_arrays *arrays,
                                  const uint32_t *list, uint32_t count,
                                  uint32_t *next, const struct host_word *word,
                                  unsigned block, cudaStream_t stream)
{
    relax_kernel<<<grid_for(count, block), block, 0, stream>>>(
        *arrays, list, count, next, *word);
    return cudaGetLastError();
}

cudaError_t launch_update_selected(const struct relax_arrays *arrays,
                                   const uint32_t *list, uint32_t count,
                                   unsigned block, cudaStream_t stream)
{
    update_kernel<<<grid_for(count, block), block, 0, stream>>>(*arrays, list,
                                                                count);
    return cudaGetLastError();
}

/* ---- From all vertices to selected ones ---- */

/* The list of vertices whose label fell, from their flags.
 *
 * J. Suzuki et al. (relaxation.c), Algorithm 4, SWITCH_KERNEL: runs once
 * between a phase of relax_all.cu and one of relax_selected.cu. The other way
 * is launch_update_selected() there.
 *
 * Launch: vertex_count threads. Reads 1 byte a vertex, writes 4 a vertex that
 * fell; one atomic a block. */

static __global__ void switch_kernel(struct relax_arrays arrays, uint32_t *list,
                                     struct host_word word)
{
    uint32_t v = thread_index();
    bool fell = v < arrays.search.vertex_count && arrays.fell[v];
    uint32_t slot = block_reserve(word, fell, BLOCK_LAST);

    if (!fell)
        return;
    list[slot] = v;
    arrays.fell[v] = 0;
}

cudaError_t launch_switch(const struct relax_arrays *arrays, uint32_t *list,
                          const struct host_word *word, unsigned block,
                          cudaStream_t stream)
{
    switch_kernel<<<grid_for(arrays->search.vertex_count, block), block, 0,
                    stream>>>(*arrays, list, *word);
    return cudaGetLastError();
}
