/* turns: who may turn how at junctions, and what it takes. */
#include "core/graph/import/osm/network/turns.h"

#include <errno.h>
#include <stdlib.h>

#include "core/base/array.h"

int turns_find_plain(const struct turn_sources *sources,
                     struct road_network *network)
{
    bool free_in[LAYER_COUNT];

    network->junction_plain =
        array_alloc(network->junction_count, sizeof(*network->junction_plain));
    if (!network->junction_plain)
        return -ENOMEM;
    for (int layer = 0; layer < LAYER_COUNT; layer++)
        free_in[layer] =
            profile_turns_are_free(sources->profile, (enum road_layer)layer);
    for (uint32_t j = 0; j < network->junction_count; j++) {
        uint32_t spot = sources->junction_spot[j];

        network->junction_plain[j] =
            free_in[spot_layer(sources->courses, spot)] &&
            !(sources->junctions->mark[spot] & SPOT_RULED);
    }
    return 0;
}

struct making {
    const struct turn_sources *sources;
    struct road_network *network;
    size_t weight_capacity;
    size_t duration_capacity;
    size_t edge_capacity;
    uint32_t count;   /* turns so far */
    size_t next_ban;  /* of this edge, or later */
    struct turn turn; /* of this edge, but for where it leads */
};

/* As who goes along the edge sees them. */
static const struct road_attributes *
edge_attributes(const struct turn_sources *sources, uint32_t edge)
{
    uint32_t dart = edge_first_dart(sources->pieces, edge);

    return attribute_pool_get(sources->pool,
                              dart_attributes(sources->courses, dart));
}

/* Whether an edge begins with a link between layers. */
static bool is_transfer(const struct turn_sources *sources, uint32_t edge)
{
    uint32_t dart = edge_first_dart(sources->pieces, edge);

    return dart_way(sources->courses, dart)->way == WAY_MADE_UP;
}

/* How the node at the edge's end is come by. */
static void set_node(const struct turn_sources *sources, uint32_t spot,
                     uint32_t edge, struct turn *turn)
{
    uint32_t leaving = edge_first_dart(sources->pieces, edge_reverse(edge));
    uint32_t against = !(leaving & 1);
    const struct node_rules *rules = NULL;

    if (sources->junctions->mark[spot] & SPOT_NODE)
        rules =
            ruled_nodes_find(sources->nodes, sources->courses->spot_node[spot]);
    turn->has_node = rules;
    if (!rules)
        return;
    turn->node = *rules;
    turn->node.duration_s[0] = rules->duration_s[against];
    turn->node.weight_s[0] = rules->weight_s[against];
}

/* Links between layers are no roads to choose from. At a barrier each road is a
 * dead end. */
static void count_roads(const struct making *making, uint32_t junction,
                        struct turn *turn)
{
    const struct road_leaving *leaving = &making->sources->arms->leaving;

    if (turn->has_node && turn->node.blocked) {
        turn->roads = 1;
        return;
    }
    for (uint32_t i = leaving->first[junction];
         i < leaving->first[junction + 1]; i++) {
        turn->roads += !is_transfer(making->sources, leaving->edge[i]);
    }
}

static bool is_banned(struct making *making, uint32_t from, uint32_t to)
{
    const struct turn_ban *ban = making->sources->ban;

    for (size_t i = making->next_ban;
         i < making->sources->ban_count && ban[i].from_edge == from; i++) {
        if (ban[i].to_edge == to)
            return true;
    }
    return false;
}

/* Whether one may, and what it takes. */
static bool ask(struct making *making, uint32_t from, uint32_t to,
                struct turn_rules *ret_rules)
{
    const struct turn_sources *sources = making->sources;
    struct turn *turn = &making->turn;

    turn->turns_back = to == edge_reverse(from);
    if (is_transfer(sources, edge_reverse(from)) || is_transfer(sources, to)) {
        *ret_rules = (struct turn_rules){0};
        return !turn->turns_back;
    }
    if (turn->has_node && turn->node.blocked && !turn->turns_back)
        return false;
    turn->to = edge_attributes(sources, to);
    turn->angle_deg =
        turn->turns_back ? 180 : arms_turn_deg(sources->arms, from, to);
    return profile_turn(sources->profile, turn, ret_rules);
}

/* Whether a road that leaves is for those alone who have business there, unlike
 * the one by which one comes. */
static bool is_more_restricted(const struct making *making, uint32_t to)
{
    return ~making->turn.from->flags &
           edge_attributes(making->sources, to)->flags & ROAD_RESTRICTED;
}

/* Whether one can come back from where an open edge leads. */
static bool leads_back(const struct making *making, uint32_t edge)
{
    const uint32_t *component = making->sources->component;
    const uint32_t *end = making->network->piece_end;

    return component[end[edge]] == component[end[edge_reverse(edge)]];
}

