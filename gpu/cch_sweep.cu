/* cch_sweep: labels of all vertices, from those on the ways to the roots.
 *
 * Delling, Goldberg, Nowatzyk and Werneck, "PHAST: Hardware-accelerated
 * shortest path trees", 2011, on supernodes: a vertex v of supernode S hears
 * from the uppers of S alone,
 *
 *     label(v) = min(label(v), min over uppers u of label(u) + in[v][u])
 *
 * since closed panels (cch_arrays.h) hold the ways within S behind it. So the
 * vertices of a supernode do not wait for each other, and those of a level
 * neither: a shortest way goes up, which the climb has seen, and comes down.
 *
 * The levels go from the roots downward, with a barrier of the grid between
 * two; 20 or so on road maps. A vertex is a row: 1 to 32 lanes of a warp share
 * it, as many as there are threads for in a level. What a row needs and no
 * label says (its place, its panel's first word and its first upper) is loaded
 * before the barrier.
 *
 * The least that it takes: a barrier, a gather and a sum for each level, and
 * each panel's words once.
 *
 * Launch: cooperative. Memory: a word a vertex for the rows. */
#include "gpu/cch_room.cuh"
#include "gpu/grid_barrier.cuh"

#include "core/graph/cost.h"

enum { WARP = 32, WARP_SHIFT = 5 };

/* A vertex that is to hear from its uppers, and a lane's part of them. */
struct row {
    uint32_t vertex;
    uint32_t uppers;       /* 0: there is no such row, or it has none */
    const uint32_t *in;    /* [uppers] */
    const uint32_t *upper; /* [uppers] */
    uint32_t first_weight; /* in[lane], if there is one */
    uint32_t first_upper;
};

struct level {
    uint32_t first; /* rows [first, end) */
    uint32_t end;
    uint32_t shift;
    uint32_t lanes; /* that share a row: 1 << shift */
};

static __device__ __forceinline__ struct level
level_at(const struct cch_rows &rows, uint32_t index)
{
    uint32_t threads = gridDim.x * blockDim.x;
    struct level level;

    level.first = rows.first_of_level[index];
    level.end = rows.first_of_level[index + 1];
    level.shift = WARP_SHIFT;
    while (level.shift > 0 &&
           (uint64_t)(level.end - level.first) << level.shift > threads)
        level.shift--;
    level.lanes = 1u << level.shift;
    return level;
}

static __device__ __forceinline__ struct row
row_at(const struct cch_arrays &arrays, const uint32_t *closed,
       const struct cch_rows &rows, const struct level &level, uint64_t index)
{
    uint32_t lane = threadIdx.x & (level.lanes - 1);
    struct row row = {};

    if (index >= level.end - level.first)
        return row;
    row.vertex = rows.vertex[level.first + index];
    {
        uint32_t s = arrays.supernode[row.vertex];
        uint32_t first = arrays.first_vertex[s];
        uint32_t size = arrays.first_vertex[s + 1] - first;
        uint64_t first_upper = arrays.first_upper[s];

        row.uppers = (uint32_t)(arrays.first_upper[s + 1] - first_upper);
        row.upper = arrays.upper + first_upper;
        row.in = closed + arrays.first_entry[s] +
                 (size_t)size * (size + row.uppers) +
                 (size_t)(row.vertex - first) * row.uppers;
    }
    if (lane < row.uppers) {
        row.first_weight = row.in[lane];
        row.first_upper = row.upper[lane];
    }
    return row;
}

/* What the row hears, the lanes together. */
static __device__ __forceinline__ uint32_t hear(const struct row &row,
                                                const uint32_t *label,
                                                uint32_t lanes)
{
    uint32_t lane = threadIdx.x & (lanes - 1);
    uint32_t best = COST_INFINITY;

    if (lane < row.uppers)
        best = cost_add(__ldcg(&label[row.first_upper]), row.first_weight);
#pragma unroll 4
    for (uint32_t j = lane + lanes; j < row.uppers; j += lanes)
        best = min(best, cost_add(__ldcg(&label[row.upper[j]]), row.in[j]));
    for (uint32_t step = lanes / 2; step > 0; step /= 2)
        best = min(best, __shfl_xor_sync(~0u, best, step));
    return best;
}

static __global__ void sweep_kernel(struct cch_arrays arrays,
                                    const uint32_t *closed,
                                    struct cch_rows rows,
                                    struct cch_levels levels, uint32_t *label,
                                    uint32_t bound)
{
    uint64_t thread = (uint64_t)blockIdx.x * blockDim.x + threadIdx.x;
    uint64_t threads = (uint64_t)gridDim.x * blockDim.x;
    struct level level = level_at(rows, levels.first);
    struct row row = row_at(arrays, closed, rows, level, thread >> level.shift);

    for (uint32_t at = levels.first;; at++) {
        uint64_t count = level.end - level.first;
        uint64_t stride = threads >> level.shift;

        /* All lanes of a warp take as many turns. */
        for (uint64_t i = thread >> level.shift,
                      turn = (thread - threadIdx.x % WARP) >> level.shift;
             turn < count; i += stride, turn += stride) {
            uint32_t best = hear(row, label, level.lanes);

            if ((threadIdx.x & (level.lanes - 1)) == 0 && best <= bound &&
                best < __ldcg(&label[row.vertex]))
                label[row.vertex] = best;
            row = row_at(arrays, closed, rows, level, i + stride);
        }
        if (at + 1 == levels.end)
            return;
        level = level_at(rows, at + 1);
        row = row_at(arrays, closed, rows, level, thread >> level.shift);
        grid_barrier(rows.arrived);
    }
}

cudaError_t launch_cch_sweep(const struct cch_arrays *arrays,
                             const uint32_t *closed,
                             const struct cch_rows *rows,
                             const struct cch_levels *levels, uint32_t *label,
                             uint32_t bound, const struct cch_grid *grid,
                             cudaStream_t stream)
{
    void *arguments[] = {(void *)arrays, (void *)&closed, (void *)rows,
                         (void *)levels, (void *)&label,  (void *)&bound};

    /* CUDA 11 has no overload for the kernel as it is. */
    return cudaLaunchCooperativeKernel((const void *)sweep_kernel,
                                       dim3(grid->blocks), dim3(grid->block),
                                       arguments, 0, stream);
}

cudaError_t cch_sweep_grid(unsigned block, unsigned wanted,
                           struct cch_grid *ret_grid)
{
    return cch_room(sweep_kernel, block, wanted, ret_grid);
}
