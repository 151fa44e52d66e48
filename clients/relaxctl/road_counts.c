/* Sums over pieces, edges and junctions. */
#include "clients/relaxctl/road_counts.h"

static double piece_km(const struct roads *roads, uint32_t piece)
{
    return (double)roads_piece_mm(roads, piece) / 1e6;
}

static void count_piece(const struct roads *roads, uint32_t piece,
                        struct road_counts *counts)
{
    double km = piece_km(roads, piece);
    uint32_t open =
        edge_is_open(roads, 2 * piece) + edge_is_open(roads, 2 * piece + 1);

    counts->length_km += km;
    counts->one_way_km += open < 2 ? km : 0;
    counts->edge_count += open;
    if (roads->component[piece] >= counts->component_count)
        counts->component_count = roads->component[piece] + 1;
}

void road_counts_take(const struct map *map, struct road_counts *ret_counts)
{
    const struct roads *roads = &map->roads;
    struct road_counts counts = {0};

    for (uint32_t p = 0; p < roads->piece_count; p++)
        count_piece(roads, p, &counts);
    for (uint32_t v = 0; roads->piece_count && v < map->topology.vertex_count;
         v++)
        counts.plain_count += roads->vertex_edge[v] == EDGE_NONE;
    *ret_counts = counts;
}
