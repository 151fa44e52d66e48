/* cch_launch: what is done to every front of a step, a team for each.
 *
 * `work` has take<team>(fronts, front, panels, words). Shared memory is that of
 * the step's largest front; fronts that fit into none lie in scratch. */
#ifndef RELAXD_GPU_CCH_LAUNCH_CUH
#define RELAXD_GPU_CCH_LAUNCH_CUH

#include "gpu/cch_front.cuh"

enum { SMALL_THREADS = 128, LARGE_THREADS = 512 };

extern __shared__ uint4 shared_words[];

template <class work>
static __global__ void __launch_bounds__(CCH_WARPS * 32)
    warps_kernel(struct cch_fronts fronts, struct cch_step step,
                 struct cch_panels panels, uint32_t words_each)
{
    uint32_t i = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
    uint32_t *word =
        reinterpret_cast<uint32_t *>(static_cast<uint4 *>(shared_words)) +
        threadIdx.x / 32 * words_each;

    if (i < step.count)
        work::template take<warp_team>(fronts, fronts.fronts[step.first + i],
                                       panels, word);
}

template <class work>
static __global__ void __launch_bounds__(LARGE_THREADS)
    block_kernel(struct cch_fronts fronts, struct cch_step step,
                 struct cch_panels panels)
{
    work::template take<block_team>(
        fronts, fronts.fronts[step.first + blockIdx.x], panels,
        reinterpret_cast<uint32_t *>(static_cast<uint4 *>(shared_words)));
}

template <class work>
static __global__ void __launch_bounds__(LARGE_THREADS)
    global_kernel(struct cch_fronts fronts, struct cch_step step,
                  struct cch_panels panels, struct cch_scratch scratch)
{
    for (uint32_t i = blockIdx.x; i < step.count; i += gridDim.x)
        work::template take<block_team>(
            fronts, fronts.fronts[step.first + i], panels,
            scratch.word + blockIdx.x * scratch.words_each);
}

/* More shared memory than 48 KB is to be asked for. */
template <class Kernel>
static cudaError_t allow_shared(Kernel *kernel, size_t bytes)
{
    return cudaFuncSetAttribute(
        kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)bytes);
}

template <class work>
static cudaError_t
launch_step(const struct cch_fronts &fronts, const struct cch_step &step,
            const struct cch_panels &panels, const struct cch_scratch &scratch,
            cudaStream_t stream)
{
    uint32_t width = cch_width(step.front_max);
    uint32_t words = width * width;
    size_t bytes = words * sizeof(uint32_t);
    cudaError_t status = cudaSuccess;

    if (step.team == CCH_GLOBAL) {
        global_kernel<work>
            <<<min(step.count, scratch.count), LARGE_THREADS, 0, stream>>>(
                fronts, step, panels, scratch);
    } else if (step.team == CCH_WARP) {
        status = allow_shared(warps_kernel<work>, CCH_WARPS * bytes);
        if (status == cudaSuccess)
            warps_kernel<work>
                <<<(step.count - 1) / CCH_WARPS + 1, CCH_WARPS * 32,
                   CCH_WARPS * bytes, stream>>>(fronts, step, panels, words);
    } else {
        status = allow_shared(block_kernel<work>, bytes);
        if (status == cudaSuccess)
            block_kernel<work>
                <<<step.count,
                   step.team == CCH_SMALL ? SMALL_THREADS : LARGE_THREADS,
                   bytes, stream>>>(fronts, step, panels);
    }
    return status == cudaSuccess ? cudaGetLastError() : status;
}

#endif
