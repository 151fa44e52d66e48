/* census: what lies in a map, counted. statistics.h has its moments.
 *
 * For people (`relaxctl info`). Any thread; the map is only read. */
#ifndef RELAXD_GRAPH_CENSUS_H
#define RELAXD_GRAPH_CENSUS_H

#include <stdint.h>

#include "core/graph/map.h"

struct census {
    uint32_t degree_most;   /* the largest out-degree */
    uint32_t self_loops;    /* arcs that end where they start */
    uint32_t parallel_arcs; /* arcs beyond the first from one vertex to another
                               or itself */
    uint32_t weight_median; /* the lower one, of arcs that are open; 0: none */
    uint32_t class_count[ROAD_CLASS_COUNT]; /* arcs; 0 where unknown */
    struct position southwest; /* corners of the smallest box around all */
    struct position northeast; /* vertices; of use where there are positions */
};

/* Linear time, 4 bytes a vertex while it runs. 0 or -ENOMEM. */
int census_take(const struct map *map, struct census *ret_census);

#endif
