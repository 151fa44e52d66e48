/* road_graph: the search graph of a road network, as roads.h describes it.
 *
 * Vertices are numbered by their edges: each edge's first vertex or, at the
 * first edge that ends there, the plain junction's; then the edge's states. The
 * arcs of a vertex are in the order of the turns, or of the edges that
 * leave. */
#ifndef RELAXD_GRAPH_ROAD_NETWORK_ROAD_GRAPH_H
#define RELAXD_GRAPH_ROAD_NETWORK_ROAD_GRAPH_H

#include <stdint.h>

#include "core/base/error.h"
#include "core/graph/road_network/road_network.h"

/* Arrays as in struct map and struct roads. */
struct road_graph {
    uint32_t vertex_count;
    uint32_t arc_count;
    uint32_t state_count;
    uint32_t *first_out;
    uint32_t *head;
    uint32_t *weight;
    uint32_t *arc_edge;
    uint32_t *turn_weight;
    uint32_t *turn_duration_ms; /* NULL if the network has none */
    uint32_t *end_vertex;
    uint32_t *vertex_edge;
    uint32_t *state_edge;
    uint32_t *state_vertex;
};

/* -ENOMEM; -EINVAL: more vertices or arcs than a map can hold, a weight or
 * duration that does not fit, invalid turns or sequences. finish() is fine
 * after either and on zero bytes. */
int road_graph_init(struct road_graph *graph,
                    const struct road_network *network,
                    const struct road_leaving *leaving, struct error *error);
void road_graph_finish(struct road_graph *graph);

#endif
