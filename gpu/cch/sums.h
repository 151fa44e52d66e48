/* sums: duration and length beside a metric's closed panels, on a device.
 *
 * The counterpart of core/solver/cch/closed_sums.h. It reads finished panels
 * and Schur complements: costs are known, so a pair of sums (packed_sums.cuh)
 * is the least among those whose parts add up to the cost. The steps of the
 * plan (plan.h) eliminate one after the other; then all fronts close with Floyd
 * and Warshall's loops. A front of many blocks takes a launch for each pivot,
 * shared by all such fronts of a step; other fronts take a block each.
 *
 * Work: that of customizing and a comparison for each of its sums. Launches:
 * about two for each vertex on the longest chain of large fronts. Device
 * memory: 2 words for each word of the panels; during the computation also 2
 * for each word of the Schur complements and for each arc. */
#ifndef RELAXD_GPU_CCH_SUMS_H
#define RELAXD_GPU_CCH_SUMS_H

#include <cuda_runtime_api.h>
#include <stdint.h>

#include "gpu/cch/customize.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef unsigned long long cch_packed;

/* A duration and a length with which a walk begins, or which are added at its
 * end. */
struct cch_sums {
    int64_t duration_ms;
    int64_t length_mm;
};

/* Sums beside the costs, in the same layout. */
struct cch_summed {
    struct cch_arrays arrays;
    struct cch_panels costs;
    cch_packed *panel;
    cch_packed *schur;
    const uint32_t *weight; /* of each arc, beside its duration and length */
    const uint32_t *duration;
    const uint32_t *length;
};

/* sums.cu; each queues and returns. Sets the sums of arcs and clears all
 * others. */
cudaError_t launch_cch_sums_begin(const struct cch_summed *summed,
                                  cudaStream_t stream);

/* A block a front of the step: merges its children's sums and eliminates; or
 * closes. */
cudaError_t launch_cch_sums_fronts(const struct cch_summed *summed,
                                   const struct cch_step *step, bool close,
                                   cudaStream_t stream);

/* The same with many blocks: children's sums, then the pivots one by one. */
cudaError_t launch_cch_sums_take(const struct cch_summed *summed,
                                 const struct cch_step *step,
                                 cudaStream_t stream);
cudaError_t launch_cch_sums_pivot(const struct cch_summed *summed,
                                  const struct cch_step *step, bool close,
                                  uint32_t pivot, cudaStream_t stream);

/* After all are eliminated, before they close: drops sums of costs that closing
 * lowered. */
cudaError_t launch_cch_sums_drop(const struct cch_summed *summed,
                                 cudaStream_t stream);

/* ---- The sums of a metric ---- */

/* The sums of a metric's closed panels.
 *
 * The first query that needs them computes them; concurrent ones wait for it.
 * Valid until weights change. Memory: see the head. */

struct arc_sums;
struct cch_metric_sums;
struct cuda_cch_metric;
struct error;

/* Starts without sums. 0 or -ENOMEM with words. destroy(): NULL is fine; the
 * metric's device must be current. */
int cch_metric_sums_create(struct cch_metric_sums **ret_sums,
                           struct error *error);
void cch_metric_sums_destroy(struct cch_metric_sums *packed);

/* The sums for the metric's current weights, in the layout of panels, on its
 * device, which must be current. Where there are none, reads `arcs` and
 * computes them on the stream. Any thread. 0 or a code with words. */
int cch_metric_sums_of(const struct cuda_cch_metric *metric,
                       const struct arc_sums *arcs, cudaStream_t stream,
                       const cch_packed **ret_panel, struct error *error);

#ifdef __cplusplus
}
#endif

#endif
