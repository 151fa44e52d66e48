/* copies: between host and device, checked against the allocations. */
#include <string.h>

#include <memory>
#include <vector>

#include "tests/emulator/runtime.h"

using namespace emulator;

/* Whether the two ends are where `kind` says. */
static bool is_plausible(const void *to, const void *from, size_t size,
                         enum cudaMemcpyKind kind)
{
    bool to_device =
        kind == cudaMemcpyHostToDevice || kind == cudaMemcpyDeviceToDevice;
    bool from_device =
        kind == cudaMemcpyDeviceToHost || kind == cudaMemcpyDeviceToDevice;

    return (!to_device || is_device_memory(to, size)) &&
           (!from_device || is_device_memory(from, size));
}

/* The caller may reuse pageable memory at once. */
static cudaError_t copy_staged(void *to, const void *from, size_t size,
                               cudaStream_t stream)
{
    const char *bytes = static_cast<const char *>(from);
    auto staged = std::make_shared<std::vector<char>>(bytes, bytes + size);

    return enqueue(stream, [=] { memcpy(to, staged->data(), staged->size()); });
}

cudaError_t cudaMemcpyAsync(void *to, const void *from, size_t size,
                            enum cudaMemcpyKind kind, cudaStream_t stream)
{
    lock lock(device_mutex());
    cudaError_t status;

    if (size == 0)
        return note(fault());
    if (!is_plausible(to, from, size, kind))
        return note(cudaErrorInvalidValue);
    if (kind == cudaMemcpyHostToDevice && !is_pinned_memory(from, size))
        return copy_staged(to, from, size, stream);
    status = enqueue(stream, [=] { memmove(to, from, size); });
    if (status == cudaSuccess && kind != cudaMemcpyHostToDevice &&
        !is_device_memory(to, size))
        status = cudaStreamSynchronize(stream);
    return status;
}

cudaError_t cudaMemcpy(void *to, const void *from, size_t size,
                       enum cudaMemcpyKind kind)
{
    cudaError_t status = cudaMemcpyAsync(to, from, size, kind, nullptr);

    return status == cudaSuccess && kind != cudaMemcpyDeviceToDevice
               ? cudaStreamSynchronize(nullptr)
               : status;
}

cudaError_t cudaMemsetAsync(void *memory, int value, size_t size,
                            cudaStream_t stream)
{
    lock lock(device_mutex());

    if (size == 0)
        return note(fault());
    if (!is_device_memory(memory, size))
        return note(cudaErrorInvalidValue);
    return enqueue(stream, [=] { memset(memory, value, size); });
}

cudaError_t cudaMemset(void *memory, int value, size_t size)
{
    return cudaMemsetAsync(memory, value, size, nullptr);
}
