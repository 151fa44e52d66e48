/* segment_batch: what segments weigh under a model, some at a time, so that
 * their divisions run side by side. model_weighting.h has the formulas.
 *
 * One thread uses it. It fills a batch, lets segment_batch_speeds() find
 * speeds, says what rules make of each, and lets segment_batch_values() find
 * what comes of that. */
#ifndef RELAXD_WEIGHTING_MODEL_SEGMENT_BATCH_H
#define RELAXD_WEIGHTING_MODEL_SEGMENT_BATCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/graph/map.h"

enum { SEGMENT_BATCH = 64 };

/* Segments in a direction, none of them closed. Costs are signed, as processors
 * convert those by the vector; none exceeds ROAD_COST_MAX. */
struct segment_batch {
    size_t count;
    uint32_t item[SEGMENT_BATCH]; /* 2 * segment + backward */
    uint32_t piece[SEGMENT_BATCH];
    int32_t share[SEGMENT_BATCH]; /* of EDGE_TAKES_MAX, of each segment of the
                                     piece */
    double mm[SEGMENT_BATCH];
    int32_t weight[SEGMENT_BATCH]; /* under the weighting below */
    int32_t duration_ms[SEGMENT_BATCH];
    double speed[SEGMENT_BATCH];  /* km/h */
    double walked[SEGMENT_BATCH]; /* what rules make of it; where they close the
                                     road, as it was */
    double priority[SEGMENT_BATCH];
    int32_t open[SEGMENT_BATCH];
    int32_t new_duration_ms[SEGMENT_BATCH];
    int32_t new_weight[SEGMENT_BATCH]; /* of a closed one, as uint32_t:
                                          WEIGHT_CLOSED */
};

void segment_batch_speeds(struct segment_batch *batch);

/* What rules make of the speed, which is known, and of the priority. */
static inline void segment_batch_walk(struct segment_batch *batch, size_t i,
                                      double walked, double priority)
{
    bool open = walked > 0 && priority > 0;

    batch->open[i] = open;
    batch->walked[i] = open ? walked : batch->speed[i];
    batch->priority[i] = open ? priority : 1;
}

void segment_batch_values(struct segment_batch *batch, const struct map *map,
                          double distance_influence);

#endif
