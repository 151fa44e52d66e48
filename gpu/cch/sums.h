/* sums: duration and length beside a metric's closed panels, on a device.
 *
 * What core/solver/cch/closed_sums.h is on the CPU, from the panels and Schur
 * complements that are there: costs are known, so that a pair of sums
 * (packed_sums.cuh) is the least of those of its parts that add up to the cost.
 * A step of the plan (plan.h) after the other eliminates; then all fronts
 * close, by Floyd and Warshall's loops. A front of many blocks takes a launch a
 * pivot, which all such fronts of a step share; others a block each.
 *
 * Work: that of customizing, a comparison for each of its sums; launches: two
 * for each vertex on the longest chain of large fronts, about. Device
 * memory: 2 words for each of the panels', and while they are made 2 for each
 * of the Schur complements' and for each arc. */
#ifndef RELAXD_GPU_CCH_SUMS_H
#define RELAXD_GPU_CCH_SUMS_H

#include <cuda_runtime_api.h>
#include <stdint.h>

#include "gpu/cch/customize.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef unsigned long long cch_packed;

/* A duration and a length that a walk begins with, or what is added to those at
 * its end. */
struct cch_sums {
    int64_t duration_ms;
    int64_t length_mm;
};

/* Beside the costs, laid out as they are. */
struct cch_summed {
    struct cch_fronts fronts;
    struct cch_panels costs;
    cch_packed *panel;
    cch_packed *schur;
};

/* What arcs take beside their weights, by arc. */
struct cch_arc_sums {
    const uint32_t *weight;
    const uint32_t *duration;
    const uint32_t *length;
};

/* Fronts [first, first + count) of the plan. */
struct cch_front_range {
    uint32_t first;
    uint32_t count;
    uint32_t front_max; /* the largest f */
};

/* sums.cu; each queues and returns. No sums but those of arcs. */
cudaError_t launch_cch_sums_begin(const struct cch_arrays *arrays,
                                  const struct cch_summed *summed,
                                  const struct cch_arc_sums *arcs,
                                  cudaStream_t stream);

/* A block a front: takes over its children's sums and eliminates. */
cudaError_t launch_cch_sums_eliminate(const struct cch_summed *summed,
                                      const struct cch_front_range *fronts,
                                      cudaStream_t stream);

/* The same by many blocks, the pivots one by one. */
cudaError_t launch_cch_sums_take(const struct cch_summed *summed,
                                 const struct cch_front_range *fronts,
                                 cudaStream_t stream);
cudaError_t launch_cch_sums_pivot(const struct cch_summed *summed,
                                  const struct cch_front_range *fronts,
                                  uint32_t pivot, cudaStream_t stream);

/* When all are eliminated: sums of what closing made less are dropped; then
 * fronts close, by a block each or pivot by pivot. */
cudaError_t launch_cch_sums_drop(const struct cch_summed *summed,
                                 cudaStream_t stream);
cudaError_t launch_cch_sums_close(const struct cch_summed *summed,
                                  const struct cch_front_range *fronts,
                                  cudaStream_t stream);
cudaError_t launch_cch_sums_close_pivot(const struct cch_summed *summed,
                                        const struct cch_front_range *fronts,
                                        uint32_t pivot, cudaStream_t stream);

/* ---- The sums of a metric ---- */

/* The sums of a metric's closed panels, made once for its weights.
 *
 * Made when the first query wants them; others that do wait for them. Kept
 * until weights change. Memory: sums.h. */

struct arc_sums;
struct cch_metric_sums;
struct cuda_cch_metric;
struct error;

/* None yet. 0 or -ENOMEM with words. destroy(): NULL is fine; the metric's
 * device is current. */
int cch_metric_sums_create(struct cch_metric_sums **ret_sums,
                           struct error *error);
void cch_metric_sums_destroy(struct cch_metric_sums *packed);

/* Those of the metric as it is, on its device, which is current; where there
 * are none `arcs` is read and they are made now, on the stream. Laid out as
 * panels. Any thread. 0 or a code with words. */
int cch_metric_sums_of(const struct cuda_cch_metric *metric,
                       const struct arc_sums *arcs, cudaStream_t stream,
                       const cch_packed **ret_panel, struct error *error);

#ifdef __cplusplus
}
#endif

#endif
