#include "tests/emulator/probe_memory.h"

#include <cuda_runtime_api.h>

#include "tests/unit/cmocka_all.h"

void *probe_zeros(size_t size)
{
    void *memory = NULL;

    assert_int_equal(cudaMalloc(&memory, size), cudaSuccess);
    assert_int_equal(cudaMemset(memory, 0, size), cudaSuccess);
    return memory;
}

void probe_fetch(void *to, void *memory, size_t size)
{
    assert_int_equal(cudaGetLastError(), cudaSuccess);
    assert_int_equal(cudaMemcpy(to, memory, size, cudaMemcpyDeviceToHost),
                     cudaSuccess);
    assert_int_equal(cudaFree(memory), cudaSuccess);
}
