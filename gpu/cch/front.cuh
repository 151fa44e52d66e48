/* front: one front, loaded into fast memory by a team of threads.
 *
 * A team is a warp or a block. The rows and columns of the matrix are the
 * front's vertices: first those of the supernode, padded to a multiple of 4
 * with isolated vertices, then the upward neighbours, padded as well, so that
 * rows are read four words at a time. */
#ifndef RELAXD_GPU_CCH_FRONT_CUH
#define RELAXD_GPU_CCH_FRONT_CUH

#include <stdint.h>

#include "core/graph/cost.h"
#include "gpu/cch/customize.h"

/* ---- Sums of weights ---- */

/* Sums of weights in the innermost loops, in as few instructions as are exact.
 *
 * EXACT is cost_add() and a minimum: seven instructions. SHORT is an addition
 * and a minimum, one instruction on compute capability 9.0 (VIADDMNMX). SHORT's
 * infinity is 2^31 - 1, and a finite word above 2^30 - 1 is *long*. Two words
 * that are not long, or infinite, add up without wrapping: below infinity where
 * both are finite, otherwise to infinity or more, which loses every minimum. So
 * a minimum over sums of words that are not long is exact. A front with a long
 * word is computed again with EXACT; the team decides this front by front, from
 * the words that it loaded and those that it summed in the end.
 *
 * Checking at the end is enough, because words only fall. Suppose words that
 * were not long join i to j but lead to a wrong infinite sum. Take the first
 * vertex of such a path whose word from i ended infinite. The word before it
 * ended finite and not long, and so did the step: their sum is below infinity,
 * a contradiction. */

enum cch_addition { ADD_SHORT, ADD_EXACT };

#define SHORT_INFINITY 0x7fffffffu
#define SHORT_MAX      0x3fffffffu

template <enum cch_addition ADD> struct addition;

template <> struct addition<ADD_SHORT> {
    static const uint32_t infinity = SHORT_INFINITY;

    static __device__ __forceinline__ uint32_t from(uint32_t word)
    {
        return min(word, SHORT_INFINITY);
    }
    static __device__ __forceinline__ uint32_t to(uint32_t word)
    {
        return word == SHORT_INFINITY ? COST_INFINITY : word;
    }
    static __device__ __forceinline__ uint32_t least(uint32_t word, uint32_t a,
                                                     uint32_t b)
    {
        return min(a + b, word);
    }
    /* For a word as stored in memory. */
    static __device__ __forceinline__ bool is_long(uint32_t word)
    {
        return word - (SHORT_MAX + 1) < COST_INFINITY - (SHORT_MAX + 1);
    }
};

template <> struct addition<ADD_EXACT> {
    static const uint32_t infinity = COST_INFINITY;

    static __device__ __forceinline__ uint32_t from(uint32_t word)
    {
        return word;
    }
    static __device__ __forceinline__ uint32_t to(uint32_t word)
    {
        return word;
    }
    static __device__ __forceinline__ uint32_t least(uint32_t word, uint32_t a,
                                                     uint32_t b)
    {
        return min(cost_add(a, b), word);
    }
    static __device__ __forceinline__ bool is_long(uint32_t)
    {
        return false;
    }
};

/* ---- Teams and matrices ---- */

struct warp_team {
    /* Upward neighbours of children that are gathered at a time; at least those
     * of one front. */
    static const uint32_t ROOM = 128;

    static __device__ __forceinline__ uint32_t thread()
    {
        return threadIdx.x % 32;
    }
    static __device__ __forceinline__ uint32_t threads()
    {
        return 32;
    }
    static __device__ __forceinline__ uint32_t warp()
    {
        return 0;
    }
    static __device__ __forceinline__ uint32_t warps()
    {
        return 1;
    }
    static __device__ __forceinline__ void meet()
    {
        __syncwarp();
    }
    /* A vote does not order memory; a block's does. */
    static __device__ __forceinline__ bool any(bool mine)
    {
        bool found = __any_sync(~0u, mine);

        __syncwarp();
        return found;
    }
};

