/* devices: which CUDA devices there are, or why there are none. */
#include <stdio.h>

#include <cuda_runtime_api.h>

#include "gpu/cuda_error.h"
#include "gpu/gpu.h"

static void say_driver(struct error *reason)
{
    int driver = 0;
    int runtime = 0;

    cudaDriverGetVersion(&driver);
    cudaRuntimeGetVersion(&runtime);
    if (driver == 0) {
        error_set(reason, 0, "no NVIDIA driver is installed");
        return;
    }
    error_set(reason, 0,
              "the NVIDIA driver is too old: it serves CUDA %d.%d, this "
              "program needs %d.%d",
              driver / 1000, driver % 1000 / 10, runtime / 1000,
              runtime % 1000 / 10);
}

static void say_why(cudaError_t status, struct error *reason)
{
    cudaGetLastError();
    if (status == cudaErrorInsufficientDriver)
        say_driver(reason);
    else if (status == cudaErrorNoDevice || status == cudaSuccess)
        error_set(reason, 0,
                  "the NVIDIA driver shows no device (CUDA_VISIBLE_DEVICES "
                  "may hide it)");
    else
        error_set(reason, 0, "looking for CUDA devices: %s (%s)",
                  cudaGetErrorString(status), cudaGetErrorName(status));
}

static int free_bytes(const struct device *device, uint64_t *ret_bytes,
                      struct error *error)
{
    size_t available;
    size_t total;
    int r = cuda_check(cudaSetDevice(device->ordinal), device->name, error);

    if (!r)
        r = cuda_check(cudaMemGetInfo(&available, &total), "free memory",
                       error);
    if (!r)
        *ret_bytes = available;
    return r;
}

static cudaError_t describe(int ordinal, struct device *device)
{
    struct cudaDeviceProp properties;
    cudaError_t status = cudaGetDeviceProperties(&properties, ordinal);

    if (status != cudaSuccess)
        return status;
    *device = (struct device){
        .kind = DEVICE_CUDA,
        .ordinal = ordinal,
        .memory_bytes = properties.totalGlobalMem,
        .free_bytes = free_bytes,
    };
    snprintf(device->name, sizeof(device->name), "cuda:%d", ordinal);
    snprintf(device->description, sizeof(device->description),
             "%.80s, %d multiprocessors, compute capability %d.%d",
             properties.name, properties.multiProcessorCount, properties.major,
             properties.minor);
    return cudaSuccess;
}

size_t gpu_devices(struct device *ret_devices, struct error *reason)
{
    int count = 0;
    cudaError_t status = cudaGetDeviceCount(&count);
    size_t found = 0;

    for (int i = 0; status == cudaSuccess && i < count; i++) {
        if (found == GPU_DEVICES_MAX)
            break;
        status = describe(i, &ret_devices[found]);
        found += status == cudaSuccess;
    }
    if (found == 0)
        say_why(status, reason);
    return found;
}
