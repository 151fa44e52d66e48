/* cuda_fault_launch: launches, and queries about kernels, on a device.
 *
 * From CUDA 12 on nvcc's own launches go through __cudaLaunchKernel(), whose
 * first parameter is a handle. */
#include <cuda_runtime_api.h>

#include "tests/gpu/cuda_fault_private.h"

/* clang-format off */
CUDA_FAULT_WRAP(cudaLaunchKernel, (const void *kernel, dim3 blocks, dim3 threads, void **arguments, size_t shared, cudaStream_t stream), (kernel, blocks, threads, arguments, shared, stream))
CUDA_FAULT_WRAP(__cudaLaunchKernel, (void *kernel, dim3 blocks, dim3 threads, void **arguments, size_t shared, cudaStream_t stream), (kernel, blocks, threads, arguments, shared, stream))
CUDA_FAULT_WRAP(cudaLaunchCooperativeKernel, (const void *kernel, dim3 blocks, dim3 threads, void **arguments, size_t shared, cudaStream_t stream), (kernel, blocks, threads, arguments, shared, stream))
CUDA_FAULT_WRAP(cudaLaunchKernelExC, (const cudaLaunchConfig_t *config, const void *kernel, void **arguments), (config, kernel, arguments))
CUDA_FAULT_WRAP(cudaFuncGetAttributes, (struct cudaFuncAttributes *attributes, const void *kernel), (attributes, kernel))
CUDA_FAULT_WRAP(cudaFuncSetAttribute, (const void *kernel, enum cudaFuncAttribute attribute, int value), (kernel, attribute, value))
CUDA_FAULT_WRAP(cudaOccupancyMaxActiveBlocksPerMultiprocessor, (int *blocks, const void *kernel, int threads, size_t shared), (blocks, kernel, threads, shared))
CUDA_FAULT_WRAP(cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags, (int *blocks, const void *kernel, int threads, size_t shared, unsigned flags), (blocks, kernel, threads, shared, flags))
CUDA_FAULT_WRAP(cudaOccupancyMaxActiveClusters, (int *clusters, const void *kernel, const cudaLaunchConfig_t *config), (clusters, kernel, config))
/* clang-format on */
