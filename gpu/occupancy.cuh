/* occupancy: the room for a kernel's blocks on the current device. */
#ifndef RELAXD_GPU_OCCUPANCY_CUH
#define RELAXD_GPU_OCCUPANCY_CUH

#include <cuda_runtime.h>

#include "gpu/occupancy.h"

/* Blocks of so many threads and so much dynamic shared memory. */
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

/* Blocks that are resident at once, `wanted` at most; 0: all that fit. Where
 * none does, cudaErrorInvalidConfiguration. */
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

#endif
