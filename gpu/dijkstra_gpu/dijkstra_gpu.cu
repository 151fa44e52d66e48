/* dijkstra_gpu: one vertex at a time, each found by all threads.
 *
 * The CUDA shortest-path paper in Chinese (solvers/solvers.h), section 3,
 * Algorithm 1: Initial (a), then ExtractMin by reduction (b) and Relax of the
 * settled vertex's arcs (c), until the least label is infinite. (a) is how
 * every search begins, plus a copy of the labels.
 *
 * Q is a second array of labels, with infinity for removed vertices, so
 * ExtractMin reads one word a vertex. (b) and (c) are one launch: the last
 * block of the reduction knows the least vertex and relaxes its arcs, when all
 * others have ended. The next step's reduction is the next launch and sees its
 * writes.
 *
 * A label is written only where that lowers it. This never happens to a settled
 * vertex, whose label is not above the least one's, and sums are no smaller: so
 * none returns to Q, nor does a closed arc or one beyond the bound open
 * anything. Parallel arcs lower by atomic minima.
 *
 * Launch: extract_min.cu's. Memory: 1 word a vertex, in the memory of the
 * links.
 *
 * Measured, H200: 4.6 us a step on 1,000 vertices, 5.2 on New York's 264,346,
 * which is launching; blocks of 128 to 1024 alike. */
#include "gpu/dijkstra_gpu/dijkstra_gpu.h"
#include "gpu/dijkstra_gpu/extract_min.cuh"

/* (c): a thread an arc. */
static __device__ __forceinline__ void relax(const struct settle_arrays &arrays,
                                             uint32_t u, uint32_t cost)
{
    uint32_t end = arrays.search.first_out[u + 1];

    for (uint32_t a = arrays.search.first_out[u] + threadIdx.x; a < end;
         a += blockDim.x) {
        uint32_t v = arrays.search.head[a];
        uint32_t sum = cost_add(cost, arrays.search.weight[a]);

        if (sum <= arrays.search.bound && sum < arrays.search.cost[v]) {
            atomicMin(&arrays.search.cost[v], sum);
            atomicMin(&arrays.open[v], sum);
        }
    }
}

/* Called by one thread. */
static __device__ __forceinline__ void count_settled(struct host_word word,
                                                     bool settled, bool last)
{
    unsigned long long total = *word.tally + settled;

    if (last)
        host_post(word, (uint32_t)total);
    *word.tally = last ? 0 : total;
}

static __global__ void settle_kernel(struct settle_arrays arrays,
                                     struct host_word word, bool last)
{
    unsigned long long least;
    uint32_t cost;

    if (!extract_min(arrays.open, arrays.search.vertex_count, arrays.extraction,
                     &least))
        return;
    cost = (uint32_t)(least >> 32);
    if (cost != COST_INFINITY) {
        if (threadIdx.x == 0)
            arrays.open[(uint32_t)least] = COST_INFINITY;
        relax(arrays, (uint32_t)least, cost);
    }
    if (threadIdx.x == 0)
        count_settled(word, cost != COST_INFINITY, last);
}

cudaError_t launch_settle(const struct settle_arrays *arrays,
                          const struct host_word *word, bool last,
                          unsigned block, cudaStream_t stream)
{
    unsigned blocks = extract_min_blocks(arrays->search.vertex_count, block);

    settle_kernel<<<blocks, block, 0, stream>>>(*arrays, *word, last);
    return cudaGetLastError();
}
