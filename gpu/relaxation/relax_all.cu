/* relax_all: a thread for every vertex of the map, in every phase.
 *
 * J. Suzuki et al. (relaxation.c), section 3, Algorithms 2 and 3, after P.
 * Harish and P. J. Narayanan, HiPC 2007. Two kernels a phase: relax lowers the
 * tentative labels of the heads of all arcs that leave a vertex whose label
 * fell in the phase before; update copies them to the labels. Two arrays of
 * labels separate a phase from the next: one kernel reads cost and the other
 * writes it, atomics lower tentative.
 *
 * The paper's Algorithm 2 reads W_a[n]; the weight belongs to the arc, W_a[i].
 * Algorithm 3's last line, U_a[v] = C_a[v], does nothing here, because
 * tentative equals cost when the first phase begins and cost follows it.
 *
 * Launch: vertex_count threads for each kernel. Memory: 3 words and a byte a
 * vertex, 2 words an arc. A phase reads 1 byte a vertex in relax and 8 bytes in
 * update, whatever fell.
 *
 * Measured, H200, blocks of 512, us a phase from fewest to most vertices
 * falling: 264,346 vertices 13 to 14; 1.5 million 17 to 22; 6.0 million 47 to
 * 73. Creating the threads is most of it: two kernels of 6.0 million threads
 * that do next to nothing take 45. */
#include "gpu/block.cuh"
#include "gpu/relaxation/relax.h"

#include "core/graph/cost.h"

static __global__ void relax_kernel(struct relax_arrays arrays)
{
    uint32_t v = thread_index();
    uint32_t cost;

    if (v >= arrays.search.vertex_count || !arrays.fell[v])
        return;
    arrays.fell[v] = 0;
    cost = arrays.search.cost[v];
    for (uint32_t a = arrays.search.first_out[v];
         a < arrays.search.first_out[v + 1]; a++) {
        uint32_t sum = cost_add(cost, arrays.search.weight[a]);
        uint32_t *tentative = &arrays.tentative[arrays.search.head[a]];

        /* A stale value is a higher one: it only costs an atomic. */
        if (sum <= arrays.search.bound && sum < *tentative)
            atomicMin(tentative, sum);
    }
}

static __global__ void update_kernel(struct relax_arrays arrays,
                                     struct host_word word)
{
    uint32_t v = thread_index();
    bool falls = false;
    uint32_t count;

    if (v < arrays.search.vertex_count) {
        uint32_t tentative = arrays.tentative[v];

        falls = tentative < arrays.search.cost[v];
        if (falls) {
            arrays.search.cost[v] = tentative;
            arrays.fell[v] = 1;
        }
    }
    count = __syncthreads_count(falls);
    if (threadIdx.x == 0)
        tally_add(word, count, BLOCK_LAST);
}

cudaError_t launch_relax_all(const struct relax_arrays *arrays, unsigned block,
                             cudaStream_t stream)
{
    relax_kernel<<<grid_for(arrays->search.vertex_count, block), block, 0,
                   stream>>>(*arrays);
    return cudaGetLastError();
}

cudaError_t launch_update_all(const struct relax_arrays *arrays,
                              const struct host_word *word, unsigned block,
                              cudaStream_t stream)
{
    update_kernel<<<grid_for(arrays->search.vertex_count, block), block, 0,
                    stream>>>(*arrays, *word);
    return cudaGetLastError();
}
