/* road_map: makes a map of a road network: search graph, roads, order, tree.
 *
 * The elimination order is found on the pieces and expanded to their edges, so
 * that separators of roads separate turns (Buchhold, Wagner, Zeitz and
 * Zuendorf, "Customizable Contraction Hierarchies with Turn Costs", ATMOS 2020,
 * section 4). */
#ifndef RELAXD_GRAPH_ROAD_NETWORK_ROAD_MAP_H
#define RELAXD_GRAPH_ROAD_NETWORK_ROAD_MAP_H

#include "core/base/error.h"
#include "core/graph/map.h"
#include "core/graph/road_network/road_network.h"

/* The default: a component is small if it has fewer than a tenth of the pieces
 * of the largest, and fewer than 1000. */
enum { ROAD_SMALL_AUTO = 0 };

struct road_map_settings {
    uint32_t small_component; /* components with fewer pieces are small; or
                                 ROAD_SMALL_AUTO */
    bool unordered;           /* no hierarchy */
    const char *source;       /* for people: the map's source */
    const char *generator;    /* as in struct map_info; NULL: unknown */
};

/* Takes over the network's content, also on failure; only finish() is valid
 * then. -EINVAL: an empty network, or more than a map can hold. */
int road_map_make(struct road_network *network,
                  const struct road_map_settings *settings,
                  struct map **ret_map, struct error *error);

#endif
