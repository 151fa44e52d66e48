/* reach: the roads reachable from places, or from which places are reachable.
 *
 * A shortest path is one of least weight, as everywhere; the time or length
 * along it is added up as `spent` and limits the search (Dijkstra 1959, with a
 * second sum). Spent never falls along a path, so the search ends once no open
 * vertex is within the limit; if weight is time that is a plain bound.
 *
 * Backwards, a label is the cost from the end of an edge to a place. The search
 * finds arcs against their direction at the junction where their edge begins
 * (roads.h), so no reverse index is needed. A traveller who starts on an edge
 * is at its first vertex. Edges that are not open, also by the weighting's
 * closed pieces, are skipped.
 *
 * Memory grows with what it reaches, address space with the map: 12 bytes a
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

/* A departing search walks edges as they are travelled; an arriving one walks
 * them from their ends back, spending what travel would. Spent is either time,
 * in ms, or distance, in mm: the measure. */
struct measure {
    bool distance;         /* mm; else ms */
    bool backward;         /* edges are walked from their ends */
    uint32_t most;         /* the limit; <= COST_MAX */
    struct cancel *cancel; /* ends the search; may be NULL */
};

/* A part of an edge that the search walked along. */
struct stretch {
    uint32_t edge;
    uint32_t segment; /* where the walk begins */
    float fraction;   /* of the segment, in the piece's direction */
    uint32_t spent;   /* at its beginning */
};

/* A straight piece of a walk. */
struct stretch_part {
    struct position from;
    struct position to;
    double spent_from;
    double spent_to; /* <= most: the last part ends where that is reached */
};

typedef void stretch_take(void *context, const struct stretch_part *part);

/* Calls `take` part by part. */
void stretch_walk(const struct stretch *stretch, const struct measure *measure,
                  const struct roads *roads, const struct weighting *weighting,
                  stretch_take *take, void *context);

struct reach {
    struct stretch *list; /* [count]; owned: free() */
    size_t count;
    size_t capacity;
    uint64_t settled; /* vertices */
};

/* The union over all places. 0, -ENOMEM, or -ECANCELED. */
int reach_find(const struct map *map, const struct weighting *weighting,
               const struct place *places, size_t place_count,
               const struct measure *measure, struct reach *ret_reach);

#endif
