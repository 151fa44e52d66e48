/* row_value: what rows make of segments and turns, by profile; and that no row
 * makes an edge overflow. */
#include "tests/unit/cmocka_all.h"

#include <stdlib.h>

#include "core/base/random.h"
#include "core/graph/road_network/road_map.h"
#include "core/weighting/row_value.h"
#include "tests/unit/graph/road_fixture.h"

/* How a profile weighs. */
enum weighing { BY_DURATION, BY_FACTOR, BY_DISTANCE };

/* A road of two segments of 100 m, that takes 10 s, or 12.5 s beside a weight
 * of 10,000; then one of 100 m. Turns between them take 2 s, or 2.5 s. */
static struct map *make_map(enum weighing weighing, uint32_t step_ms)
{
    struct road_map_settings settings = {.unordered = true};
    struct road_network network;
    struct road_draft draft;
    struct map *map;

    road_draft_init(&draft);
    draft.turn_ms = 2000;
    draft.slow = weighing != BY_DURATION;
    for (uint32_t j = 0; j < 3; j++)
        road_draft_junction(&draft, 200.0 * j, 0, false);
    road_draft_road(&draft, 0, 1, "", 2, false);
    road_draft_road(&draft, 1, 2, "", 2, false);
    road_draft_network(&draft, &network);
    network.profile.weighs_distance = weighing == BY_DISTANCE;
    network.profile.step_ms = step_ms;
    assert_int_equal(road_map_make(&network, &settings, &map, NULL), 0);
    road_network_finish(&network);
    return map;
}

static void assert_segment(const struct map *map, double speed_kmh, double rate,
                           uint32_t weight, uint32_t duration_ms)
{
    struct weight_row row = {.value = speed_kmh, .rate = rate};
    struct row_value value = row_segment_value(map, &row, 0);

    assert_int_equal(value.weight, weight);
    assert_int_equal(value.duration_ms, duration_ms);
}

static void assert_turn(const struct map *map, double penalty_s, double rate,
                        uint32_t weight, uint32_t duration_ms)
{
    struct weight_row row = {.value = penalty_s, .rate = rate};
    uint32_t arc = map->topology.first_out[map->roads.end_vertex[0]];
    struct row_value value = row_turn_value(map, &row, arc);

    assert_int_equal(value.weight, weight);
    assert_int_equal(value.duration_ms, duration_ms);
}

static void the_weight_is_the_duration(void **state)
{
    struct map *map = make_map(BY_DURATION, 1);

    (void)state;
    assert_segment(map, 72, ROW_AS_VALUE, 5000, 5000);
    assert_segment(map, 70, ROW_AS_VALUE, 5143, 5143);
    assert_segment(map, 72, ROW_KEPT, 5000, 5000);
    assert_segment(map, 72, 3, 5000, 5000);
    assert_segment(map, 1e9, ROW_AS_VALUE, 1, 1);
    assert_segment(map, ROW_CLOSED, ROW_AS_VALUE, WEIGHT_CLOSED, 10000);
    assert_turn(map, 7.0005, ROW_AS_VALUE, 7001, 7001);
    assert_turn(map, 0, ROW_AS_VALUE, 0, 0);
    assert_turn(map, 7, 3, 7000, 7000);
    assert_turn(map, ROW_CLOSED, ROW_AS_VALUE, WEIGHT_CLOSED, 2000);
    map_destroy(map);
}

static void the_weight_follows_in_proportion(void **state)
{
    struct map *map = make_map(BY_FACTOR, 1);

    (void)state;
    assert_segment(map, 72, ROW_AS_VALUE, 4000, 5000);
    assert_segment(map, 72, ROW_KEPT, 10000, 5000);
    assert_segment(map, 72, 20, 5000, 5000);
    assert_segment(map, ROW_CLOSED, ROW_AS_VALUE, WEIGHT_CLOSED, 12500);
    assert_turn(map, 7, ROW_AS_VALUE, 7000, 7000);
    assert_turn(map, 7, ROW_KEPT, 2000, 7000);
    assert_turn(map, 7, 3, 3000, 7000);
    map_destroy(map);
}

