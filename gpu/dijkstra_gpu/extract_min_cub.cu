/* extract_min_cub: ExtractMin by CUB, to compare extract_min.cu with.
 *
 * cub::DeviceReduce::Min over keys of 64 bits, label and index, that are made
 * where they are read: 4 bytes a label are fetched, as in extract_min.cu. Its
 * ArgMin would do, but has changed its shape from version to version. */
#include "gpu/dijkstra_gpu/extract_min_cub.h"

#include <cub/cub.cuh>

/* label[i] << 32 | i, for reading. In no namespace without a name: CUDA 11
 * warns of members there that nobody calls. */
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
