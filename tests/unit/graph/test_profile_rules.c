/* The shipped profiles: nodes, turns, restrictions, stations. */
#include "tests/unit/cmocka_all.h"

#include <math.h>

#include "tests/unit/graph/profile_case.h"

static void car_stops_at_barriers_that_do_not_let_it_pass(void **state)
{
    static const struct case_row rows[] = {
        {"barrier=bollard", "blocked, 0 s"},
        {"barrier=bollard, motor_vehicle=yes", "nothing"},
        {"barrier=bollard, access=yes", "nothing"},
        {"barrier=bollard, access=no", "blocked, 0 s"},
        {"barrier=bollard, foot=yes, bicycle=yes", "blocked, 0 s"},
        {"barrier=bollard, motorcar=destination", "restricted, 0 s"},
        {"barrier=gate", "25 s, weight 40 s"},
        {"barrier=gate, access=no", "blocked, 25 s, weight 40 s"},
        {"barrier=gate, access=private", "restricted, 25 s, weight 40 s"},
        {"barrier=gate, locked=yes", "blocked, 25 s, weight 40 s"},
        {"barrier=gate, locked=no", "25 s, weight 40 s"},
        {"barrier=no", "nothing"},
        {"barrier=never_heard_of", "blocked, 0 s"},
        {"barrier=never_heard_of, vehicle=no", "blocked, 0 s"},
        {"barrier=toll_booth", "15 s"},
        {"barrier=block;bollard", "blocked, 0 s"},
        {"barrier=kissing_gate;gate", "25 s, weight 40 s"},
        {"barrier=gate; kissing_gate", "25 s, weight 40 s"},
        {"barrier=chain ;bollard", "blocked, 0 s"},
        {"barrier=bollard;never_heard_of", "blocked, 0 s"},
        {"barrier=bollard, bollard=rising", "nothing"},
        {"barrier=kerb", "blocked, 0 s"},
        {"barrier=height_restrictor, maxheight=1.9", "blocked, 1 s"},
        {"barrier=height_restrictor, maxheight=2.1", "1 s"},
        {"maxwidth=1.5", "blocked, 0 s"},
        {"barrier=kerb, kerb=lowered", "nothing"},
        {"barrier=fence", "blocked, 0 s"},
        {"barrier=fence, sensory=audible", "nothing"},
        {"barrier=never_heard_of;nor_of_that", "blocked, 0 s"},
        {"barrier=bollard;;", "blocked, 0 s"},
        {"barrier=;", "nothing"},
        {"barrier=bollard, access=private; yes", "nothing"},
        {"barrier=gate, access=no;forestry", "blocked, 25 s, weight 40 s"},
        {"highway=crossing;stop;give_way", "5 s"},
        {"highway=stop, direction=forward;backward", "5 s"},
        {"access=no", "blocked, 0 s"},
        {"highway=bus_stop, motor_vehicle=no", "blocked, 0 s"},
        {"access=no, motorcar=yes", "nothing"},
        {"access=private", "restricted, 0 s"},
        {"highway=crossing, access=no", "nothing"},
        {"name=Here", "nothing"},
        {"", "nothing"},
    };

    CASE_CHECK("car", case_node_words, rows);
}

static void signals_and_signs_have_a_side(void **state)
{
    static const struct case_row rows[] = {
        {"highway=traffic_signals", "8 s"},
        {"highway=traffic_signals, traffic_signals:direction=forward",
         "8 s / 0 s"},
        {"highway=traffic_signals, traffic_signals:direction=backward",
         "0 s / 8 s"},
        {"highway=traffic_signals, traffic_signals:direction=both", "8 s"},
        {"highway=traffic_signals, traffic_signals:direction=both, "
         "direction=forward",
         "8 s"},
        {"highway=stop, direction=forward", "5 s / 0 s"},
        {"highway=stop, direction=backward", "0 s / 5 s"},
        {"highway=stop, direction=90", "5 s"},
        {"highway=give_way", "3 s"},
        {"highway=traffic_signals, crossing=traffic_signals", "8 s"},
        {"highway=crossing, crossing=traffic_signals", "6 s"},
        {"highway=crossing, crossing=unmarked", "nothing"},
        {"highway=mini_roundabout", "2 s"},
        {"railway=level_crossing", "6 s"},
        {"highway=bus_stop", "nothing"},
    };

    CASE_CHECK("car", case_node_words, rows);
}

