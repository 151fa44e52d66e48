/* row_effect: which row wins where, and what holds again when it is gone. */
#include "core/weighting/row_effect.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/graph/map_builder.h"
#include "core/graph/road_network/road_map.h"
#include "tests/unit/cmocka_all.h"
#include "tests/unit/graph/road_fixture.h"
#include "tests/unit/weighting/change_fixture.h"
#include "tests/unit/weighting/effect_bench.h"

/* Junctions 1000 to 1003 in a line; way 500 has the segments 0 and 1 from 1000
 * over the node 1000001 to 1001; segment 2, way 501, leads on to 1002, segment
 * 3, way 502, to 1003. Each is 100 m long: 10 s as imported, 10.001 s backward,
 * 360 s / v with v km/h. Turns take 2 s. */
static int make_road(void **state)
{
    struct road_map_settings settings = {.unordered = true};
    struct road_network network;
    struct road_draft draft;
    struct map *map;

    road_draft_init(&draft);
    draft.turn_ms = 2000;
    for (uint32_t j = 0; j < 4; j++)
        road_draft_junction(&draft, j ? 100.0 + 100.0 * j : 0, 0, false);
    road_draft_road(&draft, 0, 1, "", 2, false);
    road_draft_road(&draft, 1, 2, "", 1, false);
    road_draft_road(&draft, 2, 3, "", 1, false);
    road_draft_network(&draft, &network);
    assert_int_equal(road_map_make(&network, &settings, &map, NULL), 0);
    road_network_finish(&network);
    *state = map;
    return 0;
}

static int destroy_map(void **state)
{
    map_destroy(*state);
    return 0;
}

/* Seconds on segments 0 to 3 forward, "x" where they are closed. */
static void assert_values(const struct values *values, const char *expected)
{
    char words[100] = "";

    for (int i = 0; i < 4; i++) {
        const struct item_edit *edit = &values->segment[2 * i];

        snprintf(words + strlen(words), 20,
                 edit->weight == WEIGHT_CLOSED ? "%sx" : "%s%g", i ? " " : "",
                 edit->duration_ms / 1000.0);
    }
    assert_string_equal(words, expected);
}

static void assert_road(const struct effect_bench *bench, const char *expected)
{
    assert_values(&bench->values, expected);
}

/* ---- One layer ----------------------------------------------------------- */

static void the_row_that_was_written_last_wins(void **state)
{
    struct effect_bench bench;

    effect_bench_init(&bench, *state, NULL, NULL);
    assert_road(&bench, "10 10 10 10");
    effect_bench_patch(&bench, "1000,1000001,36\nway 500,forward,18\n");
    assert_road(&bench, "20 20 10 10");
    effect_bench_patch(&bench, "1000,1000001,72\n1001,1000001,9\n");
    assert_road(&bench, "5 20 10 10");
    assert_int_equal(bench.values.segment[3].duration_ms, 40000);
    effect_bench_patch(&bench, "way 500,both,closed\n1000001,1001,3.6\n");
    assert_road(&bench, "x 100 10 10");
    assert_int_equal(bench.values.segment[3].weight, WEIGHT_CLOSED);
    effect_bench_finish(&bench);
}

static void the_older_row_holds_again_when_the_newer_is_gone(void **state)
{
    struct effect_bench bench;

    effect_bench_init(&bench, *state, NULL, NULL);
    effect_bench_patch(&bench, "1000,1000001,72\n");
    effect_bench_patch(&bench, "way 500,forward,18\n1001,1002,18\n");
    assert_road(&bench, "20 20 20 10");
    effect_bench_delete(&bench, "way 500,forward\n");
    assert_road(&bench, "5 10 20 10");
    effect_bench_patch(&bench, "way 500,forward,closed\n");
    effect_bench_delete(&bench, "1000,1000001\n");
    assert_road(&bench, "x x 20 10");
    effect_bench_change(&bench, change_make(CHANGE_PUT, "", "1002,1003,9\n"));
    assert_road(&bench, "10 10 10 40");
    effect_bench_change(&bench, change_make(CHANGE_CLEAR, "", NULL));
    assert_road(&bench, "10 10 10 10");
    effect_bench_finish(&bench);
}

