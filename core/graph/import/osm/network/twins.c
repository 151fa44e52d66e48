/* twins: roads that lie on each other and take the same. */
#include "core/graph/import/osm/network/twins.h"

#include <string.h>

/* Places of a piece. */
static uint32_t place_count(const struct road_network *network, uint32_t piece)
{
    return network->first_node[piece + 1] - network->first_node[piece];
}

static bool same_costs(const struct road_network *network, const uint32_t *cost,
                       uint32_t a, uint32_t b)
{
    uint32_t first = network->first_node[a] - a;
    uint32_t second = network->first_node[b] - b;
    size_t count = 2 * ((size_t)place_count(network, a) - 1);

    return !cost || !memcmp(cost + 2 * (size_t)first, cost + 2 * (size_t)second,
                            count * sizeof(*cost));
}

static bool are_twins(const struct road_network *network, uint32_t a,
                      uint32_t b)
{
    size_t count = place_count(network, a);

    return count == place_count(network, b) &&
           network->edge_open[2 * a] == network->edge_open[2 * b] &&
           network->edge_open[2 * a + 1] == network->edge_open[2 * b + 1] &&
           !memcmp(network->node_id + network->first_node[a],
                   network->node_id + network->first_node[b],
                   count * sizeof(*network->node_id)) &&
           same_costs(network, network->segment_weight, a, b) &&
           same_costs(network, network->segment_duration_ms, a, b);
}

/* Whether attributes `a` are to be had rather than `b`. */
static bool is_before(const struct attribute_pool *pool, uint32_t a, uint32_t b)
{
    const char *text = pool->text.bytes;
    const char *first = text + attribute_pool_get(pool, a)->name;
    const char *second = text + attribute_pool_get(pool, b)->name;

    if (!*first || !*second)
        return *first;
    return strcmp(first, second) < 0;
}

static void settle_pair(const struct attribute_pool *pool,
                        struct road_network *network, uint32_t a, uint32_t b)
{
    uint32_t *attributes = network->piece_attributes;

    if (!are_twins(network, a, b))
        return;
    if (is_before(pool, attributes[b], attributes[a]))
        attributes[a] = attributes[b];
    else
        attributes[b] = attributes[a];
}

/* Edges forward from a junction to another. */
static bool leads_along(const struct road_network *network, uint32_t edge,
                        uint32_t other)
{
    return edge % 2 == 0 && other % 2 == 0 &&
           road_network_head(network, edge) ==
               road_network_head(network, other);
}

/* The first of `count` edges with each of the others: twice, so that it has the
 * attributes that are to be had, and then all have its. */
static void settle_from(const struct attribute_pool *pool,
                        struct road_network *network, const uint32_t *edge,
                        uint32_t count)
{
    for (uint32_t again = 0; again < 2; again++) {
        for (uint32_t i = 1; i < count; i++) {
            if (leads_along(network, *edge, edge[i]))
                settle_pair(pool, network, *edge / 2, edge[i] / 2);
        }
    }
}

void twins_settle(const struct road_leaving *leaving,
                  const struct attribute_pool *pool,
                  struct road_network *network)
{
    for (uint32_t j = 0; j < network->junction_count; j++) {
        const uint32_t *edge = leaving->edge + leaving->first[j];
        uint32_t count = leaving->first[j + 1] - leaving->first[j];

        for (uint32_t i = 0; i < count; i++)
            settle_from(pool, network, edge + i, count - i);
    }
}
