/* ticket: how teams take the fronts of a flow, and learn that children are
 * done. */
#ifndef RELAXD_GPU_CCH_TICKET_CUH
#define RELAXD_GPU_CCH_TICKET_CUH

#include <cuda/atomic>

#include "gpu/cch/customize.h"
#include "gpu/grid.cuh"

/* ---- Tickets ---- */

/* Which team takes which front of a flow, and launches that overlap.
 *
 * A counter in device memory hands fronts out one by one, in order, to free
 * teams. So the first front that is not done waits for none, and its team is
 * running: no team waits for ever, however few blocks the device holds at once.
 *
 * A launch may begin when all blocks of the launch before have begun, and so
 * those of all earlier launches: a waiting block never keeps out one that it
 * waits for. Done words pass on what the teams' kernels write; the first launch
 * waits for the end of what came before it. As one block of each launch waits
 * for the launch before, whatever follows the last launch follows all of them.
 */

static __device__ __forceinline__ void begin_flow(const struct cch_work &work)
{
    if (work.leads)
        dependency_wait();
    dependency_release();
}

static __device__ __forceinline__ void end_flow(const struct cch_work &work)
{
    if (!work.leads && blockIdx.x == 0)
        dependency_wait();
}

/* The next front, the same in all lanes of a warp; work.count or more: none. */
static __device__ __forceinline__ uint32_t
ticket_of_warp(const struct cch_work &work)
{
    uint32_t i = 0;

    if (threadIdx.x % 32 == 0)
        i = atomicAdd(work.tickets, 1);
    return __shfl_sync(~0u, i, 0);
}

/* The same in all threads of a block, which meets before and after. */
static __device__ __forceinline__ uint32_t
ticket_of_block(const struct cch_work &work)
{
    __shared__ uint32_t i;

    __syncthreads();
    if (threadIdx.x == 0)
        i = atomicAdd(work.tickets, 1);
    __syncthreads();
    return i;
}

/* ---- Done words ---- */

enum { POLL_NS = 20 };

static __device__
    __forceinline__ cuda::atomic_ref<uint32_t, cuda::thread_scope_device>
    done_word(const struct cch_work &work, uint32_t front)
{
    return cuda::atomic_ref<uint32_t, cuda::thread_scope_device>(
        work.done[front]);
}

/* Waits for a child if it is in the same flow; returns whether it changed. The
 * calling thread, and those that meet it, then see what the child's team
 * stored. */
static __device__ __forceinline__ bool await_child(const struct cch_work &work,
                                                   uint32_t front)
{
    uint32_t word;

    if (work.list ? work.expected[front] != work.epoch : front < work.awaited)
        return false;
    for (;;) {
        word = done_word(work, front).load(cuda::std::memory_order_acquire);
        if (word >> 1 == work.epoch)
            return word & 1;
        __nanosleep(POLL_NS);
    }
}

/* Called by one thread after meeting those that stored. */
static __device__ __forceinline__ void report_done(const struct cch_work &work,
                                                   uint32_t front, bool changed)
{
    done_word(work, front)
        .store(work.epoch << 1 | changed, cuda::std::memory_order_release);
}

#endif
