/* guidance: angles, names, lanes and summaries, each for itself. */
#include "tests/unit/cmocka_all.h"

#include <math.h>
#include <string.h>

#include "core/service/guidance/crossing.h"
#include "core/service/guidance/lanes.h"
#include "core/service/guidance/road_label.h"

static struct position at(double lon, double lat)
{
    return (struct position){(int32_t)(lon * 1e7), (int32_t)(lat * 1e7)};
}

static void bearings_go_clockwise_from_north(void **state)
{
    struct compass compass = {0};

    assert_int_equal(
        bearing_round(compass_bearing(&compass, at(7, 49), at(7, 49.01))), 0);
    assert_int_equal(
        bearing_round(compass_bearing(&compass, at(7, 49), at(7.01, 49))), 90);
    assert_int_equal(
        bearing_round(compass_bearing(&compass, at(7, 49), at(7, 48.99))), 180);
    assert_int_equal(
        bearing_round(compass_bearing(&compass, at(7, 49), at(6.99, 49))), 270);
    assert_int_equal(
        bearing_round(compass_bearing(&compass, at(0, 0), at(-0.01, 0.01))),
        315);
    assert_int_equal(
        bearing_round(compass_bearing(&compass, at(7, 49), at(7, 49))), 0);
}

/* A degree of longitude is half as long there. */
static void bearings_know_the_latitude(void **state)
{
    struct compass compass = {0};

    assert_int_equal(
        bearing_round(compass_bearing(&compass, at(5, 0), at(5.01, 0.01))), 45);
    assert_int_equal(
        bearing_round(compass_bearing(&compass, at(5, 60), at(5.02, 60.01))),
        45);
    assert_int_equal(
        bearing_round(compass_bearing(&compass, at(5, -60), at(5.02, -59.99))),
        45);
}

static void the_antimeridian_is_crossed(void **state)
{
    struct compass compass = {0};

    assert_int_equal(bearing_round(compass_bearing(&compass, at(179.999, 10),
                                                   at(-179.999, 10))),
                     90);
}

static void rounding_never_gives_360(void **state)
{
    assert_int_equal(bearing_round(359.7f), 0);
    assert_int_equal(bearing_round(359.4f), 359);
    assert_int_equal(bearing_round(0.4f), 0);
}

static void steps_of_bearings_are_the_nearest(void **state)
{
    assert_int_equal(bearing_round_to_step(0), 0);
    assert_int_equal(bearing_round_to_step(67.4f), 60);
    assert_int_equal(bearing_round_to_step(67.6f), 75);
    assert_int_equal(bearing_round_to_step(345), 345);
    assert_int_equal(bearing_round_to_step(352.4f), 345);
    assert_int_equal(bearing_round_to_step(353), 0);
    assert_int_equal(bearing_round_to_step(359.9f), 0);
}

static void turns_are_within_half_a_circle(void **state)
{
    assert_true(bearing_turn(350, 10) == 20);
    assert_true(bearing_turn(10, 350) == -20);
    assert_true(bearing_turn(0, 180) == 180);
    assert_true(bearing_turn(180, 0) == 180);
    assert_true(bearing_reverse(bearing_reverse(77)) == 77);
}

static void modifiers_by_angle(void **state)
{
    static const struct {
        float turn;
        enum maneuver_modifier modifier;
    } cases[] = {
        {0, MODIFIER_STRAIGHT},      {20, MODIFIER_STRAIGHT},
        {-20, MODIFIER_STRAIGHT},    {21, MODIFIER_SLIGHT_RIGHT},
        {40, MODIFIER_SLIGHT_RIGHT}, {41, MODIFIER_RIGHT},
        {90, MODIFIER_RIGHT},        {120, MODIFIER_RIGHT},
        {121, MODIFIER_SHARP_RIGHT}, {179, MODIFIER_SHARP_RIGHT},
        {180, MODIFIER_UTURN},       {-21, MODIFIER_SLIGHT_LEFT},
        {-90, MODIFIER_LEFT},        {-120, MODIFIER_LEFT},
        {-121, MODIFIER_SHARP_LEFT}, {-179.5f, MODIFIER_SHARP_LEFT},
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        assert_int_equal(modifier_of_turn(cases[i].turn), cases[i].modifier);
        if (cases[i].turn < 180)
            assert_int_equal(modifier_mirror(cases[i].modifier),
                             modifier_of_turn(-cases[i].turn));
    }
}

/* ---- Names -------------------------------------------------------------- */

/* Roads with names and refs alone. */
struct texts {
    char text[2000];
    size_t size;
    struct roads roads;
};

static uint32_t keep(struct texts *texts, const char *text)
{
    size_t begin = texts->size;

    if (!*text)
        return 0;
    memcpy(texts->text + begin, text, strlen(text) + 1);
    texts->size += strlen(text) + 1;
    return (uint32_t)begin;
}