static void others_pass_where_cars_do_not(void **state)
{
    static const struct case_row bicycle[] = {
        {"barrier=bollard", "nothing"},
        {"barrier=cycle_barrier", "8 s"},
        {"barrier=stile", "blocked, 0 s"},
        {"barrier=gate, access=no, foot=yes", "12 s"},
        {"barrier=gate, bicycle=dismount", "12 s"},
        {"barrier=gate, bicycle=no, foot=no", "blocked, 12 s"},
        {"barrier=bollard, motor_vehicle=no", "nothing"},
        {"access=no", "blocked, 0 s"},
        {"bicycle=no", "nothing"},
        {"access=no, foot=yes", "nothing"},
        {"highway=crossing, access=no", "nothing"},
    };
    static const struct case_row foot[] = {
        {"barrier=bollard", "nothing"},
        {"barrier=stile", "8 s"},
        {"barrier=gate, vehicle=no", "3 s"},
        {"barrier=gate, access=private", "restricted, 3 s"},
        {"barrier=wall", "blocked, 0 s"},
        {"foot=no", "blocked, 0 s"},
        {"highway=crossing, foot=no", "nothing"},
        {"highway=traffic_signals", "nothing"},
    };

    CASE_CHECK("bicycle", case_node_words, bicycle);
    CASE_CHECK("foot", case_node_words, foot);
}

/* ---- Turns -------------------------------------------------------------- */

/* A crossing of four equal roads. */
static struct turn crossing(const struct road_attributes *road,
                            double angle_deg)
{
    return (struct turn){
        .angle_deg = angle_deg, .roads = 4, .from = road, .to = road};
}

static double seconds(const struct profile *profile, const struct turn *turn)
{
    struct turn_rules rules;

    assert_true(profile_turn(profile, turn, &rules));
    assert_true(rules.weight_s == rules.duration_s);
    return rules.duration_s;
}

static bool is_near(double a, double b)
{
    return fabs(a - b) < 1e-9;
}

static void turns_cost_by_angle_and_side(void **state)
{
    struct profile *profile = case_profile("car", NULL, 0);
    struct road_attributes right = {0};
    struct road_attributes left = {.flags = ROAD_DRIVES_LEFT};
    struct turn straight = crossing(&right, 0);
    struct turn to_right = crossing(&right, 90);
    struct turn to_left = crossing(&right, -90);
    struct turn sharp = crossing(&right, 150);
    struct turn other_side = crossing(&left, 90);

    assert_true(is_near(seconds(profile, &straight), 0));
    assert_true(is_near(seconds(profile, &to_right), 2.5));
    assert_true(is_near(seconds(profile, &to_left), 4.5));
    assert_true(is_near(seconds(profile, &other_side), 4.5));
    assert_true(seconds(profile, &sharp) > seconds(profile, &to_right));
    to_left.roads = 2; /* a bend */
    assert_true(is_near(seconds(profile, &to_left), 0));
    profile_destroy(profile);
}

static void turns_into_greater_roads_take_longer(void **state)
{
    struct profile *profile = case_profile("car", NULL, 0);
    struct road_attributes lesser = {.priority = 11};
    struct road_attributes middle = {.priority = 8};
    struct road_attributes greatest = {.priority = 0};
    struct turn turn = crossing(&lesser, 0);

    turn.to = &middle;
    assert_true(is_near(seconds(profile, &turn), 1.5));
    turn.to = &greatest;
    assert_true(is_near(seconds(profile, &turn), 3));
    turn.from = &greatest;
    turn.to = &lesser;
    assert_true(is_near(seconds(profile, &turn), 0));
    profile_destroy(profile);
}

