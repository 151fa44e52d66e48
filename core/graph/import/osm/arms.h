/* arms: the edges that leave each junction of a network, and whereto. */
#ifndef RELAXD_GRAPH_IMPORT_OSM_ARMS_H
#define RELAXD_GRAPH_IMPORT_OSM_ARMS_H

#include <stdint.h>

#include "core/graph/roads/road_network.h"

struct arms {
    uint32_t *first_leaving; /* [junction_count + 1] */
    uint32_t *leaving;       /* [2 * piece_count] edges, open or not; those of a
                                junction ascend */
    float *bearing_deg;      /* [2 * piece_count] in which each edge leaves,
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
