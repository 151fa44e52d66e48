/* cluster: what blocks of a cluster have, and launches that depend on another.
 *
 * As PTX, which all of CUDA 11.8 to 13 take. Before compute capability 9.0 a
 * cluster is a block, and launches wait for each other anyway. */
#ifndef RELAXD_GPU_CLUSTER_CUH
#define RELAXD_GPU_CLUSTER_CUH

#include <stdint.h>

#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
#define CLUSTERS 1
#else
#define CLUSTERS 0
#endif

static __device__ __forceinline__ uint32_t cluster_rank(void)
{
    uint32_t rank = 0;

#if CLUSTERS
    asm volatile("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
#endif
    return rank;
}

static __device__ __forceinline__ uint32_t cluster_size(void)
{
    uint32_t size = 1;

#if CLUSTERS
    asm volatile("mov.u32 %0, %%cluster_nctaid.x;" : "=r"(size));
#endif
    return size;
}

/* All threads of the cluster, in two halves: what was written before the first
 * is seen after the second; that is what they do where nothing else is said,
 * and CUDA 11 lets nothing be said. */
static __device__ __forceinline__ void cluster_arrive(void)
{
#if CLUSTERS
    asm volatile("barrier.cluster.arrive;" ::: "memory");
#endif
}

static __device__ __forceinline__ void cluster_wait(void)
{
#if CLUSTERS
    asm volatile("barrier.cluster.wait;" ::: "memory");
#else
    __syncthreads();
#endif
}

/* Writes a word of another block's shared memory, `local` being its place in
 * one's own. */
static __device__ __forceinline__ void
cluster_store(uint32_t *local, uint32_t rank, uint32_t value)
{
#if CLUSTERS
    uint32_t address = (uint32_t)__cvta_generic_to_shared(local);
    uint32_t remote;

    asm volatile("mapa.shared::cluster.u32 %0, %1, %2;"
                 : "=r"(remote)
                 : "r"(address), "r"(rank));
    asm volatile("st.shared::cluster.u32 [%0], %1;"
                 :
                 : "r"(remote), "r"(value)
                 : "memory");
#else
    (void)local;
    (void)rank;
    (void)value;
#endif
}

/* The next launch on the stream may begin, up to its dependency_wait(). */
static __device__ __forceinline__ void dependency_release(void)
{
#if CLUSTERS
    asm volatile("griddepcontrol.launch_dependents;" ::: "memory");
#endif
}

/* Until the launch before has ended and all that it wrote is seen. */
static __device__ __forceinline__ void dependency_wait(void)
{
#if CLUSTERS
    asm volatile("griddepcontrol.wait;" ::: "memory");
#endif
}

#endif
