/* matrix_kernels: the launchers of matrix.cu. */
#ifndef RELAXD_GPU_MATRIX_MATRIX_KERNELS_H
#define RELAXD_GPU_MATRIX_MATRIX_KERNELS_H

#include <stdint.h>

#include <cuda_runtime_api.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A cell in a reduction. */
struct matrix_cell {
    float value;
    uint32_t index; /* row * size + column */
};

/* The most cells that the first step of a reduction leaves. */
enum { MATRIX_CANDIDATES_MAX = 1024 };

/* product = a * b; [size * size] each, on the device. */
cudaError_t launch_matrix_multiply(const float *a, const float *b,
                                   float *product, uint32_t size,
                                   cudaStream_t stream);

/* The least of `count` values, the first of equal ones, in candidates[0];
 * candidates: [MATRIX_CANDIDATES_MAX] on the device. NaN is never the least. */
cudaError_t launch_matrix_minimum(const float *value, uint32_t count,
                                  struct matrix_cell *candidates,
                                  cudaStream_t stream);

#ifdef __cplusplus
}
#endif

#endif
