/* bare_roads: turns each pair of vertices with arcs into a street. */
#include "tests/bench/bare_roads.h"

#include <errno.h>
#include <stdlib.h>

#include "core/base/array.h"
#include "core/graph/cost.h"
#include "core/graph/road_network/road_map.h"

/* The weight of the arc; WEIGHT_CLOSED: there is none. */
static uint32_t weight_between(const struct map *map, uint32_t from,
                               uint32_t to)
{
    const struct topology *topology = &map->topology;

    for (uint32_t a = topology->first_out[from];
         a < topology->first_out[from + 1]; a++)
        if (topology->head[a] == to)
            return map->imported.arcs.weight[a];
    return WEIGHT_CLOSED;
}

/* Both ends, and the weights in both directions. */
static void add_street(struct road_network *network, const struct map *map,
                       uint32_t from, uint32_t to)
{
    uint32_t piece = network->piece_count++;
    uint32_t end[2] = {from, to};

    for (uint32_t i = 0; i < 2; i++) {
        uint32_t weight = weight_between(map, end[i], end[!i]);
        uint32_t place = network->node_count++;

        network->node_id[place] = (int64_t)map->external_id[end[i]];
        network->node_position[place] = map->position[end[i]];
        network->piece_end[2 * piece + i] = end[i];
        network->edge_access[2 * piece + i] = weight != WEIGHT_CLOSED;
        network->segment_weight[2 * piece + i] =
            weight != WEIGHT_CLOSED ? weight : 0;
    }
    network->first_node[piece + 1] = network->node_count;
    network->first_of_stretch[piece + 1] = ++network->stretch_count;
}

/* Adds each street once: at its lower end, or at the vertex that it leaves. */
static void add_streets(struct road_network *network, const struct map *map)
{
    const struct topology *topology = &map->topology;

    for (uint32_t v = 0; v < topology->vertex_count; v++)
        for (uint32_t a = topology->first_out[v];
             a < topology->first_out[v + 1]; a++) {
            uint32_t to = topology->head[a];

            if (v < to ||
                (v > to && weight_between(map, to, v) == WEIGHT_CLOSED))
                add_street(network, map, v, to);
        }
}

static bool is_whole(const struct road_network *network)
{
    return network->first_node && network->node_id && network->node_position &&
           network->segment_weight && network->segment_length_mm &&
           network->piece_attributes && network->attributes && network->text &&
           network->edge_access && network->piece_end &&
           network->junction_plain && network->first_turn &&
           network->first_of_stretch && network->stretch_way;
}

static int network_init(struct road_network *network, const struct map *map,
                        struct error *error)
{
    size_t pieces = map->topology.arc_count;
    uint32_t junctions = map->topology.vertex_count;

    *network = (struct road_network){
        .first_node = array_zero(pieces + 1, sizeof(uint32_t)),
        .node_id = array_zero(2 * pieces, sizeof(int64_t)),
        .node_position = array_zero(2 * pieces, sizeof(struct position)),
        .segment_weight = array_zero(2 * pieces, sizeof(uint32_t)),
        .segment_length_mm = array_zero(pieces, sizeof(uint32_t)),
        .piece_attributes = array_zero(pieces, sizeof(uint32_t)),
        .attributes = array_zero(1, sizeof(struct road_attributes)),
        .attributes_count = 1,
        .text = array_zero(1, 1),
        .text_size = 1,
        .edge_access = array_zero(2 * pieces, sizeof(bool)),
        .junction_count = junctions,
        .piece_end = array_zero(2 * pieces, sizeof(uint32_t)),
        .junction_plain = array_zero(junctions, sizeof(bool)),
        .first_turn = array_zero(2 * pieces + 1, sizeof(uint32_t)),
        .first_of_stretch = array_zero(pieces + 1, sizeof(uint32_t)),
        .stretch_way = array_zero(pieces, sizeof(int64_t)),
        .profile.weight_is_duration = true,
    };
    return is_whole(network) ? 0 : error_no_memory(error);
}

int bare_roads(const struct map *map, struct map **ret_map, struct error *error)
{
    struct road_map_settings settings = {
        .small_component = 1000,
        .unordered = true,
        .source = map->info.source,
    };
    struct road_network network;
    int r;

    if (!map->position)
        return error_set(error, -EINVAL, "the map has no positions");
    r = network_init(&network, map, error);
    if (!r) {
        for (uint32_t j = 0; j < network.junction_count; j++)
            network.junction_plain[j] = true;
        add_streets(&network, map);
        r = road_map_make(&network, &settings, ret_map, error);
    }
    road_network_finish(&network);
    return r;
}
