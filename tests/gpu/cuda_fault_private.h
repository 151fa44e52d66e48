/* cuda_fault_private: what the wrappers of calls share. */
#ifndef RELAXD_TESTS_GPU_CUDA_FAULT_PRIVATE_H
#define RELAXD_TESTS_GPU_CUDA_FAULT_PRIVATE_H

#include <cuda_runtime_api.h>

/* Counts a call. cudaSuccess: carry it out; otherwise it fails with this code,
 * `error` or that of the call before. */
cudaError_t cuda_fault_count(const char *call, cudaError_t error);

/* A call that does nothing where it fails: its wrapper, and the linker's names
 * (ld, --wrap). Where the linker knows no such function it is not called. */
#define CUDA_FAULT_WRAP(CALL, PARAMETERS, ARGUMENTS)                           \
    __attribute__((weak)) cudaError_t __real_##CALL PARAMETERS;                \
    cudaError_t __wrap_##CALL PARAMETERS;                                      \
    cudaError_t __wrap_##CALL PARAMETERS                                       \
    {                                                                          \
        cudaError_t status = cuda_fault_count(#CALL, cudaErrorUnknown);        \
                                                                               \
        return status == cudaSuccess ? __real_##CALL ARGUMENTS : status;       \
    }

#endif
