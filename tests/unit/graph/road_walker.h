/* road_walker: the naive way over a road network, against which maps are held.
 */
#ifndef RELAXD_TESTS_UNIT_GRAPH_ROAD_WALKER_H
#define RELAXD_TESTS_UNIT_GRAPH_ROAD_WALKER_H

#include "core/graph/road_network/road_network.h"

/* The least cost from the end of `edge` to the end of each, COST_INFINITY where
 * there is no way; 0 to the edge itself. It remembers the last edges of each
 * trip, as many as the longest sequence has, and looks into every sequence: for
 * small networks. */
void road_walk(const struct road_network *network, uint32_t edge,
               uint32_t *ret_cost /* [2 * piece_count] */);

#endif
