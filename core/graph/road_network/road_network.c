#include "core/graph/road_network/road_network.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>

#include "core/base/array.h"
#include "core/graph/components.h"
#include "core/graph/cost.h"

void road_network_finish(struct road_network *network)
{
    free(network->first_node);
    free(network->node_id);
    free(network->node_position);
    free(network->segment_weight);
    free(network->segment_duration_ms);
    free(network->segment_length_mm);
    free(network->piece_attributes);
    free(network->attributes);
    free(network->text);
    free(network->edge_access);
    free(network->first_of_stretch);
    free(network->stretch_way);
    free(network->stretch_facts);
    free(network->facts);
    free(network->piece_end);
    free(network->junction_plain);
    free(network->first_turn);
    free(network->turn_edge);
    free(network->turn_weight);
    free(network->turn_duration_ms);
    free(network->first_of_sequence);
    free(network->sequence_edge);
    free(network->sequence_condition);
    free(network->edge_condition);
    *network = (struct road_network){0};
}

bool road_network_is_open(const struct road_network *network)
{
    for (uint32_t e = 0; e < 2 * network->piece_count; e++) {
        if (road_network_opens(network, e))
            return true;
    }
    return false;
}

int road_network_refuse_edge(const struct road_network *network, uint32_t edge,
                             const char *what, uint64_t sum,
                             struct error *error)
{
    uint32_t piece = edge_piece(edge);

    return error_set(error, -EINVAL,
                     "the road between the nodes %" PRId64 " and %" PRId64
                     " has the %s %" PRIu64 ", above the largest, %u",
                     network->node_id[network->first_node[piece]],
                     network->node_id[network->first_node[piece + 1] - 1], what,
                     sum, (unsigned)WEIGHT_MAX);
}

static int sum_edge(const struct road_network *network, uint32_t edge,
                    const uint32_t *value, const char *what, uint32_t *ret_sum,
                    struct error *error)
{
    uint32_t piece = edge_piece(edge);
    size_t end = (size_t)network->first_node[piece + 1] - piece - 1;
    uint64_t sum = 0;

    for (size_t s = network->first_node[piece] - piece; s < end; s++)
        sum += value[2 * s + edge % 2];
    if (sum > WEIGHT_MAX)
        return road_network_refuse_edge(network, edge, what, sum, error);
    *ret_sum = (uint32_t)sum;
    return 0;
}

int road_network_sum_edges(const struct road_network *network,
                           uint32_t *ret_weight, struct error *error)
{
    const uint32_t *duration = network->segment_duration_ms;
    int r = 0;

    for (uint32_t e = 0; e < 2 * network->piece_count && !r; e++) {
        uint32_t ms;

        r = sum_edge(network, e, network->segment_weight, "weight",
                     &ret_weight[e], error);
        if (!r && duration)
            r = sum_edge(network, e, duration, "duration in ms", &ms, error);
    }
    return r;
}

/* ---- Edges that leave a junction ----------------------------------------- */

int road_leaving_init(struct road_leaving *leaving,
                      const struct road_network *network)
{
    uint32_t junctions = network->junction_count;
    uint32_t edges = 2 * network->piece_count;

    leaving->first = array_alloc((size_t)junctions + 1, sizeof(uint32_t));
    leaving->edge = array_alloc(edges, sizeof(uint32_t));
    if (!leaving->first || !leaving->edge)
        return -ENOMEM;
    array_group(network->piece_end, edges, junctions, leaving->first,
                leaving->edge);
    return 0;
}

void road_leaving_finish(struct road_leaving *leaving)
{
    free(leaving->first);
    free(leaving->edge);
    *leaving = (struct road_leaving){0};
}

/* ---- Components of junctions --------------------------------------------- */

/* Adds an arc for each open edge. `first_out` has room for the junctions and
 * one more, `head` for all edges. */
static void join(const struct road_network *network,
                 const struct road_leaving *leaving, uint32_t *first_out,
                 uint32_t *head)
{
    uint32_t count = 0;

    for (uint32_t j = 0; j < network->junction_count; j++) {
        first_out[j] = count;
        for (uint32_t i = leaving->first[j]; i < leaving->first[j + 1]; i++) {
            uint32_t edge = leaving->edge[i];

            if (road_network_opens(network, edge))
                head[count++] = road_network_head(network, edge);
        }
    }
    first_out[network->junction_count] = count;
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
    struct components found;
    uint32_t largest;
    int r = -ENOMEM;

    if (first_out && head && component) {
        struct topology topology = {count, 0, first_out, head};

        join(network, leaving, first_out, head);
        topology.arc_count = first_out[count];
        r = components_strong_members(&topology, NULL, &found, component,
                                      &largest);
    }
    if (!r)
        *ret_component = component;
    else
        free(component);
    free(first_out);
    free(head);
    return r;
}
