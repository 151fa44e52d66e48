/* sweep: labels of all vertices, from those on the ancestor chains of the
 * sources.
 *
 * The second half of a one-to-all query; the first is a walk (walk.h). */
#ifndef RELAXD_GPU_CCH_SWEEP_H
#define RELAXD_GPU_CCH_SWEEP_H

#include <stdbool.h>

#include "gpu/cch/customize.h"
#include "gpu/kernels.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Words of the grid barrier and the levels; zero `arrived` before the first
 * launch. */
struct cch_rows {
    const uint32_t *vertex;         /* [vertex_count] highest level first */
    const uint32_t *first_of_level; /* [level_count + 1] into vertex; level 0
                                       is the highest here */
    uint32_t *arrived;              /* grid.cuh */
    const uint32_t *launches;       /* first_of_level on the host: one launch
                                       per level; NULL: one launch for all */
};

/* How many blocks of `block` threads fit at once, `wanted` at most; 0: all that
 * fit. */
cudaError_t cch_sweep_grid(unsigned block, unsigned wanted,
                           struct kernel_grid *ret_grid);
cudaError_t cch_lanes_grid(unsigned block, unsigned wanted,
                           struct kernel_grid *ret_grid);

/* Whether the device can launch each level separately. */
cudaError_t cch_sweep_probe(bool *ret_launches);

/* Levels [first, end), one column of stride 1. Labels above `bound` are not
 * written. */
cudaError_t launch_cch_sweep(const struct cch_arrays *arrays,
                             const struct cch_rows *rows, uint32_t first,
                             uint32_t end, uint32_t *label, uint32_t bound,
                             const struct kernel_grid *grid,
                             cudaStream_t stream);

/* `lanes` columns at once, 2 to 64 of them, a power of 2: label[vertex][lanes].
 */
cudaError_t launch_cch_sweep_lanes(const struct cch_arrays *arrays,
                                   const struct cch_rows *rows, uint32_t first,
                                   uint32_t end, uint32_t *label,
                                   unsigned lanes,
                                   const struct kernel_grid *grid,
                                   cudaStream_t stream);

/* Copies one lane's labels to label[vertex_count]; above `bound` COST_INFINITY.
 */
cudaError_t launch_cch_take_lane(const uint32_t *labels, unsigned lanes,
                                 unsigned lane, uint32_t vertex_count,
                                 uint32_t bound, uint32_t *label,
                                 cudaStream_t stream);

#ifdef __cplusplus
}
#endif

#endif
