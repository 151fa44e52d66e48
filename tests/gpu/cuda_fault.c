/* cuda_fault: wrappers that count calls and make one of them fail. */
#include "tests/gpu/cuda_fault.h"

#include "tests/gpu/cuda_fault_private.h"

static struct {
    unsigned long at;
    bool onwards;
    unsigned long calls;
    const char *failed;
    cudaError_t last;
    long held;
} state;

void cuda_fault_arm(unsigned long at, bool onwards)
{
    state.at = at;
    state.onwards = onwards;
    state.calls = 0;
    state.failed = NULL;
    state.last = cudaSuccess;
}

unsigned long cuda_fault_calls(void)
{
    return state.calls;
}

const char *cuda_fault_failed(void)
{
    return state.failed;
}

long cuda_fault_held(void)
{
    return state.held;
}

bool cuda_fault_lingers(void)
{
    return state.last != cudaSuccess;
}

cudaError_t cuda_fault_count(const char *call, cudaError_t error)
{
    state.calls++;
    if (state.at == 0 || state.calls < state.at)
        return cudaSuccess;
    if (state.calls > state.at && !state.onwards)
        return cudaSuccess;
    if (!state.failed)
        state.failed = call;
    state.last = state.onwards ? cudaErrorUnknown : error;
    return state.last;
}

/* A call that creates something. */
#define MAKES(CALL, PARAMETERS, ARGUMENTS)                                     \
    cudaError_t __real_##CALL PARAMETERS;                                      \
    cudaError_t __wrap_##CALL PARAMETERS;                                      \
    cudaError_t __wrap_##CALL PARAMETERS                                       \
    {                                                                          \
        cudaError_t status =                                                   \
            cuda_fault_count(#CALL, cudaErrorMemoryAllocation);                \
                                                                               \
        if (status == cudaSuccess)                                             \
            status = __real_##CALL ARGUMENTS;                                  \
        state.held += status == cudaSuccess;                                   \
        return status;                                                         \
    }

/* A call that frees `thing`, which may be NULL. */
#define ENDS(CALL, TYPE)                                                       \
    cudaError_t __real_##CALL(TYPE thing);                                     \
    cudaError_t __wrap_##CALL(TYPE thing);                                     \
    cudaError_t __wrap_##CALL(TYPE thing)                                      \
    {                                                                          \
        cudaError_t status = cuda_fault_count(#CALL, cudaErrorUnknown);        \
        cudaError_t outcome = __real_##CALL(thing);                            \
                                                                               \
        state.held -= thing && outcome == cudaSuccess;                         \
        return status == cudaSuccess ? outcome : status;                       \
    }

/* A call that waits: nothing is running afterwards, whatever it returns. */
#define WAITS(CALL, TYPE)                                                      \
    cudaError_t __real_##CALL(TYPE thing);                                     \
    cudaError_t __wrap_##CALL(TYPE thing);                                     \
    cudaError_t __wrap_##CALL(TYPE thing)                                      \
    {                                                                          \
        cudaError_t status = cuda_fault_count(#CALL, cudaErrorUnknown);        \
        cudaError_t outcome = __real_##CALL(thing);                            \
                                                                               \
        return status == cudaSuccess ? outcome : status;                       \
    }

/* Wrappers and the declarations of the functions they wrap, one a line. */
/* clang-format off */
MAKES(cudaMalloc, (void **memory, size_t size), (memory, size))
MAKES(cudaMallocHost, (void **memory, size_t size), (memory, size))
MAKES(cudaHostAlloc, (void **memory, size_t size, unsigned flags), (memory, size, flags))
MAKES(cudaStreamCreate, (cudaStream_t *stream), (stream))
MAKES(cudaStreamCreateWithFlags, (cudaStream_t *stream, unsigned flags), (stream, flags))
MAKES(cudaEventCreate, (cudaEvent_t *event), (event))
MAKES(cudaEventCreateWithFlags, (cudaEvent_t *event, unsigned flags), (event, flags))
ENDS(cudaFree, void *)
ENDS(cudaFreeHost, void *)
ENDS(cudaStreamDestroy, cudaStream_t)
ENDS(cudaEventDestroy, cudaEvent_t)
WAITS(cudaStreamSynchronize, cudaStream_t)
WAITS(cudaEventSynchronize, cudaEvent_t)
WAITS(cudaStreamQuery, cudaStream_t)
CUDA_FAULT_WRAP(cudaDeviceGetAttribute, (int *value, enum cudaDeviceAttr attribute, int device), (value, attribute, device))
CUDA_FAULT_WRAP(cudaGetDevice, (int *device), (device))
CUDA_FAULT_WRAP(cudaSetDevice, (int device), (device))
CUDA_FAULT_WRAP(cudaMemGetInfo, (size_t *available, size_t *total), (available, total))
CUDA_FAULT_WRAP(cudaHostGetDevicePointer, (void **memory, void *host, unsigned flags), (memory, host, flags))
CUDA_FAULT_WRAP(cudaMemcpy, (void *to, const void *from, size_t size, enum cudaMemcpyKind kind), (to, from, size, kind))
CUDA_FAULT_WRAP(cudaMemcpyAsync, (void *to, const void *from, size_t size, enum cudaMemcpyKind kind, cudaStream_t stream), (to, from, size, kind, stream))
CUDA_FAULT_WRAP(cudaMemset, (void *memory, int value, size_t size), (memory, value, size))
CUDA_FAULT_WRAP(cudaMemsetAsync, (void *memory, int value, size_t size, cudaStream_t stream), (memory, value, size, stream))
CUDA_FAULT_WRAP(cudaEventRecord, (cudaEvent_t event, cudaStream_t stream), (event, stream))
CUDA_FAULT_WRAP(cudaEventElapsedTime, (float *time_ms, cudaEvent_t start, cudaEvent_t end), (time_ms, start, end))
/* clang-format on */

cudaError_t __real_cudaGetLastError(void);
cudaError_t __wrap_cudaGetLastError(void);

cudaError_t __wrap_cudaGetLastError(void)
{
    cudaError_t real = __real_cudaGetLastError();
    cudaError_t last = state.last;

    state.last = cudaSuccess;
    return last == cudaSuccess ? real : last;
}
