/* road_fixture: builds networks from drafts. road_draft.c adds their turns,
 * road_town.c draws towns. */
#include "tests/unit/graph/road_fixture.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"
#include "core/graph/road_network/road_map.h"
#include "tests/unit/graph/road_draft.h"

enum { MM_PER_MS = 10, SQUARE_SIDE_M = 40 };

static bool is_low_bridge(const char *name)
{
    return !strcmp(name, ROAD_DRAFT_LOW_BRIDGE);
}

static enum edge_access backward_of(const struct road_draft_road *road)
{
    if (road->one_way)
        return EDGE_ABSENT;
    return is_low_bridge(road->name) ? EDGE_CLOSED : EDGE_OPEN;
}

static void *grow(void *items, size_t *capacity, size_t needed, size_t size)
{
    if (array_reserve(&items, capacity, needed, size))
        abort();
    return items;
}

void road_draft_init(struct road_draft *draft)
{
    *draft = (struct road_draft){.small_component = 10};
}

static void draft_finish(struct road_draft *draft)
{
    free(draft->junctions);
    free(draft->roads);
    free(draft->forbidden);
    *draft = (struct road_draft){0};
}

uint32_t road_draft_junction(struct road_draft *draft, double x_m, double y_m,
                             bool plain)
{
    draft->junctions =
        grow(draft->junctions, &draft->junction_capacity,
             draft->junction_count + 1, sizeof(*draft->junctions));
    draft->junctions[draft->junction_count] =
        (struct road_draft_junction){x_m, y_m, plain};
    return draft->junction_count++;
}

uint32_t road_draft_road(struct road_draft *draft, uint32_t from, uint32_t to,
                         const char *name, uint32_t segment_count, bool one_way)
{
    draft->roads = grow(draft->roads, &draft->road_capacity,
                        draft->road_count + 1, sizeof(*draft->roads));
    draft->roads[draft->road_count] = (struct road_draft_road){
        from, to, name, from == to ? 4 : segment_count, one_way,
    };
    return draft->road_count++;
}

void road_draft_forbid(struct road_draft *draft, const uint32_t *edges,
                       size_t count)
{
    draft->forbidden =
        grow(draft->forbidden, &draft->forbidden_capacity,
             draft->forbidden_size + count + 1, sizeof(*draft->forbidden));
    draft->forbidden[draft->forbidden_size++] = (uint32_t)count;
    memcpy(draft->forbidden + draft->forbidden_size, edges,
           count * sizeof(*edges));
    draft->forbidden_size += count;
}

static struct position position_at(double x_m, double y_m)
{
    const double e7_per_m = 1e7 / 111319.49;
    const double shrunk = 0.65063; /* a degree of longitude there */

    return (struct position){
        .lon_e7 = (int32_t)lround(86800000 + x_m * e7_per_m / shrunk),
        .lat_e7 = (int32_t)lround(494100000 + y_m * e7_per_m),
    };
}

/* Where the i-th node of a road is. */
static struct position node_position(const struct road_draft *draft,
                                     const struct road_draft_road *road,
                                     uint32_t i)
{
    static const double square[5][2] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}, {0, 0}};
    const struct road_draft_junction *from = &draft->junctions[road->from];
    const struct road_draft_junction *to = &draft->junctions[road->to];
    double part = (double)i / road->segment_count;

    if (road->from == road->to)
        return position_at(from->x_m + SQUARE_SIDE_M * square[i][0],
                           from->y_m + SQUARE_SIDE_M * square[i][1]);
    return position_at(from->x_m + part * (to->x_m - from->x_m),
                       from->y_m + part * (to->y_m - from->y_m));
}

static uint32_t segment_mm(const struct road_draft *draft,
                           const struct road_draft_road *road)
{
    const struct road_draft_junction *from = &draft->junctions[road->from];
    const struct road_draft_junction *to = &draft->junctions[road->to];

    if (road->from == road->to)
        return SQUARE_SIDE_M * 1000;
    return (uint32_t)lround(1000 *
                            hypot(to->x_m - from->x_m, to->y_m - from->y_m) /
                            road->segment_count);
}

static int64_t node_id(const struct road_draft_road *road, uint32_t piece,
                       uint32_t i)
{
    if (!i)
        return ROAD_NODE_OF_JUNCTION(road->from);
    if (i == road->segment_count)
        return ROAD_NODE_OF_JUNCTION(road->to);
    return ROAD_NODE_WITHIN(piece, i);
}

static void add_segment(const struct road_draft *draft, uint32_t piece,
                        uint32_t segment, struct road_network *network)
{
    const struct road_draft_road *road = &draft->roads[piece];
    uint32_t mm = segment_mm(draft, road);
    uint32_t *weight = network->segment_weight + 2 * (size_t)segment;

    network->segment_length_mm[segment] = mm;
    weight[0] = mm / MM_PER_MS;
    weight[1] = road->one_way ? 0 : weight[0] + 1;
    if (network->segment_duration_ms) {
        network->segment_duration_ms[2 * (size_t)segment] = weight[0] * 5 / 4;
        network->segment_duration_ms[2 * (size_t)segment + 1] =
            weight[1] * 5 / 4;
    }
}

/* Each piece is a way of its own, drawn forward. */
static void add_stretches(const struct road_draft *draft,
                          struct road_network *network)
{
    uint32_t count = draft->road_count;

