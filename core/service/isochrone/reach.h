/* reach: how far one gets from places, or from where one gets to them.
 *
 * A least way is one of least weight, as everywhere; what is spent on it, time
 * or way, is added up along it and decides how far it counts (Dijkstra 1959,
 * with a second sum). Spent never falls along a way, so the search ends once
 * nothing that waits is within the limit; where weight is time that is a plain
 * bound.
 *
 * Backwards a label is what it takes from the end of an edge on to a place.
 * Arcs against their direction are found at the junction where their edge
 * begins (roads.h), so nothing is kept for a map. Who is on an edge without a
 * past is at its first vertex. Edges that are not open are passed by, of maps
 * with classes closed (road_mask.h), too.
 *
 * Takes memory by what it reaches, and address space by the map: 12 bytes a
 * vertex and 8 an edge. */
#ifndef RELAXD_SERVICE_ISOCHRONE_REACH_H
#define RELAXD_SERVICE_ISOCHRONE_REACH_H

#include "core/graph/map.h"
#include "core/service/isochrone/stretch.h"
#include "core/service/place/place.h"
#include "core/solver/cancel.h"

struct reach_wish {
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
int reach_find(const struct map *map, const struct place *places,
               size_t place_count, const struct reach_wish *wish,
               struct reach *ret_reach);

#endif
