/* perfect: exact distances within every front, on a device.
 *
 * The same words as core/solver/cch/perfect.h's, from a metric of
 * form "cuda-cch": top down, level by level, a front's distances come
 * from those between its uppers, which its parent's front has, and its closed
 * panel (perfect_kernels.h).
 *
 * Knows no CUDA: none.c stands in where that is not built in. Device memory:
 * as much as the metric's basic panels and Schur complements, and 56 bytes a
 * supernode. Calls on one struct one at a time; the metric is read during a
 * call only. Each makes the metric's device current and returns when it is
 * done. */
#ifndef RELAXD_GPU_CCH_PERFECT_H
#define RELAXD_GPU_CCH_PERFECT_H

#include <stdint.h>

#include "core/base/error.h"
#include "core/solver/cch/perfect.h"

struct cch_perfect_front;
struct cch_perfect_step;

struct gpu_cch_perfect {
    uint32_t *panel; /* on the device, as struct cch_perfect's */
    uint32_t *upper; /* the same */
    struct cch_perfect_front *fronts; /* on the device */
    struct cch_perfect_step *steps;   /* [step_count] on the host */
    uint32_t step_count;
};

/* Memory, and the order in which fronts are taken; for any metric of the same
 * prepared map. No distances yet. 0, or a code of cuda_error.h or -ENOMEM with
 * words. finish() is fine after either and on zero bytes. */
int gpu_cch_perfect_init(struct gpu_cch_perfect *perfect,
                         const struct metric *metric, struct error *error);
void gpu_cch_perfect_finish(struct gpu_cch_perfect *perfect);

/* The distances. `ret_ms`: what that took on the device; may be NULL. */
int gpu_cch_perfect(struct gpu_cch_perfect *perfect,
                    const struct metric *metric, float *ret_ms,
                    struct error *error);

/* After that, what cch_perfect_count() counts. */
int gpu_cch_perfect_count(const struct gpu_cch_perfect *perfect,
                          const struct metric *metric,
                          struct cch_pruning *ret_pruning, struct error *error);

#endif
