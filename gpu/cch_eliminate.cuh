/* cch_eliminate: the pivots of a front, one by one or PIVOTS at a time.
 *
 * Vertex k of the supernode is a pivot: word (i, j) falls to (i, k) + (k, j),
 * for all i and j behind k. A warp takes one pivot after the other. A block
 * takes PIVOTS of them: the square of their own words, by one warp in
 * registers; then all words to the right of it and below it, a thread a line;
 * then the rest, a thread TILE x TILE words in registers. So three barriers,
 * and a word of the rest is read and written once for PIVOTS sums. */
#ifndef RELAXD_GPU_CCH_ELIMINATE_CUH
#define RELAXD_GPU_CCH_ELIMINATE_CUH

#include "gpu/cch_front.cuh"

enum { PIVOTS = 16, TILE = 4 };

/* COLUMNS lanes side by side take columns, the rest of the warp other rows. */
template <enum cch_sums SUMS, uint32_t COLUMNS>
static __device__ __forceinline__ void
eliminate_pivot(const struct matrix &matrix, uint32_t pivot)
{
    uint32_t lane = threadIdx.x % 32;

    for (uint32_t j = pivot + 1 + lane % COLUMNS; j < matrix.width;
         j += COLUMNS) {
        uint32_t step = matrix.row(pivot)[j];

        for (uint32_t i = pivot + 1 + lane / COLUMNS; i < matrix.width;
             i += 32 / COLUMNS) {
            uint32_t *row = matrix.row(i);

            row[j] = sums<SUMS>::least(row[j], row[pivot], step);
        }
    }
}

template <enum cch_sums SUMS>
static __device__ void eliminate(const struct matrix &matrix, warp_team)
{
    for (uint32_t pivot = 0; pivot < matrix.size; pivot++) {
        if (matrix.width - pivot <= 9)
            eliminate_pivot<SUMS, 8>(matrix, pivot);
        else if (matrix.width - pivot <= 17)
            eliminate_pivot<SUMS, 16>(matrix, pivot);
        else
            eliminate_pivot<SUMS, 32>(matrix, pivot);
        __syncwarp();
    }
}

/* Lane l has the words of column l % 16 in rows l / 16 * 8 and so on. */
enum { SQUARE_ROWS = PIVOTS * PIVOTS / 32 };

template <enum cch_sums SUMS>
static __device__ void eliminate_square(const struct matrix &matrix,
                                        uint32_t first, uint32_t count)
{
    uint32_t j = threadIdx.x % PIVOTS;
    uint32_t i0 = threadIdx.x % 32 / PIVOTS * SQUARE_ROWS;
    uint32_t word[SQUARE_ROWS];

#pragma unroll
    for (uint32_t r = 0; r < SQUARE_ROWS; r++)
        word[r] = i0 + r < count && j < count
                      ? matrix.row(first + i0 + r)[first + j]
                      : sums<SUMS>::infinity;
#pragma unroll
    for (uint32_t k = 0; k < PIVOTS; k++) {
        uint32_t step = __shfl_sync(~0u, word[k % SQUARE_ROWS],
                                    k / SQUARE_ROWS * PIVOTS + j);

        step = j > k ? step : sums<SUMS>::infinity;
#pragma unroll
        for (uint32_t r = 0; r < SQUARE_ROWS; r++) {
            uint32_t to = __shfl_sync(~0u, word[r], k, PIVOTS);

            if (i0 + r > k)
                word[r] = sums<SUMS>::least(word[r], to, step);
        }
    }
#pragma unroll
    for (uint32_t r = 0; r < SQUARE_ROWS; r++)
        if (i0 + r < count && j < count)
            matrix.row(first + i0 + r)[first + j] = word[r];
}

/* A column to the right of the square or a row below it: PIVOTS words, `by`
 * apart. The word of pivot k falls by those of pivots before it, to which the
 * square's words lead: (k, l) for columns, (l, k) for rows. */
