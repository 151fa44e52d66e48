/* network_check: whether a road network keeps what its header promises. */
#ifndef RELAXD_TESTS_UNIT_GRAPH_NETWORK_CHECK_H
#define RELAXD_TESTS_UNIT_GRAPH_NETWORK_CHECK_H

#include "core/graph/road_network/road_network.h"

/* NULL: all is well; else what is not. */
const char *network_check(const struct road_network *network);

#endif
