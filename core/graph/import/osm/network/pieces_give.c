/* pieces_give: pieces and their ends as a road network has them. */
#include "core/graph/import/osm/network/pieces.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"

struct giving {
    const struct pieces *pieces;
    const struct courses *courses;
    const struct osm_data *data;
    const struct link_costs *costs;
    struct road_network *network;
};

static int reserve_pieces(struct road_network *network)
{
    size_t count = network->piece_count;

    network->first_node = array_alloc(count + 1, sizeof(*network->first_node));
    network->piece_attributes =
        array_alloc(count, sizeof(*network->piece_attributes));
    network->edge_open = array_alloc(2 * count, sizeof(*network->edge_open));
    network->piece_end = array_alloc(2 * count, sizeof(*network->piece_end));
    if (!network->first_node || !network->piece_attributes ||
        !network->edge_open || !network->piece_end)
        return -ENOMEM;
    return 0;
}

static int reserve_places(struct road_network *network, bool with_durations)
{
    size_t nodes = network->node_count;
    size_t segments = nodes - network->piece_count;

    network->node_id = array_alloc_huge(nodes, sizeof(*network->node_id));
    network->node_position =
        array_alloc_huge(nodes, sizeof(*network->node_position));
    network->segment_weight =
        array_alloc_huge(2 * segments, sizeof(*network->segment_weight));
    network->segment_length_mm =
        array_alloc_huge(segments, sizeof(*network->segment_length_mm));
    if (with_durations)
        network->segment_duration_ms = array_alloc_huge(
            2 * segments, sizeof(*network->segment_duration_ms));
    if (!network->node_id || !network->node_position ||
        !network->segment_weight || !network->segment_length_mm ||
        (with_durations && !network->segment_duration_ms))
        return -ENOMEM;
    return 0;
}

static void give_node(const struct giving *giving, uint32_t place,
                      uint32_t spot)
{
    uint32_t node = giving->courses->spot_node[spot];

    giving->network->node_id[place] = giving->data->node_id[node];
    giving->network->node_position[place] = position_on_grid(
        giving->data->node_position[node], giving->costs->grid_e7);
}

static void give_segment(const struct giving *giving, uint32_t segment,
                         uint32_t dart)
{
    const struct link_costs *costs = giving->costs;
    struct road_network *network = giving->network;

    network->segment_length_mm[segment] = costs->length_mm[dart / 2];
    for (uint32_t side = 0; side < 2; side++) {
        size_t at = 2 * (size_t)segment + side;

        network->segment_weight[at] = costs->weight[dart ^ side];
        if (costs->duration_ms)
            network->segment_duration_ms[at] = costs->duration_ms[dart ^ side];
    }
}

static void give_piece(const struct giving *giving, uint32_t piece)
{
    const struct courses *courses = giving->courses;
    const uint32_t *dart = giving->pieces->dart;
    struct road_network *network = giving->network;
    uint32_t first = giving->pieces->first[piece];
    uint32_t end = giving->pieces->first[piece + 1];

    network->first_node[piece] = first + piece;
    give_node(giving, first + piece, dart_tail(courses, dart[first]));
    for (uint32_t s = first; s < end; s++) {
        give_node(giving, s + piece + 1, dart_head(courses, dart[s]));
        give_segment(giving, s, dart[s]);
    }
    network->piece_attributes[piece] = dart_attributes(courses, dart[first]);
    for (uint32_t side = 0; side < 2; side++)
        network->edge_open[2 * (size_t)piece + side] =
            dart_is_open(courses, dart[first] ^ side);
}

/* Junctions are numbered as pieces come to them. */
static void give_junctions(const struct giving *giving, uint32_t *number,
                           uint32_t *spot)
{
    struct road_network *network = giving->network;
    uint32_t count = 0;

    for (uint32_t edge = 0; edge < 2 * network->piece_count; edge++) {
        uint32_t at =
            dart_tail(giving->courses, edge_first_dart(giving->pieces, edge));

        if (number[at] == SPOT_NONE) {
            spot[count] = at;
            number[at] = count++;
        }
        network->piece_end[edge] = number[at];
    }
    network->junction_count = count;
}

static int number_junctions(const struct giving *giving,
                            uint32_t **ret_junction_spot)
{
    uint32_t spot_count = giving->courses->spot_count;
    uint32_t *number = array_alloc(spot_count, sizeof(*number));
    uint32_t *spot = array_alloc(spot_count, sizeof(*spot));

    if (!number || !spot) {
        free(number);
        free(spot);
        return -ENOMEM;
    }
    memset(number, 0xff, spot_count * sizeof(*number));
    give_junctions(giving, number, spot);
    free(number);
    *ret_junction_spot = spot;
    return 0;
}

int pieces_give(const struct pieces *pieces, const struct courses *courses,
                const struct osm_data *data, const struct link_costs *costs,
                struct road_network *network, uint32_t **ret_junction_spot)
{
    const struct giving giving = {pieces, courses, data, costs, network};
    uint64_t node_count =
        (uint64_t)pieces->first[pieces->count] + pieces->count;
    int r;

    if (node_count > UINT32_MAX || pieces->count > PIECE_COUNT_MAX)
        return -EINVAL;
    network->piece_count = pieces->count;
    network->node_count = (uint32_t)node_count;
    r = reserve_pieces(network);
    r = r ? r : reserve_places(network, costs->duration_ms);
    if (r)
        return r;
    for (uint32_t p = 0; p < pieces->count; p++)
        give_piece(&giving, p);
    network->first_node[pieces->count] = network->node_count;
    return number_junctions(&giving, ret_junction_spot);
}
