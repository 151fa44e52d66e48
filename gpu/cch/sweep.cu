/* sweep: labels of all vertices, from those on the ancestor chains of the
 * sources.
 *
 * Delling, Goldberg, Nowatzyk and Werneck, "PHAST: Hardware-accelerated
 * shortest path trees", 2011, on supernodes: a vertex v of supernode S reads
 * only the upward neighbours of S,
 *
 *     label(v) = min(label(v), min over upward neighbours u of label(u) +
 *     in[v][u])
 *
 * since closed panels (customize.h) cover the paths within S behind it. So
 * neither the vertices of a supernode nor those of a level wait for each other:
 * a shortest path goes up, which the walk has covered, and comes down.
 *
 * The levels go from the roots downward, 20 or so on road maps; row.cuh
 * computes one. Each is a launch that begins, and loads its threads' first
 * rows, while the previous one still runs. Where the device cannot do that, all
 * levels are one cooperative launch with a barrier of the grid between two. No
 * other level writes what is loaded early: a row's label changes in its own
 * level alone.
 *
 * Lower bound: a start, a gather and a sum for each level, and each panel's
 * words once. H200, us, launches and grid: NY 43.6, 69.6; NE 120, 158; a
 * generated map of 6 million vertices 476, 487.
 *
 * Launch: one per level, programmatically dependent, or one cooperative.
 * Memory: a word a vertex for the rows. */
#include "gpu/cch/sweep.h"

#include "core/graph/cost.h"
#include "gpu/block.cuh"
#include "gpu/cch/row.cuh"
#include "gpu/grid.cuh"

/* ---- One source ---- */

enum { LEVEL_BLOCK = 256 };

static __global__ void __launch_bounds__(CCH_BLOCK_MAX)
    sweep_kernel(struct cch_arrays arrays, struct cch_rows rows, uint32_t first,
                 uint32_t end, uint32_t *label, uint32_t bound)
{
    struct cch_sweep_team team = {(uint64_t)blockIdx.x * blockDim.x +
                                      threadIdx.x,
                                  (uint64_t)gridDim.x * blockDim.x};

    for (uint32_t at = first; at < end; at++) {
        struct cch_level level = cch_level_at(rows, at, team.threads);
        struct cch_row row = cch_row_at<false>(
            arrays, rows, level, team.thread >> level.shift, label);

        if (at > first)
            grid_barrier(rows.arrived);
        cch_take_level<false>(arrays, rows, level, row, team, label, bound);
    }
}

static __global__ void __launch_bounds__(LEVEL_BLOCK)
    level_kernel(struct cch_arrays arrays, struct cch_rows rows, uint32_t at,
                 uint32_t *label, uint32_t bound)
{
    struct cch_sweep_team team = {(uint64_t)blockIdx.x * blockDim.x +
                                      threadIdx.x,
                                  (uint64_t)gridDim.x * blockDim.x};
    struct cch_level level = cch_level_at(rows, at, team.threads);
    struct cch_row row = cch_row_at<true>(arrays, rows, level,
                                          team.thread >> level.shift, label);

    dependency_release();
    dependency_wait();
    cch_take_level<true>(arrays, rows, level, row, team, label, bound);
}

/* As many threads as a level can use, and no more than the grid's. */
static struct launch_shape shape_of(const struct cch_rows *rows, uint32_t level,
                                    const struct kernel_grid *grid)
{
    unsigned block = LEVEL_BLOCK;
    uint64_t threads =
        (uint64_t)(rows->launches[level + 1] - rows->launches[level]) *
        CCH_ROW_LANES;
    uint64_t most = (uint64_t)grid->blocks * grid->block;

    if (block > grid->block)
        block = grid->block;
    if (threads > most)
        threads = most;
    return {(unsigned)((threads + block - 1) / block), block, 1, 0};
}

static cudaError_t launch_levels(const struct cch_arrays *arrays,
                                 const struct cch_rows *rows, uint32_t first,
                                 uint32_t end, uint32_t *label, uint32_t bound,
                                 const struct kernel_grid *grid,
                                 cudaStream_t stream)
{
    /* Vertices on the highest level have no upward neighbours. */
    uint32_t top = first > 0 ? first : 1;
    cudaError_t status = cudaSuccess;

    for (uint32_t at = top; at < end && status == cudaSuccess; at++)
        status =
            launch_dependent(level_kernel, shape_of(rows, at, grid), at > top,
                             stream, *arrays, *rows, at, label, bound);
    return status;
}

cudaError_t cch_sweep_probe(bool *ret_launches)
{
    return launch_probe(level_kernel, ret_launches);
}

cudaError_t launch_cch_sweep(const struct cch_arrays *arrays,

                             const struct cch_rows *rows, uint32_t first,
                             uint32_t end, uint32_t *label, uint32_t bound,
                             const struct kernel_grid *grid,
                             cudaStream_t stream)
{
    void *arguments[] = {(void *)arrays, (void *)rows,   (void *)&first,
                         (void *)&end,   (void *)&label, (void *)&bound};

    if (rows->launches)
        return launch_levels(arrays, rows, first, end, label, bound, grid,
                             stream);
    /* CUDA 11 has no overload for typed kernels. */
    return cudaLaunchCooperativeKernel((const void *)sweep_kernel,
                                       dim3(grid->blocks), dim3(grid->block),
                                       arguments, 0, stream);
}

