/* done: how who takes a front learns that its children are done. */
#ifndef RELAXD_GPU_CCH_DONE_CUH
#define RELAXD_GPU_CCH_DONE_CUH

#include <cuda/atomic>

#include "gpu/cch/customize.h"

enum { POLL_NS = 20 };

static __device__
    __forceinline__ cuda::atomic_ref<uint32_t, cuda::thread_scope_device>
    done_word(const struct cch_flow &flow, uint32_t front)
{
    return cuda::atomic_ref<uint32_t, cuda::thread_scope_device>(
        flow.done[front]);
}

/* Waits for a child, if it is in the same flow; whether it changed then. What
 * it stored is seen after by the calling thread, and by who meets it. */
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
static __device__ __forceinline__ void tell_done(const struct cch_flow &flow,
                                                 uint32_t front, bool changed)
{
    done_word(flow, front)
        .store(flow.epoch << 1 | changed, cuda::std::memory_order_release);
}

#endif
