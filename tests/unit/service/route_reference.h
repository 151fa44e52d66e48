/* route_reference: routes over a road network, by the simplest and slowest
 * method.
 *
 * Cuts pieces at all points of all stops, as if nodes were there, and runs
 * Dijkstra's algorithm over positions, the edges of arrival, and the number of
 * stops passed. It knows nothing of vertices, seeds, states and plain
 * junctions' vertices: only roads, turns and forbidden sequences. */
#ifndef RELAXD_TESTS_UNIT_SERVICE_ROUTE_REFERENCE_H
#define RELAXD_TESTS_UNIT_SERVICE_ROUTE_REFERENCE_H

#include "core/graph/road_network/road_network.h"
#include "core/service/place/place.h"

/* The least weight over all places in their order, UINT64_MAX where there is no
 * route. Reads only edge, segment and fraction of the places' points. */
uint64_t route_reference(const struct road_network *network,
                         const struct place *places, size_t place_count,
                         bool straight);

/* The weight of a piece, in one direction, between its first node and a point
 * on it. */
uint64_t reference_weight_below(const struct road_network *network,
                                uint32_t edge, uint32_t segment,
                                double fraction);

/* Whether a route that arrived by these edges, the last one first, up to an
 * EDGE_NONE, may turn into `edge`, and the cost of the turn. */
enum { REFERENCE_MEMORY = 8 };
bool reference_turn(const struct road_network *network,
                    const uint32_t came[REFERENCE_MEMORY], uint32_t edge,
                    uint32_t *ret_weight);

#endif
