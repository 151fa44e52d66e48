/* grid_barrier: all threads of a grid wait for each other.
 *
 * For kernels launched with cudaLaunchCooperativeKernel() alone: only then are
 * all blocks on the device at once, and nobody waits for one that waits for
 * room. What was written before is seen after by whoever reads it from L2
 * (__ldcg, atomics); L1 may hold older words.
 *
 * One word counts arrivals and is never cleared: all blocks but the first add
 * 1, the first adds what is missing to 2^31, so that the word's highest bit
 * turns once all have come, in whatever order, and the lower bits are 0 again.
 * A grid of one block needs no word. */
#ifndef RELAXD_GPU_GRID_BARRIER_CUH
#define RELAXD_GPU_GRID_BARRIER_CUH

#include <stdint.h>

#define GRID_BARRIER_TURN 0x80000000u

enum { GRID_BARRIER_POLL_NS = 20 };

/* The blocks that have blockIdx.y in common, whose word `arrived` is. Its lower
 * 31 bits are 0 as the first kernel begins; else a carry from them would turn
 * the highest bit too early. */
static __device__ __forceinline__ void row_barrier(uint32_t *arrived)
{
    __syncthreads();
    if (gridDim.x > 1 && threadIdx.x == 0) {
        uint32_t mine =
            blockIdx.x == 0 ? GRID_BARRIER_TURN - (gridDim.x - 1) : 1;
        uint32_t before;

        __threadfence();
        before = atomicAdd(arrived, mine);
        while (!((*(volatile uint32_t *)arrived ^ before) & GRID_BARRIER_TURN))
            __nanosleep(GRID_BARRIER_POLL_NS);
        __threadfence();
    }
    __syncthreads();
}

/* The same where all of the grid is one row. */
static __device__ __forceinline__ void grid_barrier(uint32_t *arrived)
{
    row_barrier(arrived);
}

#endif
