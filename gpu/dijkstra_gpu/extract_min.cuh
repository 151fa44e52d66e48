/* extract_min: the least of many labels, found by all threads of a grid. */
#ifndef RELAXD_GPU_DIJKSTRA_GPU_EXTRACT_MIN_CUH
#define RELAXD_GPU_DIJKSTRA_GPU_EXTRACT_MIN_CUH

#include "gpu/block.cuh"
#include "gpu/dijkstra_gpu/dijkstra_gpu.h"

#include "core/graph/cost.h"

enum { LABELS_AT_ONCE = 4 }; /* loads in flight, a grid's width apart */

/* Of this thread's labels. */
static __device__ __forceinline__ unsigned long long
least_of_thread(const uint32_t *label, uint32_t count)
{
    uint64_t stride = (uint64_t)gridDim.x * blockDim.x;
    uint32_t least = COST_INFINITY;
    uint32_t index = UINT32_MAX;

    for (uint64_t i = thread_index(); i < count; i += LABELS_AT_ONCE * stride) {
        uint32_t seen[LABELS_AT_ONCE];

#pragma unroll
        for (int j = 0; j < LABELS_AT_ONCE; j++)
            seen[j] =
                i + j * stride < count ? label[i + j * stride] : COST_INFINITY;
#pragma unroll
        for (int j = 0; j < LABELS_AT_ONCE; j++) {
            if (seen[j] < least) {
                least = seen[j];
                index = (uint32_t)(i + j * stride);
            }
        }
    }
    return (unsigned long long)least << 32 | index;
}

static __device__ __forceinline__ unsigned long long
least_of_warp(unsigned long long least)
{
    for (unsigned step = 16; step; step /= 2) {
        unsigned long long other = __shfl_down_sync(~0u, least, step);

        if (other < least)
            least = other;
    }
    return least;
}

/* Valid in thread 0 alone. */
static __device__ __forceinline__ unsigned long long
least_of_block(unsigned long long least)
{
    __shared__ unsigned long long of_warp[32];
    unsigned warp = threadIdx.x / 32;
    unsigned lane = threadIdx.x % 32;

    least = least_of_warp(least);
    if (lane == 0)
        of_warp[warp] = least;
    __syncthreads();
    if (warp == 0)
        least = least_of_warp(lane < blockDim.x / 32 ? of_warp[lane]
                                                     : EXTRACTED_NOTHING);
    return least;
}

/* One thread of each block: returns whether its block is the last of the grid,
 * and then the least of all. Uses an atomic maximum of complements, so that
 * zero is the initial value. */
static __device__ __forceinline__ bool
least_of_grid(struct extraction *extraction, unsigned long long *least)
{
    atomicMax(&extraction->most, ~*least);
    __threadfence();
    if (atomicAdd(&extraction->blocks, 1u) != gridDim.x - 1)
        return false;
    __threadfence();
    *least = ~atomicExch(&extraction->most, 0ull);
    extraction->blocks = 0;
    return true;
}

/* Called by all threads of the grid. Returns true in all threads of the block
 * that finished last, which alone know the least; the others may end. */
static __device__ __forceinline__ bool
extract_min(const uint32_t *label, uint32_t count,
            struct extraction *extraction, unsigned long long *ret_least)
{
    __shared__ unsigned long long least_of_all;
    unsigned long long least = least_of_block(least_of_thread(label, count));
    bool last = false;

    if (threadIdx.x == 0) {
        last = least_of_grid(extraction, &least);
        least_of_all = least;
    }
    last = __syncthreads_or(last);
    *ret_least = least_of_all;
    return last;
}

#endif
