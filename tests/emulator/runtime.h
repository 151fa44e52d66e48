/* runtime: the state of the emulated devices behind CUDA's C interface.
 *
 * RELAXD_EMULATOR_DEVICES is the number of devices, 1 by default. A stream
 * accepts kernels only while its own device is current, as in CUDA. All devices
 * share one memory, so a kernel may reach memory that a real one could not. A
 * fault affects all devices.
 *
 * One lock guards everything, including running kernels. */
#ifndef RELAXD_TESTS_EMULATOR_RUNTIME_H
#define RELAXD_TESTS_EMULATOR_RUNTIME_H

#include <stddef.h>

#include <functional>
#include <mutex>

#include <cuda_runtime_api.h>

namespace emulator
{

enum : size_t { MEMORY_BYTES = (size_t)1 << 30 };

using lock = std::lock_guard<std::recursive_mutex>;
std::recursive_mutex &device_mutex();

/* Records the calling thread's last error and returns it. */
cudaError_t note(cudaError_t status);

/* Once a kernel has faulted all calls return the fault. */
cudaError_t fault();
void set_fault(cudaError_t status);

/* Of the calling thread. */
int current_device();

/* Queues the operation. Without a seed it runs now, with one possibly later: at
 * the latest when a thread waits for it. */
cudaError_t enqueue(cudaStream_t stream, std::function<void()> operation);
void drain_all();

/* Whether the bytes lie in one allocation of device memory, or of pinned
 * memory. */
bool is_device_memory(const void *memory, size_t size);
bool is_pinned_memory(const void *memory, size_t size);

} // namespace emulator

#endif
