/* memory: the device's memory and pinned memory, all allocated with malloc.
 *
 * So AddressSanitizer sees kernels' accesses out of bounds or after cudaFree().
 * Accounts are exact: each byte allocated reduces the free memory by one. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <map>

#include "tests/emulator/runtime.h"

namespace emulator
{

enum : size_t { ALIGNMENT = 256, RUBBISH_BYTES_MAX = 1 << 22 };

struct heap {
    std::map<uintptr_t, size_t> size_at;
    size_t used;
};

static heap device_heap;
static heap pinned_heap;

/* Fills new memory with garbage, as far as that is cheap. */
static void *take(heap *heap, size_t size)
{
    void *memory = nullptr;

    if (posix_memalign(&memory, ALIGNMENT, size))
        return nullptr;
    memset(memory, 0xa5, size < RUBBISH_BYTES_MAX ? size : RUBBISH_BYTES_MAX);
    heap->size_at[(uintptr_t)memory] = size;
    heap->used += size;
    return memory;
}

static cudaError_t give_back(heap *heap, void *memory)
{
    auto place = heap->size_at.find((uintptr_t)memory);

    if (place == heap->size_at.end())
        return cudaErrorInvalidValue;
    memset(memory, 0xdd,
           place->second < RUBBISH_BYTES_MAX ? place->second
                                             : RUBBISH_BYTES_MAX);
    heap->used -= place->second;
    heap->size_at.erase(place);
    free(memory);
    return cudaSuccess;
}

static bool holds(const heap &heap, const void *memory, size_t size)
{
    uintptr_t at = (uintptr_t)memory;
    auto place = heap.size_at.upper_bound(at);

    if (place == heap.size_at.begin())
        return false;
    --place;
    return at - place->first <= place->second &&
           size <= place->second - (at - place->first);
}

bool is_device_memory(const void *memory, size_t size)
{
    return holds(device_heap, memory, size) || holds(pinned_heap, memory, size);
}

bool is_pinned_memory(const void *memory, size_t size)
{
    return holds(pinned_heap, memory, size);
}

static cudaError_t allocate(heap *heap, void **ret_memory, size_t size)
{
    lock lock(device_mutex());
    void *memory;

    if (fault() != cudaSuccess)
        return note(fault());
    if (!ret_memory)
        return note(cudaErrorInvalidValue);
    if (size == 0) {
        *ret_memory = nullptr;
        return cudaSuccess;
    }
    if (heap == &device_heap && size > MEMORY_BYTES - heap->used)
        return note(cudaErrorMemoryAllocation);
    memory = take(heap, size);
    if (!memory)
        return note(cudaErrorMemoryAllocation);
    *ret_memory = memory;
    return cudaSuccess;
}

/* Waits for the device first, as CUDA does. */
static cudaError_t release(heap *heap, void *memory)
{
    lock lock(device_mutex());

    if (!memory)
        return cudaSuccess;
    drain_all();
    if (give_back(heap, memory) != cudaSuccess)
        return note(cudaErrorInvalidValue);
    return fault() == cudaSuccess ? cudaSuccess : note(fault());
}

} // namespace emulator

using namespace emulator;

cudaError_t cudaMalloc(void **ret_memory, size_t size)
{
    return allocate(&device_heap, ret_memory, size);
}

cudaError_t cudaFree(void *memory)
{
    return release(&device_heap, memory);
}

cudaError_t cudaHostAlloc(void **ret_memory, size_t size, unsigned)
{
    return allocate(&pinned_heap, ret_memory, size);
}

cudaError_t cudaMallocHost(void **ret_memory, size_t size)
{
    return allocate(&pinned_heap, ret_memory, size);
}

cudaError_t cudaFreeHost(void *memory)
{
    return release(&pinned_heap, memory);
}

cudaError_t cudaHostGetDevicePointer(void **ret_memory, void *host, unsigned)
{
    lock lock(device_mutex());

    if (!is_pinned_memory(host, 1))
        return note(cudaErrorInvalidValue);
    *ret_memory = host;
    return cudaSuccess;
}

cudaError_t cudaMemGetInfo(size_t *ret_free, size_t *ret_total)
{
    lock lock(device_mutex());

    if (fault() != cudaSuccess)
        return note(fault());
    *ret_free = MEMORY_BYTES - device_heap.used;
    *ret_total = MEMORY_BYTES;
    return cudaSuccess;
}
