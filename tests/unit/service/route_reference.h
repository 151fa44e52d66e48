/* route_reference: routes over a road network, in the slowest and plainest way.
 *
 * Pieces are cut at all points of all stops, as if nodes were there, and
 * Dijkstra's algorithm runs over where one is, by which edges one came there,
 * and how many stops are behind. It knows nothing of vertices, seeds, states
 * and plain junctions' vertices: only roads, turns and forbidden sequences. */
#ifndef RELAXD_TESTS_UNIT_SERVICE_ROUTE_REFERENCE_H
#define RELAXD_TESTS_UNIT_SERVICE_ROUTE_REFERENCE_H

#include "core/graph/road_network/road_network.h"
#include "core/service/place/place.h"

/* The least weight over all places in their order, UINT64_MAX where there is no
 * way. Of the places' points only edge, segment and fraction are read. */
uint64_t route_reference(const struct road_network *network,
                         const struct place *places, size_t place_count,
                         bool straight);

/* What lies on a piece, in one direction, between its first node and a spot of
 * it. */
uint64_t reference_weight_below(const struct road_network *network,
                                uint32_t edge, uint32_t segment,
                                double fraction);

/* Whether a route that came by these edges, the last one first, up to an
 * EDGE_NONE, may turn into `edge`, and what the turn costs. */
enum { REFERENCE_MEMORY = 8 };
bool reference_turn(const struct road_network *network,
                    const uint32_t came[REFERENCE_MEMORY], uint32_t edge,
                    uint32_t *ret_weight);

#endif