static void restricted_roads_are_entered_at_a_price_of_weight(void **state)
{
    struct profile *profile = case_profile("car", NULL, 0);
    struct road_attributes open = {0};
    struct road_attributes restricted = {.flags = ROAD_RESTRICTED};
    struct turn turn = crossing(&open, 0);
    struct turn_rules rules;

    turn.to = &restricted;
    turn.roads = 2;
    assert_true(profile_turn(profile, &turn, &rules));
    assert_true(rules.duration_s == 0 && rules.weight_s == 600);
    turn.from = &restricted;
    assert_true(profile_turn(profile, &turn, &rules));
    assert_true(rules.weight_s == 0);
    turn.to = &open;
    assert_true(profile_turn(profile, &turn, &rules));
    assert_true(rules.weight_s == 0);
    profile_destroy(profile);
}

static void cars_turn_back_at_dead_ends_and_barriers(void **state)
{
    struct profile *profile = case_profile("car", NULL, 0);
    struct road_attributes road = {0};
    struct turn turn = crossing(&road, 180);
    struct turn_rules rules;

    turn.turns_back = true;
    assert_false(profile_turn(profile, &turn, &rules));
    turn.dead_end = true;
    assert_true(is_near(seconds(profile, &turn), 30));
    turn.dead_end = false;
    turn.has_node = true;
    turn.node.blocked = true;
    assert_true(is_near(seconds(profile, &turn), 30));
    turn.turns_back = false;
    assert_false(profile_turn(profile, &turn, &rules));
    profile_destroy(profile);
}

static void nodes_add_to_turns(void **state)
{
    struct profile *profile = case_profile("car", NULL, 0);
    struct road_attributes road = {0};
    struct turn turn = crossing(&road, 90);
    struct turn_rules rules;

    turn.has_node = true;
    turn.node.duration_s[0] = 8;
    turn.node.weight_s[0] = 3;
    turn.node.duration_s[1] = turn.node.weight_s[1] = 1000;
    assert_true(profile_turn(profile, &turn, &rules));
    assert_true(is_near(rules.duration_s, 10.5));
    assert_true(is_near(rules.weight_s, 5.5));
    turn.node.restricted = true;
    assert_true(profile_turn(profile, &turn, &rules));
    assert_true(is_near(rules.duration_s, 10.5));
    assert_true(is_near(rules.weight_s, 125.5));
    profile_destroy(profile);
}

static void a_private_gate_is_dear_on_foot_too(void **state)
{
    struct profile *profile = case_profile("foot", NULL, 0);
    struct road_attributes road = {0};
    struct turn turn = crossing(&road, 0);
    struct turn_rules rules;

    turn.has_node = true;
    turn.node = (struct node_rules){.restricted = true};
    assert_true(profile_turn(profile, &turn, &rules));
    assert_true(rules.duration_s == 0 && is_near(rules.weight_s, 60));
    profile_destroy(profile);
}

static void who_walks_turns_freely_and_trains_do_not(void **state)
{
    struct profile *foot = case_profile("foot", NULL, 0);
    struct profile *car = case_profile("car", NULL, 0);
    struct profile *rail = case_profile("walk-rail", NULL, 0);
    struct road_attributes road = {0};
    struct turn turn = crossing(&road, 170);
    struct turn_rules rules;

    assert_true(profile_turns_are_free(foot, LAYER_ROAD));
    assert_false(profile_turns_are_free(car, LAYER_ROAD));
    assert_true(profile_turns_are_free(rail, LAYER_ROAD));
    assert_false(profile_turns_are_free(rail, LAYER_RAIL));
    assert_true(is_near(seconds(foot, &turn), 0));
    assert_true(is_near(seconds(rail, &turn), 0));
    turn.layer = LAYER_RAIL;
    assert_false(profile_turn(rail, &turn, &rules));
    turn.angle_deg = -70;
    assert_true(is_near(seconds(rail, &turn), 0));
    turn.turns_back = true;
    turn.dead_end = true;
    assert_false(profile_turn(rail, &turn, &rules));
    profile_destroy(foot);
    profile_destroy(car);
    profile_destroy(rail);
}