static void the_older_row_holds_again_when_the_newer_ends(void **state)
{
    struct weight_change change =
        change_make(CHANGE_PATCH, "", "way 500,forward,18\n");
    struct effect_bench bench;

    change.ends_s = 600;
    effect_bench_init(&bench, *state, NULL, NULL);
    effect_bench_patch(&bench, "1000,1000001,72\n");
    effect_bench_change(&bench, change);
    assert_road(&bench, "20 20 10 10");
    change = (struct weight_change){.operation = CHANGE_EXPIRE, .ends_s = 599};
    effect_bench_change(&bench, change);
    assert_road(&bench, "20 20 10 10");
    change.ends_s = 600;
    effect_bench_change(&bench, change);
    assert_road(&bench, "5 10 10 10");
    effect_bench_finish(&bench);
}

/* ---- Spans --------------------------------------------------------------- */

/* 1000 and 1001 are no neighbours: such a row is not found by the keys of the
 * segments between them. */
static void pairs_that_are_no_neighbours_win_and_lose_as_others(void **state)
{
    struct effect_bench bench;

    effect_bench_init(&bench, *state, NULL, NULL);
    effect_bench_patch(&bench, "1000,1001,18\n");
    assert_road(&bench, "20 20 10 10");
    effect_bench_patch(&bench, "1000001,1001,72\n");
    assert_road(&bench, "20 5 10 10");
    effect_bench_delete(&bench, "1000001,1001\n");
    assert_road(&bench, "20 20 10 10");
    effect_bench_patch(&bench, "way 500,forward,9\n");
    effect_bench_patch(&bench, "1000,1001,closed\n");
    assert_road(&bench, "x x 10 10");
    effect_bench_delete(&bench, "way 500,forward\n");
    assert_road(&bench, "x x 10 10");
    effect_bench_delete(&bench, "1000,1001\n");
    assert_road(&bench, "10 10 10 10");
    effect_bench_patch(&bench, "1000001,1001,72\n");
    effect_bench_delete(&bench, "1000001,1001\n");
    assert_road(&bench, "10 10 10 10");
    effect_bench_finish(&bench);
}

static void what_is_given_up_leaves_all_as_it_was(void **state)
{
    struct effect_bench bench;

    effect_bench_init(&bench, *state, NULL, NULL);
    effect_bench_give_up(&bench,
                         change_make(CHANGE_PATCH, "", "1000,1001,9\n"));
    effect_bench_patch(&bench, "1000,1000001,72\n");
    effect_bench_delete(&bench, "1000,1000001\n");
    assert_road(&bench, "10 10 10 10");
    effect_bench_patch(&bench, "1000,1001,18\n");
    effect_bench_give_up(&bench, change_make(CHANGE_DELETE, "", "1000,1001\n"));
    effect_bench_give_up(&bench, change_make(CHANGE_CLEAR, "", NULL));
    effect_bench_patch(&bench, "1000,1000001,72\n");
    effect_bench_delete(&bench, "1000,1000001\n");
    assert_road(&bench, "20 20 10 10");
    effect_bench_finish(&bench);
}

/* A change that clears or puts none may have a list of rows all the same. */
static void rows_that_do_not_count_are_not_looked_at(void **state)
{
    struct weight_change empty = change_make(CHANGE_PUT, "", "1000,1001,9\n");
    struct effect_bench bench;

    empty.rows.count = 0;
    effect_bench_init(&bench, *state, NULL, NULL);
    effect_bench_patch(&bench, "1000,1001,18\n1002,1003,36\n");
    effect_bench_change(&bench, change_make(CHANGE_CLEAR, "", "1000,1001,9\n"));
    assert_road(&bench, "10 10 10 10");
    effect_bench_patch(&bench, "1000,1001,18\n");
    effect_bench_change(&bench, empty);
    assert_road(&bench, "10 10 10 10");
    effect_bench_finish(&bench);
}

/* ---- Layers -------------------------------------------------------------- */

static void live_rows_lie_over_those_of_files(void **state)
{
    struct effect_bench bench;
    struct row_count count;

    effect_bench_init(&bench, *state,
                      "way 500,forward,18\n1000,1000001,9\n1001,1002,36\n"
                      "77,78,5\n",
                      NULL);
    assert_road(&bench, "40 20 10 10");
    count = row_effect_count(bench.effect, LAYER_FILES, WEIGHT_SEGMENTS);
    assert_int_equal(count.rows, 4);
    assert_int_equal(count.matched, 3);
    count = row_effect_count(bench.effect, LAYER_FILES, WEIGHT_TURNS);
    assert_int_equal(count.rows + count.matched, 0);

    /* Any live row wins over any of a file. */
    effect_bench_patch(&bench, "way 500,forward,72\n1001,1002,closed\n");
    assert_road(&bench, "5 5 x 10");
    effect_bench_delete(&bench, "way 500,forward\n");
    assert_road(&bench, "40 20 x 10");
    effect_bench_change(&bench, change_make(CHANGE_CLEAR, "", NULL));
    assert_road(&bench, "40 20 10 10");
    effect_bench_finish(&bench);
}

