/* junction_components: from which junctions one can come back. */
#include "core/graph/roads/junction_components.h"

#include <errno.h>
#include <stdlib.h>

#include "core/base/array.h"
#include "core/graph/components.h"
#include "core/graph/map.h"

/* An arc for each open edge. `first_out` has room for the junctions and one
 * more, `head` for all edges. */
static void join(const struct road_network *network,
                 const struct road_leaving *leaving, uint32_t *first_out,
                 uint32_t *head)
{
    uint32_t count = 0;

    for (uint32_t j = 0; j < network->junction_count; j++) {
        first_out[j] = count;
        for (uint32_t i = leaving->first[j]; i < leaving->first[j + 1]; i++) {
            uint32_t edge = leaving->edge[i];

            if (network->edge_open[edge])
                head[count++] = road_network_head(network, edge);
        }
    }
    first_out[network->junction_count] = count;
}

static int find(uint32_t junction_count, const uint32_t *first_out,
                const uint32_t *head, uint32_t *component)
{
    uint32_t arcs = first_out[junction_count];
    uint32_t *weight = array_zero(arcs, sizeof(*weight));
    struct map map = {
        .topology = {junction_count, arcs, first_out, head},
        .weights = {1, arcs, weight},
    };
    struct components found;
    uint32_t largest;
    int r = weight
                ? components_strong_members(&map, &found, component, &largest)
                : -ENOMEM;

    free(weight);
    return r;
}

int junction_components(const struct road_network *network,
                        const struct road_leaving *leaving,
                        uint32_t **ret_component)
{
    uint32_t count = network->junction_count;
    size_t edges = 2 * (size_t)network->piece_count;
    uint32_t *first_out = array_alloc((size_t)count + 1, sizeof(*first_out));
    uint32_t *head = array_alloc(edges, sizeof(*head));
    uint32_t *component = array_alloc(count, sizeof(*component));
    int r = -ENOMEM;

    if (first_out && head && component) {
        join(network, leaving, first_out, head);
        r = find(count, first_out, head, component);
    }
    if (!r)
        *ret_component = component;
    else
        free(component);
    free(first_out);
    free(head);
    return r;
}
