/* reach: how far one gets from places, or from where one gets to them.
 *
 * A shortest path is one of least weight, as everywhere; what is spent on it,
 * time or way, is added up along it and decides how far it counts (Dijkstra
 * 1959, with a second sum). Spent never falls along a way, so the search ends
 * once nothing that waits is within the limit; where weight is time that is a
 * plain bound.
 *
 * Backwards a label is what it takes from the end of an edge on to a place.
 * Arcs against their direction are found at the junction where their edge
 * begins (roads.h), so nothing is kept for a map. A traveller on an edge
 * without a past is at its first vertex. Edges that are not open are passed by,
 * of maps with classes closed (road_mask.h), too.
 *
 * Takes memory by what it reaches, and address space by the map: 12 bytes a
 * vertex and 8 an edge. */
#ifndef RELAXD_SERVICE_ISOCHRONE_REACH_H
#define RELAXD_SERVICE_ISOCHRONE_REACH_H

#include <stdbool.h>
#include <stdint.h>

#include "core/graph/map.h"
#include "core/graph/roads/roads.h"
#include "core/service/place/place.h"
#include "core/solver/cancel.h"
#include "core/weighting/weighting.h"

/* A search that departs walks edges as they are travelled; one that asks what
 * it takes to arrive walks them from their ends back, spending what travel
 * would. Spent is either time, in ms, or way, in mm: the measure. */
struct measure {
    bool distance; /* mm along the way; else ms */
    bool backward; /* edges are walked from their ends */
    uint32_t most; /* nothing beyond is of interest; <= COST_MAX */
};

/* A part of an edge that a search came along. */
struct stretch {
    uint32_t edge;
    uint32_t segment; /* where the walk begins */
    float fraction;   /* of the segment, in the piece's direction */
    uint32_t spent;   /* by then */
};

/* A straight bit of a walk. */
struct stretch_part {
    struct position from;
    struct position to;
    double spent_from;
    double spent_to; /* <= most: the last part ends where that is spent */
};

typedef void stretch_take(void *context, const struct stretch_part *part);

/* What a segment of an edge takes. */
static inline uint64_t measure_segment(const struct measure *measure,
                                       const struct roads *roads,
                                       const struct weighting *weighting,
                                       uint32_t edge, uint32_t segment)
{
    return measure->distance
               ? roads_segment_mm(roads, segment)
               : weighting->arrays
                     .segment_duration_ms[2 * (size_t)segment + edge % 2];
}

/* The turn of an arc. */
static inline uint32_t measure_turn(const struct measure *measure,
                                    const struct weighting *weighting,
                                    uint32_t arc)
{
    return measure->distance ? 0 : weighting->arrays.turn_duration_ms[arc];
}

/* All of an edge, saturating. */
uint32_t measure_edge(const struct measure *measure, const struct roads *roads,
                      const struct weighting *weighting, uint32_t edge);

/* Of sums of an edge's part, saturating. */
uint32_t measure_sums(const struct measure *measure,
                      const struct edge_sums *sums);

/* The whole of an edge, from where its walk begins. */
struct stretch stretch_whole(const struct measure *measure,
                             const struct roads *roads, uint32_t edge,
                             uint32_t spent);

/* Calls `take` part by part. */
void stretch_walk(const struct stretch *stretch, const struct measure *measure,
                  const struct roads *roads, const struct weighting *weighting,
                  stretch_take *take, void *context);

struct reach_options {
    struct measure measure;
    struct cancel *cancel; /* may be NULL */
};

struct reach {
    struct stretch *list; /* [count]; owned: free() */
    size_t count;
    size_t capacity;
    uint64_t settled; /* vertices */
};

/* The least over all places. 0, -ENOMEM, or -ECANCELED. */
int reach_find(const struct map *map, const struct weighting *weighting,
               const struct place *places, size_t place_count,
               const struct reach_options *options, struct reach *ret_reach);

#endif
