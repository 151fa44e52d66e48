/* weight_match: what rows name in a small town and in a graph, and the words
 * for those that name nothing. */
#include "tests/unit/cmocka_all.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "core/graph/map_builder.h"
#include "core/graph/road_network/road_map.h"
#include "core/weighting/weight_match.h"
#include "tests/unit/graph/road_fixture.h"

/* Junctions a to f with the nodes 1000 to 1005, and pieces:
 *
 *     0   a - b   two segments, way 500
 *     1   b - c   one segment, way 500
 *     2   c - d   two segments, way 500, which is drawn from d
 *     3   a - b   two segments: a parallel road, way 503
 *     4   b - c   one segment, way 504, one-way
 *     5   c - e   one segment, one-way, way 505
 *     6   e - f   way 506; e is plain
 *     7   e - e   a square of four segments, way 507
 *
 * Everything turns everywhere, but 0 -> 4 is forbidden, and so is the walk 0,
 * 1, 2: edge 2 forward of piece 1 has a state. */
enum { A, B, C, D, E, F };
enum { NODE_A = 1000, NODE_B, NODE_C, NODE_D, NODE_E, NODE_F };

static const struct {
    uint32_t from, to, segments;
    bool one_way;
} roads[] = {
    {A, B, 2, false}, {B, C, 1, false}, {C, D, 2, false}, {A, B, 2, false},
    {B, C, 1, true},  {C, E, 1, true},  {E, F, 1, false}, {E, E, 4, false},
};

static void draw(struct road_draft *draft)
{
    const uint32_t turn[] = {0, 8};
    const uint32_t walk[] = {0, 2, 4};

    road_draft_init(draft);
    draft->turn_ms = 2000;
    for (uint32_t j = A; j <= F; j++)
        road_draft_junction(draft, 100.0 * j, 0, j == E);
    for (size_t i = 0; i < sizeof(roads) / sizeof(roads[0]); i++)
        road_draft_road(draft, roads[i].from, roads[i].to, "",
                        roads[i].segments, roads[i].one_way);
    road_draft_forbid(draft, turn, 2);
    road_draft_forbid(draft, walk, 3);
}

static int make_town(void **state)
{
    struct road_map_settings settings = {.unordered = true};
    struct road_network network;
    struct road_draft draft;
    struct map *map;

    draw(&draft);
    road_draft_network(&draft, &network);
    network.stretch_way[1] = STRETCH_ALONG(500);
    network.stretch_way[2] = STRETCH_AGAINST(500);
    if (road_map_make(&network, &settings, &map, NULL))
        return -1;
    road_network_finish(&network);
    *state = map;
    return 0;
}

static int destroy_map(void **state)
{
    map_destroy(*state);
    return 0;
}

/* The row's outcome; its items are `items`, a text like "0 2 ". */
static enum match_outcome match(const struct map *map, enum weight_kind kind,
                                struct weight_key key, char items[static 100])
{
    struct weight_row row = {.key = key, .value = 30};
    struct weight_matches matches;
    enum match_outcome outcome;
    int length = 0;

    assert_int_equal(weight_match(map, kind, &row, 1, &matches, NULL), 0);
    outcome = matches.outcome[0];
    items[0] = '\0';
    for (size_t i = 0; i < matches.first[1]; i++)
        length += snprintf(items + length, 100 - (size_t)length, "%u ",
                           (unsigned)matches.item[i]);
    assert_int_equal(match_is_found(outcome), length > 0);
    weight_matches_finish(&matches);
    return outcome;
}

static void assert_segments(const struct map *map, int64_t from, int64_t to,
                            int64_t key, enum match_outcome outcome,
                            const char *items)
{
    char found[100];

    assert_int_equal(match(map, WEIGHT_SEGMENTS,
                           (struct weight_key){{from, to, key}}, found),
                     outcome);
    assert_string_equal(found, items);
}

