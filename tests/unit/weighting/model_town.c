/* model_town: changes the network of a town before it becomes a map. */
#include "tests/unit/weighting/model_town.h"

#include <stdlib.h>

#include "core/base/array.h"
#include "core/graph/road_network/road_map.h"
#include "core/weighting/weighting_edit.h"
#include "tests/unit/cmocka_all.h"
#include "tests/unit/graph/road_fixture.h"

enum { SOME_FACTS = 12, MANY_FACTS = 5000, JITTER_E7 = 2000 };

struct growing {
    struct road_network *network;
    struct random random;
};

static uint32_t below(struct growing *town, uint32_t end)
{
    return random_below(&town->random, end);
}

/* Wherever a node occurs it moves alike. */
static void move_nodes(struct growing *town)
{
    struct road_network *network = town->network;

    for (uint32_t n = 0; n < network->node_count; n++) {
        struct random random;

        random_seed(&random, (uint64_t)network->node_id[n]);
        network->node_position[n].lon_e7 +=
            (int32_t)random_below(&random, JITTER_E7);
        network->node_position[n].lat_e7 +=
            (int32_t)random_below(&random, JITTER_E7);
    }
}

static void draw_cost(struct growing *town, uint32_t item, bool takes_time)
{
    struct road_network *network = town->network;
    uint32_t step = network->profile.step_ms ? network->profile.step_ms : 1;
    uint32_t end = takes_time ? 60000 : 1;

    network->segment_weight[item] = below(town, end) / step * step;
    if (network->segment_duration_ms)
        network->segment_duration_ms[item] = below(town, end) / step * step;
}

/* Some segments have no length, and half of these take no time. */
static void draw_costs(struct growing *town)
{
    struct road_network *network = town->network;

    for (uint32_t p = 0; p < network->piece_count; p++) {
        uint32_t end = network->first_node[p + 1] - p - 1;

        for (uint32_t s = network->first_node[p] - p; s < end; s++) {
            bool has_length = below(town, 12);

            network->segment_length_mm[s] =
                has_length ? 1 + below(town, 300000) : 0;
            for (uint32_t direction = 0; direction < 2; direction++) {
                if (road_network_has(network, 2 * p + direction))
                    draw_cost(town, 2 * s + direction,
                              has_length || below(town, 2));
            }
        }
    }
}

static void draw_attributes(struct growing *town)
{
    struct road_network *network = town->network;

    for (uint32_t a = 0; a < network->attributes_count; a++) {
        struct road_attributes *attributes = &network->attributes[a];

        for (int i = 0; i < 2 * ROAD_LIMIT_COUNT; i++) {
            uint16_t *limit = &attributes->limit[i % 2][i / 2];

            if (below(town, 3))
                *limit =
                    (uint16_t)(below(town, 8) ? below(town, 6000) : UINT16_MAX);
        }
        if (!below(town, 3))
            attributes->mode[below(town, 2)] = MODE_PUSHING_BIKE;
    }
}

/* As if the profile's vehicle were too large for some. */
static void close_some(struct growing *town)
{
    struct road_network *network = town->network;

    for (uint32_t a = 0; a < network->attributes_count; a++) {
        if (!below(town, 4))
            network->attributes[a].flags |=
                (uint8_t)((1 + below(town, 3)) * ROAD_CLOSED);
    }
    for (uint32_t e = 0; e < 2 * network->piece_count; e++) {
        uint32_t attributes = network->piece_attributes[edge_piece(e)];

        if (network->edge_access[e] == EDGE_OPEN &&
            flags_close(network->attributes[attributes].flags, e))
            network->edge_access[e] = EDGE_CLOSED;
    }
}

static struct way_facts draw_facts(struct growing *town)
{
    struct way_facts facts = {
        .flags = (uint8_t)below(town, WAY_FLAGS + 1),
        .lanes = (uint8_t)below(town, 5),
        .slope = (int8_t)((int)below(town, 41) - 20),
        .mtb_rating = (uint8_t)below(town, 8),
        .hike_rating = (uint8_t)below(town, 7),
        .horse_rating = (uint8_t)below(town, 7),
    };

    for (int i = 0; i < WORD_FACT_COUNT; i++)
        facts.word[i] =
            (uint8_t)below(town, word_fact_count((enum word_fact)i));
    for (int i = 0; i < 2; i++)
        facts.max_speed[i] =
            (uint16_t)(below(town, 4) ? below(town, 1300) : MAX_SPEED_NONE);
    return facts;
}

/* Which facts a piece has, of so many. */
static uint32_t facts_at(struct growing *town, uint32_t piece, uint32_t count)
{
    struct random random;

    if (count == SOME_FACTS)
        return below(town, count);
    random_seed(&random, piece / 3 * 2 + piece % 3 % 2);
    return random_below(&random, count);
}

