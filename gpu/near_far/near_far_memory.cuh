/* near_far_memory: how near_far.cu reads and lowers labels and reads cells.
 *
 * As PTX, for what a step waits for: a minimum whose answer nobody wants is an
 * atomic with an answer else, and labels are read by an address that may be any
 * memory's. */
#ifndef RELAXD_GPU_NEAR_FAR_NEAR_FAR_MEMORY_CUH
#define RELAXD_GPU_NEAR_FAR_NEAR_FAR_MEMORY_CUH

#include <stdint.h>

#include <cuda/atomic>

/* The latest that anyone wrote, from L2. */
static __device__ __forceinline__ uint32_t load_fresh(const uint32_t *from)
{
    uint32_t value;

#ifdef __CUDA_ARCH__
    asm volatile("ld.relaxed.gpu.global.u32 %0, [%1];"
                 : "=r"(value)
                 : "l"(from));
#else
    value =
        cuda::atomic_ref<uint32_t, cuda::thread_scope_device>(*(uint32_t *)from)
            .load(cuda::memory_order_relaxed);
#endif
    return value;
}

static __device__ __forceinline__ void lower(uint32_t *label, uint32_t value)
{
#ifdef __CUDA_ARCH__
    asm volatile("red.relaxed.gpu.global.min.u32 [%0], %1;" ::"l"(label),
                 "r"(value)
                 : "memory");
#else
    atomicMin(label, value);
#endif
}

/* What nobody writes; what lies beside it, 256 bytes, is on its way to L2. */
static __device__ __forceinline__ uint4 load_line(const uint4 *from)
{
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
    uint4 value;

    asm("ld.global.nc.L2::256B.v4.u32 {%0, %1, %2, %3}, [%4];"
        : "=r"(value.x), "=r"(value.y), "=r"(value.z), "=r"(value.w)
        : "l"(from));
    return value;
#else
    return __ldg(from);
#endif
}

#endif
