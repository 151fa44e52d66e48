/* near_ways: which used ways are near stations.
 *
 * Stations are sorted by latitude; each link of the layer looks among those
 * that it is level with. */
#ifndef RELAXD_GRAPH_IMPORT_OSM_NETWORK_NEAR_WAYS_H
#define RELAXD_GRAPH_IMPORT_OSM_NETWORK_NEAR_WAYS_H

#include <stdint.h>

#include "core/graph/import/osm/network/courses.h"
#include "core/graph/import/osm/network/islands.h"

struct near_way {
    uint32_t used;
    uint32_t spot;     /* the nearer end of its nearest link */
    double distance_m; /* to that link */
};

struct near_ways {
    uint32_t most;         /* for each station */
    uint32_t *count;       /* [station_count] */
    struct near_way *item; /* [station_count * most], nearest first, of equally
                              near ones the first used way */
    struct near_way *mainland; /* [station_count] the nearest way of the largest
                                  island within the radius, where `count` is
                                  above 0; NULL: not asked for */
};

/* Of each station, a node, the nearest ways of a layer within the radius,
 * `most` at most; with `islands` of that layer, else NULL, also what lies on
 * the mainland. 0 or -ENOMEM; finish is right after that, too. */
int near_ways_find(const struct osm_data *data, const struct courses *courses,
                   const uint32_t *station, uint32_t station_count,
                   enum road_layer layer, double radius_m, uint32_t most,
                   const struct islands *islands, struct near_ways *near);

void near_ways_finish(struct near_ways *near);

#endif
