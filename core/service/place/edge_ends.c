/* edge_ends: the vertices at the ends of edges. */
#include "core/service/place/edge_ends.h"

#include "core/graph/cost.h"

struct edge_ends edge_ends_of(const struct roads *roads, uint32_t edge)
{
    struct edge_ends ends = {.roads = roads, .edge = edge};

    ends.count = 1 + roads_find_states(roads, edge, &ends.first_state);
    return ends;
}

bool edge_begins_plainly(const struct roads *roads, uint32_t edge)
{
    uint32_t junction = edge_tail(roads, edge);

    for (uint32_t i = roads->first_leaving[junction];
         i < roads->first_leaving[junction + 1]; i++) {
        uint32_t before = edge_reverse(roads->leaving[i]);

        if (edge_is_open(roads, before))
            return edge_ends_plainly(roads, before);
    }
    return false;
}

uint32_t edge_find_arc(const struct map *map, uint32_t vertex, uint32_t edge)
{
    uint32_t end = map->topology.first_out[vertex + 1];

    if (!edge_is_open(&map->roads, edge))
        return ARC_NONE;
    for (uint32_t a = map->topology.first_out[vertex]; a < end; a++) {
        if (map->roads.arc_edge[a] == edge &&
            map->weights.weight[a] != WEIGHT_CLOSED)
            return a;
    }
    return ARC_NONE;
}

bool edge_leads_into(const struct map *map, uint32_t edge, uint32_t into)
{
    struct edge_ends ends = edge_ends_of(&map->roads, edge);

    for (uint32_t i = 0; i < ends.count; i++) {
        if (edge_find_arc(map, edge_ends_vertex(&ends, i), into) != ARC_NONE)
            return true;
    }
    return false;
}
