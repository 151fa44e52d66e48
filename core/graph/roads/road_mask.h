/* road_mask: a map on which all roads of some classes are closed.
 *
 * The same topology, roads and hierarchy; arcs that enter an edge of a closed
 * piece weigh WEIGHT_CLOSED. So whatever prepared the map's topology serves the
 * masked map, too: customize it with the weights from here. */
#ifndef RELAXD_GRAPH_ROADS_ROAD_MASK_H
#define RELAXD_GRAPH_ROADS_ROAD_MASK_H

#include "core/graph/map.h"

/* A view of a map with roads, for whoever translates places: its edges of those
 * classes are not open. Its weights are those of the map, without the mask; it
 * owns nothing, is valid as long as the map, and is not for map_destroy(). */
struct map road_mask_view(const struct map *map, uint16_t classes);

/* The weights of the map with these classes closed, [arc_count], malloc()ed;
 * NULL: no memory. Looks at every arc. */
uint32_t *road_mask_weights(const struct map *map, uint16_t classes);

#endif