template <enum cch_sums SUMS>
static __device__ void eliminate_line(uint32_t *line, uint32_t by,
                                      const uint32_t *square, uint32_t by_k,
                                      uint32_t by_l, uint32_t count)
{
    uint32_t word[PIVOTS];

#pragma unroll
    for (uint32_t k = 0; k < PIVOTS; k++)
        word[k] = k < count ? line[k * by] : sums<SUMS>::infinity;
#pragma unroll
    for (uint32_t k = 1; k < PIVOTS; k++) {
        if (k < count) {
#pragma unroll
            for (uint32_t l = 0; l < k; l++)
                word[k] = sums<SUMS>::least(word[k], word[l],
                                            square[k * by_k + l * by_l]);
            line[k * by] = word[k];
        }
    }
}

template <enum cch_sums SUMS>
static __device__ void eliminate_lines(const struct matrix &matrix,
                                       uint32_t first, uint32_t count)
{
    uint32_t behind = first + count;
    uint32_t lines = matrix.width - behind;
    const uint32_t *square = matrix.row(first) + first;

    for (uint32_t t = threadIdx.x; t < 2 * lines; t += blockDim.x) {
        if (t < lines)
            eliminate_line<SUMS>(matrix.row(first) + behind + t, matrix.width,
                                 square, matrix.width, 1, count);
        else
            eliminate_line<SUMS>(matrix.row(behind + t - lines) + first, 1,
                                 square, 1, matrix.width, count);
    }
}

static __device__ __forceinline__ uint4 *four(uint32_t *words)
{
    return reinterpret_cast<uint4 *>(words);
}

template <enum cch_sums SUMS>
static __device__ __forceinline__ void lower_four(uint4 *word, uint32_t to,
                                                  const uint4 &step)
{
    word->x = sums<SUMS>::least(word->x, to, step.x);
    word->y = sums<SUMS>::least(word->y, to, step.y);
    word->z = sums<SUMS>::least(word->z, to, step.z);
    word->w = sums<SUMS>::least(word->w, to, step.w);
}

/* Words (i.., j..) over the pivots [first, end). */
template <enum cch_sums SUMS>
static __device__ void eliminate_tile(const struct matrix &matrix, uint32_t i,
                                      uint32_t j, uint32_t first, uint32_t end)
{
    uint4 word[TILE];

#pragma unroll
    for (uint32_t r = 0; r < TILE; r++)
        word[r] = *four(matrix.row(i + r) + j);
    for (uint32_t k = first; k < end; k += TILE) {
        uint4 step[TILE];

#pragma unroll
        for (uint32_t r = 0; r < TILE; r++)
            step[r] = *four(matrix.row(k + r) + j);
#pragma unroll
        for (uint32_t r = 0; r < TILE; r++) {
            uint4 to = *four(matrix.row(i + r) + k);

            lower_four<SUMS>(&word[r], to.x, step[0]);
            lower_four<SUMS>(&word[r], to.y, step[1]);
            lower_four<SUMS>(&word[r], to.z, step[2]);
            lower_four<SUMS>(&word[r], to.w, step[3]);
        }
    }
#pragma unroll
    for (uint32_t r = 0; r < TILE; r++)
        *four(matrix.row(i + r) + j) = word[r];
}

template <enum cch_sums SUMS>
static __device__ void eliminate_rest(const struct matrix &matrix,
                                      uint32_t first, uint32_t end)
{
    uint32_t side = (matrix.width - end) / TILE;

    for (uint32_t t = threadIdx.x; t < side * side; t += blockDim.x)
        eliminate_tile<SUMS>(matrix, end + t / side * TILE,
                             end + t % side * TILE, first, end);
}

template <enum cch_sums SUMS>
static __device__ void eliminate(const struct matrix &matrix, block_team)
{
    for (uint32_t first = 0; first < matrix.first_up; first += PIVOTS) {
        uint32_t count = min(matrix.first_up - first, (uint32_t)PIVOTS);

        if (threadIdx.x < 32)
            eliminate_square<SUMS>(matrix, first, count);
        __syncthreads();
        eliminate_lines<SUMS>(matrix, first, count);
        __syncthreads();
        eliminate_rest<SUMS>(matrix, first, first + count);
        __syncthreads();
    }
}

#endif
