/* cuda_error: outcomes of CUDA calls as codes and messages.
 *
 * Every call to the CUDA runtime and every launch goes through one of these.
 * -ENOMEM: device memory is short; -ENODEV: no usable device; otherwise -EIO.
 * After -EIO this process may have lost the device (CUDA's sticky errors): all
 * later calls then fail the same way, none aborts. */
#ifndef RELAXD_GPU_CUDA_ERROR_H
#define RELAXD_GPU_CUDA_ERROR_H

#include <cuda_runtime_api.h>

#include "core/base/error.h"

/* 0, or a code and "<what>: <CUDA's words>". */
int cuda_check(cudaError_t status, const char *what, struct error *error);

/* For a call that frees, destroys, or waits before that: its status is an
 * earlier call's failure, which cannot be mended here. Clears it so that no
 * later launch reports it as its own. */
void cuda_ended(cudaError_t status);

/* cudaMalloc() of `count` elements of `size` bytes; at least one byte.
 * `ret_pointer` is the address of a pointer to any type. */
int cuda_alloc(void *ret_pointer, size_t count, size_t size, const char *what,
               struct error *error);

#endif