/* Whether one may, and might want to, go on by a road that leaves. */
static bool leads_on(struct making *making, uint32_t from, uint32_t to)
{
    struct turn_rules rules;

    return making->network->edge_open[to] && leads_back(making, to) &&
           !is_more_restricted(making, to) && !is_banned(making, from, to) &&
           ask(making, from, to, &rules);
}

/* Whether others come by a road that leaves. */
static bool leads_in(const struct making *making, uint32_t to)
{
    return making->network->edge_open[edge_reverse(to)] &&
           !is_more_restricted(making, to);
}

/* Whether who comes by the edge finds no other road that leads on, or none by
 * which others come. */
static bool is_dead_end(struct making *making, uint32_t junction, uint32_t edge)
{
    const struct road_leaving *leaving = &making->sources->arms->leaving;
    bool on = false;
    bool in = false;

    for (uint32_t i = leaving->first[junction];
         i < leaving->first[junction + 1] && !(on && in); i++) {
        uint32_t to = leaving->edge[i];

        if (to == edge_reverse(edge) || is_transfer(making->sources, to))
            continue;
        on = on || leads_on(making, edge, to);
        in = in || leads_in(making, to);
    }
    return !on || !in;
}

static int append(struct making *making, uint32_t edge,
                  const struct turn_rules *rules)
{
    struct road_network *network = making->network;
    bool alike = network->profile.weight_is_duration;
    size_t count = making->count;
    uint32_t duration = cost_rounded(rules->duration_s * 1000);
    int r = count + 1 < UINT32_MAX ? 0 : -EINVAL;

    r = r ? r
          : array_reserve((void **)&network->turn_edge, &making->edge_capacity,
                          count + 1, sizeof(*network->turn_edge));
    r = r ? r
          : array_reserve((void **)&network->turn_weight,
                          &making->weight_capacity, count + 1,
                          sizeof(*network->turn_weight));
    if (!r && !alike)
        r = array_reserve((void **)&network->turn_duration_ms,
                          &making->duration_capacity, count + 1,
                          sizeof(*network->turn_duration_ms));
    if (r)
        return r;
    network->turn_edge[count] = edge;
    network->turn_weight[count] =
        alike ? duration : cost_rounded(rules->weight_s * 1000);
    if (!alike)
        network->turn_duration_ms[count] = duration;
    making->count++;
    return 0;
}

static int turn_from(struct making *making, uint32_t edge)
{
    const struct turn_sources *sources = making->sources;
    const struct road_leaving *leaving = &sources->arms->leaving;
    uint32_t junction = road_network_head(making->network, edge);
    uint32_t spot = sources->junction_spot[junction];
    struct turn_rules rules;
    int r = 0;

    making->turn = (struct turn){
        .layer = spot_layer(sources->courses, spot),
        .from = edge_attributes(sources, edge),
    };
    set_node(sources, spot, edge, &making->turn);
    count_roads(making, junction, &making->turn);
    making->turn.dead_end = sources->component &&
                            making->network->edge_open[edge_reverse(edge)] &&
                            is_dead_end(making, junction, edge);
    for (uint32_t i = leaving->first[junction];
         i < leaving->first[junction + 1] && !r; i++) {
        uint32_t to = leaving->edge[i];

        if (making->network->edge_open[to] && !is_banned(making, edge, to) &&
            ask(making, edge, to, &rules))
            r = append(making, to, &rules);
    }
    return r;
}

static void skip_bans(struct making *making, uint32_t edge)
{
    const struct turn_sources *sources = making->sources;

    while (making->next_ban < sources->ban_count &&
           sources->ban[making->next_ban].from_edge < edge)
        making->next_ban++;
}

static bool is_crowded(const struct turn_sources *sources, uint32_t junction)
{
    const uint32_t *first = sources->arms->leaving.first;

    return first[junction + 1] - first[junction] > TURNS_ROADS_MAX;
}

static uint32_t count_crowded(const struct turn_sources *sources,
                              const struct road_network *network)
{
    uint32_t count = 0;

    for (uint32_t j = 0; j < network->junction_count; j++)
        count += !network->junction_plain[j] && is_crowded(sources, j);
    return count;
}

int turns_make(const struct turn_sources *sources, struct road_network *network,
               struct import_report *report)
{
    struct making making = {.sources = sources, .network = network};
    uint32_t edge_count = 2 * network->piece_count;
    int r;

    network->first_turn =
        array_alloc((size_t)edge_count + 1, sizeof(*network->first_turn));
    if (!network->first_turn)
        return -ENOMEM;
    for (uint32_t edge = 0; edge < edge_count; edge++) {
        uint32_t head = road_network_head(network, edge);

        network->first_turn[edge] = making.count;
        if (!network->edge_open[edge] || network->junction_plain[head] ||
            is_crowded(sources, head))
            continue;
        skip_bans(&making, edge);
        r = turn_from(&making, edge);
        if (r)
            return r;
    }
    network->first_turn[edge_count] = making.count;
    report->count[COUNT_JUNCTIONS_CROWDED] += count_crowded(sources, network);
    return 0;
}
