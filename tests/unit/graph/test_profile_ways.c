/* The shipped profiles: what tags of ways mean to each. */
#include "tests/unit/cmocka_all.h"

#include <stdio.h>
#include <string.h>

#include "tests/unit/graph/profile_case.h"

static void car_drives_by_class_and_limit(void **state)
{
    static const struct case_row rows[] = {
        {"highway=residential", "driving 24"},
        {"highway=motorway_link", "driving 55, link {motorway}"},
        {"highway=footway", "no road"},
        {"building=yes", "no road"},
        {"name=Somewhere", "no road"},
        {"highway=residential, maxspeed=30", "driving 25.8"},
        {"highway=residential, maxspeed=30 km/h", "driving 25.8"},
        {"highway=trunk, maxspeed=50 mph", "driving 69.2"},
        {"highway=primary, maxspeed=DE:urban", "driving 43"},
        {"highway=primary, maxspeed=XX:urban", "driving 43"},
        {"highway=primary, source:maxspeed=DE:rural", "driving 86"},
        {"highway=primary, source:maxspeed=sign, maxspeed=70", "driving 60.2"},
        {"highway=primary, maxspeed=signals", "driving 64"},
        {"highway=primary, maxspeed=0", "driving 64"},
        {"highway=living_street, maxspeed=walk", "driving 6.02 x1.2"},
        {"highway=motorway, maxspeed=none", "driving 124.7 / - {motorway}"},
        {"highway=primary, maxspeed=100, maxspeed:advisory=30", "driving 30"},
        {"highway=primary, maxspeed=30, maxspeed:forward=50",
         "driving 43 / driving 25.8"},
        {"highway=primary, maxspeed:backward=30", "driving 64 / driving 25.8"},
        {"highway=primary, maxspeed:motorcar=80, maxspeed=30", "driving 68.8"},
        {"highway=tertiary, maxspeed=100, surface=gravel", "driving 44"},
        {"highway=tertiary, maxspeed=100, surface=asphalt", "driving 84"},
        {"highway=tertiary, surface=gravel;grass", "driving 44"},
        {"highway=tertiary, smoothness=very_bad, surface=gravel", "driving 18"},
        {"highway=track, tracktype=grade5",
         "driving 9 x2.08, restricted, low {restricted}"},
        {"highway=track, surface=asphalt, maxspeed=30", "driving 24 x1.6, low"},
        {"highway=service, service=parking_aisle", "driving 9 x1.61, low"},
        {"highway=residential, traffic_calming=table, maxspeed=50",
         "driving 26"},
        {"highway=residential, traffic_calming=no, maxspeed=50", "driving 43"},
    };

    CASE_CHECK("car", case_way_words, rows);
}

static void car_heeds_access_from_particular_to_general(void **state)
{
    static const struct case_row rows[] = {
        {"highway=residential, access=no", "no access"},
        {"highway=residential, access=no, motorcar=yes", "driving 24"},
        {"highway=residential, access=yes, vehicle=no", "no access"},
        {"highway=residential, vehicle=no, motor_vehicle=yes", "driving 24"},
        {"highway=residential, motor_vehicle=no, motorcar=designated",
         "driving 24"},
        {"highway=residential, access=whatever", "driving 24"},
        {"highway=residential, motor_vehicle=whatever, access=no", "no access"},
        {"highway=residential, access=destination",
         "driving 24 x1.3, restricted {restricted}"},
        {"highway=service, access=private",
         "driving 16 x1.495, restricted, low {restricted}"},
        {"highway=track, motor_vehicle=agricultural;forestry", "no access"},
        {"highway=track, motor_vehicle=agricultural", "no access"},
        {"highway=track, vehicle=permissive;private", "driving 20 x1.6, low"},
        {"highway=residential, motor_vehicle:forward=no", "- / driving 24"},
        {"highway=residential, access:backward=no", "driving 24 / -"},
        {"highway=residential, access:backward=no, motor_vehicle=yes",
         "driving 24"},
        {"highway=residential, motor_vehicle=no, motor_vehicle:forward=yes",
         "driving 24 / -"},
        {"highway=residential, vehicle:backward=destination",
         "driving 24 / driving 24 x1.3, restricted {restricted}"},
        {"highway=residential, oneway=yes, motorcar:forward=no", "no access"},
        {"highway=residential, bicycle=no, hgv=no", "driving 24"},
        {"highway=residential, access:conditional=no @ (22:00-06:00)",
         "driving 24"},
        {"highway=pedestrian", "no road"},
        {"highway=pedestrian, access=yes", "no road"},
        {"highway=pedestrian, motor_vehicle=yes", "driving 7 x2, low"},
        {"highway=pedestrian, motor_vehicle=destination",
         "driving 7 x2.6, restricted, low {restricted}"},
        {"highway=pedestrian, motor_vehicle=no", "no road"},
    };

    CASE_CHECK("car", case_way_words, rows);
}

