/* stops: what the nodes of roads cost the traffic that passes them. */
#ifndef RELAXD_GRAPH_IMPORT_OSM_NETWORK_STOPS_H
#define RELAXD_GRAPH_IMPORT_OSM_NETWORK_STOPS_H

#include <stdbool.h>
#include <stdint.h>

#include "core/graph/import/osm/network/turns.h"
#include "core/graph/profile/profile.h"
#include "core/graph/road_network/road_network.h"

/* The rules of the node at an edge's end, for traffic along the edge: costs[0]
 * count. False: it has none; `ret_rules` is untouched.
 *
 * Signs that nobody says a direction of are for those who come nearer to a
 * junction, within STOP_NEARING_M of it. Of nodes within the profile's one-stop
 * the last costs only what it exceeds those before. */
bool stop_at(const struct turn_sources *sources,
             const struct road_network *network, uint32_t edge,
             struct node_rules *ret_rules);

enum { STOP_NEARING_M = 60 };

#endif
