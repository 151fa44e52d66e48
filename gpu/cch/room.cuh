/* room: how many blocks of a cooperative kernel a device holds at once. */
#ifndef RELAXD_GPU_CCH_ROOM_CUH
#define RELAXD_GPU_CCH_ROOM_CUH

#include <cuda_runtime.h>

#include "gpu/cch/sweep.h"

template <typename Kernel>
static cudaError_t cch_room(Kernel kernel, unsigned block, unsigned wanted,
                            struct cch_grid *ret_grid)
{
    int device;
    int multiprocessors = 0;
    int blocks = 0;
    cudaError_t status = cudaGetDevice(&device);

    if (status == cudaSuccess)
        status = cudaDeviceGetAttribute(&multiprocessors,
                                        cudaDevAttrMultiProcessorCount, device);
    if (status == cudaSuccess)
        status = cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel,
                                                               (int)block, 0);
    if (status == cudaSuccess) {
        unsigned most = (unsigned)(multiprocessors * blocks);

        *ret_grid = {wanted > 0 && wanted < most ? wanted : most, block};
    }
    return status;
}

#endif
