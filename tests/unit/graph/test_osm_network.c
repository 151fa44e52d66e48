/* osm_network: ways become pieces between junctions, with the weight of each
 * segment. */
#include "tests/unit/cmocka_all.h"

#include <stdlib.h>

#include "core/graph/roads/way_facts.h"
#include "tests/unit/graph/osm_sketch.h"

#define PRIMARY "highway=primary"

static void assert_near(uint32_t value, uint32_t expected)
{
    if (value + expected / 500 < expected || value > expected + expected / 500)
        fail_msg("%u is not about %u", value, expected);
}

static void nodes_without_a_choice_are_geometry(void **state)
{
    struct osm_sketch s = sketch_begin("a b c d e f");

    sketch_way(&s, "abc", PRIMARY);
    sketch_way(&s, "ec", PRIMARY);
    sketch_way(&s, "ef", PRIMARY);
    sketch_make(&s, NULL);
    assert_int_equal(s.network.piece_count, 1);
    assert_int_equal(s.network.junction_count, 2);
    assert_true(sketch_has_piece(&s, "abcef"));
    assert_int_equal(s.report.count[COUNT_ROADS], 3);
    sketch_end(&s);
}

static void roads_are_cut_where_they_meet(void **state)
{
    struct osm_sketch s = sketch_begin("a b c\n  d  ");

    sketch_way(&s, "abc", PRIMARY);
    sketch_way(&s, "bd", PRIMARY);
    sketch_make(&s, NULL);
    assert_int_equal(s.network.piece_count, 3);
    assert_true(sketch_has_piece(&s, "ab"));
    assert_true(sketch_has_piece(&s, "bc"));
    assert_true(sketch_has_piece(&s, "bd"));
    assert_true(sketch_can(&s, "abd"));
    sketch_end(&s);
}

static void roads_are_cut_where_attributes_change(void **state)
{
    static const char *const changed[] = {
        "highway=primary, name=x",
        "highway=primary, ref=x",
        "highway=motorway",
        "highway=primary, toll=yes",
        "highway=primary, junction=circular",
        "highway=primary, oneway=yes",
        "highway=primary, turn:lanes:forward=left",
        "highway=primary, duration=00:01:00",
        "highway=secondary",
    };

    for (size_t i = 0; i < sizeof(changed) / sizeof(*changed); i++) {
        static const char *const set[] = {"flags.circular=junction=circular",
                                          NULL};
        struct osm_sketch s = sketch_begin("a b c");

        sketch_way(&s, "ab", PRIMARY);
        sketch_way(&s, "bc", changed[i]);
        sketch_make(&s, set);
        assert_int_equal(s.network.piece_count, 2);
        assert_true(sketch_can(&s, "abc"));
        assert_int_equal(sketch_turn_ms(&s, "abc"), 0);
        sketch_end(&s);
    }
}

static void speeds_may_change_within_a_piece(void **state)
{
    struct osm_sketch s = sketch_begin("a b c");

    sketch_way(&s, "ab", PRIMARY);
    sketch_way(&s, "bc", "highway=primary, maxspeed=18");
    sketch_make(&s, NULL);
    assert_int_equal(s.network.piece_count, 1);
    assert_near(sketch_segment(&s, "ab").duration_ms, 10000);
    assert_near(sketch_segment(&s, "bc").duration_ms, 20000);
    assert_near(sketch_segment(&s, "bc").length_mm, 100000);
    sketch_end(&s);
}

static void each_direction_follows_its_way(void **state)
{
    struct osm_sketch s = sketch_begin("a b c");

    sketch_way(&s, "ab", "highway=primary, maxspeed:backward=18");
    sketch_way(&s, "cb", "highway=primary, maxspeed:forward=9");
    sketch_make(&s, NULL);
    assert_int_equal(s.network.piece_count, 1);
    assert_near(sketch_segment(&s, "ab").weight, 10000);
    assert_near(sketch_segment(&s, "ba").weight, 20000);
    assert_near(sketch_segment(&s, "cb").weight, 40000);
    assert_near(sketch_segment(&s, "bc").weight, 10000);
    sketch_end(&s);
}

