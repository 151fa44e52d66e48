/* bellman_ford: relaxes all arcs in every round, until a round lowers nothing.
 *
 * The CUDA shortest-path paper in Chinese (solvers/solvers.h), section 4.1,
 * Algorithm 2: Initial, then up to n - 1 times Relax of every arc.
 *
 * Threads lower labels in place with atomic minima, so within a round a label
 * may travel over several arcs, and fewer rounds are needed than with two
 * copies of the labels. Threads read labels that others are lowering. A thread
 * sees a value from some time since the round began, hence one no lower than
 * the current label and the sum of some path: no label falls too far, and an
 * arc relaxed with too high a label is relaxed again in the next round. A round
 * that lowers nothing has read every label's final value and found no arc that
 * would lower one: it is done. Without negative weights, round i leaves all
 * labels right whose shortest path has i arcs, so there are at most n rounds,
 * the last of which lowers nothing.
 *
 * There are two launches. By arcs: four arcs a thread, a block's width apart,
 * so that reads of tail, head and weight coalesce; the label of the tail first,
 * because head and weight need not be read while it is infinite. 12 bytes an
 * arc and two labels. By vertices: 8 bytes an arc, 8 bytes a vertex, no tails;
 * but a warp reads one arc of each of its vertices at a time, and the vertex
 * with most arcs delays the warp.
 *
 * Launch: arc_count / 4 or vertex_count threads. Memory: 1 word an arc for
 * tails, beside what every search has.
 *
 * Measured, H200, ms a tree: NY 5.7, kanto 5.1, 1.4 million generated 32, 6.0
 * million 229; 6.5 us a round on NY, 60 on 6.0 million. By vertices: within 10
 * % of it. 16 rounds to a word: NY 4.7, the others no faster. */
#include "gpu/bellman_ford/bellman_ford.h"
#include "gpu/block.cuh"

#include "core/graph/cost.h"

enum { ARCS_AT_ONCE = 4 };

/* Relaxes up to ARCS_AT_ONCE arcs, `stride` apart. cost[i]: the label of the
 * tail of arc i; COST_INFINITY: skip it. Returns how many lowered a label. */
static __device__ __forceinline__ uint32_t
relax_few(const struct search_arrays &arrays, const uint32_t *cost,
          uint32_t arc, uint32_t stride)
{
    uint32_t head[ARCS_AT_ONCE];
    uint32_t sum[ARCS_AT_ONCE];
    uint32_t before[ARCS_AT_ONCE];
    uint32_t lowered = 0;

#pragma unroll
    for (uint32_t i = 0; i < ARCS_AT_ONCE; i++) {
        bool open = cost[i] != COST_INFINITY;

        head[i] = open ? arrays.head[arc + i * stride] : 0;
        sum[i] = open ? cost_add(cost[i], arrays.weight[arc + i * stride])
                      : COST_INFINITY;
    }
#pragma unroll
    for (uint32_t i = 0; i < ARCS_AT_ONCE; i++)
        before[i] = sum[i] <= arrays.bound ? arrays.cost[head[i]] : 0;
#pragma unroll
    for (uint32_t i = 0; i < ARCS_AT_ONCE; i++) {
        if (sum[i] < before[i] &&
            atomicMin(&arrays.cost[head[i]], sum[i]) > sum[i])
            lowered++;
    }
    return lowered;
}

/* Adds up how many labels the block's threads lowered; most blocks lower none.
 */
static __device__ __forceinline__ void
count_lowered(struct host_word word, bool last, uint32_t lowered)
{
    __shared__ uint32_t sum;
    bool any = __syncthreads_or(lowered != 0);

    if (!any && !last)
        return;
    if (threadIdx.x == 0)
        sum = 0;
    __syncthreads();
    if (lowered)
        atomicAdd(&sum, lowered);
    __syncthreads();
    if (threadIdx.x == 0)
        tally_add(word, sum, last ? BLOCK_LAST : BLOCK_MORE);
}

static __global__ void arcs_kernel(struct search_arrays arrays,
                                   const uint32_t *tail, struct host_word word,
                                   bool last)
{
    uint32_t arc = blockIdx.x * blockDim.x * ARCS_AT_ONCE + threadIdx.x;
    uint32_t from[ARCS_AT_ONCE];
    uint32_t cost[ARCS_AT_ONCE];

#pragma unroll
    for (uint32_t i = 0; i < ARCS_AT_ONCE; i++) {
        uint32_t a = arc + i * blockDim.x;

        from[i] = a < arrays.arc_count ? tail[a] : arrays.vertex_count;
    }
#pragma unroll
    for (uint32_t i = 0; i < ARCS_AT_ONCE; i++)
        cost[i] = from[i] < arrays.vertex_count ? arrays.cost[from[i]]
                                                : COST_INFINITY;
    count_lowered(word, last, relax_few(arrays, cost, arc, blockDim.x));
}

static __device__ __forceinline__ uint32_t
relax_vertex(const struct search_arrays &arrays, uint32_t v)
{
    uint32_t cost = arrays.cost[v];
    uint32_t lowered = 0;
    uint32_t end;

    if (cost == COST_INFINITY)
        return 0;
    end = arrays.first_out[v + 1];
    for (uint32_t a = arrays.first_out[v]; a < end; a += ARCS_AT_ONCE) {
        uint32_t costs[ARCS_AT_ONCE];

#pragma unroll
        for (uint32_t i = 0; i < ARCS_AT_ONCE; i++)
            costs[i] = i < end - a ? cost : COST_INFINITY;
        lowered += relax_few(arrays, costs, a, 1);
    }
    return lowered;
}

static __global__ void vertices_kernel(struct search_arrays arrays,
                                       struct host_word word, bool last)
{
    uint32_t v = thread_index();

    count_lowered(word, last,
                  v < arrays.vertex_count ? relax_vertex(arrays, v) : 0);
}

static __global__ void tails_kernel(struct search_arrays arrays, uint32_t *tail)
{
    uint32_t v = thread_index();

    if (v >= arrays.vertex_count)
        return;
    for (uint32_t a = arrays.first_out[v]; a < arrays.first_out[v + 1]; a++)
        tail[a] = v;
}

cudaError_t launch_arc_tails(const struct search_arrays *arrays, uint32_t *tail,
                             cudaStream_t stream)
{
    tails_kernel<<<grid_for(arrays->vertex_count, MAP_BLOCK), MAP_BLOCK, 0,
                   stream>>>(*arrays, tail);
    return cudaGetLastError();
}

cudaError_t launch_round_of_arcs(const struct search_arrays *arrays,
                                 const uint32_t *tail,
                                 const struct host_word *word, bool last,
                                 unsigned block, cudaStream_t stream)
{
    uint32_t threads = arrays->arc_count / ARCS_AT_ONCE + 1;

    arcs_kernel<<<grid_for(threads, block), block, 0, stream>>>(*arrays, tail,
                                                                *word, last);
    return cudaGetLastError();
}

cudaError_t launch_round_of_vertices(const struct search_arrays *arrays,
                                     const struct host_word *word, bool last,
                                     unsigned block, cudaStream_t stream)
{
    vertices_kernel<<<grid_for(arrays->vertex_count, block), block, 0,
                      stream>>>(*arrays, *word, last);
    return cudaGetLastError();
}