/* Cuts pieces into stretches of one to three segments, some drawn against their
 * way. */
static void draw_stretches(struct growing *town, uint32_t facts_count)
{
    struct road_network *network = town->network;
    uint32_t segments = network->node_count - network->piece_count;
    uint32_t *first = array_alloc((size_t)segments + 1, sizeof(*first));
    int64_t *way = array_alloc(segments, sizeof(*way));
    uint32_t *facts = array_alloc(segments, sizeof(*facts));
    uint32_t count = 0;

    assert_true(first && way && facts);
    for (uint32_t p = 0; p < network->piece_count; p++) {
        uint32_t end = network->first_node[p + 1] - p - 1;

        for (uint32_t s = network->first_node[p] - p; s < end;) {
            int64_t id = ROAD_WAY_OF_PIECE(p / 2 + below(town, 2));

            first[count] = s;
            way[count] =
                below(town, 2) ? STRETCH_ALONG(id) : STRETCH_AGAINST(id);
            facts[count++] = facts_at(town, p, facts_count);
            s += 1 + below(town, 3);
            s = s < end ? s : end;
        }
    }
    first[count] = segments;
    free(network->first_of_stretch);
    free(network->stretch_way);
    network->stretch_count = count;
    network->first_of_stretch = first;
    network->stretch_way = way;
    network->stretch_facts = facts;
}

static void add_facts(struct growing *town, enum town_facts kind)
{
    struct road_network *network = town->network;
    uint32_t count = kind == TOWN_SOME_FACTS ? SOME_FACTS : MANY_FACTS;

    draw_stretches(town, count);
    if (kind == TOWN_NO_FACTS) {
        free(network->stretch_facts);
        network->stretch_facts = NULL;
        return;
    }
    network->facts = array_alloc(count, sizeof(*network->facts));
    assert_non_null(network->facts);
    for (uint32_t i = 0; i < count; i++)
        network->facts[i] = draw_facts(town);
    network->facts_count = count;
}

struct map *model_town(uint32_t side, uint64_t seed, enum town_facts facts)
{
    static const uint32_t steps[] = {0, 1, 100};
    const struct road_map_settings settings = {.source = "a town",
                                               .unordered = true};
    struct road_network network;
    struct growing town = {.network = &network};
    struct road_draft draft;
    struct map *map;
    struct error error;

    road_town_draft(side, seed, &draft);
    road_draft_network(&draft, &network);
    random_seed(&town.random, seed);
    network.profile.step_ms = steps[below(&town, 3)];
    if (network.profile.weighs_distance)
        network.profile.weighs_distance = below(&town, 2);
    move_nodes(&town);
    draw_costs(&town);
    draw_attributes(&town);
    close_some(&town);
    add_facts(&town, facts);
    if (road_map_make(&network, &settings, &map, &error))
        fail_msg("%s", error.text);
    road_network_finish(&network);
    return map;
}

/* ---- Edits --------------------------------------------------------------- */

static void add(struct edit_list *list, struct item_edit edit)
{
    assert_int_equal(array_append(&list->edit, &list->count, &list->capacity,
                                  &edit, sizeof(edit)),
                     0);
}

static uint32_t draw_weight(struct random *random)
{
    return random_below(random, 4) ? random_below(random, 100000)
                                   : WEIGHT_CLOSED;
}

static void draw_edit(struct random *random, const struct map *map,
                      struct weighting_edits *edits)
{
    const struct roads *roads = &map->roads;
    uint32_t item = random_below(random, 2 * roads->segment_count);
    uint32_t edge = 2 * roads_segment_piece(roads, item / 2) + item % 2;

    if (edge_is_in_graph(roads, edge))
        add(&edits->items, (struct item_edit){item, draw_weight(random),
                                              random_below(random, 100000)});
    if (!random_below(random, 3))
        add(&edits->turns,
            (struct item_edit){random_below(random, map->topology.arc_count),
                               draw_weight(random),
                               random_below(random, 5000)});
}

struct weighting *model_town_edited(const struct map *map,
                                    struct random *random, uint32_t count)
{
    struct weighting *imported = weighting_of_map(map, 0);
    struct weighting *edited = weighting_copy(imported, map);
    struct weighting_edits edits = {0};
    struct weighting_delta delta = {0};

    assert_non_null(edited);
    for (uint32_t i = 0; i < count; i++)
        draw_edit(random, map, &edits);
    assert_int_equal(weighting_edit(edited, map, &edits, &delta, NULL), 0);
    weighting_edits_finish(&edits);
    weighting_delta_finish(&delta);
    weighting_release(imported);
    return edited;
}
