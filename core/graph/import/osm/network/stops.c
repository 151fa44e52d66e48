/* stops: what the nodes of roads cost the traffic that passes them. */
#include "core/graph/import/osm/network/turns.h"

#include <math.h>

/* ---- Along a road -------------------------------------------------------- */

/* More signs than stand within such a distance; data may have any number. */
enum { HOPS_MAX = 16 };

static uint32_t roads_at_tail(const struct turn_sources *sources,
                              const struct road_network *network, uint32_t edge)
{
    const uint32_t *first =
        &sources->arms->leaving.first[network->piece_end[edge]];

    return first[1] - first[0];
}

/* The edge by which alone one comes to where an edge begins; EDGE_NONE where
 * more roads meet, or none leads on. */
static uint32_t edge_before(const struct turn_sources *sources,
                            const struct road_network *network, uint32_t edge)
{
    const struct road_leaving *leaving = &sources->arms->leaving;
    const uint32_t *road =
        &leaving->edge[leaving->first[network->piece_end[edge]]];

    if (roads_at_tail(sources, network, edge) != 2)
        return EDGE_NONE;
    return edge_reverse(road[road[0] == edge]);
}

static double edge_m(const struct road_network *network, uint32_t edge)
{
    uint32_t piece = edge_piece(edge);
    double mm = 0;

    for (uint32_t s = network->first_node[piece] - piece;
         s < network->first_node[piece + 1] - piece - 1; s++)
        mm += network->segment_length_mm[s];
    return mm / 1000;
}

/* ---- The node where an edge begins --------------------------------------- */

/* NULL: it has no rules. */
static const struct node_rules *tail_rules(const struct turn_sources *sources,
                                           const struct road_network *network,
                                           uint32_t edge)
{
    uint32_t spot = sources->junction_spot[network->piece_end[edge]];

    return sources->junctions->mark[spot] & SPOT_NODE
               ? ruled_nodes_find(sources->nodes,
                                  sources->courses->spot_node[spot])
               : NULL;
}

/* How far an edge's end is behind the last junction, INFINITY beyond
 * STOP_NEARING_M. */
static double behind_junction_m(const struct turn_sources *sources,
                                const struct road_network *network,
                                uint32_t edge)
{
    double sum_m = 0;

    for (int i = 0; i < HOPS_MAX && edge != EDGE_NONE; i++) {
        sum_m += edge_m(network, edge);
        if (sum_m > STOP_NEARING_M)
            return INFINITY;
        if (roads_at_tail(sources, network, edge) > 2)
            return sum_m;
        edge = edge_before(sources, network, edge);
    }
    return INFINITY;
}

/* Whether traffic that comes by an edge has the nearer junction behind it. */
static bool leaves_junction(const struct turn_sources *sources,
                            const struct road_network *network, uint32_t edge)
{
    uint32_t other = edge_before(sources, network, edge_reverse(edge));

    return other != EDGE_NONE && behind_junction_m(sources, network, edge) <
                                     behind_junction_m(sources, network, other);
}

struct cost {
    double duration_s;
    double weight_s;
};

/* Of passing the node in a direction of its way. */
static struct cost cost_of(const struct node_rules *rules, uint32_t against)
{
    return (struct cost){rules->duration_s[against], rules->weight_s[against]};
}

/* Of the node where an edge ends, whatever came before. */
static struct cost head_cost(const struct turn_sources *sources,
                             const struct road_network *network, uint32_t edge,
                             const struct node_rules *rules)
{
    uint32_t leaving = edge_first_dart(sources->pieces, edge_reverse(edge));

    if (rules->nearing && leaves_junction(sources, network, edge))
        return (struct cost){0, 0};
    return cost_of(rules, !(leaving & 1));
}

/* The same where an edge begins. */
static struct cost tail_cost(const struct turn_sources *sources,
                             const struct road_network *network, uint32_t edge)
{
    const struct node_rules *rules = tail_rules(sources, network, edge);
    uint32_t before = edge_before(sources, network, edge);

    if (!rules)
        return (struct cost){0, 0};
    if (before != EDGE_NONE)
        return head_cost(sources, network, before, rules);
    return cost_of(rules, edge_first_dart(sources->pieces, edge) & 1);
}

/* The most of any node that an edge's end follows so closely that traffic stops
 * for both at once: the signals of one intersection. */
static struct cost cost_before(const struct turn_sources *sources,
                               const struct road_network *network,
                               uint32_t edge)
{
    double left_m = profile_one_stop_m(sources->profile);
    struct cost most = {0, 0};

    for (int i = 0; i < HOPS_MAX && edge != EDGE_NONE; i++) {
        struct cost cost;

        left_m -= edge_m(network, edge);
        if (left_m < 0)
            break;
        cost = tail_cost(sources, network, edge);
        most.duration_s = fmax(most.duration_s, cost.duration_s);
        most.weight_s = fmax(most.weight_s, cost.weight_s);
        edge = edge_before(sources, network, edge);
    }
    return most;
}

bool stop_at(const struct turn_sources *sources,
             const struct road_network *network, uint32_t edge,
             struct node_rules *ret_rules)
{
    const struct node_rules *rules =
        tail_rules(sources, network, edge_reverse(edge));
    struct cost own;
    struct cost before;

    if (!rules)
        return false;
    own = head_cost(sources, network, edge, rules);
    before = cost_before(sources, network, edge);
    *ret_rules = *rules;
    ret_rules->duration_s[0] = fmax(own.duration_s - before.duration_s, 0);
    ret_rules->weight_s[0] = fmax(own.weight_s - before.weight_s, 0);
    return true;
}
