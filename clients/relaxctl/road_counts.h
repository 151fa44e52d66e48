/* road_counts: totals over the roads of a map. */
#ifndef RELAXD_CLIENTS_RELAXCTL_ROAD_COUNTS_H
#define RELAXD_CLIENTS_RELAXCTL_ROAD_COUNTS_H

#include <stdint.h>

#include "core/graph/map.h"

struct road_counts {
    double length_km;  /* of all pieces */
    double one_way_km; /* of pieces with one open edge */
    uint32_t component_count;
    uint32_t edge_count;  /* open directions */
    uint32_t plain_count; /* plain junctions with a vertex */
};

/* Zeros for a map without roads. */
void road_counts_take(const struct map *map, struct road_counts *ret_counts);

#endif