/* Segments: 0, 1 of piece 0; 2; 3, 4; 5, 6; 7; 8; 9; 10 to 13. */
static void pairs_name_all_open_segments_between_neighbours(void **state)
{
    assert_segments(*state, NODE_A, ROAD_NODE_WITHIN(0, 1), SEGMENT_PAIR,
                    MATCH_DIRECT, "0 ");
    assert_segments(*state, NODE_B, ROAD_NODE_WITHIN(0, 1), SEGMENT_PAIR,
                    MATCH_DIRECT, "3 ");
    assert_segments(*state, NODE_B, NODE_C, SEGMENT_PAIR, MATCH_DIRECT,
                    "4 14 ");
    assert_segments(*state, NODE_C, NODE_B, SEGMENT_PAIR, MATCH_DIRECT, "5 ");
    assert_segments(*state, NODE_E, NODE_C, SEGMENT_PAIR, MATCH_LEFT_OUT, "");
}

static void other_pairs_name_the_segments_of_one_way(void **state)
{
    assert_segments(*state, NODE_A, NODE_D, SEGMENT_PAIR, MATCH_NO_ROAD, "");
    assert_segments(*state, NODE_A, NODE_C, SEGMENT_PAIR, MATCH_SPAN, "0 2 4 ");
    assert_segments(*state, NODE_C, ROAD_NODE_WITHIN(0, 1), SEGMENT_PAIR,
                    MATCH_SPAN, "5 3 ");
    assert_segments(*state, NODE_D, NODE_C, SEGMENT_PAIR, MATCH_SPAN, "9 7 ");
    assert_segments(*state, NODE_A, NODE_E, SEGMENT_PAIR, MATCH_NO_ROAD, "");
    assert_segments(*state, NODE_A, NODE_A, SEGMENT_PAIR, MATCH_NO_ROAD, "");
}

static void a_way_that_meets_itself_is_walked_the_shorter_way(void **state)
{
    assert_segments(*state, ROAD_NODE_WITHIN(7, 3), ROAD_NODE_WITHIN(7, 1),
                    SEGMENT_PAIR, MATCH_SPAN, "25 23 ");
    assert_segments(*state, ROAD_NODE_WITHIN(7, 2), NODE_E, SEGMENT_PAIR,
                    MATCH_SPAN, "24 26 ");
}

static void ways_name_their_segments_in_one_direction(void **state)
{
    assert_segments(*state, 500, 0, SEGMENT_WAY_FORWARD, MATCH_DIRECT,
                    "0 2 4 7 9 ");
    assert_segments(*state, 500, 0, SEGMENT_WAY_BACKWARD, MATCH_DIRECT,
                    "1 3 5 6 8 ");
    assert_segments(*state, 505, 0, SEGMENT_WAY_FORWARD, MATCH_DIRECT, "16 ");
    assert_segments(*state, 505, 0, SEGMENT_WAY_BACKWARD, MATCH_LEFT_OUT, "");
    assert_segments(*state, 499, 0, SEGMENT_WAY_FORWARD, MATCH_NO_WAY, "");
    assert_segments(*state, 0, 0, SEGMENT_WAY_FORWARD, MATCH_NO_WAY, "");
    assert_segments(*state, INT64_MAX, 0, SEGMENT_WAY_BACKWARD, MATCH_NO_WAY,
                    "");
}

/* How many arcs a turn has. */
static size_t turns(const struct map *map, int64_t from, int64_t via,
                    int64_t to, enum match_outcome outcome)
{
    struct weight_row row = {.key = {{from, via, to}}, .value = 3};
    struct weight_matches matches;
    size_t count;

    assert_int_equal(weight_match(map, WEIGHT_TURNS, &row, 1, &matches, NULL),
                     0);
    assert_int_equal(matches.outcome[0], outcome);
    count = matches.first[1];
    weight_matches_finish(&matches);
    return count;
}

static void turns_name_arcs_of_all_states(void **state)
{
    const struct map *map = *state;
    int64_t before_b = ROAD_NODE_WITHIN(0, 1);
    int64_t after_c = ROAD_NODE_WITHIN(2, 1);

    assert_true(map->roads.state_count > 0);
    /* Into piece 1; piece 4 is forbidden. From there the state cannot go on. */
    assert_int_equal(turns(map, before_b, NODE_B, NODE_C, MATCH_DIRECT), 1);
    assert_int_equal(turns(map, NODE_B, NODE_C, NODE_E, MATCH_DIRECT), 3);
    assert_int_equal(turns(map, NODE_B, NODE_C, after_c, MATCH_DIRECT), 2);
}

