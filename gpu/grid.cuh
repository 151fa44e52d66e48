/* grid: grids that need more than a plain launch.
 *
 * How many blocks the current device holds at once; a barrier of all blocks of
 * a grid; clusters; and launches that begin before the previous one has ended.
 */
#ifndef RELAXD_GPU_GRID_CUH
#define RELAXD_GPU_GRID_CUH

#include <cuda_runtime.h>
#include <stdint.h>

#include "gpu/kernels.h"

/* ---- Occupancy ---- */

/* For blocks of `block` threads and so much dynamic shared memory. */
template <class Kernel>
static cudaError_t kernel_occupancy(Kernel *kernel, unsigned block,
                                    size_t shared_bytes,
                                    struct occupancy *ret_occupancy)
{
    int device;
    int multiprocessors = 0;
    int blocks = 0;
    cudaError_t status = cudaGetDevice(&device);

    if (status == cudaSuccess)
        status = cudaDeviceGetAttribute(&multiprocessors,
                                        cudaDevAttrMultiProcessorCount, device);
    if (status == cudaSuccess)
        status = cudaOccupancyMaxActiveBlocksPerMultiprocessor(
            &blocks, kernel, (int)block, shared_bytes);
    if (status == cudaSuccess)
        *ret_occupancy = {(unsigned)multiprocessors,
                          (unsigned)(multiprocessors * blocks)};
    return status;
}

/* Blocks that are resident at once, `wanted` at most; 0: all that fit.
 * cudaErrorInvalidConfiguration where none fits. */
template <class Kernel>
static cudaError_t resident_blocks(Kernel *kernel, unsigned block,
                                   size_t shared_bytes, unsigned wanted,
                                   unsigned *ret_blocks)
{
    struct occupancy occupancy = {};
    cudaError_t status =
        kernel_occupancy(kernel, block, shared_bytes, &occupancy);

    if (status != cudaSuccess)
        return status;
    if (occupancy.blocks == 0)
        return cudaErrorInvalidConfiguration;
    *ret_blocks =
        wanted > 0 && wanted < occupancy.blocks ? wanted : occupancy.blocks;
    return cudaSuccess;
}

/* ---- A barrier of the grid ---- */

/* A barrier of all threads of a grid.
 *
 * Only for kernels launched with cudaLaunchCooperativeKernel(): then all blocks
 * are on the device at once, and no block waits for one that has no room.
 * Threads that read from L2 (__ldcg, atomics) then see what was written before
 * the barrier; L1 may hold older words.
 *
 * One word counts arrivals and is never cleared. All blocks but the first add
 * 1, the first adds the rest up to 2^31. So the word's highest bit flips once
 * all have arrived, in any order, and the lower bits are 0 again. A grid of one
 * block needs no word. */

#define GRID_BARRIER_TURN 0x80000000u

enum { GRID_BARRIER_POLL_NS = 20 };

/* The blocks that share blockIdx.y, whose word `arrived` is. Its lower 31 bits
 * must be 0 when the first kernel begins; otherwise a carry would flip the
 * highest bit too early. */
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

/* The same where the whole grid is one row. */
static __device__ __forceinline__ void grid_barrier(uint32_t *arrived)
{
    row_barrier(arrived);
}

/* ---- In a kernel: clusters and dependent launches ---- */

/* Clusters and dependent launches, inside a kernel.
 *
 * As PTX, which all of CUDA 11.8 to 13 accept. Before compute capability 9.0 a
 * cluster is a block, and launches wait for each other anyway. */

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

/* A barrier of the cluster's threads in two halves: what was written before the
 * first half is visible after the second. That is the default ordering, and
 * CUDA 11 accepts no other. */
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

/* Writes a word of another block's shared memory; `local` is the same word in
 * this block's. */
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

/* Lets the next launch on the stream begin, up to its dependency_wait(). */
static __device__ __forceinline__ void dependency_release(void)
{
#if CLUSTERS
    asm volatile("griddepcontrol.launch_dependents;" ::: "memory");
#endif
}

/* Waits until the previous launch has ended and its writes are visible. */
static __device__ __forceinline__ void dependency_wait(void)
{
#if CLUSTERS
    asm volatile("griddepcontrol.wait;" ::: "memory");
#endif
}

/* ---- On the host: clusters and dependent launches ---- */

/* Clusters, and launches that begin before the previous one has ended.
 *
 * Where the program or the device has neither, the probe says so, and clusters
 * and sweeps are launched differently. Customizing requests early launches
 * without probing; that was run on devices of capability 9.0 alone. The
 * kernels' side is above. */