/* Where the profile wants conditions. */
static void ways_may_be_closed_at_times(void **state)
{
    static const char *const set[] = {"restrictions.conditional=yes"};
    static const struct case_row rows[] = {
        {"highway=residential, access:conditional=no @ (22:00-06:00)",
         "driving 24, closes: no @ (22:00-06:00)"},
        {"highway=residential, access:conditional=no @ 22:00-06:00;yes @ (Su)",
         "driving 24, closes: no @ (22:00-06:00);yes @ (Su)"},
        {"highway=residential, motor_vehicle:backward:conditional=no @ (Mo)",
         "driving 24, backward: no @ (Mo)"},
        {"highway=residential, access:conditional=no @ (Mo), "
         "motor_vehicle:conditional=destination @ (Tu)",
         "driving 24, closes: no @ (Mo);yes @ (Tu)"},
        {"highway=residential, access:conditional=no @ (Mo), vehicle=yes",
         "driving 24"},
        {"highway=residential, vehicle=yes, vehicle:conditional=no @ (Mo)",
         "driving 24, closes: no @ (Mo)"},
        {"highway=residential, vehicle=no, vehicle:conditional=no @ (Mo)",
         "no access"},
        {"highway=residential, access:conditional=private @ (Mo)",
         "driving 24"},
        {"highway=residential, access:conditional=no @ (weight>7.5)",
         "driving 24"},
        {"highway=residential, access:conditional=maybe @ (Mo)", "driving 24"},
        {"highway=residential, access:conditional=no", "driving 24"},
        {"highway=residential, "
         "access:conditional=no @ Mo-Fr 07:00-19:00; Sa 08:00-12:00",
         "driving 24"},
        {"highway=residential, bicycle:conditional=no @ (Mo)", "driving 24"},
    };

    struct profile *profile = case_profile("car", set, 1);
    char words[300];

    for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
        case_way_words(profile, rows[i].tags, words, sizeof(words));
        assert_string_equal(words, rows[i].words);
    }
    profile_destroy(profile);
}

