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
 * two; 20 or so on road maps. How a level is taken: cch_row.cuh; a thread's
 * first row is loaded before the barrier.
 *
 * The least that it takes: a barrier, a gather and a sum for each level, and
 * each panel's words once.
 *
 * Launch: cooperative. Memory: a word a vertex for the rows. */
#include "gpu/cch_room.cuh"
#include "gpu/cch_row.cuh"
#include "gpu/grid_barrier.cuh"

static __global__ void __launch_bounds__(CCH_BLOCK_MAX)
    sweep_kernel(struct cch_arrays arrays, const uint32_t *closed,
                 struct cch_rows rows, struct cch_levels levels,
                 uint32_t *label, uint32_t bound)
{
    struct cch_team team = {(uint64_t)blockIdx.x * blockDim.x + threadIdx.x,
                            (uint64_t)gridDim.x * blockDim.x};

    for (uint32_t at = levels.first; at < levels.end; at++) {
        struct cch_level level = cch_level_at(rows, at, team.threads);
        struct cch_row row = cch_row_at<false>(
            arrays, closed, rows, level, team.thread >> level.shift, label);

        if (at > levels.first)
            grid_barrier(rows.arrived);
        cch_take_level<false>(arrays, closed, rows, level, row, team, label,
                              bound);
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
