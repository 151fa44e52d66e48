/* matrix: the product on the CPU, and the choice of device. */
#include "gpu/matrix/matrix.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"

/* Columns of the second factor that are packed together, so that they stay in
 * the cache for all rows of the first and fill vectors. */
enum { PANEL = 64 };

/* One row of the first factor times the packed panel: [size][PANEL]. */
static inline __attribute__((always_inline)) void
multiply_row_by(const float *restrict row, const float *restrict panel,
                uint32_t size, float *restrict sum)
{
    for (int j = 0; j < PANEL; j++)
        sum[j] = 0;
    for (uint32_t k = 0; k < size; k++) {
        for (int j = 0; j < PANEL; j++)
            sum[j] = fmaf(row[k], panel[(size_t)k * PANEL + j], sum[j]);
    }
}

typedef void row_function(const float *restrict row,
                          const float *restrict panel, uint32_t size,
                          float *restrict sum);

static void multiply_row(const float *restrict row, const float *restrict panel,
                         uint32_t size, float *restrict sum)
{
    multiply_row_by(row, panel, size, sum);
}

/* Where the CPU has fused multiply-add, it is one instruction and not a call,
 * with the same bits. */
#ifdef __x86_64__
__attribute__((target("avx2,fma"))) static void
multiply_row_fused(const float *restrict row, const float *restrict panel,
                   uint32_t size, float *restrict sum)
{
    multiply_row_by(row, panel, size, sum);
}

static row_function *fastest_row(void)
{
    bool fused =
        __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");

    return fused ? multiply_row_fused : multiply_row;
}
#else
static row_function *fastest_row(void)
{
    return multiply_row;
}
#endif

static void pack(const float *matrix, uint32_t size, uint32_t first,
                 uint32_t width, float *panel)
{
    for (uint32_t k = 0; k < size; k++)
        memcpy(panel + (size_t)k * PANEL, matrix + (size_t)k * size + first,
               width * sizeof(*panel));
}

static int multiply(const float *a, const float *b, uint32_t size,
                    float *product, struct error *error)
{
    row_function *multiply_one = fastest_row();
    float *panel = array_zero((size_t)size * PANEL, sizeof(*panel));
    float sum[PANEL];

    if (!panel)
        return error_no_memory(error);
    for (uint32_t first = 0; first < size; first += PANEL) {
        uint32_t width = size - first < PANEL ? size - first : PANEL;

        pack(b, size, first, width, panel);
        for (uint32_t row = 0; row < size; row++) {
            multiply_one(a + (size_t)row * size, panel, size, sum);
            memcpy(product + (size_t)row * size + first, sum,
                   width * sizeof(*sum));
        }
    }
    free(panel);
    return 0;
}

static struct matrix_minimum minimum(const float *matrix, uint32_t size)
{
    size_t least = 0;

    for (size_t i = 1; i < (size_t)size * size; i++) {
        if (matrix[i] < matrix[least])
            least = i;
    }
    return (struct matrix_minimum){
        .value = matrix[least],
        .row = (uint32_t)(least / size),
        .column = (uint32_t)(least % size),
    };
}

static void minima(float *matrix, uint32_t size,
                   struct matrix_minimum ret_minima[static 2])
{
    float *first;

    ret_minima[0] = minimum(matrix, size);
    first = matrix + (size_t)ret_minima[0].row * size + ret_minima[0].column;
    *first = INFINITY;
    ret_minima[1] = minimum(matrix, size);
    *first = ret_minima[0].value;
}

static int cpu_product(const float *a, const float *b, uint32_t size,
                       float *ret_product,
                       struct matrix_minimum ret_minima[static 2],
                       struct error *error)
{
    int r = multiply(a, b, size, ret_product, error);

    if (!r)
        minima(ret_product, size, ret_minima);
    return r;
}

static int check_finite(const float *matrix, uint32_t size, struct error *error)
{
    for (size_t i = 0; i < (size_t)size * size; i++) {
        if (!isfinite(matrix[i]))
            return error_set(error, -EINVAL,
                             "the product's cell at row %zu, column %zu (from "
                             "0) is not finite: the factors are too large",
                             i / size, i % size);
    }
    return 0;
}

int matrix_product(const struct device *device, const float *a, const float *b,
                   uint32_t size, float *ret_product,
                   struct matrix_minimum ret_minima[static 2],
                   struct error *error)
{
    struct matrix_minimum found[2];
    int r;

    if (size < MATRIX_SIZE_MIN || size > MATRIX_SIZE_MAX)
        return error_set(error, -EINVAL, "%" PRIu32 " %s not within %d to %d",
                         size, size == 1 ? "row is" : "rows are",
                         MATRIX_SIZE_MIN, MATRIX_SIZE_MAX);
    if (device->kind == DEVICE_CUDA)
        r = cuda_matrix_product(device, a, b, size, ret_product, found, error);
    else
        r = cpu_product(a, b, size, ret_product, found, error);
    if (!r)
        r = check_finite(ret_product, size, error);
    if (r)
        return r;
    ret_minima[0] = found[0];
    ret_minima[1] = found[1];
    return 0;
}
