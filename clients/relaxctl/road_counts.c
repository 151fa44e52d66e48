/* road_counts: how much road there is in a map. */
#include "clients/relaxctl/road_counts.h"

static double piece_km(const struct roads *roads, uint32_t piece)
{
    return (double)roads_edge_sums(roads, 2 * piece).length_mm / 1e6;
}

void road_counts_take(const struct roads *roads, struct road_counts *ret_counts)
{
    struct road_counts counts = {0};

    for (uint32_t p = 0; p < roads->piece_count; p++) {
        double km = piece_km(roads, p);

        counts.length_km += km;
        if (!edge_is_open(roads, 2 * p) || !edge_is_open(roads, 2 * p + 1))
            counts.one_way_km += km;
        if (roads->component[p] >= counts.component_count)
            counts.component_count = roads->component[p] + 1;
    }
    *ret_counts = counts;
}