struct block_team {
    static const uint32_t ROOM = 512;

    static __device__ __forceinline__ uint32_t thread()
    {
        return threadIdx.x;
    }
    static __device__ __forceinline__ uint32_t threads()
    {
        return blockDim.x;
    }
    static __device__ __forceinline__ uint32_t warp()
    {
        return threadIdx.x / 32;
    }
    static __device__ __forceinline__ uint32_t warps()
    {
        return blockDim.x / 32;
    }
    static __device__ __forceinline__ void meet()
    {
        __syncthreads();
    }
    static __device__ __forceinline__ bool any(bool mine)
    {
        return __syncthreads_or(mine);
    }
};

/* The blocks of a grid's row. Its meet() is a barrier of several blocks and
 * needs a word: patches.cu. */
struct group_lines {
    static __device__ __forceinline__ uint32_t thread()
    {
        return blockIdx.x * blockDim.x + threadIdx.x;
    }
    static __device__ __forceinline__ uint32_t threads()
    {
        return gridDim.x * blockDim.x;
    }
    static __device__ __forceinline__ uint32_t warp()
    {
        return thread() / 32;
    }
    static __device__ __forceinline__ uint32_t warps()
    {
        return threads() / 32;
    }
};

struct matrix {
    uint32_t *word;    /* [width][pitch] */
    uint32_t size;     /* s */
    uint32_t upward;   /* n */
    uint32_t first_up; /* the row and column of the first upward neighbour */
    uint32_t width;
    uint32_t pitch;

    __device__ __forceinline__ uint32_t *row(uint32_t i) const
    {
        return word + (size_t)i * pitch;
    }
    /* The row and column of entry i of the front. */
    __device__ __forceinline__ uint32_t line(uint32_t i) const
    {
        return i < size ? i : i - size + first_up;
    }
};

static __device__ __forceinline__ struct matrix
matrix_of(const struct cch_front &front, uint32_t *word)
{
    uint32_t first_up = cch_padded(front.size);
    uint32_t width = first_up + cch_padded(front.upward);

    return {word,     front.size, front.upward,
            first_up, width,      cch_row_words(width)};
}

/* The word of panels from a vertex to itself. */
static __device__ __forceinline__ uint64_t
diagonal_word(const struct cch_arrays &arrays, uint32_t v)
{
    uint32_t node = arrays.supernode[v];
    uint32_t i = v - arrays.first_vertex[node];
    uint64_t f = arrays.first_vertex[node + 1] - arrays.first_vertex[node] +
                 arrays.first_upward[node + 1] - arrays.first_upward[node];

    return arrays.first_panel[node] + i * f + i;
}

/* A word of global memory in ADD's representation, and whether it is long. */
template <enum cch_addition ADD>
static __device__ __forceinline__ uint32_t take(uint32_t word, bool *is_long)
{
    *is_long |= addition<ADD>::is_long(word);
    return addition<ADD>::from(word);
}

static __device__ __forceinline__ uint4 *four(uint32_t *words)
{
    return reinterpret_cast<uint4 *>(words);
}

template <enum cch_addition ADD, class team>
static __device__ void clear(const struct matrix &matrix)
{
    const uint32_t none = addition<ADD>::infinity;
    uint32_t fours = matrix.width / 4;

    for (uint32_t i = team::warp(); i < matrix.width; i += team::warps())
        for (uint32_t j = threadIdx.x % 32; j < fours; j += 32)
            *four(matrix.row(i) + 4 * j) = make_uint4(
                i == 4 * j ? 0 : none, i == 4 * j + 1 ? 0 : none,
                i == 4 * j + 2 ? 0 : none, i == 4 * j + 3 ? 0 : none);
}