static void turns_say_why_there_is_none(void **state)
{
    const struct map *map = *state;
    int64_t within = ROAD_NODE_WITHIN(0, 1);

    turns(map, NODE_C, NODE_E, NODE_F, MATCH_NO_TURN);
    turns(map, NODE_A, within, NODE_B, MATCH_NO_TURN);
    turns(map, NODE_A, within, NODE_C, MATCH_NO_EXIT);
    turns(map, NODE_A, 7, NODE_B, MATCH_NO_VIA);
    turns(map, 7, NODE_B, NODE_C, MATCH_NO_FROM);
    turns(map, NODE_C, NODE_B, 7, MATCH_NO_TO);
    turns(map, NODE_A, NODE_B, NODE_C, MATCH_NO_ARRIVAL);
    turns(map, NODE_E, NODE_C, NODE_B, MATCH_LEFT_OUT);
    turns(map, within, NODE_B, within, MATCH_FORBIDDEN);
}

/* ---- Arcs ---------------------------------------------------------------- */

/* Vertices 1 to 3; 1 -> 2 twice. */
static int make_graph(void **state)
{
    const uint32_t arcs[][2] = {{0, 1}, {0, 2}, {0, 1}, {1, 0}};
    struct map_builder *builder;
    struct map *map;

    if (map_builder_create(3, &builder, NULL))
        return -1;
    map_builder_number_from(builder, 1);
    for (size_t i = 0; i < 4; i++) {
        if (map_builder_add_arc(builder, arcs[i][0], arcs[i][1], 9, NULL))
            return -1;
    }
    if (map_builder_finish(builder, &map, NULL))
        return -1;
    map_builder_destroy(builder);
    *state = map;
    return 0;
}

static void assert_arcs(const struct map *map, int64_t from, int64_t to,
                        enum match_outcome outcome, const char *items)
{
    char found[100];

    assert_int_equal(
        match(map, WEIGHT_ARCS, (struct weight_key){{from, to, 0}}, found),
        outcome);
    assert_string_equal(found, items);
}

static void arcs_are_named_with_all_parallel_ones(void **state)
{
    struct weight_key key[ITEM_KEYS_MAX];

    assert_arcs(*state, 1, 2, MATCH_DIRECT, "0 2 ");
    assert_arcs(*state, 2, 1, MATCH_DIRECT, "3 ");
    assert_arcs(*state, 2, 3, MATCH_NO_ARC, "");
    assert_arcs(*state, 4, 3, MATCH_NO_FROM, "");
    assert_arcs(*state, 1, 0, MATCH_NO_TO, "");
    assert_int_equal(weight_item_keys(*state, WEIGHT_ARCS, 1, key), 1);
    assert_int_equal(key[0].id[0], 1);
    assert_int_equal(key[0].id[1], 3);
}

static void no_rows_match_nothing(void **state)
{
    struct weight_matches matches;

    assert_int_equal(weight_match(*state, WEIGHT_ARCS, NULL, 0, &matches, NULL),
                     0);
    assert_int_equal(matches.first[0], 0);
    assert_int_equal(matches.matched, 0);
    weight_matches_finish(&matches);
}

static void refuses_weights_that_a_map_does_not_have(void **state)
{
    struct weight_row row = {.key = {{1, 2, 0}}, .value = 3};
    struct weight_matches matches;
    struct error error;

    assert_int_equal(
        weight_match(*state, WEIGHT_TURNS, &row, 1, &matches, &error), -EINVAL);
    assert_non_null(strstr(error.text, "a map without roads has"));
}

/* ---- Words --------------------------------------------------------------- */

