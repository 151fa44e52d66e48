/* road_walker: a naive search over a road network, as a reference for maps. */
#ifndef RELAXD_TESTS_UNIT_GRAPH_ROAD_WALKER_H
#define RELAXD_TESTS_UNIT_GRAPH_ROAD_WALKER_H

#include "core/graph/road_network/road_network.h"

/* The least cost from the end of `edge` to the end of each edge, COST_INFINITY
 * where there is no path; 0 to the edge itself. It keeps the last edges of each
 * path, as many as the longest sequence has, and checks every sequence: for
 * small networks. */
void road_walk(const struct road_network *network, uint32_t edge,
               uint32_t *ret_cost /* [2 * piece_count] */);

#endif
