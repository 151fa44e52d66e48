/* upload: arrays of the host as arrays of a device. */
#include "gpu/forms/upload.h"

#include "gpu/cuda_error.h"

/* The copy of pageable memory may return before the device has it all. */
static cudaError_t copy_down(void *memory, const uint32_t *words, size_t size)
{
    cudaError_t status =
        cudaMemcpy(memory, words, size, cudaMemcpyHostToDevice);

    return status == cudaSuccess ? cudaStreamSynchronize(0) : status;
}

int copy_words(uint32_t *memory, const uint32_t *words, size_t count,
               const char *what, struct error *error)
{
    return cuda_check(copy_down(memory, words, count * sizeof(*words)), what,
                      error);
}

int upload_words(uint32_t **ret_words, const uint32_t *words, size_t count,
                 const char *what, struct error *error)
{
    void *memory = NULL;
    int r = cuda_alloc(&memory, count, sizeof(*words), what, error);

    if (r)
        return r;
    r = copy_words(memory, words, count, what, error);
    if (r) {
        cuda_ended(cudaFree(memory));
        return r;
    }
    *ret_words = memory;
    return 0;
}
