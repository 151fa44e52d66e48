/* brood: the children of a front, and their Schur complements into its matrix.
 *
 * All that can be known before they are done is brought near before: a child a
 * lane, in every warp; and in shared memory a word for each of their uppers,
 * which child it is of and the front's line that it is. What is left to wait
 * for after the last is done is one load. Rows are dealt out to warps, or half
 * warps where no child has more uppers; several rows' loads are under way. */
#ifndef RELAXD_GPU_CCH_GATHER_CUH
#define RELAXD_GPU_CCH_GATHER_CUH

#include "gpu/cch/front.cuh"
#include "gpu/cch/ticket.cuh"

enum { BROOD = 32, CHILD_SHIFT = 16, LINE_MASK = (1 << CHILD_SHIFT) - 1 };

/* Some children, as many as the room holds, and one at least. */
struct brood {
    uint64_t schur; /* the lane's child */
    uint64_t first_upper;
    uint32_t uppers;
    uint32_t first_row; /* in the room */
    uint32_t front;
    uint32_t count; /* the same to all lanes */
    uint32_t rows;  /* of all of them */
    uint32_t most;  /* uppers of one */
    uint32_t *room; /* [rows] shared: child << CHILD_SHIFT | line */
};

static __device__ __forceinline__ uint64_t from_lane(uint64_t word,
                                                     uint32_t lane)
{
    return __shfl_sync(~0u, word, lane);
}

/* The children from the first-th on, in every warp. */
static __device__ __forceinline__ struct brood
find_children(const struct cch_front &front, const struct cch_fronts &fronts,
              uint32_t first, uint32_t *room, uint32_t room_rows)
{
    uint32_t lane = threadIdx.x % 32;
    bool have = first + lane < front.child_count;
    struct brood brood = {};
    uint32_t begin;

    if (have) {
        const struct cch_child *child =
            &fronts.children[front.first_child + first + lane];

        brood.schur = child->schur;
        brood.first_upper = child->first_upper;
        brood.uppers = child->uppers;
        brood.first_row = child->first_row;
        brood.front = child->front;
    }
    begin = __shfl_sync(~0u, brood.first_row, 0);
    brood.first_row -= begin;
    have &= brood.first_row + brood.uppers <= room_rows;
    brood.count = (uint32_t)__popc(__ballot_sync(~0u, have));
    brood.uppers = have ? brood.uppers : 0;
    brood.rows = __reduce_add_sync(~0u, brood.uppers);
    brood.most = __reduce_max_sync(~0u, brood.uppers);
    brood.room = room;
    return brood;
}

template <class team>
static __device__ __forceinline__ void
find_lines(const struct matrix &matrix, const struct cch_fronts &fronts,
           const struct brood &brood)
{
    uint32_t warp_first = team::thread() - threadIdx.x % 32;

    for (uint32_t base = warp_first; base < brood.rows;
         base += team::threads()) {
        uint32_t row = base + threadIdx.x % 32;
        uint32_t c = 0;
        uint64_t at;

        for (uint32_t i = 1; i < brood.count; i++)
            c += row >= __shfl_sync(~0u, brood.first_row, i);
        at = from_lane(brood.first_upper, c) + row -
             __shfl_sync(~0u, brood.first_row, c);
        if (row < brood.rows)
            brood.room[row] =
                c << CHILD_SHIFT | matrix.line(__ldg(&fronts.place[at]));
    }
}

/* GROUP lanes take a row, a column each, from `column` on. */
template <enum cch_sums SUMS, uint32_t GROUP, uint32_t LOADS, class team>
static __device__ __forceinline__ void
gather_columns(const struct matrix &matrix, const struct brood &brood,
               const uint32_t *schur, uint32_t column, bool *is_long)
{
    const uint32_t rows = 32 / GROUP; /* of a warp at a time */
    uint32_t j = column + threadIdx.x % GROUP;

    for (uint32_t base = team::warp() * rows; base < brood.rows;
         base += team::warps() * rows * LOADS) {
        uint32_t word[LOADS];
        uint32_t *to[LOADS];

#pragma unroll
        for (uint32_t r = 0; r < LOADS; r++) {
            uint32_t row =
                base + r * team::warps() * rows + threadIdx.x % 32 / GROUP;
            uint32_t known = row < brood.rows ? brood.room[row] : 0;
            uint32_t child = known >> CHILD_SHIFT;
            uint32_t n = __shfl_sync(~0u, brood.uppers, child);
            uint32_t first = __shfl_sync(~0u, brood.first_row, child);
            uint64_t from = from_lane(brood.schur, child);

            word[r] = COST_INFINITY;
            to[r] = matrix.word;
            if (row < brood.rows && j < n) {
                word[r] = __ldcg(&schur[from + (size_t)(row - first) * n + j]);
                to[r] = matrix.row(known & LINE_MASK) +
                        (brood.room[first + j] & LINE_MASK);
            }
        }
#pragma unroll
        for (uint32_t r = 0; r < LOADS; r++)
            if (word[r] != COST_INFINITY)
                atomicMin(to[r], take<SUMS>(word[r], is_long));
    }
}

/* Of children that are done, into a matrix that all have met over. */
template <enum cch_sums SUMS, class team>
static __device__ void gather_brood(const struct matrix &matrix,
                                    const struct brood &brood,
                                    const uint32_t *schur, bool *is_long)
{
    if (brood.most <= 16) {
        gather_columns<SUMS, 16, 4, team>(matrix, brood, schur, 0, is_long);
        return;
    }
    for (uint32_t column = 0; column < brood.most; column += 32)
        gather_columns<SUMS, 32, 8, team>(matrix, brood, schur, column,
                                          is_long);
}

static __device__ __forceinline__ void await_brood(const struct cch_flow &flow,
                                                   const struct brood &brood)
{
    if (threadIdx.x % 32 < brood.count)
        await_child(flow, brood.front);
}

#endif
