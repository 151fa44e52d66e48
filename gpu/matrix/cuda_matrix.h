/* cuda_matrix: matrix.h on a CUDA device; none.c's where there is no CUDA. */
#ifndef RELAXD_GPU_MATRIX_CUDA_MATRIX_H
#define RELAXD_GPU_MATRIX_CUDA_MATRIX_H

#include "gpu/matrix/matrix.h"

/* As matrix_product(), without its checks. */
int cuda_matrix_product(const struct device *device, const float *a,
                        const float *b, uint32_t size, float *ret_product,
                        struct matrix_minimum ret_minima[static 2],
                        struct error *error);

#endif
