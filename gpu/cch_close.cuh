/* cch_close: the closed panel of a front from its basic one.
 *
 * From the highest vertex of the supernode down to the lowest: a way from k to
 * j goes first to some m above k, over lower vertices only, which the basic
 * word (k, m) says; from m on its distance is known. So closed (k, j) is the
 * least of basic (k, m) + closed (m, j) for m from k + 1 on and basic (k, j), j
 * > k anywhere in the front; (i, k) mirrored. A third of the sums of
 * Floyd-Warshall's over the square with a product on either side. */
#ifndef RELAXD_GPU_CCH_CLOSE_CUH
#define RELAXD_GPU_CCH_CLOSE_CUH

#include "gpu/cch_front.cuh"

enum { CLOSE_LINES = 4 };

/* The closed word of a line behind k: column j (`by` 1 apart are a row's). */
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

template <enum cch_sums SUMS, class team>
static __device__ void close_vertex(const struct matrix &matrix, uint32_t k)
{
    uint32_t lines = matrix.width - k - 1;

    for (uint32_t first = 0; first < 2 * lines;
         first += CLOSE_LINES * team::threads()) {
        uint32_t word[CLOSE_LINES];

#pragma unroll
        for (uint32_t r = 0; r < CLOSE_LINES; r++) {
            uint32_t t = first + r * team::threads() + team::thread();

            if (t < 2 * lines)
                word[r] = close_word<SUMS>(
                    matrix, k, k + 1 + (t < lines ? t : t - lines), t < lines);
        }
        team::meet();
#pragma unroll
        for (uint32_t r = 0; r < CLOSE_LINES; r++) {
            uint32_t t = first + r * team::threads() + team::thread();

            if (t < lines)
                matrix.row(k)[k + 1 + t] = word[r];
            else if (t < 2 * lines)
                matrix.row(k + 1 + t - lines)[k] = word[r];
        }
        team::meet();
    }
}

template <enum cch_sums SUMS, class team>
static __device__ void close(const struct matrix &matrix)
{
    for (uint32_t k = matrix.size - 1; k-- > 0;)
        close_vertex<SUMS, team>(matrix, k);
}

#endif