static bool changes(const char *name, const char *ref, const char *to_name,
                    const char *to_ref)
{
    struct texts texts = {.size = 1};
    struct road_label from = {keep(&texts, name), keep(&texts, ref), 0, 0};
    struct road_label to = {keep(&texts, to_name), keep(&texts, to_ref), 0, 0};

    texts.roads.text = texts.text;
    return road_label_changes(&texts.roads, &from, &to);
}

static void other_names_are_told(void **state)
{
    assert_true(changes("High Street", "", "Low Street", ""));
    assert_true(changes("", "", "Low Street", ""));
    assert_true(changes("", "", "", "A1"));
    assert_true(changes("", "A1", "", "A3"));
    assert_true(changes("", "A1", "Low Street", ""));
    assert_true(changes("Low Street", "", "", "A1"));
    assert_true(changes("Low Street", "A1", "High Street", "A1"));
}

static void what_is_the_same_road_is_not_told(void **state)
{
    assert_false(changes("High Street", "", "High Street", ""));
    assert_false(changes("High Street", "", "", ""));
    assert_false(changes("", "", "", ""));
    assert_false(changes("High Street", "A1", "High Street", ""));
    assert_false(changes("High Street", "", "High Street", "A1"));
    assert_false(changes("", "A1;A2", "", "A1"));
    assert_false(changes("", "A1", "High Street", "A1"));
    assert_false(changes("Main Street", "", "Main Street East", ""));
    assert_false(changes("North Main Street", "", "Main Street", ""));
    assert_false(changes("Main Street N", "", "S Main Street", ""));
}

/* ---- Lanes -------------------------------------------------------------- */

/* At a crossroads one of whose roads is bent; or for a U-turn. */
static uint16_t lanes_for(const char *lanes, float turn)
{
    float turns[] = {180, 90, 0, -90, -180};
    struct lane_roads roads = {turns + 1, 3, 0};
    struct lanes read;

    roads.turn -= turn == 180;
    roads.count += turn == 180 || turn == -180;
    while (fabsf(roads.turn[roads.out] - turn) > 45)
        roads.out++;
    turns[&roads.turn[roads.out] - turns] = turn;
    return lanes_read(lanes, &read)
               ? lanes_for_road(&read, ARROWS_ALL, &roads).valid
               : 0;
}

static void lanes_suit_turns(void **state)
{
    assert_int_equal(lanes_for("left|through|right", -85), 1);
    assert_int_equal(lanes_for("left|through|right", 3), 2);
    assert_int_equal(lanes_for("left|through|right", 100), 4);
    assert_int_equal(lanes_for("left;through|through;right", 0), 3);
    assert_int_equal(lanes_for("|none|right", 0), 3);
    assert_int_equal(lanes_for("reverse|left|through", -180), 1);
    assert_int_equal(lanes_for("left|left|right", 0), 0);
    assert_int_equal(lanes_for("through|right;reverse", 180), 2);
    assert_int_equal(lanes_for("left|through", -180), 1);
    assert_int_equal(lanes_for("through", 10), 1);
}

static void more_lanes_than_fit_are_none(void **state)
{
    assert_int_equal(lanes_for("||||||||||||||||", 0), 0);
    assert_int_equal(lanes_for("|||||||||||||||", 0), 0xffff);
}

/* ---- Summaries ---------------------------------------------------------- */

static void summaries_have_the_longest_in_their_order(void **state)
{
    struct summary_road parts[] = {
        {11, 0, 5, 0},  {12, 0, 30, 1}, {0, 0, 99, 2},
        {13, 0, 20, 3}, {0, 14, 8, 4},  {11, 0, 16, 5},
    };
    uint32_t names[SUMMARY_NAMES];

    summary_of(parts, 6, names);
    assert_int_equal(names[0], 11);
    assert_int_equal(names[1], 12);
}

static void summaries_have_refs_where_names_are_not(void **state)
{
    struct summary_road parts[] = {{0, 14, 8, 0}, {0, 0, 99, 1}};
    uint32_t names[SUMMARY_NAMES];

    summary_of(parts, 2, names);
    assert_int_equal(names[0], 14);
    assert_int_equal(names[1], 0);
    summary_of(parts, 0, names);
    assert_int_equal(names[0], 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bearings_go_clockwise_from_north),
        cmocka_unit_test(bearings_know_the_latitude),
        cmocka_unit_test(the_antimeridian_is_crossed),
        cmocka_unit_test(rounding_never_gives_360),
        cmocka_unit_test(steps_of_bearings_are_the_nearest),
        cmocka_unit_test(turns_are_within_half_a_circle),
        cmocka_unit_test(modifiers_by_angle),
        cmocka_unit_test(other_names_are_told),
        cmocka_unit_test(what_is_the_same_road_is_not_told),
        cmocka_unit_test(lanes_suit_turns),
        cmocka_unit_test(more_lanes_than_fit_are_none),
        cmocka_unit_test(summaries_have_the_longest_in_their_order),
        cmocka_unit_test(summaries_have_refs_where_names_are_not),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
