/* arc_sums: what each arc of a map takes beside its weight: time and way, each
 * its turn and the edge that it enters.
 *
 * Owned by the caller that made them; immutable then, any thread may read. */
#ifndef RELAXD_WEIGHTING_ARC_SUMS_H
#define RELAXD_WEIGHTING_ARC_SUMS_H

#include <stdint.h>

#include "core/graph/map.h"

/* A sum that does not fit, or of nothing. */
#define SUM_NONE UINT32_MAX

struct arc_sums {
    uint32_t *duration_ms; /* [arc_count] */
    uint32_t *length_mm;   /* [arc_count] */
};

/* Of a map with roads, by the durations of these arrays; what does not fit is
 * SUM_NONE. 0 or -ENOMEM. finish() is fine after either and on zero bytes. */
int arc_sums_make(const struct map *map, const struct weight_arrays *arrays,
                  struct arc_sums *ret_sums);
void arc_sums_finish(struct arc_sums *sums);

#endif
