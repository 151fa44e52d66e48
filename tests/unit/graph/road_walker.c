/* road_walker: a search without a heap over edges and their past. */
#include "tests/unit/graph/road_walker.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"
#include "core/graph/cost.h"

enum { MEMORY = 4 };

/* A path by its last edges, the latest first; EDGE_NONE before its start. */
struct trip {
    uint32_t edge[MEMORY];
    uint32_t cost;
    bool gone_on;
};

struct walk {
    const struct road_network *network;
    struct trip *trips;
    uint32_t count;
    size_t capacity;
};

static void add_trip(struct walk *walk, const struct trip *trip)
{
    void *trips = walk->trips;

    for (uint32_t i = 0; i < walk->count; i++) {
        struct trip *other = &walk->trips[i];

        if (memcmp(other->edge, trip->edge, sizeof(trip->edge)) != 0)
            continue;
        if (trip->cost < other->cost)
            *other = *trip;
        return;
    }
    if (array_reserve(&trips, &walk->capacity, walk->count + 1, sizeof(*trip)))
        abort();
    walk->trips = trips;
    walk->trips[walk->count++] = *trip;
}

/* Whether continuing into `edge` would complete the sequence. */
static bool completes(const struct walk *walk, const struct trip *trip,
                      uint32_t sequence, uint32_t edge)
{
    const struct road_network *network = walk->network;
    const uint32_t *first =
        network->sequence_edge + network->first_of_sequence[sequence];
    uint32_t length = network->first_of_sequence[sequence + 1] -
                      network->first_of_sequence[sequence];

    if (length > MEMORY + 1)
        abort();
    if (first[length - 1] != edge)
        return false;
    for (uint32_t i = 0; i + 1 < length; i++) {
        if (trip->edge[length - 2 - i] != first[i])
            return false;
    }
    return true;
}

static uint32_t sum_of(const struct road_network *network, uint32_t edge)
{
    uint32_t piece = edge / 2;
    uint32_t sum = 0;

    for (uint32_t s = network->first_node[piece] - piece;
         s < network->first_node[piece + 1] - piece - 1; s++)
        sum = cost_add(sum, network->segment_weight[2 * s + edge % 2]);
    return sum;
}

static void go_on(struct walk *walk, struct trip trip, uint32_t edge,
                  uint32_t turn_weight)
{
    if (!road_network_opens(walk->network, edge))
        return;
    for (uint32_t s = 0; s < walk->network->sequence_count; s++) {
        if (completes(walk, &trip, s, edge))
            return;
    }
    memmove(trip.edge + 1, trip.edge, (MEMORY - 1) * sizeof(*trip.edge));
    trip.edge[0] = edge;
    trip.cost =
        cost_add(cost_add(trip.cost, turn_weight), sum_of(walk->network, edge));
    trip.gone_on = false;
    add_trip(walk, &trip);
}

static void go_all_ways(struct walk *walk, struct trip trip)
{
    const struct road_network *network = walk->network;
    uint32_t junction = network->piece_end[trip.edge[0] ^ 1];

    if (network->junction_plain[junction]) {
        for (uint32_t e = 0; e < 2 * network->piece_count; e++) {
            if (network->piece_end[e] == junction)
                go_on(walk, trip, e, 0);
        }
        return;
    }
    for (uint32_t t = network->first_turn[trip.edge[0]];
         t < network->first_turn[trip.edge[0] + 1]; t++)
        go_on(walk, trip, network->turn_edge[t], network->turn_weight[t]);
}

/* The cheapest one not yet continued. */
static struct trip *find_next(struct walk *walk)
{
    struct trip *found = NULL;

    for (uint32_t i = 0; i < walk->count; i++) {
        struct trip *trip = &walk->trips[i];

        if (!trip->gone_on && (!found || trip->cost < found->cost))
            found = trip;
    }
    return found;
}

void road_walk(const struct road_network *network, uint32_t edge,
               uint32_t *ret_cost)
{
    struct trip start = {{edge, EDGE_NONE, EDGE_NONE, EDGE_NONE}, 0, false};
    struct walk walk = {.network = network};
    struct trip *trip;

    for (uint32_t e = 0; e < 2 * network->piece_count; e++)
        ret_cost[e] = COST_INFINITY;
    add_trip(&walk, &start);
    while ((trip = find_next(&walk))) {
        uint32_t at = trip->edge[0];

        trip->gone_on = true;
        if (trip->cost < ret_cost[at])
            ret_cost[at] = trip->cost;
        go_all_ways(&walk, *trip);
    }
    free(walk.trips);
}
