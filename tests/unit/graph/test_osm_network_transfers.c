/* osm_network: stations are joined to rails and roads near them. */
#include "tests/unit/cmocka_all.h"

#include <stdlib.h>
#include <string.h>

#include "core/graph/roads/roads.h"
#include "tests/unit/graph/osm_sketch.h"

#define PRIMARY "highway=primary"
#define RAIL    "railway=rail"
#define STATION "railway=station"

/* Walking 10 m takes 10 s. */
static const char *const walk_rail[] = {
    "ways.rail=railway=rail",
    "transfers.stations=railway=station",
    "transfers.radius=120",
    "transfers.rail-radius=60",
    "transfers.duration=100",
    "transfers.walking-speed=3.6",
    "transfers.roads=2",
    "rail-turns.sharpest=60",
    "rail-turns.u-turn-at=nowhere",
    NULL,
};

static void assert_about(uint64_t value, uint64_t expected)
{
    if (value + expected / 500 < expected || value > expected + expected / 500)
        fail_msg("%lu is not about %lu", value, expected);
}

static void a_station_on_rails_is_joined_from_there(void **state)
{
    struct osm_sketch s = sketch_begin("a b c\nd e f");
    const struct road_attributes *at;
    bool reversed;

    sketch_way(&s, "abc", RAIL);
    sketch_way(&s, "def", PRIMARY);
    sketch_node(&s, 'b', STATION);
    sketch_make(&s, walk_rail);
    assert_true(sketch_has_piece(&s, "be"));
    at = sketch_attributes(&s, "be", &reversed);
    assert_int_equal(at->mode[0], MODE_TRANSFER);
    assert_int_equal(at->mode[1], MODE_TRANSFER);
    assert_about(sketch_segment(&s, "be").duration_ms, 200000);
    assert_about(sketch_segment(&s, "eb").duration_ms, 200000);
    assert_true(sketch_can(&s, "abef"));
    assert_true(sketch_can(&s, "debc"));
    assert_int_equal(sketch_turn_ms(&s, "debc"), 0);
    assert_int_equal(s.network.piece_count, 5);
    assert_int_equal(s.report.count[COUNT_STATIONS], 1);
    assert_int_equal(s.report.count[COUNT_STATIONS_APART], 0);
    sketch_end(&s);
}

/* What an importer made up has no tags. */
static void the_way_to_a_station_says_nothing(void **state)
{
    static const struct way_facts nothing;
    struct osm_sketch s = sketch_begin("a b c\nd e f");
    uint32_t made_up = 0;

    sketch_way(&s, "abc", "railway=rail, bridge=yes");
    sketch_way(&s, "def", PRIMARY);
    sketch_node(&s, 'b', STATION);
    sketch_make(&s, walk_rail);
    for (uint32_t i = 0; i < s.network.stretch_count; i++) {
        uint32_t facts = s.network.stretch_facts[i];
        bool says_nothing =
            !memcmp(&s.network.facts[facts], &nothing, sizeof(nothing));

        assert_int_equal(says_nothing,
                         s.network.stretch_way[i] == STRETCH_MADE_UP);
        made_up += says_nothing;
    }
    assert_int_equal(made_up, 1);
    assert_int_equal(s.network.facts_count, 3);
    sketch_end(&s);
}

static void a_station_beside_rails_is_joined_to_them(void **state)
{
    struct osm_sketch s = sketch_begin("a b c\n  s  \nd e f");

    s.position['s'].lat_e7 = s.position['b'].lat_e7 - 4522; /* 50 m */
    sketch_way(&s, "abc", RAIL);
    sketch_way(&s, "def", PRIMARY);
    sketch_node(&s, 's', STATION);
    s.position['e'].lat_e7 = s.position['s'].lat_e7 - 9044;
    s.position['d'].lat_e7 = s.position['e'].lat_e7;
    s.position['f'].lat_e7 = s.position['e'].lat_e7;
    sketch_make(&s, walk_rail);
    assert_about(sketch_segment(&s, "bs").duration_ms, 50000);
    assert_about(sketch_segment(&s, "se").duration_ms, 200000);
    assert_true(sketch_has_piece(&s, "bse"));
    assert_true(sketch_can(&s, "absef"));
    sketch_end(&s);
}

static void it_is_joined_to_the_nearest_roads(void **state)
{
    struct osm_sketch s = sketch_begin("  h g    \na bic    \n  def  \n");

    s.position['d'].lat_e7 = s.position['b'].lat_e7 - 3000;
    s.position['h'].lat_e7 = s.position['b'].lat_e7 + 4000;
    s.position['e'].lat_e7 = s.position['b'].lat_e7 - 6000;
    s.position['e'].lon_e7 = s.position['b'].lon_e7;
    sketch_way(&s, "abc", RAIL);
    sketch_way(&s, "df", PRIMARY);
    sketch_way(&s, "ef", "highway=secondary");
    sketch_way(&s, "gh", PRIMARY);
    sketch_node(&s, 'b', STATION);
    sketch_make(&s, walk_rail);
    assert_true(sketch_can(&s, "bd"));
    assert_true(sketch_can(&s, "bh"));
    assert_false(sketch_can(&s, "be"));
    sketch_end(&s);
}

