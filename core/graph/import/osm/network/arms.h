/* arms: the edges that leave each junction of a network, and whereto. */
#ifndef RELAXD_GRAPH_IMPORT_OSM_NETWORK_ARMS_H
#define RELAXD_GRAPH_IMPORT_OSM_NETWORK_ARMS_H

#include <stdint.h>

#include "core/graph/roads/road_leaving.h"
#include "core/graph/roads/road_network.h"

struct arms {
    struct road_leaving leaving; /* edges, open or not */
    float *bearing_deg;          /* [2 * piece_count] in which each edge leaves,
                                    clockwise from north: that of the place 10 m
                                    along it, or of its end */
};

/* 16 bytes a piece. 0, -ENOMEM; finish is right after that, too. */
int arms_make(const struct road_network *network, struct arms *arms);

void arms_finish(struct arms *arms);

/* From the end of an edge into one that leaves there: (-180, 180], to the right
 * above 0; 180 for the edge's reverse. */
double arms_turn_deg(const struct arms *arms, uint32_t from_edge,
                     uint32_t to_edge);

#endif
