/* testbot: the constants of OSRM's profile of that name. */
#include "tests/unit/cmocka_all.h"

#include "tests/unit/graph/profile_case.h"

static const struct case_row ways[] = {
    {"highway=primary", "driving 36"},
    {"highway=secondary", "driving 18"},
    {"highway=tertiary", "driving 12"},
    {"highway=residential", "driving 24"},
    {"highway=motorway", "driving 24 {motorway}"},
    {"highway=motorway, toll=yes", "driving 24 {motorway,toll}"},
    {"highway=motorway_link, toll=no", "driving 24"},
    {"building=yes", "driving 24"},
    {"", "driving 24"},
    {"highway=steps", "steps down 6 / steps up 6"},
    {"highway=river", "river downstream 36 / river upstream 16"},
    {"highway=primary, access=no", "driving 36"},
    {"highway=primary, area=yes", "driving 36"},
    {"highway=construction", "driving 24"},
    /* One-ways. */
    {"highway=primary, oneway=yes", "driving 36 / -"},
    {"highway=primary, oneway=1", "driving 36 / -"},
    {"highway=primary, oneway=true", "driving 36 / -"},
    {"highway=primary, oneway=-1", "- / driving 36"},
    {"highway=primary, oneway=no", "driving 36"},
    {"highway=primary, oneway=perhaps", "driving 36"},
    {"junction=roundabout", "driving 24 / -, roundabout"},
    {"junction=roundabout, oneway=-1", "- / driving 24, roundabout"},
    {"junction=roundabout, oneway=no", "driving 24, roundabout"},
    {"junction=circular", "driving 24"},
    /* Limits cap both directions, and set one. */
    {"highway=primary, maxspeed=18", "driving 18"},
    {"highway=primary, maxspeed=90", "driving 36"},
    {"highway=primary, maxspeed=none", "driving 36"},
    {"highway=primary, maxspeed:forward=90", "driving 90 / driving 36"},
    {"highway=primary, maxspeed:backward=9", "driving 36 / driving 9"},
    {"highway=primary, maxspeed=20, maxspeed:forward=50",
     "driving 50 / driving 20"},
    {"maxspeed=10 mph", "driving 16.09"},
    /* Times for a whole way. */
    {"route=ferry, duration=0:01", "route, 60 s"},
    {"highway=primary, duration=00:01:00", "route, 60 s"},
    {"highway=primary, duration=1", "route, 60 s"},
    {"highway=primary, duration=PT1H30M", "route, 5400 s"},
    {"highway=primary, duration=00:01, oneway=yes", "route / -, 60 s"},
    {"highway=primary, duration=soon", "driving 36"},
};

static void ways_are_as_osrm_has_them(void **state)
{
    CASE_CHECK("testbot", case_way_words, ways);
}

static void signals_take_7_s(void **state)
{
    static const struct case_row nodes[] = {
        {"highway=traffic_signals", "7 s"},
        {"highway=traffic_signals, traffic_signals:direction=forward",
         "7 s / 0 s"},
        {"highway=traffic_signals, traffic_signals:direction=backward",
         "0 s / 7 s"},
        {"highway=traffic_signals, direction=forward", "7 s / 0 s"},
        {"highway=crossing", "nothing"},
        {"barrier=bollard", "nothing"},
    };

    CASE_CHECK("testbot", case_node_words, nodes);
}

static void turning_back_takes_20_s_at_dead_ends_alone(void **state)
{
    struct profile *profile = case_profile("testbot", NULL, 0);
    struct road_attributes road = {.priority = 5};
    struct turn turn = {.angle_deg = 180,
                        .turns_back = true,
                        .dead_end = true,
                        .roads = 1,
                        .from = &road,
                        .to = &road};
    struct turn_rules rules;

    assert_true(profile_turn(profile, &turn, &rules));
    assert_true(rules.duration_s == 20 && rules.weight_s == 20);
    turn.dead_end = false;
    assert_false(profile_turn(profile, &turn, &rules));
    profile_destroy(profile);
}

static void other_turns_are_free_but_for_signals(void **state)
{
    struct profile *profile = case_profile("testbot", NULL, 0);
    struct road_attributes lesser = {.priority = 5};
    struct road_attributes greater = {.priority = 1};
    struct turn turn = {
        .angle_deg = -120, .roads = 3, .from = &lesser, .to = &greater};
    struct turn_rules rules;

    assert_true(profile_turn(profile, &turn, &rules));
    assert_true(rules.duration_s == 0 && rules.weight_s == 0);
    turn.has_node = true;
    turn.node.duration_s[0] = 7;
    assert_true(profile_turn(profile, &turn, &rules));
    assert_true(rules.duration_s == 7 && rules.weight_s == 0);
    assert_false(profile_turns_are_free(profile, LAYER_ROAD));
    profile_destroy(profile);
}

static void classes_and_their_combinations(void **state)
{
    struct profile *profile = case_profile("testbot", NULL, 0);
    const struct road_profile *general = profile_general(profile);

    assert_string_equal(general->name, "testbot");
    assert_string_equal(general->weight_name, "duration");
    assert_int_equal(general->class_count, 2);
    assert_string_equal(general->class_name[0], "motorway");
    assert_string_equal(general->class_name[1], "toll");
    assert_int_equal(general->exclude_count, 3);
    assert_int_equal(general->exclude[0], 1);
    assert_int_equal(general->exclude[1], 2);
    assert_int_equal(general->exclude[2], 3);
    assert_true(general->continue_straight);
    assert_false(general->drives_left);
    assert_true(general->weight_is_duration);
    assert_int_equal(general->step_ms, 100);
    assert_int_equal(general->grid_e7, 10);
    assert_true(general->max_speed_kmh == 30);
    profile_destroy(profile);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ways_are_as_osrm_has_them),
        cmocka_unit_test(signals_take_7_s),
        cmocka_unit_test(turning_back_takes_20_s_at_dead_ends_alone),
        cmocka_unit_test(other_turns_are_free_but_for_signals),
        cmocka_unit_test(classes_and_their_combinations),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