static void car_heeds_one_ways(void **state)
{
    static const struct case_row rows[] = {
        {"highway=residential, oneway=yes", "driving 24 / -"},
        {"highway=residential, oneway=-1", "- / driving 24"},
        {"highway=residential, oneway=reverse", "- / driving 24"},
        {"highway=motorway", "driving 105 / - {motorway}"},
        {"highway=motorway, oneway=no", "driving 105 {motorway}"},
        {"highway=motorway, oneway=-1", "- / driving 105 {motorway}"},
        {"highway=tertiary, junction=roundabout", "driving 44 / -, roundabout"},
        {"highway=tertiary, junction=circular", "driving 44 / -, circular"},
        {"highway=tertiary, junction=roundabout, oneway=-1",
         "- / driving 44, roundabout"},
        {"highway=tertiary, junction=yes", "driving 44"},
        {"highway=residential, oneway=yes, oneway:motor_vehicle=no",
         "driving 24"},
        {"highway=residential, oneway=yes, oneway:bicycle=no",
         "driving 24 / -"},
        {"highway=residential, oneway=yes, cycleway=opposite",
         "driving 24 / -"},
        {"highway=residential, oneway=reversible", "reversible"},
        {"highway=residential, oneway=alternating", "driving 24"},
        {"highway=residential, oneway=-1;yes", "unclear"},
        {"highway=residential, oneway=yes; no", "unclear"},
        {"highway=residential, oneway=yes;reversible", "unclear"},
        {"highway=residential, oneway=yes;1", "driving 24 / -"},
        {"highway=residential, oneway=perhaps;yes", "driving 24 / -"},
        {"highway=residential, oneway=yes;no, oneway:motorcar=yes",
         "driving 24 / -"},
        {"highway=residential, oneway=reversible, access=no", "reversible"},
    };

    CASE_CHECK("car", case_way_words, rows);
}

static void car_fits_or_does_not(void **state)
{
    static const struct case_row rows[] = {
        {"highway=residential, maxheight=1.8",
         "driving 24, too small, too small back"},
        {"highway=residential, maxheight=6'7\"", "driving 24"},
        {"highway=residential, maxheight=6'6\"",
         "driving 24, too small, too small back"},
        {"highway=residential, maxheight=2 m", "driving 24"},
        {"highway=residential, maxheight=default", "driving 24"},
        {"highway=residential, maxheight=none", "driving 24"},
        {"highway=residential, maxheight:physical=1.9, maxheight=2.5",
         "driving 24, too small, too small back"},
        {"highway=residential, maxheight:physical=below, maxheight=1.9",
         "driving 24, too small, too small back"},
        {"highway=residential, maxheight:forward=1.5", "driving 24, too small"},
        {"highway=residential, maxheight=1.5, maxheight:backward=3",
         "driving 24, too small"},
        {"highway=residential, maxwidth=1.5",
         "driving 24, too small, too small back"},
        {"highway=residential, width=1.9",
         "driving 24, too small, too small back"},
        {"highway=residential, width=2", "driving 24"},
        {"highway=residential, est_width=150 cm",
         "driving 24, too small, too small back"},
        {"highway=residential, maxlength=4",
         "driving 24, too small, too small back"},
        {"highway=residential, maxlength=8", "driving 24"},
        {"highway=residential, maxweight=1",
         "driving 24, too small, too small back"},
        {"highway=residential, maxweight=3.5 t", "driving 24"},
        {"highway=residential, maxweight=1500 kg",
         "driving 24, too small, too small back"},
        {"highway=residential, maxweightrating=1",
         "driving 24, too small, too small back"},
        {"highway=residential, maxaxleload=1",
         "driving 24, too small, too small back"},
        {"highway=residential, maxweight=1, motorcar=yes",
         "driving 24, too small, too small back"},
    };

    CASE_CHECK("car", case_way_words, rows);
}

