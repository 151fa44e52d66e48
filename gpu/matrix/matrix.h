/* matrix: the product of two square matrices, and its two least cells.
 *
 * M. Sudhanan, "CUDA Single Source Shortest Path", section II: tiled
 * multiplication in shared memory, then a block reduction for the least cell.
 * That cell is masked, the reduction runs again for the second, and the cell is
 * restored. The CPU computes the same bits without a GPU: every sum uses fused
 * multiply-add in ascending order of the inner index. */
#ifndef RELAXD_GPU_MATRIX_MATRIX_H
#define RELAXD_GPU_MATRIX_MATRIX_H

#include <stdint.h>

#include "core/base/error.h"
#include "core/solver/device.h"

/* Rows and columns; with more, the product as a grid has too many arcs. */
enum { MATRIX_SIZE_MIN = 2, MATRIX_SIZE_MAX = 32768 };

struct matrix_minimum {
    float value;
    uint32_t row, column; /* from 0; the first in row order among equal
                             values */
};

/* `a`, `b`: [size * size], row by row. Needs three times that on the device.
 * `ret_product`: [size * size], the caller's, undefined after a failure.
 * -EINVAL: size out of range, or a cell of the product is not finite; the
 * message names it. -ENOTSUP for a CUDA device where CUDA is not built in. Any
 * thread. */
int matrix_product(const struct device *device, const float *a, const float *b,
                   uint32_t size, float *ret_product,
                   struct matrix_minimum ret_minima[static 2],
                   struct error *error);

/* As matrix_product(), without its checks. */
int cuda_matrix_product(const struct device *device, const float *a,
                        const float *b, uint32_t size, float *ret_product,
                        struct matrix_minimum ret_minima[static 2],
                        struct error *error);

#endif