/* The blocks of a launch, in clusters. */
struct launch_shape {
    unsigned blocks;
    unsigned block;
    unsigned cluster;    /* divides blocks; 1: no clusters */
    size_t shared_bytes; /* per block */
};

enum { LAUNCH_CAPABILITY = 90 };

/* Not all devices that have clusters support larger ones. */
enum { LAUNCH_PORTABLE_CLUSTER = 8 };

/* Whether the kernel, as built for the current device, can be launched so. */
template <typename... Types>
static cudaError_t launch_probe(void (*kernel)(Types...), bool *ret_able)
{
    struct cudaFuncAttributes attributes;
    cudaError_t status =
        cudaFuncGetAttributes(&attributes, (const void *)kernel);

    if (status == cudaSuccess)
        *ret_able = attributes.ptxVersion >= LAUNCH_CAPABILITY &&
                    attributes.binaryVersion >= LAUNCH_CAPABILITY;
    return status;
}

static inline cudaLaunchConfig_t launch_config(const struct launch_shape &shape,
                                               cudaLaunchAttribute *attribute,
                                               cudaStream_t stream)
{
    cudaLaunchConfig_t config = {};

    config.gridDim = dim3(shape.blocks);
    config.blockDim = dim3(shape.block);
    config.dynamicSmemBytes = shape.shared_bytes;
    config.stream = stream;
    config.attrs = attribute;
    config.numAttrs = 1;
    return config;
}

static inline void ask_cluster(cudaLaunchAttribute *attribute, unsigned cluster)
{
    attribute->id = cudaLaunchAttributeClusterDimension;
    attribute->val.clusterDim.x = cluster;
    attribute->val.clusterDim.y = 1;
    attribute->val.clusterDim.z = 1;
}

template <typename Kernel>
static cudaError_t allow_cluster(Kernel *kernel, unsigned cluster)
{
    return cluster > LAUNCH_PORTABLE_CLUSTER
               ? cudaFuncSetAttribute(
                     (const void *)kernel,
                     cudaFuncAttributeNonPortableClusterSizeAllowed, 1)
               : cudaSuccess;
}

/* Whether the current device has room for a cluster of such a launch. Without
 * room devices answer 0 or, some, an error. */
template <typename Kernel>
static bool cluster_fits(Kernel *kernel, const struct launch_shape &shape)
{
    cudaLaunchAttribute attribute = {};
    cudaLaunchConfig_t config = launch_config(shape, &attribute, 0);
    int clusters = 0;
    cudaError_t status = allow_cluster(kernel, shape.cluster);

    ask_cluster(&attribute, shape.cluster);
    if (status == cudaSuccess)
        status = cudaOccupancyMaxActiveClusters(&clusters, kernel, &config);
    if (status != cudaSuccess)
        cudaGetLastError();
    return status == cudaSuccess && clusters > 0;
}

/* The blocks of the largest cluster of such a launch that fits on the current
 * device: the shape's, a power of 2, halved until it fits; 1: none. */
template <typename... Types>
static cudaError_t launch_cluster_max(void (*kernel)(Types...),
                                      struct launch_shape shape,
                                      unsigned *ret_cluster)
{
    bool able = false;
    cudaError_t status = launch_probe(kernel, &able);

    if (status != cudaSuccess)
        return status;
    while (shape.cluster > 1 && !(able && cluster_fits(kernel, shape))) {
        shape.cluster /= 2;
        shape.blocks = shape.cluster;
    }
    *ret_cluster = shape.cluster;
    return cudaSuccess;
}

/* The cluster must not exceed launch_cluster_max(). */
template <typename... Types>
static cudaError_t launch_clusters(void (*kernel)(Types...),
                                   const struct launch_shape &shape,
                                   cudaStream_t stream, Types... arguments)
{
    cudaLaunchAttribute attribute = {};
    cudaLaunchConfig_t config = launch_config(shape, &attribute, stream);
    cudaError_t status = allow_cluster(kernel, shape.cluster);

    ask_cluster(&attribute, shape.cluster);
    return status == cudaSuccess
               ? cudaLaunchKernelEx(&config, kernel, arguments...)
               : status;
}

/* `dependent`: the kernel need not wait for the previous launch before its
 * dependency_wait(). */
template <typename... Types>
static cudaError_t
launch_dependent(void (*kernel)(Types...), const struct launch_shape &shape,
                 bool dependent, cudaStream_t stream, Types... arguments)
{
    cudaLaunchAttribute attribute = {};
    cudaLaunchConfig_t config = launch_config(shape, &attribute, stream);

    attribute.id = cudaLaunchAttributeProgrammaticStreamSerialization;
    attribute.val.programmaticStreamSerializationAllowed = dependent;
    return cudaLaunchKernelEx(&config, kernel, arguments...);
}

#endif