static void car_takes_ferries_and_leaves_what_is_no_road(void **state)
{
    static const struct case_row rows[] = {
        {"route=ferry, duration=00:35", "ferry, 2100 s {ferry}"},
        {"route=ferry, duration=35, motor_vehicle=yes",
         "ferry, 2100 s {ferry}"},
        {"route=ferry, duration=PT1H", "ferry, 3600 s {ferry}"},
        {"route=ferry", "ferry 10 {ferry}"},
        {"route=ferry, foot=yes", "no road"},
        {"route=ferry, foot=yes, motor_vehicle=no", "no road"},
        {"route=ferry, foot=yes, motorcar=yes", "ferry 10 {ferry}"},
        {"route=ferry, motor_vehicle=no", "no access"},
        {"route=ferry, duration=tomorrow", "ferry 10 {ferry}"},
        {"railway=rail, route=shuttle_train, duration=0:20", "train, 1200 s"},
        {"route=bus", "no road"},
        {"highway=primary, duration=00:35", "driving 64"},
        {"highway=construction", "construction"},
        {"highway=proposed", "construction"},
        {"highway=primary, construction=minor", "driving 64"},
        {"highway=primary, construction=no", "driving 64"},
        {"highway=primary, construction=yes", "construction"},
        {"highway=service, service=emergency_access", "no road"},
        {"highway=service, service=emergency_access, motor_vehicle=yes",
         "driving 9 x3.45, low"},
        {"highway=service, area=yes", "area"},
        {"highway=pedestrian, area=yes", "no road"},
        {"highway=service, smoothness=impassable", "no road"},
        {"highway=primary, toll=yes, tunnel=yes", "driving 64 {toll,tunnel}"},
        {"highway=primary, toll=no, tunnel=no", "driving 64"},
        {"highway=primary, driving_side=left", "driving 64, left"},
        {"highway=primary, driving_side=right", "driving 64"},
    };

    CASE_CHECK("car", case_way_words, rows);
}

static void bicycle_cycles_or_is_pushed(void **state)
{
    static const struct case_row rows[] = {
        {"highway=cycleway", "cycling 18 x0.85"},
        {"highway=tertiary", "cycling 18 x1.1"},
        {"highway=tertiary, maxspeed=10", "cycling 10 x1.1"},
        {"highway=residential, surface=cobblestone", "cycling 9 x0.95"},
        {"highway=motorway", "no road"},
        {"highway=trunk, motorroad=yes", "no road"},
        {"highway=trunk, cycleway=track", "cycling 16 x2.55"},
        {"highway=trunk, cycleway:right=lane, bicycle=no", "no access"},
        {"highway=primary, construction=yes", "construction"},
        {"highway=footway", "pushing bike 4.4 x1.61, low"},
        {"highway=footway, bicycle=yes", "cycling 10 x1.15, low"},
        {"highway=footway, bicycle=designated", "cycling 10 x1.035, low"},
        {"highway=footway, bicycle=no", "pushing bike 4.4 x1.61, low"},
        {"highway=footway, bicycle=dismount", "pushing bike 4.4 x1.61, low"},
        {"highway=path, bicycle=dismount, access=no", "pushing bike 4 x1.47"},
        {"highway=footway, foot=no", "no access"},
        {"highway=steps", "pushing bike 1.8 x2.8, low {steps}"},
        {"highway=cycleway, bicycle=no, foot=no", "no access"},
        {"highway=residential, access=no, foot=yes", "pushing bike 4.4 x1.33"},
        {"highway=residential, vehicle=destination",
         "cycling 18 x1.235, restricted {restricted}"},
        {"highway=residential, access=no, bicycle=yes", "cycling 18 x0.95"},
        {"highway=primary, bicycle=use_sidepath", "pushing bike 4.4 x2.38"},
        {"highway=track, motor_vehicle=no", "cycling 15 x1.1"},
    };

    CASE_CHECK("bicycle", case_way_words, rows);
}

