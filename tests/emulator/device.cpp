/* device: which devices exist, and the errors of calls to them. */
#include <stdlib.h>
#include <string.h>

#include "tests/emulator/extended_launch.h"
#include "tests/emulator/kernel.h"
#include "tests/emulator/runtime.h"

namespace emulator
{

static cudaError_t the_fault = cudaSuccess;
static thread_local cudaError_t last = cudaSuccess;
static thread_local int current = 0;

static int count_from_environment(const char *name, int fallback)
{
    const char *text = getenv(name);
    int count = text ? atoi(text) : fallback;

    return count > 0 ? count : 1;
}

static bool is_device(int device)
{
    static int count = count_from_environment("RELAXD_EMULATOR_DEVICES", 1);

    return device >= 0 && device < count;
}

unsigned cluster_max()
{
    return (unsigned)count_from_environment("RELAXD_EMULATOR_CLUSTER", 16);
}

int current_device()
{
    return current;
}

std::recursive_mutex &device_mutex()
{
    static std::recursive_mutex mutex;

    return mutex;
}

cudaError_t note(cudaError_t status)
{
    if (status != cudaSuccess)
        last = status;
    return status;
}

cudaError_t fault()
{
    return the_fault;
}

void set_fault(cudaError_t status)
{
    the_fault = status;
}

static const struct {
    cudaError_t status;
    const char *name;
    const char *words;
} errors[] = {
#define EMULATED_ERROR(NAME, WORDS)                                            \
    {                                                                          \
        NAME, #NAME, WORDS                                                     \
    }
    EMULATED_ERROR(cudaSuccess, "no error"),
    EMULATED_ERROR(cudaErrorInvalidValue, "invalid argument"),
    EMULATED_ERROR(cudaErrorMemoryAllocation, "out of memory"),
    EMULATED_ERROR(cudaErrorInitializationError, "initialization error"),
    EMULATED_ERROR(cudaErrorInvalidConfiguration,
                   "invalid configuration argument"),
    EMULATED_ERROR(cudaErrorInvalidSymbol, "invalid device symbol"),
    EMULATED_ERROR(cudaErrorInvalidMemcpyDirection,
                   "invalid copy direction for memcpy"),
    EMULATED_ERROR(cudaErrorInsufficientDriver,
                   "CUDA driver version is insufficient for CUDA runtime "
                   "version"),
    EMULATED_ERROR(cudaErrorInvalidDeviceFunction, "invalid device function"),
    EMULATED_ERROR(cudaErrorNoDevice, "no CUDA-capable device is detected"),
    EMULATED_ERROR(cudaErrorInvalidDevice, "invalid device ordinal"),
    EMULATED_ERROR(cudaErrorNoKernelImageForDevice,
                   "no kernel image is available for execution on the device"),
    EMULATED_ERROR(cudaErrorInvalidResourceHandle, "invalid resource handle"),
    EMULATED_ERROR(cudaErrorNotReady, "device not ready"),
    EMULATED_ERROR(cudaErrorIllegalAddress,
                   "an illegal memory access was encountered"),
    EMULATED_ERROR(cudaErrorLaunchFailure, "unspecified launch failure"),
    EMULATED_ERROR(cudaErrorCooperativeLaunchTooLarge,
                   "too many blocks in cooperative launch"),
    EMULATED_ERROR(cudaErrorNotSupported, "operation not supported"),
    EMULATED_ERROR(cudaErrorInvalidClusterSize, "cluster misconfiguration"),
    EMULATED_ERROR(cudaErrorUnknown, "unknown error"),
#undef EMULATED_ERROR
};

} // namespace emulator

using namespace emulator;

cudaError_t emulator::emulated_call(const char *)
{
    return fault() == cudaSuccess ? cudaSuccess : note(fault());
}

cudaError_t cudaGetLastError(void)
{
    cudaError_t status = last;

    last = fault();
    return status;
}

cudaError_t cudaPeekAtLastError(void)
{
    return last;
}