/* Of the way with that id. */
static const struct way_facts *facts_of(const struct osm_sketch *s, int64_t way)
{
    for (uint32_t i = 0; i < s->network.stretch_count; i++) {
        if (s->network.stretch_way[i] >> 1 == way)
            return &s->network.facts[s->network.stretch_facts[i]];
    }
    fail_msg("no stretch of way %d", (int)way);
    return NULL;
}

static void facts_are_as_along_the_way(void **state)
{
    struct osm_sketch s = sketch_begin("a b c d e");

    sketch_way(&s, "ab", "highway=primary, maxspeed:forward=18, incline=4%");
    sketch_way(&s, "cb", "highway=primary, maxspeed:forward=18, incline=4%");
    sketch_way(&s, "cd", "highway=primary, surface=gravel");
    sketch_way(&s, "de", "highway=primary, surface=pebblestone");
    sketch_make(&s, NULL);
    assert_int_equal(s.network.piece_count, 1);
    assert_int_equal(s.network.stretch_count, 4);
    assert_int_equal(s.network.facts_count, 2);
    assert_ptr_equal(facts_of(&s, 1), facts_of(&s, 2));
    assert_ptr_equal(facts_of(&s, 3), facts_of(&s, 4));
    assert_int_equal(facts_of(&s, 2)->max_speed[0], 180);
    assert_int_equal(facts_of(&s, 2)->max_speed[1], 0);
    assert_int_equal(facts_of(&s, 2)->slope, 4);
    assert_int_equal(facts_of(&s, 3)->max_speed[0], 0);
    sketch_end(&s);
}

static void attributes_follow_the_direction_of_the_piece(void **state)
{
    struct osm_sketch s = sketch_begin("a b c");
    const struct road_attributes *at;
    bool reversed;

    sketch_way(&s, "ab",
               "highway=steps, turn:lanes:forward=left, "
               "turn:lanes:backward=right");
    sketch_way(&s, "cb",
               "highway=steps, turn:lanes:forward=right, "
               "turn:lanes:backward=left");
    sketch_make(&s, NULL);
    at = sketch_attributes(&s, "bc", &reversed);
    assert_string_equal(sketch_text(&s, at->lanes[reversed]), "left");
    assert_string_equal(sketch_text(&s, at->lanes[!reversed]), "right");
    /* Modes hold along the way, so b is the deepest place. */
    assert_int_equal(s.network.piece_count, 2);
    assert_int_equal(at->mode[reversed], MODE_STEPS_UP);
    at = sketch_attributes(&s, "ab", &reversed);
    assert_int_equal(at->mode[reversed], MODE_STEPS_DOWN);
    sketch_end(&s);
}

static void limits_are_kept_and_so_are_roads_they_close(void **state)
{
    static const char *const set[] = {"vehicle.height=2",
                                      "vehicle.height-limits=maxheight",
                                      "vehicle.weight-limits=maxweight", NULL};
    struct osm_sketch s = sketch_begin("a b c d");
    const struct road_attributes *at;
    bool reversed;

    sketch_way(&s, "ab", "highway=primary, maxheight:forward=4.5");
    sketch_way(&s, "cb", "highway=primary, maxheight:forward=6'7\"");
    sketch_way(&s, "cd", "highway=primary, maxheight=1.99, maxweight=7.5");
    sketch_make(&s, set);
    at = sketch_attributes(&s, "ab", &reversed);
    assert_int_equal(at->limit[reversed][LIMIT_HEIGHT], 4500);
    assert_int_equal(at->limit[!reversed][LIMIT_HEIGHT], 0);
    at = sketch_attributes(&s, "bc", &reversed);
    assert_int_equal(at->limit[!reversed][LIMIT_HEIGHT], 2007);
    at = sketch_attributes(&s, "cd", &reversed);
    assert_int_equal(at->limit[0][LIMIT_HEIGHT], 1990);
    assert_int_equal(at->limit[1][LIMIT_WEIGHT], 750);
    assert_int_equal(at->flags, ROAD_CLOSED | ROAD_CLOSED_BACK);
    assert_int_equal(s.network.edge_access[sketch_segment(&s, "cd").edge],
                     EDGE_CLOSED);
    assert_int_equal(s.network.edge_access[sketch_segment(&s, "cb").edge],
                     EDGE_OPEN);
    assert_near(sketch_segment(&s, "cd").weight, 10000);
    sketch_end(&s);
}

