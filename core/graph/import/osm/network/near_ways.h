/* near_ways: of each station, the nearest ways of a layer. */
#ifndef RELAXD_GRAPH_IMPORT_OSM_NETWORK_NEAR_WAYS_H
#define RELAXD_GRAPH_IMPORT_OSM_NETWORK_NEAR_WAYS_H

#include <stdint.h>

#include "core/base/union_find.h"
#include "core/graph/import/osm/network/courses.h"

/* A search ends early, with the nearest that it has found, once the searches
 * for that layer have visited NEAR_WAYS_VISITS boxes and one for each way
 * wanted, a station, and NEAR_WAYS_SPARE_VISITS. Real stations take 2 to 22.
 * More is needed only where many long links pass by many stations, for which no
 * method is known that takes less than the 4/3rd power of their number
 * (Erickson, "New lower bounds for Hopcroft's problem", Discrete &
 * Computational Geometry 16, 1996). */
enum { NEAR_WAYS_VISITS = 48, NEAR_WAYS_SPARE_VISITS = 1 << 18 };

struct near_way {
    uint32_t link;     /* its nearest, the first if several are */
    uint32_t spot;     /* the nearer end of that link */
    double distance_m; /* to it */
};

struct near_ways {
    uint32_t most;             /* per station */
    uint32_t *count;           /* [station_count] */
    struct near_way *item;     /* [station_count * most], nearest first, equally
                                  near ones by used way */
    struct near_way *mainland; /* [station_count] the nearest way of the
                                  largest island within the radius, valid if
                                  `count` is above 0; NULL: not requested */
    uint64_t visited;          /* boxes of links, by all searches */
};

/* Of each station, a node, the nearest ways of a layer within the radius, at
 * most `most`; with `islands` of that layer, whose parents are roots, else
 * NULL, also the nearest on the mainland. 50 bytes a link while it runs. 0 or
 * -ENOMEM; finish() is fine after either. */
int near_ways_find(const struct osm_data *data, const struct courses *courses,
                   const uint32_t *station, uint32_t station_count,
                   enum road_layer layer, double radius_m, uint32_t most,
                   const struct union_find *islands, struct near_ways *near);

void near_ways_finish(struct near_ways *near);

#endif
