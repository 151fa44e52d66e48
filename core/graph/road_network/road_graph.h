/* road_graph: the search graph of a road network, as roads.h describes it.
 *
 * Vertices are numbered by their edges: each edge's first vertex or, at the
 * first edge that ends there, the plain junction's; then the edge's states. The
 * arcs of a vertex are in the order of the turns, or of the edges that
 * leave. */
#ifndef RELAXD_GRAPH_ROAD_NETWORK_ROAD_GRAPH_H
#define RELAXD_GRAPH_ROAD_NETWORK_ROAD_GRAPH_H

#include "core/base/error.h"
#include "core/graph/map.h"
#include "core/graph/road_network/road_network.h"

/* Fills the map's topology and arc weights, and what struct roads says of the
 * search graph; the map's storage owns the arrays. -ENOMEM; -EINVAL: more
 * vertices or arcs than a map can hold, a weight or duration that does not fit,
 * invalid turns or sequences. */
int road_graph_make(const struct road_network *network,
                    const struct road_leaving *leaving, struct map *map,
                    struct error *error);

#endif
