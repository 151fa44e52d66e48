/* extract_min: the least of many labels and its index, by reduction.
 *
 * The CUDA shortest-path paper in Chinese (solvers/solvers.h), section 3.2:
 * Reduction instead of a priority queue for ExtractMin, with a choice of
 * threads per block (its table 1). A thread takes some of the labels, adjacent
 * to its neighbours' ones; a warp shuffles, a block goes through shared memory,
 * the grid through one atomic maximum a block and a count of blocks; the last
 * block has the answer. Label and index travel in one word of 64 bits.
 *
 * Launch: a thread for each four labels, up to EXTRACT_THREADS_MAX; further
 * labels are taken in strides. Memory: none but the labels and two words.
 *
 * Measured, H200, blocks of 512: 20 us including the host's wait up to 10^6
 * labels, 21 at 10^7; queued 4.2 us up to 10^5, 5.0 and 11.6 beyond, which is
 * 3.5 TB/s. cub::DeviceReduce: 31 and 14.5 us at 10^7. */
#include <cub/cub.cuh>

#include "gpu/dijkstra_gpu/dijkstra_gpu.h"
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

/* ---- The same by CUB, for comparison ---- */

/* ExtractMin by CUB, for comparison.
 *
 * cub::DeviceReduce::Min over keys of 64 bits, label and index, computed as
 * they are read: 4 bytes a label are loaded, as above. Its ArgMin would do, but
 * its signature differs between versions. */

/* label[i] << 32 | i, read only. In no anonymous namespace: CUDA 11 warns of
 * uncalled members there. */
struct label_keys {
    using value_type = unsigned long long;
    using reference = value_type;
    using pointer = const value_type *;
    using difference_type = int;
    using iterator_category = std::random_access_iterator_tag;

    const uint32_t *label;
    int first;

    __host__ __device__ value_type operator[](int i) const
    {
        return (value_type)label[first + i] << 32 | (uint32_t)(first + i);
    }
    __host__ __device__ value_type operator*() const
    {
        return (*this)[0];
    }
    __host__ __device__ label_keys operator+(int i) const
    {
        return {label, first + i};
    }
};

cudaError_t launch_extract_min_cub(void *storage, size_t *bytes,
                                   const uint32_t *label, uint32_t count,
                                   unsigned long long *ret_least,
                                   cudaStream_t stream)
{
    const label_keys keys = {label, 0};

    return cub::DeviceReduce::Min(storage, *bytes, keys, ret_least, (int)count,
                                  stream);
}