static void a_road_that_only_passes_will_do(void **state)
{
    struct osm_sketch s = sketch_begin("a b c\nd      e");

    sketch_way(&s, "abc", RAIL);
    sketch_way(&s, "de", PRIMARY);
    s.position['d'].lon_e7 -= 9000;
    sketch_node(&s, 'b', STATION);
    sketch_make(&s, walk_rail);
    assert_true(sketch_can(&s, "abd"));
    assert_false(sketch_can(&s, "abe"));
    assert_about(sketch_segment(&s, "bd").length_mm, 223600);
    sketch_end(&s);
}

static void platforms_without_paths_keep_nobody_from_the_street(void **state)
{
    struct osm_sketch s = sketch_begin("a b c\nd e  \nf g  \n  h i j k");

    s.position['d'].lat_e7 = s.position['b'].lat_e7 - 1000;
    s.position['e'].lat_e7 = s.position['b'].lat_e7 - 1000;
    s.position['f'].lat_e7 = s.position['b'].lat_e7 - 2000;
    s.position['g'].lat_e7 = s.position['b'].lat_e7 - 2000;
    s.position['h'].lat_e7 = s.position['b'].lat_e7 - 4000;
    sketch_way(&s, "abc", RAIL);
    sketch_way(&s, "de", PRIMARY);
    sketch_way(&s, "fg", PRIMARY);
    sketch_way(&s, "hi", PRIMARY);
    sketch_way(&s, "ijk", "highway=secondary");
    sketch_node(&s, 'b', STATION);
    sketch_make(&s, walk_rail);
    assert_true(sketch_can(&s, "abed"));
    assert_true(sketch_can(&s, "abgf"));
    assert_true(sketch_can(&s, "abhi"));
    assert_true(sketch_can(&s, "ihba"));
    assert_true(sketch_can(&s, "debhi"));
    assert_int_equal(s.network.piece_count, 9);
    sketch_end(&s);
}

static void a_node_of_both_has_a_link_without_length(void **state)
{
    struct osm_sketch s = sketch_begin("  d  \na b c\n  e  ");

    sketch_way(&s, "abc", RAIL);
    sketch_way(&s, "dbe", PRIMARY);
    sketch_node(&s, 'b', STATION);
    sketch_make(&s, walk_rail);
    assert_true(sketch_has_piece(&s, "bb"));
    assert_int_equal(sketch_segment(&s, "bb").length_mm, 0);
    assert_int_equal(sketch_segment(&s, "bb").duration_ms, 100000);
    assert_true(sketch_can(&s, "abbd"));
    assert_false(sketch_can(&s, "abd"));
    sketch_end(&s);
}

static void stations_far_from_either_are_counted(void **state)
{
    static const char *const drawings[] = {
        "a b c\n     \n     \n  s  \nd e f", /* far from rails */
        "a s c\n     \n     \nd e f",        /* far from roads */
    };

    for (int i = 0; i < 2; i++) {
        struct osm_sketch s = sketch_begin(drawings[i]);

        sketch_way(&s, i ? "asc" : "abc", RAIL);
        sketch_way(&s, "def", PRIMARY);
        sketch_node(&s, 's', STATION);
        sketch_make(&s, walk_rail);
        assert_int_equal(s.report.count[COUNT_STATIONS], 1);
        assert_int_equal(s.report.count[COUNT_STATIONS_APART], 1);
        assert_int_equal(s.network.piece_count, 2);
        sketch_end(&s);
    }
}

static void trains_turn_as_rails_do(void **state)
{
    struct osm_sketch s = sketch_begin("  d  \na b c\n  e  ");

    sketch_way(&s, "abc", RAIL);
    sketch_way(&s, "dbe", RAIL);
    sketch_make(&s, walk_rail);
    assert_true(sketch_can(&s, "abc"));
    assert_false(sketch_can(&s, "abd"));
    assert_false(sketch_can(&s, "aba"));
    sketch_end(&s);
}

static void a_profile_may_have_no_stations(void **state)
{
    static const char *const set[] = {"ways.rail=railway=rail", NULL};
    struct osm_sketch s = sketch_begin("a b c\nd e f");

    sketch_way(&s, "abc", RAIL);
    sketch_way(&s, "def", PRIMARY);
    sketch_node(&s, 'b', STATION);
    sketch_make(&s, set);
    assert_int_equal(s.network.piece_count, 2);
    assert_int_equal(s.report.count[COUNT_STATIONS], 0);
    sketch_end(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_station_on_rails_is_joined_from_there),
        cmocka_unit_test(the_way_to_a_station_says_nothing),
        cmocka_unit_test(a_station_beside_rails_is_joined_to_them),
        cmocka_unit_test(it_is_joined_to_the_nearest_roads),
        cmocka_unit_test(a_road_that_only_passes_will_do),
        cmocka_unit_test(platforms_without_paths_keep_nobody_from_the_street),
        cmocka_unit_test(a_node_of_both_has_a_link_without_length),
        cmocka_unit_test(stations_far_from_either_are_counted),
        cmocka_unit_test(trains_turn_as_rails_do),
        cmocka_unit_test(a_profile_may_have_no_stations),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
