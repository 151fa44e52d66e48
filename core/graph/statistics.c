#include "core/graph/statistics.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>

#include "core/base/array.h"
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

/* Two passes: sums of squares around the mean stay exact on large maps. */
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
    measure_weights(&map->imported.arcs, ret_statistics);
}

double statistics_degree_share(const struct statistics *statistics,
                               unsigned degree)
{
    uint64_t all = 0;

    for (unsigned i = 0; i <= STATISTICS_DEGREE_MAX; i++)
        all += statistics->degree_count[i];
    return all ? (double)statistics->degree_count[degree] / (double)all : 0;
}

/* ---- Census -------------------------------------------------------------- */

/* `last_tail[v]` is the last tail with an arc to v; tails come in succession,
 * so it identifies a second arc. */
static void count_arcs(const struct topology *topology, uint32_t *last_tail,
                       struct census *census)
{
    for (uint32_t v = 0; v < topology->vertex_count; v++)
        last_tail[v] = VERTEX_NONE;
    for (uint32_t v = 0; v < topology->vertex_count; v++) {
        uint32_t end = topology->first_out[v + 1];

        if (end - topology->first_out[v] > census->degree_most)
            census->degree_most = end - topology->first_out[v];
        for (uint32_t a = topology->first_out[v]; a < end; a++) {
            uint32_t head = topology->head[a];

            census->self_loops += head == v;
            census->parallel_arcs += last_tail[head] == v;
            last_tail[head] = v;
        }
    }
}

enum { DIGIT_BITS = 16, DIGITS = 1 << DIGIT_BITS };

/* Among open weights whose higher digits equal `higher`, counts the digits
 * above `shift`; finds the digit of the weight at `rank` and subtracts the
 * count below it from the rank. */
static uint32_t select_digit(const struct weights *weights, unsigned shift,
                             uint64_t higher, uint32_t *counts, uint32_t *rank)
{
    uint32_t digit = 0;

    for (uint32_t i = 0; i < DIGITS; i++)
        counts[i] = 0;
    for (uint32_t a = 0; a < weights->arc_count; a++) {
        uint64_t weight = weights->weight[a];

        if (weight != WEIGHT_CLOSED && weight >> (shift + DIGIT_BITS) == higher)
            counts[weight >> shift & (DIGITS - 1)]++;
    }
    while (*rank >= counts[digit])
        *rank -= counts[digit++];
    return digit;
}

static uint32_t count_open(const struct weights *weights)
{
    uint32_t count = 0;

    for (uint32_t a = 0; a < weights->arc_count; a++)
        count += weights->weight[a] != WEIGHT_CLOSED;
    return count;
}

/* A radix selection: the upper half of the bits, then the lower one. */
static int take_median(const struct weights *weights, uint32_t *ret_median)
{
    uint32_t open_count = count_open(weights);
    uint32_t *counts = array_alloc(DIGITS, sizeof(*counts));
    uint32_t rank = (open_count - 1) / 2;

    if (!counts)
        return -ENOMEM;
    if (open_count) {
        uint32_t upper = select_digit(weights, DIGIT_BITS, 0, counts, &rank);

        *ret_median = upper << DIGIT_BITS |
                      select_digit(weights, 0, upper, counts, &rank);
    }
    free(counts);
    return 0;
}

static void count_classes(const struct map *map, struct census *census)
{
    for (uint32_t a = 0; map->road_class && a < map->topology.arc_count; a++)
        census->class_count[map->road_class[a]]++;
}

static void stretch_box(const struct map *map, struct census *census)
{
    uint32_t n = map->position ? map->topology.vertex_count : 0;

    if (n)
        census->southwest = census->northeast = map->position[0];
    for (uint32_t v = 0; v < n; v++) {
        struct position at = map->position[v];

        if (at.lon_e7 < census->southwest.lon_e7)
            census->southwest.lon_e7 = at.lon_e7;
        if (at.lat_e7 < census->southwest.lat_e7)
            census->southwest.lat_e7 = at.lat_e7;
        if (at.lon_e7 > census->northeast.lon_e7)
            census->northeast.lon_e7 = at.lon_e7;
        if (at.lat_e7 > census->northeast.lat_e7)
            census->northeast.lat_e7 = at.lat_e7;
    }
}

int census_take(const struct map *map, struct census *ret_census)
{
    struct census census = {0};
    uint32_t *last_tail =
        array_alloc(map->topology.vertex_count, sizeof(*last_tail));

    if (!last_tail)
        return -ENOMEM;
    count_arcs(&map->topology, last_tail, &census);
    free(last_tail);
    count_classes(map, &census);
    stretch_box(map, &census);
    if (take_median(&map->imported.arcs, &census.weight_median))
        return -ENOMEM;
    *ret_census = census;
    return 0;
}