static void distances_stay(void **state)
{
    struct map *map = make_map(BY_DISTANCE, 1);

    (void)state;
    assert_segment(map, 72, ROW_AS_VALUE, 10000, 5000);
    assert_segment(map, 72, ROW_KEPT, 10000, 5000);
    assert_segment(map, 72, 20, 500, 5000);
    assert_turn(map, 7, ROW_AS_VALUE, 2000, 7000);
    assert_turn(map, 7, 3, 300, 7000);
    map_destroy(map);
}

static void durations_are_multiples_of_the_step(void **state)
{
    struct map *map = make_map(BY_FACTOR, 100);

    (void)state;
    assert_segment(map, 70, ROW_AS_VALUE, 4100, 5100);
    assert_segment(map, 1e9, 1e9, 100, 100);
    map_destroy(map);
}

/* What every row does to an edge at once. */
static void check_edge(const struct map *map, const struct weight_row *row,
                       uint32_t edge)
{
    uint64_t weight = ROAD_COST_MAX; /* the dearest turn */
    uint64_t duration_ms = ROAD_COST_MAX;
    uint32_t first, end;

    piece_segments(&map->roads, edge_piece(edge), &first, &end);
    for (uint32_t s = first; s < end; s++) {
        struct row_value value = row_segment_value(map, row, 2 * s + edge % 2);

        weight += value.weight;
        duration_ms += value.duration_ms;
    }
    assert_true(weight <= WEIGHT_MAX);
    assert_true(duration_ms <= WEIGHT_MAX);
}

static void no_edge_overflows(void **state)
{
    (void)state;
    for (int weighing = BY_DURATION; weighing <= BY_DISTANCE; weighing++) {
        struct map *map = make_map((enum weighing)weighing, 1);
        const double values[] = {1e-300, 1e-9, 1e-4, 0.1, 1e300};

        for (int i = 0; i < 25; i++) {
            struct weight_row row = {.value = values[i / 5],
                                     .rate = values[i % 5]};

            for (uint32_t e = 0; e < 2 * map->roads.piece_count; e++)
                check_edge(map, &row, e);
            assert_true(row_turn_value(map, &row, 0).weight <= ROAD_COST_MAX);
        }
        map_destroy(map);
    }
}

/* Rows that say what is in force give it again. */
static void check_in_force(const struct map *map, enum weight_kind kind,
                           uint32_t count)
{
    const struct weight_arrays *imported = &map->imported;
    uint32_t said = 0;

    for (uint32_t item = 0; item < count; item++) {
        struct weight_row row;
        struct row_value value;

        if (!row_in_force(map, WEIGHTING_OF_MAP(map), kind, item, &row))
            continue;
        said++;
        value = kind == WEIGHT_SEGMENTS ? row_segment_value(map, &row, item)
                                        : row_turn_value(map, &row, item);
        assert_int_equal(value.weight, item_value(imported, kind, item).weight);
        assert_int_equal(value.duration_ms,
                         item_value(imported, kind, item).duration_ms);
    }
    assert_true(said > 0);
}

static void what_is_in_force_is_said_as_rows(void **state)
{
    (void)state;
    for (int weighing = BY_DURATION; weighing <= BY_DISTANCE; weighing++) {
        struct map *map = make_map((enum weighing)weighing, 1);

        check_in_force(map, WEIGHT_SEGMENTS, 2 * map->roads.segment_count);
        check_in_force(map, WEIGHT_TURNS, map->topology.arc_count);
        map_destroy(map);
    }
}

static void rows_in_force_are_short(void **state)
{
    struct map *map = make_map(BY_DURATION, 1);
    struct weight_row row;

    (void)state;
    assert_true(
        row_in_force(map, WEIGHTING_OF_MAP(map), WEIGHT_SEGMENTS, 0, &row));
    assert_true(row.value == 36);
    assert_true(row.rate == ROW_AS_VALUE);
    map_destroy(map);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_weight_is_the_duration),
        cmocka_unit_test(the_weight_follows_in_proportion),
        cmocka_unit_test(distances_stay),
        cmocka_unit_test(durations_are_multiples_of_the_step),
        cmocka_unit_test(no_edge_overflows),
        cmocka_unit_test(what_is_in_force_is_said_as_rows),
        cmocka_unit_test(rows_in_force_are_short),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
