/* main_roads: the part of a map that its main roads make.
 *
 * As Suzuki et al. took 310,000 of their 1.43 million vertices (section 6):
 * arcs of the classes motorway to secondary, and of what they join the largest
 * strong component, so that every vertex reaches every other. Ids, positions,
 * classes and weights are the map's own; of a map of roads, whose vertices
 * share ids, they are numbers. */
#ifndef RELAXD_LAB_MAIN_ROADS_H
#define RELAXD_LAB_MAIN_ROADS_H

#include "core/graph/map.h"

struct redrawn {
    struct map map;   /* all but the weights is the other map's, which outlives
                         it; not for map_destroy() */
    uint32_t *weight; /* [arc_count] */
};

/* Every arc of the map gets a weight from `least` to `most`, all alike likely,
 * drawn from the seed; closed arcs are open. */
int redrawn_init(struct redrawn *redrawn, const struct map *map, uint32_t least,
                 uint32_t most, uint64_t seed, struct error *error);
void redrawn_finish(struct redrawn *redrawn); /* zeroed is fine */

enum { MAIN_ROADS_NONE = 1 };

/* The map is the caller's. MAIN_ROADS_NONE with words: it does not say its road
 * classes, or has no main road. */
int main_roads_cut(const struct map *map, struct map **ret_map,
                   struct error *error);

#endif
