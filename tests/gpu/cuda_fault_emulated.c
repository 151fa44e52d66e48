/* cuda_fault_emulated: launches, and queries about kernels, on the emulated
 * device. */
#include <cuda_runtime_api.h>

#include "tests/gpu/cuda_fault_private.h"

cudaError_t __real_emulated_call(const char *call);
cudaError_t __wrap_emulated_call(const char *call);

cudaError_t __wrap_emulated_call(const char *call)
{
    cudaError_t status = cuda_fault_count(call, cudaErrorUnknown);

    return status == cudaSuccess ? __real_emulated_call(call) : status;
}