static void one_way_pieces_cost_nothing_against_them(void **state)
{
    struct osm_sketch s = sketch_begin("a b c");

    sketch_way(&s, "ab", "highway=primary, oneway=yes");
    sketch_way(&s, "cb", "highway=primary, oneway=-1");
    sketch_make(&s, NULL);
    assert_int_equal(s.network.piece_count, 1);
    assert_true(sketch_can(&s, "abc"));
    assert_false(sketch_can(&s, "cba"));
    assert_int_equal(sketch_segment(&s, "cb").weight, 0);
    assert_int_equal(sketch_segment(&s, "cb").duration_ms, 0);
    assert_near(sketch_segment(&s, "bc").weight, 10000);
    assert_false(s.network.edge_access[sketch_segment(&s, "cb").edge]);
    sketch_end(&s);
}

static void a_gap_makes_two_roads(void **state)
{
    struct osm_sketch s = sketch_begin("a b c d e");

    sketch_missing(&s, 'c');
    sketch_way(&s, "abcde", PRIMARY);
    sketch_make(&s, NULL);
    assert_int_equal(s.network.piece_count, 2);
    assert_true(sketch_has_piece(&s, "ab"));
    assert_true(sketch_has_piece(&s, "de"));
    assert_int_equal(s.report.count[COUNT_REFS_MISSING], 1);
    sketch_end(&s);
}

static void a_node_between_gaps_is_no_road(void **state)
{
    struct osm_sketch s = sketch_begin("a b c d e");

    sketch_missing(&s, 'b');
    sketch_missing(&s, 'd');
    sketch_way(&s, "abcde", PRIMARY);
    sketch_make(&s, NULL);
    assert_int_equal(s.network.piece_count, 0);
    assert_int_equal(s.network.junction_count, 0);
    assert_int_equal(s.network.text[0], '\0');
    sketch_end(&s);
}

static void a_node_twice_in_a_row_counts_once(void **state)
{
    struct osm_sketch s = sketch_begin("a b c");

    sketch_way(&s, "abbbc", PRIMARY);
    sketch_make(&s, NULL);
    assert_true(sketch_has_piece(&s, "abc"));
    assert_int_equal(s.report.count[COUNT_REFS_REPEATED], 2);
    sketch_end(&s);
}

static void a_closed_loop_begins_where_its_way_does(void **state)
{
    struct osm_sketch s = sketch_begin("a b\nd c");

    sketch_way(&s, "bcdab", PRIMARY);
    sketch_make(&s, NULL);
    assert_int_equal(s.network.piece_count, 1);
    assert_int_equal(s.network.junction_count, 1);
    assert_true(sketch_has_piece(&s, "bcdab"));
    assert_true(sketch_can(&s, "dabcd"));
    sketch_end(&s);
}

static void a_road_may_come_back_to_its_begin(void **state)
{
    struct osm_sketch s = sketch_begin("e a b\n  d c");

    sketch_way(&s, "eabcda", PRIMARY);
    sketch_make(&s, NULL);
    assert_int_equal(s.network.piece_count, 2);
    assert_true(sketch_has_piece(&s, "abcda"));
    assert_true(sketch_can(&s, "eadcbae"));
    assert_true(sketch_can(&s, "eabcdae"));
    sketch_end(&s);
}

