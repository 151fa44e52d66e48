/* osm_network: which turns are allowed, and their costs. */
#include "tests/unit/cmocka_all.h"

#include <stdlib.h>

#include "tests/unit/graph/osm_sketch.h"

#define PRIMARY "highway=primary"

/* Turns of 90 degrees cost half of 10 s to the right and half of 20 s to the
 * left. */
static const char *const angles[] = {"turns.near=10", "turns.across=20", NULL};

static void angles_are_those_on_the_ground(void **state)
{
    struct osm_sketch s = sketch_begin("  d  \na b c\n  e  ");

    sketch_way(&s, "abc", PRIMARY);
    sketch_way(&s, "dbe", PRIMARY);
    sketch_make(&s, angles);
    assert_in_range(sketch_turn_ms(&s, "abc"), 0, 1);
    assert_in_range(sketch_turn_ms(&s, "abe"), 4990, 5010);
    assert_in_range(sketch_turn_ms(&s, "abd"), 9990, 10010);
    assert_in_range(sketch_turn_ms(&s, "dba"), 4990, 5010);
    assert_in_range(sketch_turn_ms(&s, "ebc"), 4990, 5010);
    sketch_end(&s);
}

static void angles_look_past_what_is_drawn_askew(void **state)
{
    struct osm_sketch s = sketch_begin("a b c\n  d  ");

    /* 1 m from the junction the road leads north, then east. */
    s.position['c'] = s.position['b'];
    s.position['c'].lat_e7 += 90;
    s.position['x'] = s.position['b'];
    s.position['x'].lon_e7 += 100000;
    s.tags['x'] = "";
    sketch_way(&s, "ab", PRIMARY);
    sketch_way(&s, "bcx", PRIMARY);
    sketch_way(&s, "bd", PRIMARY);
    sketch_make(&s, angles);
    assert_in_range(sketch_turn_ms(&s, "abc"), 0, 100);
    sketch_end(&s);
}

static void a_loop_is_left_as_it_was_entered(void **state)
{
    struct osm_sketch s = sketch_begin("  c\na b\n  d");

    /* From a: into the loop to the left and out of it from the right. */
    sketch_way(&s, "ab", PRIMARY);
    sketch_way(&s, "bcxdb", PRIMARY);
    s.tags['x'] = "";
    s.position['x'] = s.position['b'];
    s.position['x'].lon_e7 += 9000;
    sketch_make(&s, angles);
    assert_in_range(sketch_turn_ms(&s, "abc"), 9990, 10010);
    assert_in_range(sketch_turn_ms(&s, "xdba"), 9990, 10010);
    assert_in_range(sketch_turn_ms(&s, "abcxdba"), 19980, 20020);
    assert_in_range(sketch_turn_ms(&s, "abdxcba"), 9990, 10010);
    assert_in_range(sketch_turn_ms(&s, "xdbc"), 0, 10);
    sketch_end(&s);
}

static void one_turns_back_at_dead_ends_alone(void **state)
{
    struct osm_sketch s = sketch_begin("a b c\n  d  ");

    sketch_way(&s, "abc", PRIMARY);
    sketch_way(&s, "bd", PRIMARY);
    sketch_make(&s, NULL);
    assert_true(sketch_can(&s, "bab"));
    assert_int_equal(sketch_turn_ms(&s, "bab"), 20000);
    assert_false(sketch_can(&s, "aba"));
    sketch_end(&s);
}

static void where_all_others_lead_in_is_a_dead_end(void **state)
{
    struct osm_sketch s = sketch_begin("a b c\n  d  ");

    sketch_way(&s, "ab", PRIMARY);
    sketch_way(&s, "cb", "highway=primary, oneway=yes");
    sketch_way(&s, "db", "highway=primary, oneway=yes");
    sketch_make(&s, NULL);
    assert_true(sketch_can(&s, "aba"));
    sketch_end(&s);
}

static void one_may_turn_back_anywhere_if_the_profile_says_so(void **state)
{
    static const char *const set[] = {"turns.u-turn-at=anywhere", NULL};
    struct osm_sketch s = sketch_begin("a b c\n  d  ");

    sketch_way(&s, "abc", PRIMARY);
    sketch_way(&s, "bd", PRIMARY);
    sketch_make(&s, set);
    assert_true(sketch_can(&s, "aba"));
    assert_true(sketch_can(&s, "dbd"));
    sketch_end(&s);
}

static void junctions_of_free_turns_are_plain(void **state)
{
    static const char *const set[] = {"turns.u-turn-at=anywhere",
                                      "turns.u-turn=0", NULL};
    struct osm_sketch s = sketch_begin("a b c\n  d  ");

    sketch_way(&s, "abc", PRIMARY);
    sketch_way(&s, "bd", PRIMARY);
    sketch_node(&s, 'c', "highway=traffic_signals");
    sketch_relation(&s, "type=restriction, restriction=no_u_turn", "bd", "d",
                    "bd");
    sketch_make(&s, set);
    for (uint32_t j = 0; j < s.network.junction_count; j++) {
        bool ruled = j == s.network.piece_end[sketch_segment(&s, "cb").edge] ||
                     j == s.network.piece_end[sketch_segment(&s, "db").edge];

        assert_int_equal(s.network.junction_plain[j], !ruled);
    }
    assert_true(sketch_can(&s, "aba"));
    assert_false(sketch_can(&s, "bdb"));
    sketch_end(&s);
}

