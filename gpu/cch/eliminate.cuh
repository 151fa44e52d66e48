/* eliminate: the pivots of a front, one by one or PIVOTS at a time.
 *
 * Vertex k of the supernode is a pivot: word (i, j) falls to (i, k) + (k, j),
 * for all i and j behind k. A warp takes one pivot after the other. A block
 * takes PIVOTS of them: their square, the lines through it, all the rest, among
 * which the next square (blocked.cuh). */
#ifndef RELAXD_GPU_CCH_ELIMINATE_CUH
#define RELAXD_GPU_CCH_ELIMINATE_CUH

#include "gpu/cch/blocked.cuh"

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
static __device__ void eliminate(const struct matrix &matrix, const warp_team &)
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

/* The tile (i, j) of those behind the pivots [first, end). */
template <enum cch_sums SUMS>
static __device__ __forceinline__ void
lower_behind(const struct matrix &matrix, uint32_t first, uint32_t end,
             uint32_t i, uint32_t j)
{
    uint4 word[TILE];

    lower_tile<SUMS>(matrix, end + i * TILE, end + j * TILE, first, end, word);
    store_tile(matrix, end + i * TILE, end + j * TILE, word);
}

/* What lies behind the pivots [first, end). One warp takes the square of the
 * pivots that are next, and lowers it while others are busy. */
template <enum cch_sums SUMS, class team>
static __device__ void lower_rest(const struct matrix &matrix, uint32_t first,
                                  uint32_t end, const team &self)
{
    uint32_t side = (matrix.width - end) / TILE;
    uint32_t next = min(matrix.first_up - end, (uint32_t)PIVOTS);
    uint32_t ahead = next / TILE;
    uint32_t apart = next ? 32 : 0; /* threads */

    if (next && self.warp() == 0) {
        if (threadIdx.x < ahead * ahead)
            lower_behind<SUMS>(matrix, first, end, threadIdx.x / ahead,
                               threadIdx.x % ahead);
        __syncwarp();
        lower_square<SUMS, REACH_LOWER>(matrix, end, next);
        return;
    }
    for (uint32_t t = self.thread() - apart; t < side * side;
         t += self.threads() - apart) {
        uint32_t i = t / side;
        uint32_t j = t % side;

        if (i >= ahead || j >= ahead)
            lower_behind<SUMS>(matrix, first, end, i, j);
    }
}

/* A block. */
template <enum cch_sums SUMS, class team>
static __device__ void eliminate(const struct matrix &matrix, const team &self)
{
    if (self.warp() == 0)
        lower_square<SUMS, REACH_LOWER>(matrix, 0,
                                        min(matrix.first_up, (uint32_t)PIVOTS));
    self.meet();
    for (uint32_t first = 0; first < matrix.first_up; first += PIVOTS) {
        uint32_t count = min(matrix.first_up - first, (uint32_t)PIVOTS);

        lower_lines<SUMS, REACH_LOWER>(matrix, first, count, self.thread(),
                                       self.threads());
        self.meet();
        lower_rest<SUMS>(matrix, first, first + count, self);
        self.meet();
    }
}

#endif
