/* cuda_change: a metric's weights on its device, brought to others.
 *
 * What all forms on CUDA have of recustomize. A few changes travel as pairs of
 * arc and weight and are scattered by a kernel; where they are many, one copy
 * of the whole set is cheaper, and the form fills the rest from it as customize
 * does. Device memory: 8 bytes for each of CUDA_CHANGES_AT_ONCE, from a
 * metric's first change on.
 *
 * Any thread; the device is current afterwards, and done. 0, or a code of
 * cuda_error.h; then the metric's weights are neither old nor new. */
#ifndef RELAXD_GPU_FORMS_CUDA_CHANGE_H
#define RELAXD_GPU_FORMS_CUDA_CHANGE_H

#include <stdbool.h>

#include "gpu/forms/change_weights.h"
#include "gpu/forms/cuda_csr.h"

enum { CUDA_CHANGES_AT_ONCE = 16384 };

/* Whether so many changes are better copied as a whole. */
bool cuda_change_is_whole(const struct weights *weights,
                          const struct weight_changes *changes);

/* The whole set, as it lies, into metric->weight alone. */
int cuda_metric_replace(struct cuda_metric *metric,
                        const struct weights *weights, struct error *error);

/* The changed ones, to all places; places->weight is metric->weight. */
int cuda_metric_change(struct cuda_metric *metric,
                       const struct weight_places *places,
                       const struct weights *weights,
                       const struct weight_changes *changes,
                       struct error *error);

#endif
