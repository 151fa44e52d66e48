/* network: streets by the vertices they meet, and a search over them. */
#include "lab/generate/network.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>

#include "core/base/array.h"
#include "core/base/heap.h"

int network_init(struct network *network, const struct streets *streets,
                 const struct bisection *bisection, double spacing)
{
    uint32_t vertex_count = bisection->vertex_count;
    uint32_t *first = array_zero((size_t)vertex_count + 2, sizeof(*first));
    uint32_t *street = array_alloc(2 * (size_t)streets->count, sizeof(*street));

    *network = (struct network){.streets = streets,
                                .site = bisection->site,
                                .vertex_count = vertex_count,
                                .spacing = spacing,
                                .first = first,
                                .street = street};
    if (!first || !street)
        return -ENOMEM;
    for (uint32_t i = 0; i < streets->count; i++) {
        first[streets->street[i].a + 2]++;
        first[streets->street[i].b + 2]++;
    }
    for (uint32_t v = 0; v < vertex_count; v++)
        first[v + 2] += first[v + 1];
    /* first[v + 1] is where v's next street goes, and v's end in the end. */
    for (uint32_t i = 0; i < streets->count; i++) {
        street[first[streets->street[i].a + 1]++] = i;
        street[first[streets->street[i].b + 1]++] = i;
    }
    return 0;
}

void network_finish(struct network *network)
{
    free(network->first);
    free(network->street);
    *network = (struct network){0};
}

uint32_t network_length(const struct network *network, uint32_t street)
{
    double length =
        street_length(&network->streets->street[street], network->site);

    return 1 + (uint32_t)(length / network->spacing * LENGTH_ONE);
}

uint32_t network_across(const struct network *network, uint32_t street,
                        uint32_t vertex)
{
    const struct street *at = &network->streets->street[street];

    return at->a == vertex ? at->b : at->a;
}

bool network_open(const struct network *network, uint32_t street,
                  enum road_class least_class)
{
    const struct street *at = &network->streets->street[street];

    return !at->water && at->road_class <= least_class;
}

static int enter(struct territories *territories, struct heap *frontier,
                 uint32_t vertex, uint32_t centre, uint32_t length,
                 uint32_t via)
{
    territories->centre[vertex] = centre;
    territories->length[vertex] = length;
    territories->via[vertex] = via;
    return heap_push(frontier, vertex, length);
}

static int leave(struct territories *territories, const struct network *network,
                 struct heap *frontier, uint32_t vertex,
                 enum road_class least_class)
{
    for (uint32_t i = network->first[vertex]; i < network->first[vertex + 1];
         i++) {
        uint32_t street = network->street[i];
        uint32_t head = network_across(network, street, vertex);
        uint32_t length;

        if (!network_open(network, street, least_class))
            continue;
        length = territories->length[vertex] + network_length(network, street);
        if (length < territories->length[head] &&
            enter(territories, frontier, head, territories->centre[vertex],
                  length, street))
            return -ENOMEM;
    }
    return 0;
}

static int spread(struct territories *territories,
                  const struct network *network, const uint32_t *centres,
                  uint32_t centre_count, enum road_class least_class)
{
    struct heap frontier = {0};
    int r = 0;

    for (uint32_t i = 0; i < centre_count && !r; i++)
        r = enter(territories, &frontier, centres[i], i, 0, STREET_NONE);
    while (!r && frontier.count) {
        struct heap_entry least = heap_pop(&frontier);

        if (least.cost == territories->length[least.vertex])
            r = leave(territories, network, &frontier, least.vertex,
                      least_class);
    }
    heap_finish(&frontier);
    return r;
}

int territories_init(struct territories *territories,
                     const struct network *network, const uint32_t *centres,
                     uint32_t centre_count, enum road_class least_class)
{
    uint32_t n = network->vertex_count;

    *territories = (struct territories){
        .centre = array_alloc(n, sizeof(*territories->centre)),
        .length = array_alloc(n, sizeof(*territories->length)),
        .via = array_alloc(n, sizeof(*territories->via)),
    };
    if (!territories->centre || !territories->length || !territories->via)
        return -ENOMEM;
    for (uint32_t v = 0; v < n; v++) {
        territories->centre[v] = CENTRE_NONE;
        territories->length[v] = UINT32_MAX;
        territories->via[v] = STREET_NONE;
    }
    return spread(territories, network, centres, centre_count, least_class);
}

void territories_finish(struct territories *territories)
{
    free(territories->centre);
    free(territories->length);
    free(territories->via);
    *territories = (struct territories){0};
}
