/* cch_front: one front, loaded into fast memory by a team of threads.
 *
 * A team is a warp or a block. Its matrix has the front's vertices as rows and
 * columns; those of the supernode come first, filled up to a multiple of 4 with
 * vertices that nothing is joined to, then the uppers, the same, so that rows
 * are read four words at a time. */
#ifndef RELAXD_GPU_CCH_FRONT_CUH
#define RELAXD_GPU_CCH_FRONT_CUH

#include "gpu/cch_customize.h"
#include "gpu/cch_sums.cuh"

struct warp_team {
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
    static __device__ __forceinline__ bool any(bool mine)
    {
        return __any_sync(~0u, mine);
    }
};

struct block_team {
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

struct matrix {
    uint32_t *word;    /* [width][width] */
    uint32_t size;     /* s */
    uint32_t uppers;   /* n */
    uint32_t first_up; /* the row and column of the first upper */
    uint32_t width;

    __device__ __forceinline__ uint32_t *row(uint32_t i) const
    {
        return word + (size_t)i * width;
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

    return {word, front.size, front.uppers, first_up,
            first_up + cch_padded(front.uppers)};
}

/* What SUMS says of a word of the global memory, and whether it is long. */
template <enum cch_sums SUMS>
static __device__ __forceinline__ uint32_t take(uint32_t word, bool *is_long)
{
    *is_long |= sums<SUMS>::is_long(word);
    return sums<SUMS>::from(word);
}

template <enum cch_sums SUMS, class team>
static __device__ void clear(const struct matrix &matrix)
{
    for (uint32_t i = team::warp(); i < matrix.width; i += team::warps())
        for (uint32_t j = threadIdx.x % 32; j < matrix.width; j += 32)
            matrix.row(i)[j] = i == j ? 0 : sums<SUMS>::infinity;
}

template <enum cch_sums SUMS, class team>
static __device__ void load_panel(const struct matrix &matrix,
                                  const uint32_t *panel, bool *is_long)
{
    uint32_t f = matrix.size + matrix.uppers;
    const uint32_t *in = panel + (size_t)matrix.size * f;

    for (uint32_t i = team::warp(); i < matrix.size; i += team::warps()) {
        for (uint32_t j = threadIdx.x % 32; j < f; j += 32)
            matrix.row(i)[matrix.line(j)] =
                take<SUMS>(panel[(size_t)i * f + j], is_long);
        for (uint32_t j = threadIdx.x % 32; j < matrix.uppers; j += 32)
            matrix.row(matrix.first_up + j)[i] =
                take<SUMS>(in[(size_t)i * matrix.uppers + j], is_long);
    }
}

/* The panel from the arcs themselves, into a cleared matrix. */
template <enum cch_sums SUMS, class team>
static __device__ void load_arcs(const struct matrix &matrix,
                                 const struct cch_front &front,
                                 const struct cch_arrays &arrays,
                                 const uint32_t *weight, bool *is_long)
{
    uint32_t f = matrix.size + matrix.uppers;
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
                    matrix.uppers)[(at - out_words) / matrix.uppers];
        atomicMin(to, take<SUMS>(weight[arrays.arc_by_entry[arc]], is_long));
    }
}

template <enum cch_sums SUMS, class team>
static __device__ void store_panel(const struct matrix &matrix, uint32_t *panel)
{
    uint32_t f = matrix.size + matrix.uppers;
    uint32_t *in = panel + (size_t)matrix.size * f;

    for (uint32_t i = team::warp(); i < matrix.size; i += team::warps()) {
        for (uint32_t j = threadIdx.x % 32; j < f; j += 32)
            panel[(size_t)i * f + j] =
                sums<SUMS>::to(matrix.row(i)[matrix.line(j)]);
        for (uint32_t j = threadIdx.x % 32; j < matrix.uppers; j += 32)
            in[(size_t)i * matrix.uppers + j] =
                sums<SUMS>::to(matrix.row(matrix.first_up + j)[i]);
    }
}

/* Whether it differs from what was there, if that is asked for. */
template <enum cch_sums SUMS, class team>
static __device__ bool store_schur(const struct matrix &matrix, uint32_t *schur,
                                   bool compare)
{
    bool differs = false;

    for (uint32_t i = team::warp(); i < matrix.uppers; i += team::warps()) {
        const uint32_t *row = matrix.row(matrix.first_up + i) + matrix.first_up;

        for (uint32_t j = threadIdx.x % 32; j < matrix.uppers; j += 32) {
            uint32_t *to = &schur[(size_t)i * matrix.uppers + j];
            uint32_t word = sums<SUMS>::to(row[j]);

            differs |= compare && *to != word;
            *to = word;
        }
    }
    return differs;
}

/* Whether a word that was summed with is long. */
template <enum cch_sums SUMS, class team>
static __device__ bool panel_is_long(const struct matrix &matrix)
{
    bool is_long = false;

    for (uint32_t i = team::thread(); i < matrix.size * matrix.width;
         i += team::threads()) {
        uint32_t row = i / matrix.width;
        uint32_t line = i - row * matrix.width;

        is_long |= sums<SUMS>::is_long(sums<SUMS>::to(matrix.row(row)[line])) |
                   sums<SUMS>::is_long(sums<SUMS>::to(matrix.row(line)[row]));
    }
    return is_long;
}

/* The child that row `row` of all children's Schur complements is of. */
static __device__ __forceinline__ uint32_t
child_of_row(const struct cch_child *children, uint32_t count, uint32_t row)
{
    uint32_t low = 0;

    while (count - low > 1) {
        uint32_t middle = low + (count - low) / 2;

        if (children[middle].first_row <= row)
            low = middle;
        else
            count = middle;
    }
    return low;
}

/* One row of a child's Schur complement; others may write the same words. */
template <enum cch_sums SUMS>
static __device__ __forceinline__ void
gather_row(const struct matrix &matrix, const struct cch_child &child,
           uint32_t i, const uint32_t *place, const uint32_t *schur,
           bool *is_long)
{
    const uint32_t *from = schur + child.schur + (size_t)i * child.uppers;
    uint32_t *to;

    place += child.first_upper;
    to = matrix.row(matrix.line(place[i]));
    for (uint32_t j = threadIdx.x % 32; j < child.uppers; j += 32)
        atomicMin(&to[matrix.line(place[j])],
                  take<SUMS>(__ldcg(&from[j]), is_long));
}

/* Each warp takes as many consecutive rows. */
template <enum cch_sums SUMS, class team>
static __device__ void
gather(const struct matrix &matrix, const struct cch_front &front,
       const struct cch_fronts &fronts, const uint32_t *schur, bool *is_long)
{
    const struct cch_child *child = fronts.children + front.first_child;
    const struct cch_child *last = child + front.child_count - 1;
    uint32_t rows;
    uint32_t row;
    uint32_t end;

    if (!front.child_count)
        return;
    rows = last->first_row + last->uppers;
    row = (uint32_t)((uint64_t)rows * team::warp() / team::warps());
    end = (uint32_t)((uint64_t)rows * (team::warp() + 1) / team::warps());
    if (row < end)
        child += child_of_row(child, front.child_count, row);
    for (; row < end; row++) {
        while (row - child->first_row >= child->uppers)
            child++;
        gather_row<SUMS>(matrix, *child, row - child->first_row, fronts.place,
                         schur, is_long);
    }
}

#endif
