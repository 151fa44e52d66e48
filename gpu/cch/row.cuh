/* row: how the threads of a team compute a level of a sweep (sweep.cu).
 *
 * A vertex is a row. 1 to 32 lanes of a warp share it, depending on the threads
 * per row of a level. cch_row_at() loads ahead what depends on no label (its
 * place, its panel's first word, its first upward neighbour), while the team
 * still waits for the level above. */
#ifndef RELAXD_GPU_CCH_ROW_CUH
#define RELAXD_GPU_CCH_ROW_CUH

#include "gpu/cch/sweep.h"

#include "core/graph/cost.h"

enum { CCH_ROW_LANES = 32, CCH_ROW_SHIFT = 5 };

/* Blocks of whole warps that compute a level together. */
struct cch_sweep_team {
    uint64_t thread; /* index within the team */
    uint64_t threads;
};

/* A vertex that takes its label from its upward neighbours, and a lane's part
 * of them. */
struct cch_row {
    uint32_t vertex;
    uint32_t upward;           /* 0: no such row, or it has none */
    const uint32_t *in;        /* [upward] */
    const uint32_t *neighbour; /* [upward] */
    uint32_t first_weight;     /* in[lane], if it exists */
    uint32_t first_upward;
    uint32_t
        cost; /* the vertex's label, which no other thread writes meanwhile */
};

struct cch_level {
    uint32_t first; /* rows [first, end) */
    uint32_t end;
    uint32_t shift;
    uint32_t lanes; /* that share a row: 1 << shift */
};

static __device__ __forceinline__ struct cch_level
cch_level_at(const struct cch_rows &rows, uint32_t index, uint64_t threads)
{
    struct cch_level level;

    level.first = rows.first_of_level[index];
    level.end = rows.first_of_level[index + 1];
    level.shift = CCH_ROW_SHIFT;
    while (level.shift > 0 &&
           (uint64_t)(level.end - level.first) << level.shift > threads)
        level.shift--;
    level.lanes = 1u << level.shift;
    return level;
}

/* EARLY: loads the label as well. */
template <bool EARLY>
static __device__ __forceinline__ struct cch_row
cch_row_at(const struct cch_arrays &arrays, const struct cch_rows &rows,
           const struct cch_level &level, uint64_t index, const uint32_t *label)
{
    uint32_t lane = threadIdx.x & (level.lanes - 1);
    struct cch_row row = {};

    if (index >= level.end - level.first)
        return row;
    row.vertex = rows.vertex[level.first + index];
    if (EARLY)
        row.cost = __ldcg(&label[row.vertex]);
    {
        uint32_t s = arrays.supernode[row.vertex];
        uint32_t first = arrays.first_vertex[s];
        uint32_t size = arrays.first_vertex[s + 1] - first;
        uint64_t first_upward = arrays.first_upward[s];

        row.upward = (uint32_t)(arrays.first_upward[s + 1] - first_upward);
        row.neighbour = arrays.upward + first_upward;
        row.in = arrays.closed + arrays.first_panel[s] +
                 (size_t)size * (size + row.upward) +
                 (size_t)(row.vertex - first) * row.upward;
    }
    if (lane < row.upward) {
        row.first_weight = row.in[lane];
        row.first_upward = row.neighbour[lane];
    }
    return row;
}

/* The row's label, computed by its lanes together. */
static __device__ __forceinline__ uint32_t cch_hear(const struct cch_row &row,
                                                    const uint32_t *label,
                                                    uint32_t lanes)
{
    uint32_t lane = threadIdx.x & (lanes - 1);
    uint32_t best = COST_INFINITY;

    if (lane < row.upward)
        best = cost_add(__ldcg(&label[row.first_upward]), row.first_weight);
#pragma unroll 4
    for (uint32_t j = lane + lanes; j < row.upward; j += lanes)
        best = min(best, cost_add(__ldcg(&label[row.neighbour[j]]), row.in[j]));
    for (uint32_t step = lanes / 2; step > 0; step /= 2)
        best = min(best, __shfl_xor_sync(~0u, best, step));
    return best;
}

/* All rows of a level; `row` is the thread's first. */
template <bool EARLY>
static __device__ __forceinline__ void
cch_take_level(const struct cch_arrays &arrays, const struct cch_rows &rows,
               const struct cch_level &level, struct cch_row row,
               struct cch_sweep_team team, uint32_t *label, uint32_t bound)
{
    uint64_t count = level.end - level.first;
    uint64_t stride = team.threads >> level.shift;
    uint64_t i = team.thread >> level.shift;

    /* All lanes of a warp make equally many turns. */
    for (uint64_t turn =
             (team.thread - threadIdx.x % CCH_ROW_LANES) >> level.shift;
         turn < count; i += stride, turn += stride) {
        uint32_t best = cch_hear(row, label, level.lanes);

        if ((threadIdx.x & (level.lanes - 1)) == 0 && best <= bound &&
            best < (EARLY ? row.cost : __ldcg(&label[row.vertex])))
            label[row.vertex] = best;
        row = cch_row_at<EARLY>(arrays, rows, level, i + stride, label);
    }
}

#endif