static void bicycle_knows_exceptions_to_one_ways(void **state)
{
    static const struct case_row rows[] = {
        {"highway=residential, oneway=yes",
         "cycling 18 x0.95 / pushing bike 4.4 x1.33"},
        {"highway=residential, oneway=-1",
         "pushing bike 4.4 x1.33 / cycling 18 x0.95"},
        {"highway=residential, oneway=yes, oneway:bicycle=no",
         "cycling 18 x0.95"},
        {"highway=residential, oneway=yes, oneway:bicycle=yes",
         "cycling 18 x0.95 / pushing bike 4.4 x1.33"},
        {"highway=residential, oneway=no, oneway:bicycle=-1",
         "pushing bike 4.4 x1.33 / cycling 18 x0.95"},
        {"highway=residential, oneway=yes, cycleway=opposite",
         "cycling 18 x0.95"},
        {"highway=residential, oneway=yes, cycleway=opposite_lane",
         "cycling 18 x0.95"},
        {"highway=residential, oneway=yes, cycleway:left=opposite_track",
         "cycling 18 x0.95"},
        {"highway=residential, oneway=yes, cycleway:left:oneway=-1",
         "cycling 18 x0.95"},
        {"highway=residential, oneway=yes, cycleway:left:oneway=no",
         "cycling 18 x0.95"},
        {"highway=residential, oneway=yes, cycleway=lane",
         "cycling 18 x0.855 / pushing bike 4.4 x1.197"},
        {"highway=residential, oneway=-1, cycleway=opposite",
         "cycling 18 x0.95"},
        {"highway=residential, oneway=yes, bicycle:backward=yes",
         "cycling 18 x0.95"},
        {"highway=residential, junction=roundabout",
         "cycling 18 x0.95 / -, roundabout"},
        {"highway=residential, junction=circular, oneway=-1",
         "- / cycling 18 x0.95, circular"},
        {"highway=residential, junction=roundabout, bicycle=no",
         "pushing bike 4.4 x1.33 / -, roundabout"},
        {"highway=residential, oneway=yes, foot=no", "cycling 18 x0.95 / -"},
        {"highway=trunk, oneway=yes", "no road"},
        {"highway=trunk, oneway=yes, bicycle=yes", "cycling 16 x3 / -"},
        {"highway=residential, oneway=reversible", "pushing bike 4.4 x1.33"},
        {"highway=trunk, oneway=reversible, bicycle=yes", "reversible"},
    };

    CASE_CHECK("bicycle", case_way_words, rows);
}

static void foot_walks_nearly_everywhere(void **state)
{
    static const struct case_row rows[] = {
        {"highway=footway", "walking 5 x0.95"},
        {"highway=steps", "walking 2.8 x1.1 {steps}"},
        {"highway=residential", "walking 5"},
        {"highway=residential, oneway=yes", "walking 5"},
        {"highway=residential, oneway:foot=yes", "walking 5 / -"},
        {"highway=footway, oneway:foot=-1", "- / walking 5 x0.95"},
        {"highway=steps, conveying=backward", "- / walking 2.8 x1.1 {steps}"},
        {"highway=residential, junction=roundabout", "walking 5, roundabout"},
        {"highway=residential, foot:backward=no", "walking 5 / -"},
        {"highway=residential, vehicle=no", "walking 5"},
        {"highway=residential, foot=no", "no access"},
        {"highway=residential, access=no, foot=yes", "walking 5"},
        {"highway=service, access=private",
         "walking 5 x4.2, restricted {restricted}"},
        {"highway=residential, foot=use_sidepath", "no access"},
        {"highway=pedestrian, area=yes", "walking 5 x0.95"},
        {"railway=platform", "walking 5"},
        {"railway=rail", "no road"},
        {"highway=motorway", "no road"},
        {"highway=motorway, foot=yes", "walking 5 x5"},
        {"highway=trunk", "no road"},
        {"highway=trunk, foot=yes", "walking 5 x2.5"},
        {"highway=trunk, sidewalk:left=yes", "walking 5 x2.5"},
        {"highway=trunk, sidewalk=both, motorroad=yes", "no road"},
        {"highway=path, sac_scale=mountain_hiking", "walking 4 x0.97"},
        {"highway=residential, maxspeed=3", "walking 5"},
        {"route=ferry, duration=1:10", "ferry, 4200 s {ferry}"},
        {"highway=primary, sidewalk=separate", "walking 5 x1.61"},
    };

    CASE_CHECK("foot", case_way_words, rows);
}

