/* road_map: a map of a road network: search graph, roads, order, tree.
 *
 * The elimination order is found on the pieces and expanded to their edges, so
 * that what separates roads separates turns (Buchhold, Wagner, Zeitz and
 * Zuendorf, "Customizable Contraction Hierarchies with Turn Costs", ATMOS 2020,
 * section 4). */
#ifndef RELAXD_GRAPH_ROAD_NETWORK_ROAD_MAP_H
#define RELAXD_GRAPH_ROAD_NETWORK_ROAD_MAP_H

#include "core/base/error.h"
#include "core/graph/map.h"
#include "core/graph/road_network/road_network.h"

/* Where nobody says which components are small: those of fewer than a tenth of
 * the pieces of the largest, and of fewer than 1000. */
enum { ROAD_SMALL_AUTO = 0 };

struct road_map_settings {
    uint32_t small_component; /* pieces: components of fewer are small;
                                 ROAD_SMALL_AUTO */
    bool unordered;           /* no hierarchy */
    const char *source;       /* for people: what it was made from */
    const char *generator;    /* as struct map_info has it; NULL: not known */
};

/* Takes over what is in the network, also on failure: it is then good for
 * finish alone. -EINVAL: nothing in it, or more than a map can hold. */
int road_map_make(struct road_network *network,
                  const struct road_map_settings *settings,
                  struct map **ret_map, struct error *error);

#endif
