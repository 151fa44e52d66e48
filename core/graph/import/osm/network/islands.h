/* islands: which spots of a layer hang together by used ways, in whatever
 * direction those are open. */
#ifndef RELAXD_GRAPH_IMPORT_OSM_NETWORK_ISLANDS_H
#define RELAXD_GRAPH_IMPORT_OSM_NETWORK_ISLANDS_H

#include <stdint.h>

#include "core/graph/import/osm/network/courses.h"

struct islands {
    uint32_t *root; /* [spot_count] the spot that stands for the island */
    uint32_t *size; /* [spot_count] of a root: spots of its island */
};

/* 8 bytes a spot. 0 or -ENOMEM; finish is right after that, too. */
int islands_find(const struct courses *courses, enum road_layer layer,
                 struct islands *islands);

void islands_finish(struct islands *islands);

static inline uint32_t island_size(const struct islands *islands, uint32_t spot)
{
    return islands->size[islands->root[spot]];
}

#endif
