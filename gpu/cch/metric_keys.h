/* metric_keys: the keys of a metric's closed panels, made once for its weights.
 *
 * Made when the first query wants them; others that do wait for them. Kept
 * until weights change. Memory: keys.h. */
#ifndef RELAXD_GPU_CCH_METRIC_KEYS_H
#define RELAXD_GPU_CCH_METRIC_KEYS_H

#include "core/base/error.h"
#include "core/graph/arc_sums.h"
#include "gpu/cch/keys.h"

struct cch_metric_keys;
struct cuda_cch_metric;

/* None yet. 0 or -ENOMEM with words. destroy(): NULL is fine; the metric's
 * device is current. */
int cch_metric_keys_create(struct cch_metric_keys **ret_keys,
                           struct error *error);
void cch_metric_keys_destroy(struct cch_metric_keys *keys);

/* Those of the metric as it is, on its device, which is current; where there
 * are none `arcs` is read and they are made now, on the stream. Laid out as
 * panels. Any thread. 0 or a code with words. */
int cch_metric_keys_of(const struct cuda_cch_metric *metric,
                       const struct arc_sums *arcs, cudaStream_t stream,
                       const cch_key **ret_panel, struct error *error);

#endif