/* ---- Restrictions and stations ------------------------------------------- */

static void restrictions_are_for_whom_they_name(void **state)
{
    static const struct case_row car[] = {
        {"type=restriction, restriction=no_left_turn", "no"},
        {"type=restriction, restriction=only_straight_on", "only"},
        {"type=restriction, restriction=no_u_turn", "no"},
        {"type=restriction, restriction=no_entry", "no"},
        {"type=restriction, restriction=no_right_turn_on_red", "ignored"},
        {"type=restriction, restriction=no_parking", "ignored"},
        {"type=restriction, restriction=no_weird_zigzags", "no"},
        {"type=restriction, restriction=only_weird_zigzags", "only"},
        {"type=restriction, restriction=no", "unknown"},
        {"type=restriction, restriction=wrong_way", "unknown"},
        {"type=restriction, restriction=interminable_way", "unknown"},
        {"type=restriction", "unknown"},
        {"type=restriction, restriction:hgv=no_left_turn", "ignored"},
        {"type=restriction, restriction:foot=no_left_turn", "ignored"},
        {"type=restriction, restriction:motorcar=no_left_turn", "no"},
        {"type=restriction, restriction:motorcar=only_left_turn, "
         "restriction=no_left_turn",
         "only"},
        {"type=restriction, restriction=no_left_turn, except=psv", "no"},
        {"type=restriction, restriction=no_left_turn, except=psv;motorcar",
         "excepted"},
        {"type=restriction, restriction=no_left_turn, except=psv; motorcar ;x",
         "excepted"},
        {"type=restriction, restriction=no_left_turn, except=bicycle", "no"},
        {"type=restriction, restriction:conditional=no_left_turn @ (Mo-Fr)",
         "conditional"},
        {"type=restriction, restriction=no_left_turn @ (Mo-Fr)", "conditional"},
        {"type=restriction, restriction=no_left_turn, hour_on=07:00",
         "conditional"},
        {"type=restriction, restriction=no_left_turn, "
         "restriction:conditional=none @ (Su)",
         "no"},
        {"type=restriction, restriction:hgv:conditional=no_left_turn @ (Su)",
         "ignored"},
        {"type=restriction:hgv, restriction=no_left_turn", "ignored"},
        {"type=restriction:motorcar, restriction=no_left_turn", "no"},
        {"type=restriction:motorcar, restriction:motorcar=no_left_turn", "no"},
    };
    static const struct case_row bicycle[] = {
        {"type=restriction, restriction=no_left_turn, except=bicycle",
         "excepted"},
        {"type=restriction, restriction=no_left_turn", "no"},
        {"type=restriction, restriction:bicycle=no_left_turn", "no"},
        {"type=restriction, restriction:motorcar=no_left_turn", "ignored"},
    };
    static const struct case_row foot[] = {
        {"type=restriction, restriction=no_left_turn", "ignored"},
        {"type=restriction, restriction:foot=no_left_turn", "no"},
        {"type=restriction:foot, restriction=no_left_turn", "no"},
    };

    CASE_CHECK("car", case_restriction_words, car);
    CASE_CHECK("bicycle", case_restriction_words, bicycle);
    CASE_CHECK("foot", case_restriction_words, foot);
}

