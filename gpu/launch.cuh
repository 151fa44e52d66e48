/* launch: clusters, and launches that begin before the one before has ended.
 *
 * Where the program or the device has neither, the probe says so; clusters and
 * sweeps are launched otherwise then. Customizing asks for early launches
 * unprobed, which was run on devices of capability 9.0 alone. cluster.cuh has
 * what kernels do about it. */
#ifndef RELAXD_GPU_LAUNCH_CUH
#define RELAXD_GPU_LAUNCH_CUH

#include <cuda_runtime.h>

/* Blocks of a launch, in clusters of some. */
struct launch_shape {
    unsigned blocks;
    unsigned block;
    unsigned cluster;    /* divides blocks; 1: no clusters */
    size_t shared_bytes; /* of a block */
};

enum { LAUNCH_CAPABILITY = 90 };

/* Larger ones are not for all devices that have clusters. */
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

/* Whether a cluster of such a launch finds room on the current device. Where
 * there is none devices answer 0 or, some, that it cannot be. */
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

/* The blocks of the largest cluster of such a launch that the current device
 * holds: the shape's, a power of 2, or half as many as often as need be; 1:
 * none. */
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

/* Clusters no larger than launch_cluster_max() says. */
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

/* `dependent`: up to its dependency_wait() it need not wait for the launch
 * before. */
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
