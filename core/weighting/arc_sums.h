/* arc_sums: travel time and length of each arc, in addition to its weight. Each
 * includes the turn and the edge that the arc enters.
 *
 * The caller owns them. Immutable once made; any thread may read. */
#ifndef RELAXD_WEIGHTING_ARC_SUMS_H
#define RELAXD_WEIGHTING_ARC_SUMS_H

#include <stdint.h>

#include "core/graph/map.h"

/* The cost of a whole edge: sums over its segments, which fit. */
struct edge_sums {
    uint32_t weight;
    uint32_t duration_ms;
    uint64_t length_mm;
};

struct edge_sums edge_sums_of(const struct weight_arrays *arrays,
                              const struct roads *roads, uint32_t edge);

/* A sum that does not fit, or that has nothing to add up. */
#define SUM_NONE UINT32_MAX

static inline uint32_t sum_fit(uint64_t sum)
{
    return sum < SUM_NONE ? (uint32_t)sum : SUM_NONE;
}

struct arc_sums {
    uint32_t *duration_ms; /* [arc_count] */
    uint32_t *length_mm;   /* [arc_count] */
};

/* For maps with roads, from the durations in these arrays. Sums that do not fit
 * are SUM_NONE. 0 or -ENOMEM. finish() is fine after either and on zero
 * bytes. */
int arc_sums_make(const struct map *map, const struct weight_arrays *arrays,
                  struct arc_sums *ret_sums);
void arc_sums_finish(struct arc_sums *sums);

#endif