static void walk_rail_has_roads_and_rails_apart(void **state)
{
    static const struct case_row rows[] = {
        {"highway=footway", "walking 5"},
        {"highway=residential, oneway=yes", "walking 5"},
        {"railway=rail", "train 60, rail {rail}"},
        {"railway=rail, access=no, foot=no", "train 60, rail {rail}"},
        {"railway=rail, maxspeed=60", "train 45, rail {rail}"},
        {"railway=rail, maxspeed=160, usage=main", "train 60, rail {rail}"},
        {"railway=subway", "train 34, rail {rail}"},
        {"railway=tram", "train 18, rail {rail}"},
        {"railway=monorail", "train 30, rail {rail}"},
        {"railway=tram, highway=residential", "walking 5"},
        {"railway=rail, service=yard", "no road"},
        {"railway=rail, service=siding", "no road"},
        {"railway=rail, service=crossover", "train 60, rail {rail}"},
        {"railway=rail, usage=industrial", "no road"},
        {"railway=disused", "no road"},
        {"railway=construction", "construction"},
        {"railway=platform", "walking 5"},
        {"highway=residential, foot=no", "no access"},
        {"highway=residential, access=private", "walking 5, restricted"},
    };

    CASE_CHECK("walk-rail", case_way_words, rows);
}

static void ways_of_no_use_are_told_by_few_keys(void **state)
{
    static const char *const unwanted[] = {"building=yes",    "waterway=river",
                                           "highway=footway", "railway=rail",
                                           "name=primary",    ""};
    struct profile *profile = case_profile("car", NULL, 0);
    struct case_tags tags;

    for (size_t i = 0; i < sizeof(unwanted) / sizeof(unwanted[0]); i++) {
        case_tags_read(unwanted[i], &tags);
        assert_int_equal(profile_wants_way(profile, &tags.tags),
                         !strcmp(unwanted[i], "highway=footway"));
    }
    case_tags_read("name=A, highway=construction", &tags);
    assert_true(profile_wants_way(profile, &tags.tags));
    profile_destroy(profile);
}

/* The way's own texts. */
static void texts_are_those_of_the_first_key_there(void **state)
{
    struct profile *profile = case_profile("car", NULL, 0);
    struct case_tags tags;
    struct way_rules rules;

    case_tags_read("highway=primary, name=High Street, ref=A 1, "
                   "destination=Rome;Paris, junction:ref=7;8, "
                   "name:pronunciation=hai, turn:lanes:forward=left|right, "
                   "turn:lanes=none",
                   &tags);
    assert_int_equal(profile_way(profile, &tags.tags, &rules), WAY_USED);
    assert_string_equal(rules.name, "High Street");
    assert_string_equal(rules.ref, "A 1");
    assert_null(rules.destinations);
    assert_string_equal(rules.exits, "7;8");
    assert_string_equal(rules.pronunciation, "hai");
    assert_string_equal(rules.lanes[0], "left|right");
    assert_null(rules.lanes[1]);
    case_tags_read("highway=primary, oneway=-1, turn:lanes=left|through",
                   &tags);
    assert_int_equal(profile_way(profile, &tags.tags, &rules), WAY_USED);
    assert_null(rules.name);
    assert_null(rules.lanes[0]);
    assert_string_equal(rules.lanes[1], "left|through");
    profile_destroy(profile);
}

/* Of a car's forward lanes. */
static unsigned closed_lanes(const char *more)
{
    struct profile *profile = case_profile("car", NULL, 0);
    struct case_tags tags;
    struct way_rules rules;
    char text[256];

    snprintf(text, sizeof(text), "highway=primary, %s", more);
    case_tags_read(text, &tags);
    assert_int_equal(profile_way(profile, &tags.tags, &rules), WAY_USED);
    profile_destroy(profile);
    return rules.lanes_closed[0];
}