cudaError_t cch_sweep_grid(unsigned block, unsigned wanted,
                           struct kernel_grid *ret_grid)
{
    unsigned blocks;
    cudaError_t status =
        resident_blocks(sweep_kernel, block, 0, wanted, &blocks);

    if (status == cudaSuccess)
        *ret_grid = {blocks, block};
    return status;
}

/* ---- Many sources ---- */

/* The sweep for many sources at once.
 *
 * The labels of a vertex are adjacent, one for each source, so that a panel's
 * word and an upward neighbour's number are loaded once for all sources and
 * reads of labels coalesce. A thread takes two sources of a row.
 *
 * Lower bound: for each word of `in` the line of labels of its upward
 * neighbour, 256 bytes for 64 sources, much of it from L2, and one line for
 * each vertex.
 *
 * Launch: cooperative; a thread a vertex copies a lane out. Memory: `lanes`
 * words a vertex. */

static __device__ __forceinline__ uint2 lower(uint2 best, uint2 label,
                                              uint32_t weight)
{
    best.x = min(best.x, cost_add(label.x, weight));
    best.y = min(best.y, cost_add(label.y, weight));
    return best;
}

/* Two sources of one row. label: those of vertex 0. */
static __device__ void hear_two(const struct cch_arrays &arrays,
                                uint32_t vertex, uint2 *label, unsigned pairs)
{
    uint32_t s = arrays.supernode[vertex];
    uint32_t first = arrays.first_vertex[s];
    uint32_t size = arrays.first_vertex[s + 1] - first;
    uint64_t first_upward = arrays.first_upward[s];
    uint32_t upward = (uint32_t)(arrays.first_upward[s + 1] - first_upward);
    const uint32_t *neighbour = arrays.upward + first_upward;
    const uint32_t *in = arrays.closed + arrays.first_panel[s] +
                         (size_t)size * (size + upward) +
                         (size_t)(vertex - first) * upward;
    uint2 *own = label + (size_t)vertex * pairs;
    uint2 best = *own;

#pragma unroll 4
    for (uint32_t j = 0; j < upward; j++)
        best = lower(best, __ldcg(label + (size_t)neighbour[j] * pairs), in[j]);
    *own = best;
}

static __global__ void __launch_bounds__(CCH_BLOCK_MAX)
    lanes_kernel(struct cch_arrays arrays, struct cch_rows rows, uint32_t first,
                 uint32_t end, uint2 *label, unsigned pairs)
{
    uint64_t thread = (uint64_t)blockIdx.x * blockDim.x + threadIdx.x;
    uint64_t stride = (uint64_t)gridDim.x * blockDim.x / pairs;

    for (uint32_t level = first;; level++) {
        uint32_t row = rows.first_of_level[level];
        uint64_t count = rows.first_of_level[level + 1] - row;

        for (uint64_t i = thread / pairs; i < count; i += stride)
            hear_two(arrays, rows.vertex[row + i], label + thread % pairs,
                     pairs);
        if (level + 1 == end)
            return;
        grid_barrier(rows.arrived);
    }
}

static __global__ void take_lane_kernel(const uint32_t *labels, unsigned lanes,
                                        unsigned lane, uint32_t vertex_count,
                                        uint32_t bound, uint32_t *label)
{
    uint32_t v = thread_index();
    uint32_t cost;

    if (v >= vertex_count)
        return;
    cost = labels[(size_t)v * lanes + lane];
    label[v] = cost <= bound ? cost : COST_INFINITY;
}

cudaError_t cch_lanes_grid(unsigned block, unsigned wanted,
                           struct kernel_grid *ret_grid)
{
    unsigned blocks;
    cudaError_t status =
        resident_blocks(lanes_kernel, block, 0, wanted, &blocks);

    if (status == cudaSuccess)
        *ret_grid = {blocks, block};
    return status;
}

cudaError_t launch_cch_sweep_lanes(const struct cch_arrays *arrays,

                                   const struct cch_rows *rows, uint32_t first,
                                   uint32_t end, uint32_t *label,
                                   unsigned lanes,
                                   const struct kernel_grid *grid,
                                   cudaStream_t stream)
{
    uint2 *two = (uint2 *)label;
    unsigned pairs = lanes / 2;
    void *arguments[] = {(void *)arrays, (void *)rows, (void *)&first,
                         (void *)&end,   (void *)&two, (void *)&pairs};

    return cudaLaunchCooperativeKernel((const void *)lanes_kernel,
                                       dim3(grid->blocks), dim3(grid->block),
                                       arguments, 0, stream);
}

cudaError_t launch_cch_take_lane(const uint32_t *labels, unsigned lanes,
                                 unsigned lane, uint32_t vertex_count,
                                 uint32_t bound, uint32_t *label,
                                 cudaStream_t stream)
{
    take_lane_kernel<<<grid_for(vertex_count, MAP_BLOCK), MAP_BLOCK, 0,
                       stream>>>(labels, lanes, lane, vertex_count, bound,
                                 label);
    return cudaGetLastError();
}