const char *cudaGetErrorString(cudaError_t status)
{
    for (const auto &error : errors) {
        if (error.status == status)
            return error.words;
    }
    return "unrecognized error code";
}

const char *cudaGetErrorName(cudaError_t status)
{
    for (const auto &error : errors) {
        if (error.status == status)
            return error.name;
    }
    return "unrecognized error code";
}

cudaError_t cudaDriverGetVersion(int *ret_version)
{
    *ret_version = CUDART_VERSION;
    return cudaSuccess;
}

cudaError_t cudaRuntimeGetVersion(int *ret_version)
{
    *ret_version = CUDART_VERSION;
    return cudaSuccess;
}

cudaError_t cudaGetDeviceCount(int *ret_count)
{
    *ret_count = 0;
    while (is_device(*ret_count))
        ++*ret_count;
    return cudaSuccess;
}

cudaError_t cudaSetDevice(int device)
{
    if (fault() != cudaSuccess)
        return note(fault());
    if (!is_device(device))
        return note(cudaErrorInvalidDevice);
    current = device;
    return cudaSuccess;
}

cudaError_t cudaGetDevice(int *ret_device)
{
    *ret_device = current;
    return cudaSuccess;
}

cudaError_t cudaGetDeviceProperties(struct cudaDeviceProp *ret_properties,
                                    int device)
{
    if (!is_device(device))
        return note(cudaErrorInvalidDevice);
    *ret_properties = {};
    strcpy(ret_properties->name, "Emulated");
    ret_properties->totalGlobalMem = MEMORY_BYTES;
    ret_properties->sharedMemPerBlock = SHARED_BYTES_MAX;
    ret_properties->sharedMemPerMultiprocessor = 2 * SHARED_BYTES_MAX;
    ret_properties->regsPerBlock = 1 << 16;
    ret_properties->warpSize = WARP;
    ret_properties->maxThreadsPerBlock = BLOCK_MAX;
    ret_properties->maxThreadsPerMultiProcessor =
        BLOCKS_PER_MULTIPROCESSOR * BLOCK_MAX;
    ret_properties->maxBlocksPerMultiProcessor = BLOCKS_PER_MULTIPROCESSOR;
    ret_properties->multiProcessorCount = MULTIPROCESSORS;
    ret_properties->major = 9;
    ret_properties->minor = 0;
    ret_properties->l2CacheSize = 1 << 20;
    ret_properties->canMapHostMemory = 1;
    ret_properties->cooperativeLaunch = 1;
    return cudaSuccess;
}

cudaError_t cudaDeviceGetAttribute(int *ret_value,
                                   enum cudaDeviceAttr attribute, int device)
{
    static const struct {
        enum cudaDeviceAttr attribute;
        int value;
    } values[] = {
        {cudaDevAttrMaxThreadsPerBlock, BLOCK_MAX},
        {cudaDevAttrMaxSharedMemoryPerBlock, SHARED_BYTES_MAX},
        {cudaDevAttrMaxSharedMemoryPerBlockOptin, SHARED_BYTES_OPTIN},
        {cudaDevAttrWarpSize, WARP},
        {cudaDevAttrMultiProcessorCount, MULTIPROCESSORS},
        {cudaDevAttrIntegrated, 0},
        {cudaDevAttrCanMapHostMemory, 1},
        {cudaDevAttrL2CacheSize, 1 << 20},
        {cudaDevAttrMaxThreadsPerMultiProcessor,
         BLOCKS_PER_MULTIPROCESSOR * BLOCK_MAX},
        {cudaDevAttrComputeCapabilityMajor, 9},
        {cudaDevAttrComputeCapabilityMinor, 0},
        {cudaDevAttrCooperativeLaunch, 1},
    };

    if (!is_device(device))
        return note(cudaErrorInvalidDevice);
    for (const auto &known : values) {
        if (known.attribute != attribute)
            continue;
        *ret_value = known.value;
        return cudaSuccess;
    }
    return note(cudaErrorInvalidValue);
}
