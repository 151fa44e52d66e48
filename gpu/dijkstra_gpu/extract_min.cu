/* extract_min: the least of many labels and where it stands, by reduction.
 *
 * The CUDA shortest-path paper in Chinese (solvers/dijkstra_gpu.c), section
 * 3.2: Reduction instead of a priority queue for ExtractMin, with the threads
 * of a block to choose (its table 1). A thread takes some of the labels,
 * neighbours side by side; a warp shuffles, a block goes through shared memory,
 * the grid through one atomic maximum a block and a count of blocks, whose last
 * has the answer. Label and index travel in one word of 64 bits.
 *
 * Launch: a thread for each four labels, up to EXTRACT_THREADS_MAX; what is
 * more is gone over in strides. Memory: none but the labels and two words.
 *
 * Measured, H200, blocks of 512: 20 us with the host's wait up to 10^6 labels,
 * 21 at 10^7; one after the other 4.2 us up to 10^5, 5.0 and 11.6 beyond, which
 * is 3.5 TB/s. cub::DeviceReduce: 31 and 14.5 us at 10^7. */
#include "gpu/dijkstra_gpu/extract_min.cuh"

/* As many as a large device runs at a time. */
enum { EXTRACT_THREADS_MAX = 1 << 18 };

static __global__ void extract_min_kernel(const uint32_t *label, uint32_t count,
                                          struct extraction *extraction,
                                          unsigned long long *ret_least)
{
    unsigned long long least;

    if (extract_min(label, count, extraction, &least) && threadIdx.x == 0)
        *ret_least = least;
}

unsigned extract_min_blocks(uint32_t count, unsigned block)
{
    uint32_t threads = count / LABELS_AT_ONCE + 1;

    if (threads > EXTRACT_THREADS_MAX)
        threads = EXTRACT_THREADS_MAX;
    return grid_for(threads, block);
}

cudaError_t launch_extract_min(const uint32_t *label, uint32_t count,
                               unsigned block, struct extraction *extraction,
                               unsigned long long *ret_least,
                               cudaStream_t stream)
{
    extract_min_kernel<<<extract_min_blocks(count, block), block, 0, stream>>>(
        label, count, extraction, ret_least);
    return cudaGetLastError();
}
