/* weight_words: of weight_match.h, what is said of rows and items. */
#include "core/weighting/weight_match.h"

#include <inttypes.h>

const char *const weight_kind_names[WEIGHT_KINDS] = {
    [WEIGHT_SEGMENTS] = "segments",
    [WEIGHT_TURNS] = "turns",
    [WEIGHT_ARCS] = "arcs",
};

/* ---- Words --------------------------------------------------------------- */

static const char *place_name(enum weight_kind kind)
{
    return kind == WEIGHT_ARCS ? "the map has no vertex"
                               : "no road passes node";
}

static void say_not_open(const struct map *map, enum weight_kind kind,
                         const int64_t *id, struct error *words)
{
    const char *profile = map->roads.profile.name;

    if (kind == WEIGHT_TURNS)
        error_set(words, 0,
                  "the turn from %" PRId64 " over %" PRId64 " to %" PRId64
                  " is on a road that is not open to profile '%s'",
                  id[0], id[1], id[2], profile);
    else if (id[2] == SEGMENT_PAIR)
        error_set(words, 0,
                  "the road from node %" PRId64 " to %" PRId64
                  " is not open to profile '%s'",
                  id[0], id[1], profile);
    else
        error_set(words, 0, "way %" PRId64 " is not open %s to profile '%s'",
                  id[0], id[2] == SEGMENT_WAY_FORWARD ? "forward" : "backward",
                  profile);
}

static void say_no_turn(const int64_t *id, bool forbidden, struct error *words)
{
    if (forbidden)
        error_set(words, 0,
                  "the turn from %" PRId64 " over %" PRId64 " to %" PRId64
                  " is forbidden",
                  id[0], id[1], id[2]);
    else
        error_set(words, 0,
                  "the turn at node %" PRId64
                  " has no cost of its own in the search graph",
                  id[1]);
}

void weight_match_words(const struct map *map, enum weight_kind kind,
                        const struct weight_key *key,
                        enum match_outcome outcome, struct error *ret_words)
{
    const int64_t *id = key->id;
    int64_t to = kind == WEIGHT_TURNS ? id[2] : id[1];

    switch (outcome) {
    case MATCH_DIRECT:
    case MATCH_SPAN:
        error_set(ret_words, 0, "matched");
        break;
    case MATCH_NO_VIA:
        error_set(ret_words, 0, "no road passes node %" PRId64, id[1]);
        break;
    case MATCH_NO_FROM:
        error_set(ret_words, 0, "%s %" PRId64, place_name(kind), id[0]);
        break;
    case MATCH_NO_TO:
        error_set(ret_words, 0, "%s %" PRId64, place_name(kind), to);
        break;
    case MATCH_NO_WAY:
        error_set(ret_words, 0, "way %" PRId64 " is not in the map", id[0]);
        break;
    case MATCH_NO_ARC:
        error_set(ret_words, 0,
                  "the map has no arc from %" PRId64 " to %" PRId64, id[0], to);
        break;
    case MATCH_NO_ROAD:
    case MATCH_NO_ARRIVAL:
        error_set(ret_words, 0,
                  "no road leads from node %" PRId64 " straight to node "
                  "%" PRId64,
                  id[0], id[1]);
        break;
    case MATCH_NO_EXIT:
        error_set(ret_words, 0,
                  "no road leads from node %" PRId64 " straight to node "
                  "%" PRId64,
                  id[1], to);
        break;
    case MATCH_LEFT_OUT:
        say_not_open(map, kind, id, ret_words);
        break;
    case MATCH_NO_TURN:
    case MATCH_FORBIDDEN:
        say_no_turn(id, outcome == MATCH_FORBIDDEN, ret_words);
        break;
    }
}

/* ---- Keys of items ------------------------------------------------------- */

static uint32_t segment_keys(const struct roads *roads, uint32_t item,
                             struct weight_key *key)
{
    uint32_t segment = item / 2;
    uint32_t side = item % 2;
    const int64_t *end =
        roads->node_id + segment + roads_segment_piece(roads, segment);
    int64_t way = roads->stretch_way[roads_segment_stretch(roads, segment)];

    key[0] = (struct weight_key){{end[side], end[!side], SEGMENT_PAIR}};
    if (way == STRETCH_MADE_UP)
        return 1;
    key[1] = (struct weight_key){
        {way >> 1, 0,
         (way & 1) == side ? SEGMENT_WAY_FORWARD : SEGMENT_WAY_BACKWARD}};
    return 2;
}

static uint32_t turn_keys(const struct map *map, uint32_t arc,
                          struct weight_key *key)
{
    const struct roads *roads = &map->roads;
    uint32_t edge = roads->vertex_edge[topology_tail(&map->topology, arc)];
    uint32_t second = edge_second_node(roads, roads->arc_edge[arc]);

    if (edge == EDGE_NONE)
        return 0;
    key[0] = (struct weight_key){{
        roads->node_id[edge_second_node(roads, edge_reverse(edge))],
        roads->node_id[edge_last_node(roads, edge)],
        roads->node_id[second],
    }};
    return 1;
}

uint32_t weight_item_keys(const struct map *map, enum weight_kind kind,
                          uint32_t item,
                          struct weight_key ret_key[static ITEM_KEYS_MAX])
{
    uint32_t tail;

    if (kind == WEIGHT_SEGMENTS)
        return segment_keys(&map->roads, item, ret_key);
    if (kind == WEIGHT_TURNS)
        return turn_keys(map, item, ret_key);
    tail = topology_tail(&map->topology, item);
    ret_key[0] = (struct weight_key){{
        (int64_t)map->external_id[tail],
        (int64_t)map->external_id[map->topology.head[item]],
        0,
    }};
    return 1;
}
