/* runtime: the state of the emulated devices behind CUDA's C interface.
 *
 * RELAXD_EMULATOR_DEVICES says how many there are, 1 unless it is set. A stream
 * takes kernels while its own device is current, as CUDA's do; memory is one
 * for all, so that a kernel may reach what another device's could not. Any
 * fault is all devices'.
 *
 * One lock guards all of it, kernels that run included. */
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

/* Remembers it as the calling thread's last error and returns it. */
cudaError_t note(cudaError_t status);

/* Once a kernel has faulted all calls return the fault. */
cudaError_t fault();
void set_fault(cudaError_t status);

/* The calling thread's. */
int current_device();

/* Queues the operation; it is carried out now, or later where there is a seed:
 * at the latest once somebody waits for it. */
cudaError_t enqueue(cudaStream_t stream, std::function<void()> operation);
void drain_all();

/* Whether the bytes lie in one allocation of the device's memory, or of pinned
 * memory. */
bool is_device_memory(const void *memory, size_t size);
bool is_pinned_memory(const void *memory, size_t size);

} // namespace emulator

#endif