static void says_why_in_words(void **state)
{
    static const struct {
        enum weight_kind kind;
        struct weight_key key;
        enum match_outcome outcome;
        const char *words;
    } cases[] = {
        {WEIGHT_SEGMENTS, {{5, 7, 0}}, MATCH_NO_FROM, "no road passes node 5"},
        {WEIGHT_SEGMENTS, {{5, 7, 0}}, MATCH_NO_TO, "no road passes node 7"},
        {WEIGHT_SEGMENTS,
         {{5, 7, 0}},
         MATCH_NO_ROAD,
         "no road leads from node 5 straight to node 7"},
        {WEIGHT_SEGMENTS,
         {{5, 7, 0}},
         MATCH_LEFT_OUT,
         "the road from node 5 to 7 is not open to profile 'car'"},
        {WEIGHT_SEGMENTS,
         {{9, 0, SEGMENT_WAY_FORWARD}},
         MATCH_NO_WAY,
         "way 9 is not in the map"},
        {WEIGHT_SEGMENTS,
         {{9, 0, SEGMENT_WAY_BACKWARD}},
         MATCH_LEFT_OUT,
         "way 9 is not open backward to profile 'car'"},
        {WEIGHT_TURNS, {{5, 6, 7}}, MATCH_NO_VIA, "no road passes node 6"},
        {WEIGHT_TURNS, {{5, 6, 7}}, MATCH_NO_TO, "no road passes node 7"},
        {WEIGHT_TURNS,
         {{5, 6, 7}},
         MATCH_NO_EXIT,
         "no road leads from node 6 straight to node 7"},
        {WEIGHT_TURNS,
         {{5, 6, 7}},
         MATCH_NO_TURN,
         "the turn at node 6 has no cost of its own in the search graph"},
        {WEIGHT_TURNS,
         {{5, 6, 7}},
         MATCH_FORBIDDEN,
         "the turn from 5 over 6 to 7 is forbidden"},
        {WEIGHT_ARCS, {{5, 7, 0}}, MATCH_NO_FROM, "the map has no vertex 5"},
        {WEIGHT_ARCS,
         {{5, 7, 0}},
         MATCH_NO_ARC,
         "the map has no arc from 5 to 7"},
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct error words;

        weight_match_words(*state, cases[i].kind, &cases[i].key,
                           cases[i].outcome, &words);
        assert_string_equal(words.text, cases[i].words);
    }
}

#define IN_TOWN(name)                                                          \
    cmocka_unit_test_setup_teardown(name, make_town, destroy_map)
#define IN_GRAPH(name)                                                         \
    cmocka_unit_test_setup_teardown(name, make_graph, destroy_map)

static void rows_that_name_too_much_are_refused(void **state)
{
    enum { ROWS = 1000 }; /* of two arcs each */
    struct weight_row row[ROWS];
    struct weight_matches matches;
    struct error error;

    for (int i = 0; i < ROWS; i++)
        row[i] = (struct weight_row){.key = {{1, 2, 0}}, .value = 7};
    assert_int_equal(weight_match_some(*state, WEIGHT_ARCS, row, ROWS, 2 * ROWS,
                                       &matches, NULL),
                     0);
    weight_matches_finish(&matches);
    assert_int_equal(weight_match_some(*state, WEIGHT_ARCS, row, ROWS,
                                       2 * ROWS - 1, &matches, &error),
                     -E2BIG);
    assert_non_null(strstr(error.text, "name more than 1999"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_TOWN(pairs_name_all_open_segments_between_neighbours),
        IN_TOWN(other_pairs_name_the_segments_of_one_way),
        IN_TOWN(a_way_that_meets_itself_is_walked_the_shorter_way),
        IN_TOWN(ways_name_their_segments_in_one_direction),
        IN_TOWN(turns_name_arcs_of_all_states),
        IN_TOWN(turns_say_why_there_is_none),
        IN_TOWN(says_why_in_words),
        IN_GRAPH(arcs_are_named_with_all_parallel_ones),
        IN_GRAPH(no_rows_match_nothing),
        IN_GRAPH(rows_that_name_too_much_are_refused),
        IN_GRAPH(refuses_weights_that_a_map_does_not_have),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
