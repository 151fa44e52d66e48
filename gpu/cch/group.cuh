/* group: several blocks that share a front whose matrix lies in device memory.
 *
 * The grid has a row of blocks for each front that is taken at once; a row
 * meets at a word of its own, as grid_barrier.cuh's grid does. Fences on either
 * side of the barrier make plain loads see what other blocks wrote. */
#ifndef RELAXD_GPU_CCH_GROUP_CUH
#define RELAXD_GPU_CCH_GROUP_CUH

#include "gpu/cch/brood.cuh"
#include "gpu/grid_barrier.cuh"

/* Schur complements of children that are done, a row by a warp. */
template <enum cch_sums SUMS>
static __device__ void
gather_rows(const struct matrix &matrix, const struct cch_fronts &fronts,
            const struct brood &brood, const uint32_t *schur, bool *is_long)
{
    for (uint32_t row = group_lines::warp(); row < brood.rows;
         row += group_lines::warps()) {
        uint32_t c = (uint32_t)__popc(__ballot_sync(
                         ~0u, brood.uppers && brood.first_row <= row)) -
                     1;
        uint32_t n = __shfl_sync(~0u, brood.uppers, c);
        uint32_t i = row - __shfl_sync(~0u, brood.first_row, c);
        const uint32_t *place = fronts.place + from_lane(brood.first_upper, c);
        const uint32_t *from =
            schur + from_lane(brood.schur, c) + (size_t)i * n;
        uint32_t *to = matrix.row(matrix.line(__ldg(&place[i])));

#pragma unroll 8
        for (uint32_t j = threadIdx.x % 32; j < n; j += 32) {
            uint32_t word = __ldcg(&from[j]);
            uint32_t line = matrix.line(__ldg(&place[j]));

            if (word != COST_INFINITY)
                atomicMin(&to[line], take<SUMS>(word, is_long));
        }
    }
}

template <enum cch_sums SUMS>
static __device__ void
gather(const struct matrix &matrix, const struct cch_front &front,
       const struct cch_fronts &fronts, const uint32_t *schur, bool *is_long)
{
    struct brood brood = {};

    for (uint32_t c = 0; c < front.child_count; c += brood.count) {
        brood = find_children(front, fronts, c, NULL, ~0u);
        gather_rows<SUMS>(matrix, fronts, brood, schur, is_long);
    }
}

/* The blocks that share a front. */
struct group_team : group_lines {
    uint32_t *arrived;

    __device__ __forceinline__ void meet() const
    {
        row_barrier(arrived);
    }
};

struct group {
    struct group_team team;
    uint32_t *is_long; /* the last turn in which a word was */
    uint32_t turn;
};

/* Whether a word of any block was long; each call is another turn. */
static __device__ bool group_any(struct group *group, bool mine)
{
    uint32_t turn = ++group->turn;

    if (__syncthreads_or(mine) && threadIdx.x == 0)
        atomicMax(group->is_long, turn);
    group->team.meet();
    return __ldcg(group->is_long) == turn;
}

/* Of a child that is on the list; they are all done. */
static __device__ bool child_changed(const struct cch_work &work,
                                     const struct cch_front &front)
{
    bool changed = false;

    for (uint32_t i = threadIdx.x; i < front.child_count; i += blockDim.x) {
        uint32_t child = work.fronts.children[front.first_child + i].front;

        changed |= work.flow.expected[child] == work.flow.epoch &&
                   (work.flow.done[child] & 1);
    }
    return __syncthreads_or(changed);
}

template <enum cch_sums SUMS>
static __device__ bool
load_front(const struct cch_work &work, const struct cch_front &front,
           const struct matrix &matrix, const struct group_team &team)
{
    bool is_long = false;

    clear<SUMS, group_team>(matrix);
    team.meet();
    if (work.flow.list)
        load_arcs<SUMS, group_team>(matrix, front, work.source.arrays,
                                    work.source.weight, &is_long);
    else
        load_panel<SUMS, group_team>(matrix, work.panels.basic + front.panel,
                                     &is_long);
    team.meet();
    gather<SUMS>(matrix, front, work.fronts, work.panels.schur, &is_long);
    team.meet();
    return is_long;
}

#endif
