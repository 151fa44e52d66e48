/* thresholds: adaptive's, for a map, as the paper set them: tuned.
 *
 * What --set says stands; else what 'relaxctl tune' kept for the map; else they
 * are found now (gpu/tune/tune.h, some hundred queries). */
#ifndef RELAXD_LAB_PAPER_THRESHOLDS_H
#define RELAXD_LAB_PAPER_THRESHOLDS_H

#include "gpu/relaxation/switching.h"
#include "lab/paper/paper.h"

/* The study has a CUDA device. A line of the report says what they are and
 * where from; `name` is what it calls the map. */
int thresholds_find(const struct study *study, const struct map *map,
                    const char *name, struct report *report,
                    struct adaptive_thresholds *ret_thresholds,
                    struct error *error);

/* As settings of adaptive; the texts are the report's. */
void thresholds_set(struct adaptive_thresholds thresholds,
                    struct report *report, struct arguments_settings *settings);

#endif
