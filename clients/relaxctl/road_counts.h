/* road_counts: how much road there is in a map. */
#ifndef RELAXD_CLIENTS_RELAXCTL_ROAD_COUNTS_H
#define RELAXD_CLIENTS_RELAXCTL_ROAD_COUNTS_H

#include <stdint.h>

#include "core/graph/map.h"

struct road_counts {
    double length_km;  /* of all pieces */
    double one_way_km; /* of those of which one edge is open */
    uint32_t component_count;
    uint32_t edge_count;  /* directions that are open */
    uint32_t plain_count; /* plain junctions that have a vertex */
};

/* Zeros where there are no roads. */
void road_counts_take(const struct map *map, struct road_counts *ret_counts);

#endif
