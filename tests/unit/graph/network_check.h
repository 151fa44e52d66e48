/* network_check: whether a road network meets its header's promises. */
#ifndef RELAXD_TESTS_UNIT_GRAPH_NETWORK_CHECK_H
#define RELAXD_TESTS_UNIT_GRAPH_NETWORK_CHECK_H

#include "core/graph/road_network/road_network.h"

/* NULL where it does; otherwise the broken promise. */
const char *network_check(const struct road_network *network);

#endif
