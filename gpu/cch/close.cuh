/* close: the closed panel of a front from its basic one.
 *
 * From the highest vertex of the supernode down to the lowest: a way from k to
 * j goes first to some m above k, over lower vertices only, which the basic
 * word (k, m) says; from m on its distance is known. So closed (k, j) is the
 * least of basic (k, m) + closed (m, j) for m from k + 1 on and basic (k, j),
 * for j anywhere behind k; (i, k) mirrored. A third of the sums of
 * Floyd-Warshall's over the square with a product on either side.
 *
 * A word that has fallen already may stand for a basic one: it is the length of
 * a way, too, so nothing falls too far.
 *
 * A block takes PIVOTS vertices at a time. With those above them closed:
 * products over these into all words beside them; the same into their square,
 * which is then closed by Floyd-Warshall's; lines through the square. */
#ifndef RELAXD_GPU_CCH_CLOSE_CUH
#define RELAXD_GPU_CCH_CLOSE_CUH

#include "gpu/cch/blocked.cuh"

/* The word of line t behind k: column t of row k, or row t of column k. */
template <enum cch_sums SUMS>
static __device__ __forceinline__ uint32_t
close_word(const struct matrix &matrix, uint32_t k, uint32_t t, bool column)
{
    uint32_t least = column ? matrix.row(k)[t] : matrix.row(t)[k];

    for (uint32_t m = k + 1; m < matrix.size; m++)
        least =
            column
                ? sums<SUMS>::least(least, matrix.row(k)[m], matrix.row(m)[t])
                : sums<SUMS>::least(least, matrix.row(t)[m], matrix.row(m)[k]);
    return least;
}

template <enum cch_sums SUMS>
static __device__ void close_vertex(const struct matrix &matrix, uint32_t k)
{
    uint32_t lines = matrix.width - k - 1;

    for (uint32_t first = 0; first < 2 * lines; first += 32) {
        uint32_t t = first + threadIdx.x % 32;
        bool column = t < lines;
        uint32_t line = k + 1 + (column ? t : t - lines);
        uint32_t word = 0;

        if (t < 2 * lines)
            word = close_word<SUMS>(matrix, k, line, column);
        __syncwarp();
        if (t < 2 * lines)
            *(column ? matrix.row(k) + line : matrix.row(line) + k) = word;
        __syncwarp();
    }
}

template <enum cch_sums SUMS>
static __device__ void close(const struct matrix &matrix, const warp_team &)
{
    for (uint32_t k = matrix.size - 1; k-- > 0;)
        close_vertex<SUMS>(matrix, k);
}

/* Where tile t of those beside the pivots begins: row by row to their right,
 * then column by column below. */
static __device__ __forceinline__ void tile_beside(uint32_t first,
                                                   uint32_t count, uint32_t t,
                                                   uint32_t tiles, uint32_t *i,
                                                   uint32_t *j)
{
    uint32_t rows = count / TILE;
    uint32_t along = t < tiles ? t : t - tiles;
    uint32_t across = first + along % rows * TILE;
    uint32_t behind = first + count + along / rows * TILE;

    *i = t < tiles ? across : behind;
    *j = t < tiles ? behind : across;
}

template <enum cch_sums SUMS, class team>
static __device__ void close_beside(const struct matrix &matrix, uint32_t first,
                                    uint32_t count, const team &self)
{
    uint32_t end = first + count;
    uint32_t tiles = (matrix.width - end) / TILE * (count / TILE);

    for (uint32_t t0 = 0; t0 < 2 * tiles; t0 += self.threads()) {
        uint32_t t = t0 + self.thread();
        uint4 word[TILE];
        uint32_t i;
        uint32_t j;

        tile_beside(first, count, t, tiles, &i, &j);
        if (t < 2 * tiles)
            lower_tile<SUMS>(matrix, i, j, end, matrix.first_up, word);
        self.meet();
        if (t < 2 * tiles)
            store_tile(matrix, i, j, word);
        self.meet();
    }
}

/* A thread a word and part of the vertices above. */
template <enum cch_sums SUMS, class team>
static __device__ void close_square(const struct matrix &matrix, uint32_t first,
                                    uint32_t count, const team &self)
{
    uint32_t words = PIVOTS * PIVOTS;
    uint32_t parts = max(self.threads() / words, 1u);

    for (uint32_t t = self.thread(); t < words * parts; t += self.threads()) {
        uint32_t i = t / PIVOTS % PIVOTS;
        uint32_t j = t % PIVOTS;
        uint32_t least = sums<SUMS>::infinity;

        if (i >= count || j >= count)
            continue;
        for (uint32_t m = first + count + t / words; m < matrix.first_up;
             m += parts)
            least = sums<SUMS>::least(least, matrix.row(first + i)[m],
                                      matrix.row(m)[first + j]);
        atomicMin(&matrix.row(first + i)[first + j], least);
    }
}

/* A block. */
template <enum cch_sums SUMS, class team>
static __device__ void close(const struct matrix &matrix, const team &self)
{
    uint32_t first = (matrix.first_up - 1) / PIVOTS * PIVOTS;

    for (;; first -= PIVOTS) {
        uint32_t count = min(matrix.first_up - first, (uint32_t)PIVOTS);

        if (first + count < matrix.first_up) {
            close_beside<SUMS>(matrix, first, count, self);
            close_square<SUMS>(matrix, first, count, self);
            self.meet();
        }
        if (self.warp() == 0)
            lower_square<SUMS, REACH_ALL>(matrix, first, count);
        self.meet();
        lower_lines<SUMS, REACH_ALL>(matrix, first, count, self.thread(),
                                     self.threads());
        self.meet();
        if (first == 0)
            break;
    }
}

#endif
