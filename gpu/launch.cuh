/* launch: clusters, and launches that begin before the one before has ended.
 *
 * Where the program or the device has neither, the probe says so and nothing
 * may be launched so. cluster.cuh has what kernels do about it. */
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

#if defined(__NVCC__) && CUDART_VERSION >= 11080

enum { LAUNCH_PORTABLE_CLUSTER = 8, LAUNCH_CAPABILITY = 90 };

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

template <typename... Types>
static cudaError_t launch_clusters(void (*kernel)(Types...),
                                   const struct launch_shape &shape,
                                   cudaStream_t stream, Types... arguments)
{
    cudaLaunchAttribute attribute = {};
    cudaLaunchConfig_t config = launch_config(shape, &attribute, stream);
    cudaError_t status = cudaSuccess;

    attribute.id = cudaLaunchAttributeClusterDimension;
    attribute.val.clusterDim.x = shape.cluster;
    attribute.val.clusterDim.y = 1;
    attribute.val.clusterDim.z = 1;
    if (shape.cluster > LAUNCH_PORTABLE_CLUSTER)
        status = cudaFuncSetAttribute(
            (const void *)kernel,
            cudaFuncAttributeNonPortableClusterSizeAllowed, 1);
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

#else

/* On an emulated device a cluster is one block. */
template <typename... Types>
static cudaError_t launch_probe(void (*)(Types...), bool *ret_able)
{
#ifdef __NVCC__
    *ret_able = false;
#else
    *ret_able = true;
#endif
    return cudaSuccess;
}

template <typename... Types>
static cudaError_t launch_clusters(void (*kernel)(Types...),
                                   const struct launch_shape &shape,
                                   cudaStream_t stream, Types... arguments)
{
    kernel<<<shape.blocks / shape.cluster, shape.block, shape.shared_bytes,
             stream>>>(arguments...);
    return cudaGetLastError();
}

template <typename... Types>
static cudaError_t launch_dependent(void (*kernel)(Types...),
                                    const struct launch_shape &shape, bool,
                                    cudaStream_t stream, Types... arguments)
{
    kernel<<<shape.blocks, shape.block, shape.shared_bytes, stream>>>(
        arguments...);
    return cudaGetLastError();
}

#endif

#endif
