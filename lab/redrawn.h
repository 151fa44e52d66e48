/* redrawn: a map with weights drawn anew. */
#ifndef RELAXD_LAB_REDRAWN_H
#define RELAXD_LAB_REDRAWN_H

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

#endif