static void signals_cost_whoever_passes(void **state)
{
    struct osm_sketch s = sketch_begin("a b c");

    sketch_way(&s, "abc", PRIMARY);
    sketch_node(&s, 'b', "highway=traffic_signals");
    sketch_make(&s, NULL);
    assert_int_equal(s.network.piece_count, 2);
    assert_int_equal(sketch_turn_ms(&s, "abc"), 7000);
    assert_int_equal(sketch_turn_ms(&s, "cba"), 7000);
    assert_int_equal(sketch_turn_weight(&s, "abc"), 0);
    sketch_end(&s);
}

static void signals_may_be_for_one_direction_of_their_way(void **state)
{
    static const char *const ways[][2] = {
        {"ab", "bc"}, {"ba", "bc"}, {"ab", "cb"}, {"ba", "cb"}};

    for (size_t i = 0; i < 4; i++) {
        struct osm_sketch s = sketch_begin("a b c");

        sketch_way(&s, ways[i][0], PRIMARY);
        sketch_way(&s, ways[i][1], PRIMARY);
        sketch_node(&s, 'b',
                    "highway=traffic_signals, "
                    "traffic_signals:direction=forward");
        sketch_make(&s, NULL);
        /* A vehicle from the first way follows it where it ends in b. */
        assert_int_equal(sketch_turn_ms(&s, "abc"),
                         ways[i][0][1] == 'b' ? 7000 : 0);
        assert_int_equal(sketch_turn_ms(&s, "cba"),
                         ways[i][1][1] == 'b' ? 7000 : 0);
        sketch_end(&s);
    }
}

static void barriers_end_a_road_on_both_sides(void **state)
{
    static const char *const set[] = {"barriers.barrier=bollard no", NULL};
    struct osm_sketch s = sketch_begin("a b c");

    sketch_way(&s, "abc", PRIMARY);
    sketch_node(&s, 'b', "barrier=bollard");
    sketch_make(&s, set);
    assert_int_equal(s.network.piece_count, 2);
    assert_false(sketch_can(&s, "abc"));
    assert_false(sketch_can(&s, "cba"));
    assert_true(sketch_can(&s, "aba"));
    assert_true(sketch_can(&s, "cbc"));
    sketch_end(&s);
}

static void each_road_at_a_barrier_is_a_dead_end(void **state)
{
    static const char *const set[] = {"barriers.barrier=bollard no", NULL};
    struct osm_sketch s = sketch_begin("a b c\n  d");

    sketch_way(&s, "abc", PRIMARY);
    sketch_way(&s, "bd", "highway=primary, oneway=yes");
    sketch_node(&s, 'b', "barrier=bollard");
    sketch_make(&s, set);
    assert_true(sketch_can(&s, "aba"));
    assert_true(sketch_can(&s, "cbc"));
    assert_false(sketch_can(&s, "abc"));
    assert_false(sketch_can(&s, "abd"));
    sketch_end(&s);
}

static void entering_a_lesser_road_is_free_a_greater_one_is_not(void **state)
{
    static const char *const set[] = {"turns.rank-step=2", "turns.rank-max=6",
                                      NULL};
    struct osm_sketch s = sketch_begin("a b c\n  d  ");

    sketch_way(&s, "abc", PRIMARY);
    sketch_way(&s, "bd", "highway=tertiary");
    sketch_make(&s, set);
    assert_int_equal(sketch_turn_ms(&s, "abd"), 0);
    assert_int_equal(sketch_turn_ms(&s, "dba"), 4000);
    sketch_end(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(angles_are_those_on_the_ground),
        cmocka_unit_test(angles_look_past_what_is_drawn_askew),
        cmocka_unit_test(a_loop_is_left_as_it_was_entered),
        cmocka_unit_test(one_turns_back_at_dead_ends_alone),
        cmocka_unit_test(where_all_others_lead_in_is_a_dead_end),
        cmocka_unit_test(one_may_turn_back_anywhere_if_the_profile_says_so),
        cmocka_unit_test(junctions_of_free_turns_are_plain),
        cmocka_unit_test(signals_cost_whoever_passes),
        cmocka_unit_test(signals_may_be_for_one_direction_of_their_way),
        cmocka_unit_test(barriers_end_a_road_on_both_sides),
        cmocka_unit_test(each_road_at_a_barrier_is_a_dead_end),
        cmocka_unit_test(entering_a_lesser_road_is_free_a_greater_one_is_not),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
