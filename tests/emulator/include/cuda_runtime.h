/* cuda_runtime: CUDA C++ for translated .cu files.
 *
 * tests/emulator/translate includes it at the top of every file, as nvcc does.
 */
#ifndef RELAXD_TESTS_EMULATOR_CUDA_RUNTIME_H
#define RELAXD_TESTS_EMULATOR_CUDA_RUNTIME_H

#include <cuda_runtime_api.h>

#define __host__
#define __device__
#define __global__
#define __constant__
#define __managed__
#define __forceinline__ inline __attribute__((always_inline))
#define __noinline__    __attribute__((noinline))
#define __launch_bounds__(...)
#define __align__(bytes) alignas(bytes)
#define __grid_constant__

#include "tests/emulator/atomics.h"
#include "tests/emulator/extended_launch.h"
#include "tests/emulator/intrinsics.h"
#include "tests/emulator/kernel.h"
#include "tests/emulator/warp.h"

template <typename Function>
cudaError_t cudaFuncGetAttributes(struct cudaFuncAttributes *ret_attributes,
                                  Function *)
{
    *ret_attributes = {0, 0, 0, emulator::BLOCK_MAX, 32, 90, 90};
    return emulator::emulated_call("cudaFuncGetAttributes");
}

template <typename Function>
cudaError_t cudaFuncSetAttribute(Function *, enum cudaFuncAttribute, int)
{
    return emulator::emulated_call("cudaFuncSetAttribute");
}

template <typename Function>
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *ret_blocks,
                                                          Function *, int block,
                                                          size_t)
{
    if (block < 1 || block > emulator::BLOCK_MAX)
        return cudaErrorInvalidValue;
    *ret_blocks = emulator::BLOCKS_PER_MULTIPROCESSOR;
    return emulator::emulated_call(
        "cudaOccupancyMaxActiveBlocksPerMultiprocessor");
}

/* The scheduler begins all blocks before a waiting one could wait for ever, so
 * a cooperative launch differs only in what it refuses. */
template <typename... Types, size_t... Index>
cudaError_t emulated_cooperative_launch(void (*kernel)(Types...),
                                        emulator::grid grid, void **arguments,
                                        std::index_sequence<Index...>)
{
    emulator::launch(
        std::move(grid), "cooperative",
        [kernel](Types... taken) { kernel(taken...); },
        *static_cast<Types *>(arguments[Index])...);
    return cudaGetLastError();
}

template <typename... Types>
cudaError_t cudaLaunchCooperativeKernel(void (*kernel)(Types...), dim3 blocks,
                                        dim3 threads, void **arguments,
                                        size_t shared_bytes,
                                        cudaStream_t stream)
{
    if (blocks.x * blocks.y * blocks.z >
        emulator::MULTIPROCESSORS * emulator::BLOCKS_PER_MULTIPROCESSOR)
        return cudaErrorCooperativeLaunchTooLarge;
    return emulated_cooperative_launch(
        kernel, emulator::grid_of(blocks, threads, shared_bytes, stream),
        arguments, std::index_sequence_for<Types...>());
}

template <typename T> cudaError_t cudaMalloc(T **ret_memory, size_t size)
{
    return cudaMalloc(reinterpret_cast<void **>(ret_memory), size);
}

#endif
