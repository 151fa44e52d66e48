/* winding_roads: random roads from a seed. */
#ifndef RELAXD_TESTS_UNIT_GRAPH_WINDING_ROADS_H
#define RELAXD_TESTS_UNIT_GRAPH_WINDING_ROADS_H

#include "core/base/random.h"
#include "tests/unit/graph/drawn_roads.h"

/* Positions within `reach` of a middle, east and west, north and south. */
struct area {
    struct position middle;
    uint32_t reach_e7;
};

/* Around the globe in longitude, up to the poles in latitude. */
struct position random_position(struct random *random, struct area area);

/* So many segments, with their tree, in pieces of up to five positions, each
 * within step_e7 of the one before. */
struct drawn_roads *wind_roads(struct random *random, struct area area,
                               uint32_t segments, uint32_t step_e7);

#endif
