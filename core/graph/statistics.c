/* statistics: what a map is like, in a few numbers. */
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

enum { SEEN_FORWARD = 1, SEEN_BACKWARD = 2 };

/* A breadth-first search that marks what it meets. */
struct search {
    uint8_t *seen;   /* [vertex_count] bits */
    uint32_t *queue; /* [vertex_count] */
    uint32_t queued;
};

static void meet(struct search *search, uint32_t vertex, uint8_t bit)
{
    if (search->seen[vertex] & bit)
        return;
    search->seen[vertex] |= bit;
    search->queue[search->queued++] = vertex;
}

static void search_forward(struct search *search, const struct map *map,
                           uint32_t from)
{
    search->queued = 0;
    meet(search, from, SEEN_FORWARD);
    for (uint32_t i = 0; i < search->queued; i++) {
        const uint32_t *first = &map->topology.first_out[search->queue[i]];

        for (uint32_t a = first[0]; a < first[1]; a++) {
            if (map->weights.weight[a] != WEIGHT_CLOSED)
                meet(search, map->topology.head[a], SEEN_FORWARD);
        }
    }
}

static void search_backward(struct search *search, const struct map *map,
                            const struct reverse_topology *reverse,
                            uint32_t from)
{
    search->queued = 0;
    meet(search, from, SEEN_BACKWARD);
    for (uint32_t i = 0; i < search->queued; i++) {
        const uint32_t *first = &reverse->first_in[search->queue[i]];

        for (uint32_t in = first[0]; in < first[1]; in++) {
            if (map->weights.weight[reverse->arc[in]] != WEIGHT_CLOSED)
                meet(search, reverse->tail[in], SEEN_BACKWARD);
        }
    }
}

int statistics_strong_count(const struct map *map, uint32_t vertex,
                            uint32_t *ret_count)
{
    uint32_t n = map->topology.vertex_count;
    struct reverse_topology reverse = {0};
    struct search search = {
        .seen = array_zero(n, 1),
        .queue = array_alloc(n, sizeof(*search.queue)),
    };
    int r = search.seen && search.queue
                ? reverse_topology_init(&reverse, &map->topology)
                : -ENOMEM;

    if (!r) {
        uint32_t count = 0;

        search_forward(&search, map, vertex);
        search_backward(&search, map, &reverse, vertex);
        for (uint32_t v = 0; v < n; v++)
            count += search.seen[v] == (SEEN_FORWARD | SEEN_BACKWARD);
        *ret_count = count;
    }
    reverse_topology_finish(&reverse);
    free(search.seen);
    free(search.queue);
    return r;
}
