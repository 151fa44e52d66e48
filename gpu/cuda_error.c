#include "gpu/cuda_error.h"

#include <errno.h>
#include <string.h>

static int code_of(cudaError_t status)
{
    switch (status) {
    case cudaErrorMemoryAllocation:
        return -ENOMEM;
    case cudaErrorNoDevice:
    case cudaErrorInvalidDevice:
    case cudaErrorInsufficientDriver:
    case cudaErrorNoKernelImageForDevice:
        return -ENODEV;
    default:
        return -EIO;
    }
}

int cuda_check(cudaError_t status, const char *what, struct error *error)
{
    if (status == cudaSuccess)
        return 0;
    /* A later launch's check must not report an error that is not sticky. */
    cudaGetLastError();
    return error_set(error, code_of(status), "%s: %s (%s)", what,
                     cudaGetErrorString(status), cudaGetErrorName(status));
}

void cuda_ended(cudaError_t status)
{
    if (status != cudaSuccess)
        cudaGetLastError();
}

int cuda_alloc(void *ret_pointer, size_t count, size_t size, const char *what,
               struct error *error)
{
    size_t bytes = count ? count * size : 1;
    void *memory = NULL;
    int r = cuda_check(cudaMalloc(&memory, bytes), what, error);

    if (r) {
        error_prefix(error, "%zu bytes of device memory", bytes);
        return r;
    }
    memcpy(ret_pointer, &memory, sizeof(memory));
    return 0;
}
