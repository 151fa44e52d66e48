/* block: operations of a whole block, and of a thread with few arcs. */
#ifndef RELAXD_GPU_BLOCK_CUH
#define RELAXD_GPU_BLOCK_CUH

#include "core/graph/cost.h"
#include "gpu/kernels.h"

/* ---- Called by all threads of the block, unless stated otherwise ---- */

/* Threads in a block where the solver has no option: over all vertices, and
 * over short lists, which small blocks spread over many multiprocessors. */
enum { MAP_BLOCK = 512, SMALL_BLOCK = 128 };

/* Whether this is the block's last addition to the tally. */
enum block_turn { BLOCK_MORE, BLOCK_LAST };

/* Blocks for so many threads; a grid has at least one. */
static inline unsigned grid_for(uint32_t threads, unsigned block)
{
    return threads ? (threads - 1) / block + 1 : 1;
}

static __device__ __forceinline__ uint32_t thread_index()
{
    return blockIdx.x * blockDim.x + threadIdx.x;
}

/* Posts the word that the host waits for. One thread. */
static __device__ __forceinline__ void host_post(struct host_word word,
                                                 uint32_t value)
{
    *(volatile unsigned long long *)word.host =
        (unsigned long long)word.sequence << 32 | value;
}

/* Adds the block's count to the tally and returns the count before; the last
 * block of the grid posts the word. One thread of each block. */
static __device__ __forceinline__ uint32_t tally_add(struct host_word word,
                                                     uint32_t count,
                                                     enum block_turn turn)
{
    unsigned long long ticket = turn == BLOCK_LAST ? 1ull << 32 : 0;
    unsigned long long before = atomicAdd(word.tally, ticket | count);

    if (ticket && before >> 32 == gridDim.x - 1) {
        if (word.host)
            host_post(word, (uint32_t)before + count);
        *word.tally = 0;
    }
    return (uint32_t)before;
}

/* The sum of `mine` over the lanes below this one; `ret_total`: over all lanes.
 */
static __device__ __forceinline__ uint32_t warp_scan(uint32_t mine,
                                                     uint32_t *ret_total)
{
    uint32_t sum = mine;

    for (unsigned step = 1; step < 32; step *= 2) {
        uint32_t lower = __shfl_up_sync(~0u, sum, step);

        if (threadIdx.x % 32 >= step)
            sum += lower;
    }
    *ret_total = __shfl_sync(~0u, sum, 31);
    return sum - mine;
}

/* Reserves `mine` slots for each thread with one atomic for the block; returns
 * the thread's first. */
static __device__ __forceinline__ uint32_t block_reserve(struct host_word word,
                                                         uint32_t mine,
                                                         enum block_turn turn)
{
    __shared__ uint32_t warp_first[32];
    unsigned warp = threadIdx.x / 32;
    unsigned lane = threadIdx.x % 32;
    uint32_t total;
    uint32_t before = warp_scan(mine, &total);

    __syncthreads(); /* all threads have read the last call's slots */
    if (lane == 0)
        warp_first[warp] = total;
    __syncthreads();
    if (warp == 0) {
        uint32_t of_warp = lane < blockDim.x / 32 ? warp_first[lane] : 0;
        uint32_t first = warp_scan(of_warp, &total);
        uint32_t base = lane == 0 ? tally_add(word, total, turn) : 0;

        warp_first[lane] = __shfl_sync(~0u, base, 0) + first;
    }
    __syncthreads();
    return warp_first[warp] + before;
}

/* ---- Some arcs of a vertex, all in flight at once ---- */

template <unsigned MOST> struct few_arcs {
    uint32_t head[MOST];
    uint32_t sum[MOST];    /* label that the arc offers to its head */
    uint32_t before[MOST]; /* label of the head; 0: must not change */
};

/* Heads and sums of the first MOST of the `count` arcs from `arc` on. All leave
 * one vertex, which has `label`. */
template <unsigned MOST>
static __device__ __forceinline__ struct few_arcs<MOST>
few_arcs_of(const struct search_arrays &arrays, uint32_t label, uint32_t arc,
            uint32_t count) {
    struct few_arcs<MOST> few;

#pragma unroll
    for (uint32_t i = 0; i < MOST; i++) {
        few.head[i] = i < count ? arrays.head[arc + i] : 0;
        few.sum[i] =
            i < count ? cost_add(label, arrays.weight[arc + i]) : COST_INFINITY;
    }
    return few;
}

/* Cached labels of the heads that may be lowered. */
template <unsigned MOST>
static __device__ __forceinline__ void
few_arcs_read(const struct search_arrays &arrays, struct few_arcs<MOST> &few)
{
#pragma unroll
    for (uint32_t i = 0; i < MOST; i++)
        few.before[i] =
            few.sum[i] <= arrays.bound ? arrays.cost[few.head[i]] : 0;
}

#endif
