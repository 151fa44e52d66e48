/* ticket: which thread takes which front of a flow, and how it learns that the
 * front's children are done. */
#ifndef RELAXD_GPU_CCH_TICKET_CUH
#define RELAXD_GPU_CCH_TICKET_CUH

#include <cuda/atomic>

#include "gpu/cch/customize.h"
#include "gpu/grid.cuh"

/* ---- Tickets ---- */

/* Which team takes which front of a flow, and launches that overlap.
 *
 * Fronts are given out one by one, in order, to the teams that are free, by a
 * counter in device memory. So of the fronts that are not done the first waits
 * for none, and the team that has it runs: none waits for ever, however few
 * blocks the device holds at once.
 *
 * A launch may begin when all blocks of the one before have begun, and so all
 * of those before that: a block that waits never keeps out one that it waits
 * for. What the teams' kernels write is passed on by done words (ticket.cuh),
 * what was before the first of them by that one waiting for its end. As one
 * block of each waits for the launch before, what follows the last follows them
 * all. */

static __device__ __forceinline__ void begin_flow(const struct cch_flow &flow)
{
    if (flow.leads)
        dependency_wait();
    dependency_release();
}

static __device__ __forceinline__ void end_flow(const struct cch_flow &flow)
{
    if (!flow.leads && blockIdx.x == 0)
        dependency_wait();
}

/* The next front, the same to all of a warp; none: flow.count or more. */
static __device__ __forceinline__ uint32_t
ticket_of_warp(const struct cch_flow &flow)
{
    uint32_t i = 0;

    if (threadIdx.x % 32 == 0)
        i = atomicAdd(flow.tickets, 1);
    return __shfl_sync(~0u, i, 0);
}

/* The same to all of a block, which meets before and after. */
static __device__ __forceinline__ uint32_t
ticket_of_block(const struct cch_flow &flow)
{
    __shared__ uint32_t i;

    __syncthreads();
    if (threadIdx.x == 0)
        i = atomicAdd(flow.tickets, 1);
    __syncthreads();
    return i;
}

/* ---- Done words ---- */

enum { POLL_NS = 20 };

static __device__
    __forceinline__ cuda::atomic_ref<uint32_t, cuda::thread_scope_device>
    done_word(const struct cch_flow &flow, uint32_t front)
{
    return cuda::atomic_ref<uint32_t, cuda::thread_scope_device>(
        flow.done[front]);
}

/* Waits for a child, if it is in the same flow; whether it changed then. What
 * it stored is seen after by the calling thread, and by those that meet it. */
static __device__ __forceinline__ bool await_child(const struct cch_flow &flow,
                                                   uint32_t front)
{
    uint32_t word;

    if (flow.list ? flow.expected[front] != flow.epoch : front < flow.awaited)
        return false;
    for (;;) {
        word = done_word(flow, front).load(cuda::std::memory_order_acquire);
        if (word >> 1 == flow.epoch)
            return word & 1;
        __nanosleep(POLL_NS);
    }
}

/* By one thread that has met those that stored. */
static __device__ __forceinline__ void report_done(const struct cch_flow &flow,
                                                   uint32_t front, bool changed)
{
    done_word(flow, front)
        .store(flow.epoch << 1 | changed, cuda::std::memory_order_release);
}

#endif