static void a_files_pair_of_no_neighbours_holds_again(void **state)
{
    struct effect_bench bench;

    effect_bench_init(&bench, *state, "1000,1001,18\n", NULL);
    effect_bench_patch(&bench, "1000,1000001,72\n");
    assert_road(&bench, "5 20 10 10");
    effect_bench_delete(&bench, "1000,1000001\n");
    assert_road(&bench, "20 20 10 10");
    effect_bench_patch(&bench, "1000,1001,72\n");
    effect_bench_delete(&bench, "1000,1001\n");
    assert_road(&bench, "20 20 10 10");
    effect_bench_finish(&bench);
}

static void assert_scenario(const struct effect_bench *bench,
                            const char *expected)
{
    struct values values = effect_bench_over(bench, "works");

    assert_values(&values, expected);
    values_finish(&values);
}

static void scenarios_lie_over_live_rows(void **state)
{
    struct effect_bench bench;

    effect_bench_init(&bench, *state, NULL, NULL);
    effect_bench_change(&bench, change_make(CHANGE_PATCH, "works",
                                            "1000,1001,9\n1001,1002,0\n"));
    assert_road(&bench, "10 10 10 10");
    assert_scenario(&bench, "40 40 x 10");
    effect_bench_patch(&bench, "1000,1000001,72\n1002,1003,72\n");
    assert_road(&bench, "5 10 10 5");
    assert_scenario(&bench, "40 40 x 5");
    effect_bench_change(&bench,
                        change_make(CHANGE_DELETE, "works", "1000,1001\n"));
    assert_scenario(&bench, "5 10 x 5");
    effect_bench_change(&bench, change_make(CHANGE_PATCH, "works",
                                            "1000,1001,9\n1000,1000001,18\n"));
    assert_scenario(&bench, "20 40 x 5");
    effect_bench_change(&bench,
                        (struct weight_change){.operation = CHANGE_PUBLISH,
                                               .scenario = "works"});
    assert_road(&bench, "20 40 x 5");
    effect_bench_delete(&bench, "1000,1000001\n1001,1002\n");
    assert_road(&bench, "40 40 10 5");
    effect_bench_finish(&bench);
}

static void rows_of_other_profiles_and_maps_do_nothing(void **state)
{
    struct weight_change change = change_make(CHANGE_PATCH, "", "1000,1001,9");
    struct effect_bench bench;

    strcpy(change.profile, "boat");
    effect_bench_init(&bench, *state, NULL, NULL);
    effect_bench_change(&bench, change);
    change = change_make(CHANGE_PATCH, "works", "1001,1002,9\n");
    strcpy(change.profile, "boat");
    effect_bench_change(&bench, change);
    effect_bench_change(
        &bench, change_of(WEIGHT_ARCS, CHANGE_PATCH, "", "1000,1001,9\n"));
    assert_road(&bench, "10 10 10 10");
    assert_scenario(&bench, "10 10 10 10");
    effect_bench_finish(&bench);
}

/* ---- Turns and arcs ------------------------------------------------------ */

/* Seconds of the turn from segment 2 into segment 3. */
static double turn_s(const struct effect_bench *bench)
{
    const struct weight_row row = {.key = {{1001, 1002, 1003}}, .value = 1};
    struct weight_matches matches;
    const struct item_edit *edit;

    assert_int_equal(
        weight_match(bench->map, WEIGHT_TURNS, &row, 1, &matches, NULL), 0);
    assert_int_equal(matches.first[1], 1);
    edit = &bench->values.turn[matches.item[0]];
    weight_matches_finish(&matches);
    return edit->weight == WEIGHT_CLOSED ? -1 : edit->duration_ms / 1000.0;
}