/* Where the profile wants conditional ones. */
static void restrictions_may_be_conditional(void **state)
{
    static const struct case_row rows[] = {
        {"type=restriction, restriction:conditional=no_left_turn @ (Mo-Fr)",
         "no, no_left_turn @ (Mo-Fr)"},
        {"type=restriction, restriction:motorcar:conditional=only_left_turn@Su",
         "only, only_left_turn@Su"},
        {"type=restriction, restriction=no_zigzags @ (07:00-09:00; PH off)",
         "no, no_zigzags @ (07:00-09:00; PH off)"},
        {"type=restriction, restriction:conditional=no_left_turn", "no"},
        {"type=restriction, restriction:conditional=no_left_turn @ (Su) or so",
         "no"},
        {"type=restriction, restriction:conditional=no_u_turn @ (weight>3.5)",
         "conditional"},
        {"type=restriction, restriction:conditional=none @ (Su)",
         "ignored, none @ (Su)"},
        {"type=restriction, restriction:conditional=no_right_turn_on_red @ "
         "(Su)",
         "ignored, no_right_turn_on_red @ (Su)"},
        {"type=restriction, restriction:conditional=no_left_turn @ (Su), "
         "except=motorcar",
         "excepted"},
        {"type=restriction, restriction=no_left_turn, "
         "restriction:conditional=no_left_turn @ (Su)",
         "no"},
        {"type=restriction, restriction:hgv:conditional=no_left_turn @ (Su)",
         "ignored"},
    };
    static const char *const set[] = {"restrictions.conditional=yes"};
    struct profile *profile = case_profile("car", set, 1);

    for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
        char words[200];

        case_restriction_words(profile, rows[i].tags, words, sizeof(words));
        assert_string_equal(words, rows[i].words);
    }
    profile_destroy(profile);
}

static bool is_station(const struct profile *profile, const char *text)
{
    struct case_tags tags;

    case_tags_read(text, &tags);
    return profile_wants_node(profile, &tags.tags);
}

static void stations_join_roads_and_rails(void **state)
{
    struct profile *rail = case_profile("walk-rail", NULL, 0);
    struct profile *car = case_profile("car", NULL, 0);

    assert_true(is_station(rail, "railway=station"));
    assert_true(is_station(rail, "railway=tram_stop, name=A"));
    assert_true(is_station(rail, "public_transport=stop_position, train=yes"));
    assert_false(is_station(rail, "public_transport=stop_position, bus=yes"));
    assert_false(is_station(rail, "public_transport=stop_position, train=no"));
    assert_false(is_station(rail, "amenity=fuel"));
    assert_false(is_station(car, "railway=station"));
    assert_true(profile_transfers(rail)->radius_m == 300);
    assert_true(profile_transfers(rail)->rail_radius_m == 150);
    assert_true(profile_transfers(rail)->duration_s == 180);
    assert_true(profile_transfers(rail)->walk_kmh == 5);
    assert_int_equal(profile_transfers(rail)->links_max, 4);
    assert_true(profile_transfers(car)->radius_m == 0);
    profile_destroy(rail);
    profile_destroy(car);
}

static void weights_are_times_where_nothing_says_otherwise(void **state)
{
    static const char *const even[] = {"penalties.highway=traffic_signals 7"};
    struct profile *rail = case_profile("walk-rail", NULL, 0);
    struct profile *car = case_profile("car", NULL, 0);
    struct profile *testbot = case_profile("testbot", even, 1);

    assert_true(profile_general(rail)->weight_is_duration);
    assert_false(profile_general(car)->weight_is_duration);
    assert_true(profile_general(testbot)->weight_is_duration);
    profile_destroy(rail);
    profile_destroy(car);
    profile_destroy(testbot);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(car_stops_at_barriers_that_do_not_let_it_pass),
        cmocka_unit_test(signals_and_signs_have_a_side),
        cmocka_unit_test(others_pass_where_cars_do_not),
        cmocka_unit_test(turns_cost_by_angle_and_side),
        cmocka_unit_test(turns_into_greater_roads_take_longer),
        cmocka_unit_test(restricted_roads_are_entered_at_a_price_of_weight),
        cmocka_unit_test(cars_turn_back_at_dead_ends_and_barriers),
        cmocka_unit_test(nodes_add_to_turns),
        cmocka_unit_test(a_private_gate_is_dear_on_foot_too),
        cmocka_unit_test(who_walks_turns_freely_and_trains_do_not),
        cmocka_unit_test(restrictions_are_for_whom_they_name),
        cmocka_unit_test(restrictions_may_be_conditional),
        cmocka_unit_test(stations_join_roads_and_rails),
        cmocka_unit_test(weights_are_times_where_nothing_says_otherwise),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
