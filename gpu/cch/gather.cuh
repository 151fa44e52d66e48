/* children gathered: a front's children, and their Schur complements merged
 * into its matrix.
 *
 * The team loads early everything that is known before the children are done:
 * in every warp a lane holds a child, and shared memory has a word for each of
 * the children's upward neighbours (the child, and the line in this front).
 * After the last child is done only one load is left to wait for. Warps share
 * the rows, or half warps where no child has more upward neighbours than that;
 * loads of several rows are in flight. */
#ifndef RELAXD_GPU_CCH_GATHER_CUH
#define RELAXD_GPU_CCH_GATHER_CUH

#include "gpu/cch/front.cuh"
#include "gpu/cch/ticket.cuh"

enum { CHILD_SHIFT = 16, LINE_MASK = (1 << CHILD_SHIFT) - 1 };

/* Some children: as many as the room holds, at least one. */
struct gathered {
    uint64_t schur; /* the lane's child */
    uint64_t first_upward;
    uint32_t upward;
    uint32_t first_row; /* in the room */
    uint32_t front;
    uint32_t count; /* the same in all lanes */
    uint32_t rows;  /* of all of them */
    uint32_t most;  /* most upward neighbours of one child */
    uint32_t *room; /* [rows] shared: child << CHILD_SHIFT | line */
};

static __device__ __forceinline__ uint64_t from_lane(uint64_t word,
                                                     uint32_t lane)
{
    return __shfl_sync(~0u, word, lane);
}

/* The children from index `first` on, in every warp. */
static __device__ __forceinline__ struct gathered
find_children(const struct cch_front &front, const struct cch_arrays &arrays,
              uint32_t first, uint32_t *room, uint32_t room_rows)
{
    uint32_t lane = threadIdx.x % 32;
    bool have = first + lane < front.child_count;
    struct gathered gathered = {};
    uint32_t begin;

    if (have) {
        const struct cch_child *child =
            &arrays.children[front.first_child + first + lane];

        gathered.schur = child->schur;
        gathered.first_upward = child->first_upward;
        gathered.upward = child->upward;
        gathered.first_row = child->first_row;
        gathered.front = child->front;
    }
    begin = __shfl_sync(~0u, gathered.first_row, 0);
    gathered.first_row -= begin;
    have &= gathered.first_row + gathered.upward <= room_rows;
    gathered.count = (uint32_t)__popc(__ballot_sync(~0u, have));
    gathered.upward = have ? gathered.upward : 0;
    gathered.rows = __reduce_add_sync(~0u, gathered.upward);
    gathered.most = __reduce_max_sync(~0u, gathered.upward);
    gathered.room = room;
    return gathered;
}

template <class team>
static __device__ __forceinline__ void
find_lines(const struct matrix &matrix, const struct cch_arrays &arrays,
           const struct gathered &gathered)
{
    uint32_t warp_first = team::thread() - threadIdx.x % 32;

    for (uint32_t base = warp_first; base < gathered.rows;
         base += team::threads()) {
        uint32_t row = base + threadIdx.x % 32;
        uint32_t c = 0;
        uint64_t at;

        for (uint32_t i = 1; i < gathered.count; i++)
            c += row >= __shfl_sync(~0u, gathered.first_row, i);
        at = from_lane(gathered.first_upward, c) + row -
             __shfl_sync(~0u, gathered.first_row, c);
        if (row < gathered.rows)
            gathered.room[row] =
                c << CHILD_SHIFT | matrix.line(__ldg(&arrays.place[at]));
    }
}

/* GROUP lanes share a row, a column each, from `column` on. */
template <enum cch_addition ADD, uint32_t GROUP, uint32_t LOADS, class team>
static __device__ __forceinline__ void
gather_columns(const struct matrix &matrix, const struct gathered &gathered,
               const uint32_t *schur, uint32_t column, bool *is_long)
{
    const uint32_t rows = 32 / GROUP; /* that a warp takes at a time */
    uint32_t j = column + threadIdx.x % GROUP;

    for (uint32_t base = team::warp() * rows; base < gathered.rows;
         base += team::warps() * rows * LOADS) {
        uint32_t word[LOADS];
        uint32_t *to[LOADS];

#pragma unroll
        for (uint32_t r = 0; r < LOADS; r++) {
            uint32_t row =
                base + r * team::warps() * rows + threadIdx.x % 32 / GROUP;
            uint32_t known = row < gathered.rows ? gathered.room[row] : 0;
            uint32_t child = known >> CHILD_SHIFT;
            uint32_t n = __shfl_sync(~0u, gathered.upward, child);
            uint32_t first = __shfl_sync(~0u, gathered.first_row, child);
            uint64_t from = from_lane(gathered.schur, child);

            word[r] = COST_INFINITY;
            to[r] = matrix.word;
            if (row < gathered.rows && j < n) {
                word[r] = __ldcg(&schur[from + (size_t)(row - first) * n + j]);
                to[r] = matrix.row(known & LINE_MASK) +
                        (gathered.room[first + j] & LINE_MASK);
            }
        }
#pragma unroll
        for (uint32_t r = 0; r < LOADS; r++)
            if (word[r] != COST_INFINITY)
                atomicMin(to[r], take<ADD>(word[r], is_long));
    }
}

/* Merges children that are done, after all threads have met over the matrix. */
template <enum cch_addition ADD, class team>
static __device__ void gather_children(const struct matrix &matrix,
                                       const struct gathered &gathered,
                                       const uint32_t *schur, bool *is_long)
{
    if (gathered.most <= 16) {
        gather_columns<ADD, 16, 4, team>(matrix, gathered, schur, 0, is_long);
        return;
    }
    for (uint32_t column = 0; column < gathered.most; column += 32)
        gather_columns<ADD, 32, 8, team>(matrix, gathered, schur, column,
                                         is_long);
}

#endif