    network->stretch_count = count;
    network->first_of_stretch =
        draft_must(array_alloc((size_t)count + 1, sizeof(uint32_t)));
    network->stretch_way = draft_must(array_alloc(count, sizeof(int64_t)));
    for (uint32_t p = 0; p < count; p++) {
        network->first_of_stretch[p] = network->first_node[p] - p;
        network->stretch_way[p] = STRETCH_ALONG(ROAD_WAY_OF_PIECE(p));
    }
    network->first_of_stretch[count] = network->first_node[count] - count;
}

static void add_pieces(const struct road_draft *draft,
                       struct road_network *network)
{
    uint32_t place = 0;

    for (uint32_t p = 0; p < draft->road_count; p++) {
        const struct road_draft_road *road = &draft->roads[p];

        network->first_node[p] = place;
        network->piece_end[2 * p] = road->from;
        network->piece_end[2 * p + 1] = road->to;
        network->edge_access[2 * p] = EDGE_OPEN;
        network->edge_access[2 * p + 1] = backward_of(road);
        for (uint32_t i = 0; i <= road->segment_count; i++, place++) {
            network->node_id[place] = node_id(road, p, i);
            network->node_position[place] = node_position(draft, road, i);
            if (i < road->segment_count)
                add_segment(draft, p, place - p, network);
        }
    }
    network->first_node[draft->road_count] = place;
    add_stretches(draft, network);
}

/* The attributes of a name; adds it where it is new. */
static uint32_t attributes_of(struct road_network *network, const char *name)
{
    uint32_t at = 0;

    while (at < network->attributes_count &&
           strcmp(network->text + network->attributes[at].name, name) != 0)
        at++;
    if (at < network->attributes_count)
        return at;
    network->attributes[at] = (struct road_attributes){
        .name = (uint32_t)network->text_size,
        .mode = {MODE_DRIVING, MODE_DRIVING},
        .road_class = (uint8_t)(at % ROAD_CLASS_COUNT),
        .flags = is_low_bridge(name) ? ROAD_CLOSED_BACK : 0,
    };
    strcpy(network->text + network->text_size, name);
    network->text_size += strlen(name) + 1;
    return network->attributes_count++;
}

static void add_names(const struct road_draft *draft,
                      struct road_network *network)
{
    size_t most = 1;

    for (uint32_t p = 0; p < draft->road_count; p++)
        most += strlen(draft->roads[p].name) + 1;
    network->text = draft_must(array_zero(most, 1));
    network->text_size = 1;
    network->attributes =
        draft_must(array_zero(draft->road_count, sizeof(*network->attributes)));
    network->piece_attributes =
        draft_must(array_alloc(draft->road_count, sizeof(uint32_t)));
    for (uint32_t p = 0; p < draft->road_count; p++)
        network->piece_attributes[p] =
            attributes_of(network, draft->roads[p].name);
}

static void describe(const struct road_draft *draft,
                     struct road_network *network)
{
    network->profile = (struct road_profile){
        .name = "car",
        .weight_name = "duration",
        .class_count = 1,
        .class_name = {"toll"},
        .continue_straight = true,
        .weight_is_duration = !draft->slow,
        .weighs_distance = draft->slow,
        .max_speed_kmh = 130,
    };
}

static void make_room(const struct road_draft *draft,
                      struct road_network *network)
{
    size_t pieces = draft->road_count;
    size_t segments = 0;

    for (size_t p = 0; p < pieces; p++)
        segments += draft->roads[p].segment_count;
    network->piece_count = (uint32_t)pieces;
    network->node_count = (uint32_t)(segments + pieces);
    network->junction_count = draft->junction_count;
    network->first_node = draft_must(array_alloc(pieces + 1, sizeof(uint32_t)));
    network->node_id =
        draft_must(array_alloc(segments + pieces, sizeof(int64_t)));
    network->node_position =
        draft_must(array_alloc(segments + pieces, sizeof(struct position)));
    network->segment_weight =
        draft_must(array_alloc(2 * segments, sizeof(uint32_t)));
    if (draft->slow)
        network->segment_duration_ms =
            draft_must(array_alloc(2 * segments, sizeof(uint32_t)));
    network->segment_length_mm =
        draft_must(array_alloc(segments, sizeof(uint32_t)));
    network->edge_access = draft_must(array_alloc(2 * pieces, sizeof(bool)));
    network->piece_end = draft_must(array_alloc(2 * pieces, sizeof(uint32_t)));
    network->junction_plain =
        draft_must(array_alloc(draft->junction_count, sizeof(bool)));
    network->first_turn =
        draft_must(array_alloc(2 * pieces + 1, sizeof(uint32_t)));
    for (uint32_t j = 0; j < draft->junction_count; j++)
        network->junction_plain[j] = draft->junctions[j].plain;
}

void road_draft_network(struct road_draft *draft,
                        struct road_network *ret_network)
{
    struct road_network network = {0};
    make_room(draft, &network);
    add_pieces(draft, &network);
    add_names(draft, &network);
    draft_add_turns(draft, &network);
    draft_add_sequences(draft, &network);
    describe(draft, &network);
    draft_finish(draft);
    *ret_network = network;
}

struct map *road_draft_map(struct road_draft *draft, bool ordered)
{
    struct road_map_settings settings = {
        .small_component = draft->small_component,
        .unordered = !ordered,
        .source = "a draft",
    };
    struct road_network network;
    struct map *map = NULL;
    struct error error;

    road_draft_network(draft, &network);
    if (road_map_make(&network, &settings, &map, &error)) {
        fprintf(stderr, "make a road map: %s\n", error.text);
        abort();
    }
    road_network_finish(&network);
    return map;
}