static void roads_may_be_parallel(void **state)
{
    struct osm_sketch s = sketch_begin("a b");

    sketch_way(&s, "ab", PRIMARY);
    sketch_way(&s, "ab", "highway=secondary");
    sketch_way(&s, "ba", "highway=primary, oneway=yes, name=x");
    sketch_make(&s, NULL);
    assert_int_equal(s.network.piece_count, 3);
    assert_int_equal(s.network.junction_count, 2);
    assert_true(sketch_can(&s, "abab"));
    sketch_end(&s);
}

static void a_way_may_go_back_on_itself(void **state)
{
    struct osm_sketch s = sketch_begin("a b c");

    sketch_way(&s, "abcb", PRIMARY);
    sketch_make(&s, NULL);
    assert_int_equal(s.network.node_count, 2 + 3);
    assert_true(sketch_has_piece(&s, "ab"));
    assert_true(sketch_has_piece(&s, "bcb"));
    sketch_end(&s);
}

static void a_stated_duration_is_shared_by_length(void **state)
{
    struct osm_sketch s = sketch_begin("a b x c   d");

    sketch_way(&s, "abxcd", "highway=primary, duration=00:00:10");
    sketch_make(&s, NULL);
    assert_near(sketch_segment(&s, "ab").duration_ms, 2000);
    assert_near(sketch_segment(&s, "dc").duration_ms, 4000);
    assert_int_equal(sketch_segment(&s, "ab").duration_ms +
                         sketch_segment(&s, "bx").duration_ms +
                         sketch_segment(&s, "xc").duration_ms +
                         sketch_segment(&s, "cd").duration_ms,
                     10000);
    sketch_end(&s);
}

static void what_is_missing_keeps_its_share_of_a_duration(void **state)
{
    struct osm_sketch s = sketch_begin("a b x c   d");

    /* The gap counts as long as c to d; e lies at the mean distance. */
    sketch_missing(&s, 'x');
    sketch_missing(&s, 'e');
    sketch_way(&s, "abxcde", "highway=primary, duration=00:00:13");
    sketch_make(&s, NULL);
    assert_near(sketch_segment(&s, "ab").duration_ms, 2000);
    assert_near(sketch_segment(&s, "dc").duration_ms, 4000);
    sketch_end(&s);
}

static void a_stated_duration_without_length_is_shared_alike(void **state)
{
    struct osm_sketch s = sketch_begin("a b c");

    s.position['b'] = s.position['c'] = s.position['a'];
    sketch_way(&s, "abc", "highway=primary, duration=00:00:10");
    sketch_make(&s, NULL);
    assert_int_equal(sketch_segment(&s, "ab").duration_ms, 5000);
    assert_int_equal(sketch_segment(&s, "bc").duration_ms, 5000);
    assert_int_equal(sketch_segment(&s, "bc").length_mm, 0);
    sketch_end(&s);
}

static void what_is_short_takes_a_ms_unless_it_is_nothing(void **state)
{
    struct osm_sketch s = sketch_begin("a b c");

    s.position['b'] = s.position['a'];
    s.position['c'] = s.position['a'];
    s.position['c'].lat_e7++;
    sketch_way(&s, "abc", "highway=primary, maxspeed=900");
    sketch_make(&s, (const char *const[]){"maxspeed.both-ways=set", NULL});
    assert_int_equal(sketch_segment(&s, "ab").duration_ms, 0);
    assert_int_equal(sketch_segment(&s, "bc").length_mm, 11);
    assert_int_equal(sketch_segment(&s, "bc").duration_ms, 1);
    sketch_end(&s);
}

static void lengths_are_those_of_the_ground(void **state)
{
    struct osm_sketch s = sketch_begin("a b c");

    s.position['a'] = (struct position){86000000, 495000000};
    s.position['b'] = (struct position){86100000, 495000000};
    s.position['c'] = (struct position){86100000, 495100000};
    sketch_way(&s, "abc", PRIMARY);
    sketch_make(&s, NULL);
    /* A hundredth of a degree there, by the radii of curvature. */
    assert_int_equal(sketch_segment(&s, "ab").length_mm / 10, 72436);
    assert_int_equal(sketch_segment(&s, "bc").length_mm / 10, 111219);
    sketch_end(&s);
}