template <enum cch_addition ADD, class team>
static __device__ void load_panel(const struct matrix &matrix,
                                  const uint32_t *panel, bool *is_long)
{
    uint32_t f = matrix.size + matrix.upward;
    const uint32_t *in = panel + (size_t)matrix.size * f;

    for (uint32_t i = team::warp(); i < matrix.size; i += team::warps()) {
        for (uint32_t j = threadIdx.x % 32; j < f; j += 32)
            matrix.row(i)[matrix.line(j)] =
                take<ADD>(panel[(size_t)i * f + j], is_long);
        for (uint32_t j = threadIdx.x % 32; j < matrix.upward; j += 32)
            matrix.row(matrix.first_up + j)[i] =
                take<ADD>(in[(size_t)i * matrix.upward + j], is_long);
    }
}

/* The panel from the arcs themselves, into a cleared matrix. */
template <enum cch_addition ADD, class team>
static __device__ void load_arcs(const struct matrix &matrix,
                                 const struct cch_front &front,
                                 const struct cch_arrays &arrays,
                                 const uint32_t *weight, bool *is_long)
{
    uint32_t f = matrix.size + matrix.upward;
    uint32_t out_words = matrix.size * f;

    for (uint32_t i = team::thread(); i < front.arc_count;
         i += team::threads()) {
        uint32_t arc = front.first_arc + i;
        uint32_t at = (uint32_t)(arrays.entry[arc] - front.panel);
        uint32_t *to;

        if (at < out_words)
            to = &matrix.row(at / f)[matrix.line(at % f)];
        else
            to = &matrix.row(
                matrix.first_up +
                (at - out_words) %
                    matrix.upward)[(at - out_words) / matrix.upward];
        atomicMin(to, take<ADD>(weight[arrays.arc_by_slot[arc]], is_long));
    }
}

template <enum cch_addition ADD, class team>
static __device__ void store_panel(const struct matrix &matrix, uint32_t *panel)
{
    uint32_t f = matrix.size + matrix.upward;
    uint32_t *in = panel + (size_t)matrix.size * f;

    for (uint32_t i = team::warp(); i < matrix.size; i += team::warps()) {
        for (uint32_t j = threadIdx.x % 32; j < f; j += 32)
            panel[(size_t)i * f + j] =
                addition<ADD>::to(matrix.row(i)[matrix.line(j)]);
        for (uint32_t j = threadIdx.x % 32; j < matrix.upward; j += 32)
            in[(size_t)i * matrix.upward + j] =
                addition<ADD>::to(matrix.row(matrix.first_up + j)[i]);
    }
}

/* Returns whether it differs from the stored one, if `compare` is set. */
template <enum cch_addition ADD, class team>
static __device__ bool store_schur(const struct matrix &matrix, uint32_t *schur,
                                   bool compare)
{
    bool differs = false;

    for (uint32_t i = team::warp(); i < matrix.upward; i += team::warps()) {
        const uint32_t *row = matrix.row(matrix.first_up + i) + matrix.first_up;

        for (uint32_t j = threadIdx.x % 32; j < matrix.upward; j += 32) {
            uint32_t *to = &schur[(size_t)i * matrix.upward + j];
            uint32_t word = addition<ADD>::to(row[j]);

            differs |= compare && *to != word;
            *to = word;
        }
    }
    return differs;
}

/* Whether any word used in sums is long. */
template <enum cch_addition ADD, class team>
static __device__ bool panel_is_long(const struct matrix &matrix)
{
    bool is_long = false;

    for (uint32_t i = team::warp(); i < matrix.size; i += team::warps())
        for (uint32_t j = threadIdx.x % 32; j < matrix.width; j += 32)
            is_long |=
                addition<ADD>::is_long(addition<ADD>::to(matrix.row(i)[j])) |
                addition<ADD>::is_long(addition<ADD>::to(matrix.row(j)[i]));
    return is_long;
}

#endif
