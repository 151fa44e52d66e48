/* walk: along a road, past nodes that are no junctions and past side roads. */
#include "core/service/guidance/walk.h"

#include <math.h>

/* Nodes without a choice. */
enum { HOPS_MAX = 10 };

/* Degrees; what turns more is another road, even of the same name. */
#define ALONG_WITHIN 60.0f

bool edge_names_differ(const struct roads *roads, uint32_t from, uint32_t to)
{
    struct road_label a = road_label_of(edge_attributes(roads, from));
    struct road_label b = road_label_of(edge_attributes(roads, to));

    return road_label_changes(roads, &a, &b);
}

uint32_t edge_only_next(const struct roads *roads, uint32_t edge)
{
    uint32_t junction = edge_head(roads, edge);
    uint32_t first = roads->first_leaving[junction];

    if (roads->first_leaving[junction + 1] - first != 2)
        return EDGE_NONE;
    return roads->leaving[first] == edge_reverse(edge)
               ? roads->leaving[first + 1]
               : roads->leaving[first];
}

uint32_t edge_to_junction(const struct roads *roads, uint32_t edge)
{
    uint32_t next = edge_only_next(roads, edge);

    for (int i = 0; i < HOPS_MAX && next != EDGE_NONE; i++) {
        edge = next;
        next = edge_only_next(roads, edge);
    }
    return edge;
}

uint32_t edge_along(const struct roads *roads, struct compass *compass,
                    uint32_t edge)
{
    uint32_t junction = edge_head(roads, edge);
    uint32_t best = edge_only_next(roads, edge);
    float least = ALONG_WITHIN;
    float ahead;

    if (best != EDGE_NONE || junction_is_crowded(roads, junction))
        return best;
    ahead = bearing_reverse(
        compass_edge_bearing(compass, roads, edge_reverse(edge)));
    for (uint32_t i = roads->first_leaving[junction];
         i < roads->first_leaving[junction + 1]; i++) {
        uint32_t other = roads->leaving[i];
        float turn = fabsf(
            bearing_turn(ahead, compass_edge_bearing(compass, roads, other)));

        if (other == edge_reverse(edge) || turn >= least ||
            edge_names_differ(roads, edge, other))
            continue;
        least = turn;
        best = other;
    }
    return best;
}
