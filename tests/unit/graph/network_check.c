/* network_check: checks of pieces, turns and sequences. */
#include "tests/unit/graph/network_check.h"

#include <stdlib.h>
#include <string.h>

/* Arcs may certainly add up to this. */
static const uint64_t sum_max = UINT64_C(1) << 30;

static const char *check_text(const struct road_network *network)
{
    if (network->text_size == 0 || network->text[0] ||
        network->text[network->text_size - 1])
        return "the text does not begin with \"\" and end";
    for (uint32_t i = 0; i < network->attributes_count; i++) {
        const struct road_attributes *at = &network->attributes[i];

        if (at->name >= network->text_size || at->ref >= network->text_size ||
            at->destinations >= network->text_size ||
            at->exits >= network->text_size ||
            at->pronunciation >= network->text_size ||
            at->lanes[0] >= network->text_size ||
            at->lanes[1] >= network->text_size)
            return "attributes name no text";
        if (at->mode[0] >= MODE_COUNT || at->mode[1] >= MODE_COUNT)
            return "attributes have no mode";
        if (i > 0 && !memcmp(at, at - 1, sizeof(*at)))
            return "attributes are there twice";
    }
    return NULL;
}

static const char *check_edge(const struct road_network *network, uint32_t edge)
{
    uint32_t first = network->first_node[edge / 2] - edge / 2;
    uint32_t end = network->first_node[edge / 2 + 1] - edge / 2 - 1;
    uint64_t weight = 0;
    uint64_t duration = 0;

    for (uint32_t s = first; s < end; s++) {
        weight += network->segment_weight[2 * s + edge % 2];
        if (network->segment_duration_ms)
            duration += network->segment_duration_ms[2 * s + edge % 2];
    }
    if (weight > sum_max || duration > sum_max)
        return "an edge weighs too much";
    if (!road_network_has(network, edge) && weight + duration > 0)
        return "an edge that is not open weighs something";
    return NULL;
}

static const char *check_pieces(const struct road_network *network)
{
    if (network->first_node[0] != 0 ||
        network->first_node[network->piece_count] != network->node_count)
        return "pieces do not cover the nodes";
    if (!network->segment_duration_ms != network->profile.weight_is_duration)
        return "durations are there, or not, as they should not";
    if (network->first_of_stretch[0] ||
        network->first_of_stretch[network->stretch_count] !=
            network->node_count - network->piece_count)
        return "stretches do not cover the segments";
    for (uint32_t p = 0; p < network->piece_count; p++) {
        if (network->first_node[p] + 2 > network->first_node[p + 1])
            return "a piece has no segment";
        if (network->piece_attributes[p] >= network->attributes_count)
            return "a piece has no attributes";
        if (!road_network_has(network, 2 * p) &&
            !road_network_has(network, 2 * p + 1))
            return "a piece is open to nobody";
    }
    for (uint32_t edge = 0; edge < 2 * network->piece_count; edge++) {
        const char *words = check_edge(network, edge);

        if (words)
            return words;
    }
    return NULL;
}

/* All pieces that end at a junction end in one node. */
static const char *check_ends(const struct road_network *network, int64_t *node,
                              bool *known)
{
    for (uint32_t edge = 0; edge < 2 * network->piece_count; edge++) {
        uint32_t junction = network->piece_end[edge];
        uint32_t place = edge % 2 ? network->first_node[edge / 2 + 1] - 1
                                  : network->first_node[edge / 2];

        if (junction >= network->junction_count)
            return "a piece ends nowhere";
        if (known[junction] && node[junction] != network->node_id[place])
            return "a junction is two nodes";
        known[junction] = true;
        node[junction] = network->node_id[place];
    }
    for (uint32_t j = 0; j < network->junction_count; j++) {
        if (!known[j])
            return "a junction is no piece's";
    }
    return NULL;
}

static const char *check_junctions(const struct road_network *network)
{
    size_t count = (size_t)network->junction_count + 1;
    int64_t *node = calloc(count, sizeof(*node));
    bool *known = calloc(count, sizeof(*known));
    const char *words =
        node && known ? check_ends(network, node, known) : "memory is short";

    free(node);
    free(known);
    return words;
}

static const char *check_turns_of(const struct road_network *network,
                                  uint32_t edge)
{
    uint32_t head = road_network_head(network, edge);

    if (network->first_turn[edge] > network->first_turn[edge + 1])
        return "turns do not ascend";
    for (uint32_t i = network->first_turn[edge];
         i < network->first_turn[edge + 1]; i++) {
        uint32_t to = network->turn_edge[i];

        if (!road_network_has(network, edge) || network->junction_plain[head])
            return "a turn that is not to be there";
        if (to >= 2 * network->piece_count || !road_network_has(network, to) ||
            network->piece_end[to] != head)
            return "a turn leads elsewhere";
        if (i > network->first_turn[edge] && network->turn_edge[i - 1] >= to)
            return "turns of an edge do not ascend";
        if (network->turn_weight[i] > sum_max)
            return "a turn weighs too much";
    }
    return NULL;
}

static const char *check_turns(const struct road_network *network)
{
    if (network->first_turn[0] != 0)
        return "turns do not begin";
    for (uint32_t edge = 0; edge < 2 * network->piece_count; edge++) {
        const char *words = check_turns_of(network, edge);

        if (words)
            return words;
    }
    return NULL;
}

static bool is_turn(const struct road_network *network, uint32_t from,
                    uint32_t to)
{
    for (uint32_t i = network->first_turn[from];
         i < network->first_turn[from + 1]; i++) {
        if (network->turn_edge[i] == to)
            return true;
    }
    return false;
}

static const char *check_sequences(const struct road_network *network)
{
    if (network->first_of_sequence[0] != 0)
        return "sequences do not begin";
    for (uint32_t s = 0; s < network->sequence_count; s++) {
        uint32_t first = network->first_of_sequence[s];
        uint32_t end = network->first_of_sequence[s + 1];

        if (first + (network->sequence_condition[s] ? 2 : 3) > end)
            return "a sequence is a turn, or less";
        for (uint32_t i = first; i + 1 < end; i++) {
            if (network->sequence_edge[i] >= 2 * network->piece_count ||
                !is_turn(network, network->sequence_edge[i],
                         network->sequence_edge[i + 1]))
                return "a sequence is no way to go";
        }
    }
    return NULL;
}

const char *network_check(const struct road_network *network)
{
    const char *(*const checks[])(const struct road_network *) = {
        check_text, check_pieces, check_junctions, check_turns, check_sequences,
    };
    const char *words = NULL;

    for (size_t i = 0; i < sizeof(checks) / sizeof(*checks) && !words; i++)
        words = checks[i](network);
    return words;
}
