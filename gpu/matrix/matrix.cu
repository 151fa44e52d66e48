/* matrix: a product by tiles in shared memory, the least cell by reduction.
 *
 * matrix.h names the report; section II.A is multiply_kernel, II.B the other
 * two. The report's two kernels for the path itself, relax and update with cost
 * and path under one compare-and-swap, are relax_all.cu and links.cu: the
 * solver harish, on the product as a map.
 *
 * A block computes a tile of 32 by 32 sums from tiles of both factors, each
 * thread four sums in one column. The inner index ascends, tile after tile, and
 * stops at the matrix's edge: adding a product of zeros there would turn a sum
 * of -0 into +0, and the bits must equal the CPU's.
 *
 * Reduction: 1024 threads each find the least of their cells, then halve their
 * number with a stride of 512, 256, ... as in the report's figure 2; one more
 * block reduces the results of the blocks. The report counts rows and columns
 * in 16 bits; here a cell's index has 32.
 *
 * Launch: a block of 256 threads a tile; up to 1024 blocks of 1024. Memory: 8
 * KiB of shared memory a block, 3 words a cell. */
#include "gpu/matrix/matrix_kernels.h"

#include <math.h>

enum {
    TILE = 32,
    ROWS_BELOW = 4, /* sums per thread */
    THREAD_ROWS = TILE / ROWS_BELOW,
    REDUCERS = 1024,
};

/* Entry (row, column), 0 outside. */
static __device__ __forceinline__ float entry(const float *matrix, uint32_t row,
                                              uint32_t column, uint32_t size)
{
    return row < size && column < size ? matrix[(size_t)row * size + column]
                                       : 0.0F;
}

static __global__ void multiply_kernel(const float *a, const float *b,
                                       float *product, uint32_t size)
{
    __shared__ float tile_a[TILE][TILE];
    __shared__ float tile_b[TILE][TILE];
    uint32_t x = threadIdx.x;
    uint32_t column = blockIdx.x * TILE + x;
    uint32_t first_row = blockIdx.y * TILE;
    float sum[ROWS_BELOW] = {0};

    for (uint32_t first = 0; first < size; first += TILE) {
        uint32_t depth = min(size - first, (uint32_t)TILE);

        for (uint32_t y = threadIdx.y; y < TILE; y += THREAD_ROWS) {
            tile_a[y][x] = entry(a, first_row + y, first + x, size);
            tile_b[y][x] = entry(b, first + y, column, size);
        }
        __syncthreads();
        for (uint32_t k = 0; k < depth; k++)
            for (uint32_t i = 0; i < ROWS_BELOW; i++)
                sum[i] = fmaf(tile_a[threadIdx.y + i * THREAD_ROWS][k],
                              tile_b[k][x], sum[i]);
        __syncthreads();
    }
    for (uint32_t i = 0; i < ROWS_BELOW; i++) {
        uint32_t row = first_row + threadIdx.y + i * THREAD_ROWS;

        if (row < size && column < size)
            product[(size_t)row * size + column] = sum[i];
    }
}

static __device__ __forceinline__ bool is_less(struct matrix_cell one,
                                               struct matrix_cell other)
{
    return one.value < other.value ||
           (one.value == other.value && one.index < other.index);
}

/* Loses every comparison with a number. */
static __device__ __forceinline__ struct matrix_cell no_cell()
{
    struct matrix_cell cell = {INFINITY, UINT32_MAX};

    return cell;
}

/* Thread 0 writes the least of all threads' cells. */
static __device__ __forceinline__ void block_minimum(struct matrix_cell mine,
                                                     struct matrix_cell *to)
{
    __shared__ struct matrix_cell cells[REDUCERS];

    cells[threadIdx.x] = mine;
    __syncthreads();
    for (unsigned stride = REDUCERS / 2; stride; stride /= 2) {
        if (threadIdx.x < stride &&
            is_less(cells[threadIdx.x + stride], cells[threadIdx.x]))
            cells[threadIdx.x] = cells[threadIdx.x + stride];
        __syncthreads();
    }
    if (threadIdx.x == 0)
        *to = cells[0];
}

static __global__ void values_kernel(const float *value, uint32_t count,
                                     struct matrix_cell *candidates)
{
    struct matrix_cell mine = no_cell();
    uint64_t step = (uint64_t)gridDim.x * REDUCERS;

    for (uint64_t i = (uint64_t)blockIdx.x * REDUCERS + threadIdx.x; i < count;
         i += step) {
        struct matrix_cell cell = {value[i], (uint32_t)i};

        if (is_less(cell, mine))
            mine = cell;
    }
    block_minimum(mine, &candidates[blockIdx.x]);
}

static __global__ void candidates_kernel(struct matrix_cell *candidates,
                                         uint32_t count)
{
    block_minimum(threadIdx.x < count ? candidates[threadIdx.x] : no_cell(),
                  candidates);
}

cudaError_t launch_matrix_multiply(const float *a, const float *b,
                                   float *product, uint32_t size,
                                   cudaStream_t stream)
{
    uint32_t tiles = (size - 1) / TILE + 1;
    dim3 blocks(tiles, tiles);
    dim3 threads(TILE, THREAD_ROWS);

    multiply_kernel<<<blocks, threads, 0, stream>>>(a, b, product, size);
    return cudaGetLastError();
}

cudaError_t launch_matrix_minimum(const float *value, uint32_t count,
                                  struct matrix_cell *candidates,
                                  cudaStream_t stream)
{
    uint32_t wanted = (count - 1) / REDUCERS + 1;
    uint32_t blocks = wanted;

    if (blocks > MATRIX_CANDIDATES_MAX)
        blocks = MATRIX_CANDIDATES_MAX;
    values_kernel<<<blocks, REDUCERS, 0, stream>>>(value, count, candidates);
    candidates_kernel<<<1, REDUCERS, 0, stream>>>(candidates, blocks);
    return cudaGetLastError();
}
