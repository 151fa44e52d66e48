/* stretch: a part of an edge that a search came along, and what it had spent
 * where.
 *
 * A search that departs walks edges as they are travelled; one that asks what
 * it takes to arrive walks them from their ends back, spending what travel
 * would. Spent is either time, in ms, or way, in mm: the measure. */
#ifndef RELAXD_SERVICE_ISOCHRONE_STRETCH_H
#define RELAXD_SERVICE_ISOCHRONE_STRETCH_H

#include <stdbool.h>
#include <stdint.h>

#include "core/graph/roads/roads.h"

struct measure {
    bool distance; /* mm along the way; else ms */
    bool backward; /* edges are walked from their ends */
    uint32_t most; /* nothing beyond is of interest; <= COST_MAX */
};

struct stretch {
    uint32_t edge;
    uint32_t segment; /* where the walk begins */
    float fraction;   /* of the segment, in the piece's direction */
    uint32_t spent;   /* by then */
};

/* A straight piece of a walk. */
struct stretch_part {
    struct position from;
    struct position to;
    double spent_from;
    double spent_to; /* <= most: the last part ends where that is spent */
};

typedef void stretch_take(void *context, const struct stretch_part *part);

/* What a segment of an edge takes. */
static inline uint64_t measure_segment(const struct measure *measure,
                                       const struct roads *roads, uint32_t edge,
                                       uint32_t segment)
{
    return measure->distance
               ? roads_segment_mm(roads, segment)
               : roads->segment_duration_ms[2 * (size_t)segment + edge % 2];
}

/* The turn of an arc. */
static inline uint32_t measure_turn(const struct measure *measure,
                                    const struct roads *roads, uint32_t arc)
{
    return measure->distance ? 0 : roads->turn_duration_ms[arc];
}

/* All of an edge, saturating. */
uint32_t measure_edge(const struct measure *measure, const struct roads *roads,
                      uint32_t edge);

/* Of sums of an edge's part, saturating. */
uint32_t measure_sums(const struct measure *measure,
                      const struct edge_sums *sums);

/* The whole of an edge, from where its walk begins. */
struct stretch stretch_whole(const struct measure *measure,
                             const struct roads *roads, uint32_t edge,
                             uint32_t spent);

/* Calls `take` part by part. */
void stretch_walk(const struct stretch *stretch, const struct measure *measure,
                  const struct roads *roads, stretch_take *take, void *context);

#endif
