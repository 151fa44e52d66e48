/* main_roads: the submap of a map's main roads, and a map with other weights.
 *
 * Suzuki et al. took 310,000 of their 1.43 million vertices (section 6).
 * Likewise this takes arcs of the classes motorway to secondary, and the
 * largest strong component of the result, so that every vertex reaches every
 * other. Ids, positions, classes and weights are the map's own. Of a map with
 * roads, whose vertices share ids, it gets vertex numbers as ids. */
#ifndef RELAXD_LAB_MAIN_ROADS_H
#define RELAXD_LAB_MAIN_ROADS_H

#include "core/graph/map.h"

/* A map of the same vertices and arcs, with a weight from `least` to `most` on
 * every arc, uniformly drawn from the seed, and nothing else; opens closed
 * arcs. The caller owns the map. */
int map_redraw(const struct map *map, uint32_t least, uint32_t most,
               uint64_t seed, struct map **ret_map, struct error *error);

enum { MAIN_ROADS_NONE = 1 };

/* The caller owns the map. MAIN_ROADS_NONE with words: the map has no road
 * classes, or no main road. */
int main_roads_cut(const struct map *map, struct map **ret_map,
                   struct error *error);

#endif
