/* edge_ends: the vertices at the ends of edges; inside the service. */
#ifndef RELAXD_SERVICE_PLACE_EDGE_ENDS_H
#define RELAXD_SERVICE_PLACE_EDGE_ENDS_H

#include "core/graph/map.h"

/* All vertices at an open edge's end: its first, and those of its states. */
struct edge_ends {
    const struct roads *roads;
    uint32_t edge;
    uint32_t count; /* at least 1 */
    uint32_t first_state;
};

struct edge_ends edge_ends_of(const struct roads *roads, uint32_t edge);

static inline uint32_t edge_ends_vertex(const struct edge_ends *ends,
                                        uint32_t index)
{
    if (index == 0)
        return ends->roads->end_vertex[ends->edge];
    return ends->roads->state_vertex[ends->first_state + index - 1];
}

/* Whether an open edge ends at a plain junction: its vertex is that of all that
 * do. */
static inline bool edge_ends_plainly(const struct roads *roads, uint32_t edge)
{
    return roads->vertex_edge[roads->end_vertex[edge]] == EDGE_NONE;
}

/* Whether an edge leaves a plain junction, one that anything leads to. */
bool edge_begins_plainly(const struct roads *roads, uint32_t edge);

/* The arc from a vertex into an edge, ARC_NONE where one may not turn so. */
uint32_t edge_find_arc(const struct map *map, uint32_t vertex, uint32_t edge);

/* Whether one may turn into an edge from another that is open, by any of its
 * vertices. */
bool edge_leads_into(const struct map *map, uint32_t edge, uint32_t into);

#endif