static void roads_cross_the_antimeridian(void **state)
{
    struct osm_sketch s = sketch_begin("a b");

    s.position['a'] = (struct position){1799995000, 0};
    s.position['b'] = (struct position){-1799995000, 0};
    sketch_way(&s, "ab", PRIMARY);
    sketch_make(&s, NULL);
    assert_near(sketch_segment(&s, "ab").length_mm, 111320);
    sketch_end(&s);
}

static void a_weight_may_be_a_length(void **state)
{
    static const char *const set[] = {"profile.weight=distance", NULL};
    struct osm_sketch s = sketch_begin("a b");

    sketch_way(&s, "ab", PRIMARY);
    sketch_make(&s, set);
    assert_near(sketch_segment(&s, "ab").duration_ms, 10000);
    assert_near(sketch_segment(&s, "ab").weight, 10000);
    assert_int_equal(sketch_segment(&s, "ab").weight,
                     (sketch_segment(&s, "ab").length_mm + 5) / 10);
    sketch_end(&s);
}

static void a_weight_is_the_duration_times_a_factor(void **state)
{
    static const char *const set[] = {"weight-factor.toll=yes 3", NULL};
    struct osm_sketch s = sketch_begin("a b");

    sketch_way(&s, "ab", "highway=primary, toll=yes");
    sketch_make(&s, set);
    assert_near(sketch_segment(&s, "ab").duration_ms, 10000);
    assert_int_equal(sketch_segment(&s, "ab").weight,
                     3 * sketch_segment(&s, "ab").duration_ms);
    sketch_end(&s);
}

static void no_piece_takes_more_than_sums_can_hold(void **state)
{
    static const char *const set[] = {"speed.highway=primary 0.1", NULL};
    struct osm_sketch s = sketch_begin("a b c d");
    uint32_t total = 0;

    for (int i = 0; i < 4; i++)
        s.position['a' + i] = (struct position){i * 170000000, 0};
    sketch_way(&s, "abcd", PRIMARY);
    sketch_make(&s, set);
    assert_int_equal(s.network.piece_count, 3);
    for (uint32_t i = 0; i < 3; i++)
        total += s.network.segment_weight[2 * i];
    assert_int_equal(total, 3u << 30);
    assert_true(sketch_can(&s, "abcd"));
    sketch_end(&s);
}

static void attributes_and_texts_are_there_once(void **state)
{
    struct osm_sketch s = sketch_begin("a b c d e f");

    sketch_way(&s, "ab", "highway=primary, name=High Street, ref=B1");
    sketch_way(&s, "cd", "highway=primary, name=High Street, ref=B1");
    sketch_way(&s, "ef", "highway=primary, name=B1");
    sketch_make(&s, NULL);
    assert_int_equal(s.network.attributes_count, 2);
    assert_int_equal(s.network.text_size, sizeof("\0High Street\0B1"));
    assert_string_equal(s.network.text, "");
    sketch_end(&s);
}

static void layers_meet_nowhere(void **state)
{
    static const char *const set[] = {"ways.rail=railway=rail", NULL};
    struct osm_sketch s = sketch_begin("  c  \na b e\n  d  ");

    sketch_way(&s, "abe", PRIMARY);
    sketch_way(&s, "cbd", "railway=rail");
    sketch_node(&s, 'b', "highway=traffic_signals");
    sketch_make(&s, set);
    assert_true(sketch_can(&s, "abe"));
    assert_true(sketch_can(&s, "cbd"));
    assert_false(sketch_can(&s, "abd"));
    assert_false(sketch_can(&s, "cbe"));
    /* Signals belong to the road. */
    assert_true(sketch_has_piece(&s, "cbd"));
    assert_false(sketch_has_piece(&s, "abe"));
    sketch_end(&s);
}