static void lanes_for_others_are_closed(void **state)
{
    assert_int_equal(closed_lanes("turn:lanes:forward=left|through|right, "
                                  "vehicle:lanes:forward=yes|no|yes"),
                     2);
    assert_int_equal(closed_lanes("turn:lanes:forward=left|through, "
                                  "motor_vehicle:lanes:forward=|psv;bus"),
                     2);
    assert_int_equal(closed_lanes("turn:lanes:forward=left|through, "
                                  "vehicle:lanes:forward=no|no|yes"),
                     0);
    assert_int_equal(closed_lanes("turn:lanes:forward=left|through|, "
                                  "lanes:psv:forward=1"),
                     4);
    assert_int_equal(closed_lanes("turn:lanes:forward=left|through, "
                                  "lanes:psv:forward=1"),
                     0);
    assert_int_equal(closed_lanes("turn:lanes:forward=|through|, "
                                  "lanes:bus:forward=1, driving_side=left"),
                     1);
    assert_int_equal(closed_lanes("turn:lanes:forward=left|through|, "
                                  "lanes:psv:forward=yes"),
                     0);
    assert_int_equal(closed_lanes("oneway=yes, turn:lanes=left|, lanes:psv=1"),
                     2);
}

/* destinations and refs, or "-". */
static void assert_destinations(const char *name, const char *const *set,
                                size_t set_count, const char *tags,
                                const char *words)
{
    struct profile *profile = case_profile(name, set, set_count);
    struct case_tags at;
    struct way_rules rules;
    char told[200];

    case_tags_read(tags, &at);
    assert_int_equal(profile_way(profile, &at.tags, &rules), WAY_USED);
    snprintf(told, sizeof(told), "%s|%s",
             rules.destination_refs ? rules.destination_refs : "-",
             rules.destinations ? rules.destinations : "-");
    assert_string_equal(told, words);
    profile_destroy(profile);
}

static void destinations_are_those_of_the_one_way_that_is_open(void **state)
{
    static const char *const tagged[] = {"names.written=as-tagged"};
    static const char tags[] =
        "highway=primary, destination=Rome, destination:forward=Bern, "
        "destination:backward=Paris, destination:ref=A 5, "
        "destination:ref:backward=A 6";
    static const char forward[] =
        "highway=primary, oneway=yes, destination=Rome, "
        "destination:forward=Bern, destination:ref=A 5, "
        "destination:ref:backward=A 6";
    static const char backward[] =
        "highway=primary, oneway=-1, destination=Rome, "
        "destination:ref=A 5, destination:ref:backward=A 6";
    static const char empty[] =
        "highway=primary, oneway=yes, destination=Rome, "
        "destination:forward=";

    assert_destinations("car", NULL, 0, tags, "-|-");
    assert_destinations("car", NULL, 0, empty, "-|Rome");
    assert_destinations("car", NULL, 0, forward, "A 5|Bern");
    assert_destinations("bicycle", NULL, 0, backward, "A 6|Rome");
    assert_destinations("car", tagged, 1, tags, "-|Rome");
    assert_destinations("car", tagged, 1, forward, "-|Bern");
    assert_destinations("testbot", NULL, 0, tags, "-|Rome");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(car_drives_by_class_and_limit),
        cmocka_unit_test(car_heeds_access_from_particular_to_general),
        cmocka_unit_test(ways_may_be_closed_at_times),
        cmocka_unit_test(car_heeds_one_ways),
        cmocka_unit_test(car_fits_or_does_not),
        cmocka_unit_test(car_takes_ferries_and_leaves_what_is_no_road),
        cmocka_unit_test(bicycle_cycles_or_is_pushed),
        cmocka_unit_test(bicycle_knows_exceptions_to_one_ways),
        cmocka_unit_test(foot_walks_nearly_everywhere),
        cmocka_unit_test(walk_rail_has_roads_and_rails_apart),
        cmocka_unit_test(ways_of_no_use_are_told_by_few_keys),
        cmocka_unit_test(texts_are_those_of_the_first_key_there),
        cmocka_unit_test(lanes_for_others_are_closed),
        cmocka_unit_test(destinations_are_those_of_the_one_way_that_is_open),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
