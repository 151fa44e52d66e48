/* extract_min_cub: what C may call of extract_min_cub.cu. */
#ifndef RELAXD_GPU_DIJKSTRA_GPU_EXTRACT_MIN_CUB_H
#define RELAXD_GPU_DIJKSTRA_GPU_EXTRACT_MIN_CUB_H

#include <cuda_runtime_api.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* As launch_extract_min(), of `count` labels from 1. `storage`: the device's,
 * *bytes long; NULL: launches nothing and sets *bytes to what it wants. */
cudaError_t launch_extract_min_cub(void *storage, size_t *bytes,
                                   const uint32_t *label, uint32_t count,
                                   unsigned long long *ret_least,
                                   cudaStream_t stream);

#ifdef __cplusplus
}
#endif

#endif
