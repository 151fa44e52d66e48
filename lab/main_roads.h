/* main_roads: the submap of a map's main roads.
 *
 * Suzuki et al. took 310,000 of their 1.43 million vertices (section 6).
 * Likewise this takes arcs of the classes motorway to secondary, and the
 * largest strong component of the result, so that every vertex reaches every
 * other. Ids, positions, classes and weights are the map's own. A map with
 * roads, whose vertices share ids, gets vertex numbers as ids. */
#ifndef RELAXD_LAB_MAIN_ROADS_H
#define RELAXD_LAB_MAIN_ROADS_H

#include "core/graph/map.h"

struct redrawn {
    struct map map;   /* everything except the weights belongs to the other
                         map, which outlives it; not for map_destroy() */
    uint32_t *weight; /* [arc_count] */
};

/* Gives every arc a weight from `least` to `most`, uniformly drawn from the
 * seed; opens closed arcs. */
int redrawn_init(struct redrawn *redrawn, const struct map *map, uint32_t least,
                 uint32_t most, uint64_t seed, struct error *error);
void redrawn_finish(struct redrawn *redrawn); /* zeroed is fine */

enum { MAIN_ROADS_NONE = 1 };

/* The caller owns the map. MAIN_ROADS_NONE with words: the map has no road
 * classes, or no main road. */
int main_roads_cut(const struct map *map, struct map **ret_map,
                   struct error *error);

#endif