static void turns_have_layers_too(void **state)
{
    struct effect_bench bench;

    effect_bench_init(&bench, *state, NULL, "1001,1002,1003,7\n");
    assert_true(turn_s(&bench) == 7);
    effect_bench_change(&bench, change_of(WEIGHT_TURNS, CHANGE_PATCH, "",
                                          "1001,1002,1003,closed\n"));
    assert_true(turn_s(&bench) == -1);
    effect_bench_change(
        &bench, change_of(WEIGHT_TURNS, CHANGE_PUT, "", "1001,1002,1003,4\n"));
    assert_true(turn_s(&bench) == 4);
    effect_bench_change(
        &bench, change_of(WEIGHT_TURNS, CHANGE_DELETE, "", "1001,1002,1003\n"));
    assert_true(turn_s(&bench) == 7);
    assert_road(&bench, "10 10 10 10");
    effect_bench_finish(&bench);

    effect_bench_init(&bench, *state, NULL, NULL);
    effect_bench_change(&bench, change_of(WEIGHT_TURNS, CHANGE_PATCH, "",
                                          "1001,1002,1003,3\n"));
    assert_true(turn_s(&bench) == 3);
    effect_bench_change(&bench,
                        change_of(WEIGHT_TURNS, CHANGE_CLEAR, "", NULL));
    assert_true(turn_s(&bench) == 2);
    effect_bench_finish(&bench);
}

static struct map *make_graph(void)
{
    const uint32_t arcs[][2] = {{0, 1}, {0, 1}, {0, 2}, {1, 0}};
    struct map_builder *builder;
    struct map *map;

    assert_int_equal(map_builder_create(3, &builder, NULL), 0);
    map_builder_number_from(builder, 1);
    for (uint32_t i = 0; i < 4; i++)
        assert_int_equal(
            map_builder_add_arc(builder, arcs[i][0], arcs[i][1], 9 + i, NULL),
            0);
    assert_int_equal(map_builder_finish(builder, &map, NULL), 0);
    map_builder_destroy(builder);
    return map;
}

static void assert_arcs(const struct effect_bench *bench, uint32_t first,
                        uint32_t second, uint32_t third, uint32_t fourth)
{
    assert_int_equal(bench->values.segment[0].weight, first);
    assert_int_equal(bench->values.segment[1].weight, second);
    assert_int_equal(bench->values.segment[2].weight, third);
    assert_int_equal(bench->values.segment[3].weight, fourth);
}

static void arcs_of_a_graph_have_rows(void **state)
{
    struct map *map = make_graph();
    struct effect_bench bench;

    effect_bench_init(&bench, map, NULL, NULL);
    assert_arcs(&bench, 9, 10, 11, 12);
    effect_bench_change(&bench, change_of(WEIGHT_ARCS, CHANGE_PATCH, "",
                                          "1,2,70\n2,1,closed\n1,3,0\n"));
    assert_arcs(&bench, 70, 70, 0, WEIGHT_CLOSED);
    effect_bench_change(&bench, change_make(CHANGE_PATCH, "", "1,2,5\n"));
    effect_bench_change(&bench,
                        change_of(WEIGHT_ARCS, CHANGE_PUT, "", "1,3,8\n"));
    assert_arcs(&bench, 9, 10, 8, 12);
    effect_bench_change(&bench, change_of(WEIGHT_ARCS, CHANGE_CLEAR, "", NULL));
    assert_arcs(&bench, 9, 10, 11, 12);
    effect_bench_finish(&bench);
    map_destroy(map);
}

#define ON_ROAD(name)                                                          \
    cmocka_unit_test_setup_teardown(name, make_road, destroy_map)

int main(void)
{
    const struct CMUnitTest tests[] = {
        ON_ROAD(the_row_that_was_written_last_wins),
        ON_ROAD(the_older_row_holds_again_when_the_newer_is_gone),
        ON_ROAD(the_older_row_holds_again_when_the_newer_ends),
        ON_ROAD(pairs_that_are_no_neighbours_win_and_lose_as_others),
        ON_ROAD(what_is_given_up_leaves_all_as_it_was),
        ON_ROAD(rows_that_do_not_count_are_not_looked_at),
        ON_ROAD(live_rows_lie_over_those_of_files),
        ON_ROAD(a_files_pair_of_no_neighbours_holds_again),
        ON_ROAD(scenarios_lie_over_live_rows),
        ON_ROAD(rows_of_other_profiles_and_maps_do_nothing),
        ON_ROAD(turns_have_layers_too),
        cmocka_unit_test(arcs_of_a_graph_have_rows),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