static void unused_ways_are_counted_by_reason(void **state)
{
    static const char *const set[] = {
        "ways.area=area=yes", "ways.construction=proposed=yes",
        "access.keys=access", "access.no=no", NULL};
    struct osm_sketch s = sketch_begin("a b c d e f g h");

    sketch_way(&s, "ab", PRIMARY);
    sketch_way(&s, "cd", "highway=primary, area=yes");
    sketch_way(&s, "ef", "highway=primary, proposed=yes");
    sketch_way(&s, "gh", "highway=primary, access=no");
    sketch_make(&s, set);
    assert_int_equal(s.report.count[COUNT_ROADS], 1);
    assert_int_equal(s.report.count[COUNT_WAYS_AREA], 1);
    assert_int_equal(s.report.count[COUNT_WAYS_CONSTRUCTION], 1);
    assert_int_equal(s.report.count[COUNT_WAYS_NO_ACCESS], 1);
    assert_int_equal(s.network.piece_count, 1);
    sketch_end(&s);
}

static void near_pieces_are_near_in_order(void **state)
{
    struct osm_sketch s = sketch_begin("ab cd      ef gh");

    sketch_way(&s, "ab", PRIMARY);
    sketch_way(&s, "ef", PRIMARY);
    sketch_way(&s, "cd", PRIMARY);
    sketch_way(&s, "gh", PRIMARY);
    sketch_make(&s, NULL);
    assert_int_equal(abs((int)(sketch_segment(&s, "ab").edge / 2) -
                         (int)(sketch_segment(&s, "cd").edge / 2)),
                     1);
    assert_int_equal(abs((int)(sketch_segment(&s, "ef").edge / 2) -
                         (int)(sketch_segment(&s, "gh").edge / 2)),
                     1);
    sketch_end(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nodes_without_a_choice_are_geometry),
        cmocka_unit_test(roads_are_cut_where_they_meet),
        cmocka_unit_test(roads_are_cut_where_attributes_change),
        cmocka_unit_test(speeds_may_change_within_a_piece),
        cmocka_unit_test(each_direction_follows_its_way),
        cmocka_unit_test(facts_are_as_along_the_way),
        cmocka_unit_test(attributes_follow_the_direction_of_the_piece),
        cmocka_unit_test(limits_are_kept_and_so_are_roads_they_close),
        cmocka_unit_test(one_way_pieces_cost_nothing_against_them),
        cmocka_unit_test(a_gap_makes_two_roads),
        cmocka_unit_test(a_node_between_gaps_is_no_road),
        cmocka_unit_test(a_node_twice_in_a_row_counts_once),
        cmocka_unit_test(a_closed_loop_begins_where_its_way_does),
        cmocka_unit_test(a_road_may_come_back_to_its_begin),
        cmocka_unit_test(roads_may_be_parallel),
        cmocka_unit_test(a_way_may_go_back_on_itself),
        cmocka_unit_test(a_stated_duration_is_shared_by_length),
        cmocka_unit_test(what_is_missing_keeps_its_share_of_a_duration),
        cmocka_unit_test(a_stated_duration_without_length_is_shared_alike),
        cmocka_unit_test(what_is_short_takes_a_ms_unless_it_is_nothing),
        cmocka_unit_test(lengths_are_those_of_the_ground),
        cmocka_unit_test(roads_cross_the_antimeridian),
        cmocka_unit_test(a_weight_may_be_a_length),
        cmocka_unit_test(a_weight_is_the_duration_times_a_factor),
        cmocka_unit_test(no_piece_takes_more_than_sums_can_hold),
        cmocka_unit_test(attributes_and_texts_are_there_once),
        cmocka_unit_test(layers_meet_nowhere),
        cmocka_unit_test(unused_ways_are_counted_by_reason),
        cmocka_unit_test(near_pieces_are_near_in_order),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
