/* statistics: what a map is like, in a few numbers. */
#include "core/graph/statistics.h"

#include <math.h>

#include "core/graph/cost.h"

static void count_degrees(const struct topology *topology,
                          struct statistics *statistics)
{
    for (uint32_t v = 0; v < topology->vertex_count; v++) {
        uint32_t degree = topology->first_out[v + 1] - topology->first_out[v];

        if (degree > STATISTICS_DEGREE_MAX)
            degree = STATISTICS_DEGREE_MAX;
        statistics->degree_count[degree]++;
    }
}

/* Two passes: sums of squares around the mean lose nothing on large maps. */
static void measure_weights(const struct weights *weights,
                            struct statistics *statistics)
{
    uint32_t open_count = 0;
    double squares = 0;

    statistics->weight_least = UINT32_MAX;
    for (uint32_t a = 0; a < weights->arc_count; a++) {
        uint32_t weight = weights->weight[a];

        if (weight == WEIGHT_CLOSED)
            continue;
        open_count++;
        statistics->weight_mean += weight;
        if (weight < statistics->weight_least)
            statistics->weight_least = weight;
        if (weight > statistics->weight_most)
            statistics->weight_most = weight;
    }
    statistics->closed_count = weights->arc_count - open_count;
    if (open_count == 0) {
        statistics->weight_least = 0;
        return;
    }
    statistics->weight_mean /= open_count;
    for (uint32_t a = 0; a < weights->arc_count; a++) {
        double off = weights->weight[a] - statistics->weight_mean;

        if (weights->weight[a] != WEIGHT_CLOSED)
            squares += off * off;
    }
    statistics->weight_deviation = sqrt(squares / open_count);
}

void statistics_take(const struct map *map, struct statistics *ret_statistics)
{
    *ret_statistics = (struct statistics){0};
    count_degrees(&map->topology, ret_statistics);
    measure_weights(&map->weights, ret_statistics);
}

double statistics_degree_share(const struct statistics *statistics,
                               unsigned degree)
{
    uint64_t all = 0;

    for (unsigned i = 0; i <= STATISTICS_DEGREE_MAX; i++)
        all += statistics->degree_count[i];
    return all ? (double)statistics->degree_count[degree] / (double)all : 0;
}
