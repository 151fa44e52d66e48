/* blocked: a block processes PIVOTS lines of a matrix at a time.
 *
 * Eliminating and closing consist of the same three steps. One warp updates the
 * square of the pivots' own words in registers. A thread updates a line through
 * it. A thread updates TILE x TILE other words over a run of pivots and reads
 * and writes each of them once. */
#ifndef RELAXD_GPU_CCH_BLOCKED_CUH
#define RELAXD_GPU_CCH_BLOCKED_CUH

#include "gpu/cch/front.cuh"

enum {
    PIVOTS = 16,
    TILE = 4,
    SQUARE_ROWS = PIVOTS * PIVOTS / 32, /* of a lane */
};

/* Which pivots lower a word: those below both its ends, or all. */
enum cch_reach { REACH_LOWER, REACH_ALL };

/* Lane l holds the words of column l % 16 in the rows from l / 16 * 8. */
template <enum cch_addition ADD, enum cch_reach REACH>
static __device__ void lower_square(const struct matrix &matrix, uint32_t first,
                                    uint32_t count)
{
    uint32_t j = threadIdx.x % PIVOTS;
    uint32_t i0 = threadIdx.x % 32 / PIVOTS * SQUARE_ROWS;
    uint32_t word[SQUARE_ROWS];

#pragma unroll
    for (uint32_t r = 0; r < SQUARE_ROWS; r++)
        word[r] = i0 + r < count && j < count
                      ? matrix.row(first + i0 + r)[first + j]
                      : addition<ADD>::infinity;
#pragma unroll
    for (uint32_t k = 0; k < PIVOTS; k++) {
        if (k < count) {
            uint32_t step = __shfl_sync(~0u, word[k % SQUARE_ROWS],
                                        k / SQUARE_ROWS * PIVOTS + j);

            if (REACH == REACH_LOWER && j <= k)
                step = addition<ADD>::infinity;
#pragma unroll
            for (uint32_t r = 0; r < SQUARE_ROWS; r++) {
                uint32_t to = __shfl_sync(~0u, word[r], k, PIVOTS);

                if (REACH == REACH_ALL || i0 + r > k)
                    word[r] = addition<ADD>::least(word[r], to, step);
            }
        }
    }
#pragma unroll
    for (uint32_t r = 0; r < SQUARE_ROWS; r++)
        if (i0 + r < count && j < count)
            matrix.row(first + i0 + r)[first + j] = word[r];
}

/* A column beside the square or a row below it: PIVOTS words, `by` apart. The
 * word of pivot l lowers that of pivot k by way of the square's word: (k, l)
 * for columns, (l, k) for rows. */
template <enum cch_addition ADD, enum cch_reach REACH>
static __device__ void lower_line(uint32_t *line, uint32_t by,
                                  const uint32_t *square, uint32_t by_k,
                                  uint32_t by_l, uint32_t count)
{
    uint32_t word[PIVOTS];

#pragma unroll
    for (uint32_t k = 0; k < PIVOTS; k++)
        word[k] = k < count ? line[k * by] : addition<ADD>::infinity;
#pragma unroll
    for (uint32_t k = 0; k < PIVOTS; k++) {
        if (k < count) {
#pragma unroll
            for (uint32_t l = 0;
                 l < (REACH == REACH_ALL ? (uint32_t)PIVOTS : k); l++)
                if (l < count)
                    word[k] = addition<ADD>::least(word[k], word[l],
                                                   square[k * by_k + l * by_l]);
        }
    }
#pragma unroll
    for (uint32_t k = 0; k < PIVOTS; k++)
        if (k < count)
            line[k * by] = word[k];
}

/* All lines behind the pivots [first, first + count). `threads` threads share
 * them; the caller is one. */
template <enum cch_addition ADD, enum cch_reach REACH>
static __device__ void lower_lines(const struct matrix &matrix, uint32_t first,
                                   uint32_t count, uint32_t thread,
                                   uint32_t threads)
{
    uint32_t behind = first + count;
    uint32_t lines = matrix.width - behind;
    const uint32_t *square = matrix.row(first) + first;

    for (uint32_t t = thread; t < 2 * lines; t += threads) {
        bool column = t < lines;
        uint32_t line = behind + (column ? t : t - lines);

        lower_line<ADD, REACH>(
            column ? matrix.row(first) + line : matrix.row(line) + first,
            column ? matrix.pitch : 1, square, column ? matrix.pitch : 1,
            column ? 1 : matrix.pitch, count);
    }
}

template <enum cch_addition ADD>
static __device__ __forceinline__ void lower_four(uint4 *word, uint32_t to,
                                                  const uint4 &step)
{
    word->x = addition<ADD>::least(word->x, to, step.x);
    word->y = addition<ADD>::least(word->y, to, step.y);
    word->z = addition<ADD>::least(word->z, to, step.z);
    word->w = addition<ADD>::least(word->w, to, step.w);
}

/* The words (i.., j..) over the pivots [first, end), not stored yet. */
template <enum cch_addition ADD>
static __device__ __forceinline__ void
lower_tile(const struct matrix &matrix, uint32_t i, uint32_t j, uint32_t first,
           uint32_t end, uint4 word[TILE])
{
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

            lower_four<ADD>(&word[r], to.x, step[0]);
            lower_four<ADD>(&word[r], to.y, step[1]);
            lower_four<ADD>(&word[r], to.z, step[2]);
            lower_four<ADD>(&word[r], to.w, step[3]);
        }
    }
}

static __device__ __forceinline__ void store_tile(const struct matrix &matrix,
                                                  uint32_t i, uint32_t j,
                                                  const uint4 word[TILE])
{
#pragma unroll
    for (uint32_t r = 0; r < TILE; r++)
        *four(matrix.row(i + r) + j) = word[r];
}

#endif
