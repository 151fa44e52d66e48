/* snap: the roads that a vehicle at a position may take. 1000 units of the
 * drawings are 11 m. */
#include "tests/unit/cmocka_all.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "core/graph/roads/segment_tree.h"
#include "core/service/place/snap.h"
#include "tests/unit/graph/drawn_roads.h"

enum { SNAPS_MAX = 128 };

static struct snap_options wish_at(int32_t lon_e7, int32_t lat_e7)
{
    return snap_options_of((struct position){lon_e7, lat_e7});
}

/* "3>" is piece 3 forward alone, "3<" backward, "3=" both; all of them. */
static void assert_snaps(const struct drawn_roads *drawn,
                         struct snap_options options, uint32_t count,
                         const char *expected)
{
    static const char *const words[2][2] = {{"", "<"}, {">", "="}};
    struct snap snaps[SNAPS_MAX];
    uint32_t found = snap_nearest(&drawn->roads, &options, count, snaps);
    char text[256] = "";

    for (uint32_t i = 0; i < found; i++) {
        char word[16];

        snprintf(word, sizeof(word), "%s%u%s", i ? " " : "", snaps[i].piece,
                 words[snaps[i].direction[0]][snaps[i].direction[1]]);
        strcat(text, word);
    }
    assert_string_equal(text, expected);
}

/* A road to the east, one to the north farther off, with their tree. */
static struct drawn_roads *two_roads(void)
{
    struct drawn_roads *drawn = drawn_roads_create();

    drawn_roads_draw(drawn, "0 0, 10000 0");
    drawn_roads_draw(drawn, "12000 -5000, 12000 5000");
    drawn_roads_plant(drawn);
    return drawn;
}

static void a_road_is_taken_in_the_directions_that_are_open(void **state)
{
    struct drawn_roads *drawn = two_roads();

    assert_snaps(drawn, wish_at(5000, 1000), 1, "0=");
    drawn_roads_close(drawn, 1);
    assert_snaps(drawn, wish_at(5000, 1000), 1, "0>");
    drawn_roads_close(drawn, 0);
    assert_snaps(drawn, wish_at(5000, 1000), 2, "1=");
    drawn_roads_destroy(drawn);
}

static void a_boat_or_train_is_boarded_on_its_way_only_if_wished(void **state)
{
    static const uint8_t boarded[] = {MODE_FERRY, MODE_TRAIN, MODE_TRANSFER};
    struct drawn_roads *drawn = two_roads();
    struct snap_options anywhere = wish_at(5000, 1000);

    anywhere.boards = true;
    for (size_t i = 0; i < sizeof(boarded); i++) {
        drawn->attributes[0].mode[0] = boarded[i];
        drawn->attributes[0].mode[1] = boarded[i];
        assert_snaps(drawn, wish_at(5000, 1000), 2, "1=");
        assert_snaps(drawn, anywhere, 2, "0= 1=");
        drawn->attributes[0].mode[1] = MODE_WALKING;
        assert_snaps(drawn, wish_at(5000, 1000), 2, "0< 1=");
    }
    drawn_roads_destroy(drawn);
}

static void says_where_on_the_road(void **state)
{
    struct drawn_roads *drawn = drawn_roads_create();
    struct snap_options options = wish_at(17500, 1000);
    struct snap snap;

    drawn_roads_draw(drawn, "0 -9000, 0 -9500");
    drawn_roads_draw(drawn, "0 0, 10000 0, 20000 0");
    drawn_roads_plant(drawn);
    assert_int_equal(snap_nearest(&drawn->roads, &options, 1, &snap), 1);
    assert_int_equal(snap.piece, 1);
    assert_int_equal(snap.segment, 2);
    assert_true(fabs(snap.fraction - 0.75) < 1e-12);
    assert_int_equal(snap.position.lon_e7, 17500);
    assert_int_equal(snap.position.lat_e7, 0);
    assert_true(fabs(snap.distance_m - 11.0574) < 0.001);
    drawn_roads_destroy(drawn);
}

static void nothing_is_taken_beyond_the_radius(void **state)
{
    struct drawn_roads *drawn = two_roads();
    struct snap_options options = wish_at(5000, 1000);

    options.radius_m = 11;
    assert_snaps(drawn, options, 2, "");
    options.radius_m = 12;
    assert_snaps(drawn, options, 2, "0=");
    options.radius_m = 78;
    assert_snaps(drawn, options, 2, "0= 1=");
    assert_snaps(drawn, options, 1, "0=");
    assert_snaps(drawn, options, 0, "");
    drawn_roads_destroy(drawn);
}

static struct snap_options with_bearing(struct snap_options options,
                                        double bearing_deg, double range_deg)
{
    options.has_bearing = true;
    options.bearing_deg = bearing_deg;
    options.bearing_range_deg = range_deg;
    return options;
}

static void a_bearing_takes_the_direction_of_travel(void **state)
{
    struct drawn_roads *drawn = two_roads();
    struct snap_options options = wish_at(5000, 1000);

    assert_snaps(drawn, with_bearing(options, 90, 10), 2, "0>");
    assert_snaps(drawn, with_bearing(options, 270, 10), 2, "0<");
    assert_snaps(drawn, with_bearing(options, -90, 0), 2, "0<");
    assert_snaps(drawn, with_bearing(options, 0, 10), 2, "1>");
    assert_snaps(drawn, with_bearing(options, 359, 10), 2, "1>");
    assert_snaps(drawn, with_bearing(options, 182, 2), 2, "1<");
    assert_snaps(drawn, with_bearing(options, 183, 2), 2, "");
    assert_snaps(drawn, with_bearing(options, 45, 44), 2, "");
    assert_snaps(drawn, with_bearing(options, 45, 45), 2, "0> 1>");
    assert_snaps(drawn, with_bearing(options, 0, 90), 2, "0= 1>");
    assert_snaps(drawn, with_bearing(options, 77, 180), 2, "0= 1=");
    drawn_roads_close(drawn, 1);
    assert_snaps(drawn, with_bearing(options, 270, 10), 2, "");
    drawn_roads_destroy(drawn);
}

/* At 60 degrees a degree of longitude is half as long as one of latitude; the
 * road's bearing on the ellipsoid is 45.1. */
static void bearings_are_those_on_the_ground(void **state)
{
    struct drawn_roads *drawn = drawn_roads_create();
    struct snap_options options = wish_at(0, 600000000);

    drawn_roads_draw(drawn, "0 600000000, 2000 600001000");
    drawn_roads_plant(drawn);
    assert_snaps(drawn, with_bearing(options, 45, 0), 1, "0>");
    assert_snaps(drawn, with_bearing(options, 46, 0), 1, "");
    assert_snaps(drawn, with_bearing(options, 44, 0), 1, "");
    assert_snaps(drawn, with_bearing(options, 225, 0), 1, "0<");
    drawn_roads_destroy(drawn);
}

static void a_segment_without_length_has_no_bearing(void **state)
{
    struct drawn_roads *drawn = drawn_roads_create();

    drawn_roads_draw(drawn, "0 0, 0 0");
    drawn_roads_plant(drawn);
    assert_snaps(drawn, wish_at(0, 10), 1, "0=");
    assert_snaps(drawn, with_bearing(wish_at(0, 10), 0, 179), 1, "");
    assert_snaps(drawn, with_bearing(wish_at(0, 10), 0, 180), 1, "0=");
    drawn_roads_destroy(drawn);
}

static struct snap_options with_approach(struct snap_options options,
                                         enum approach approach)
{
    options.approach = approach;
    return options;
}

static void assert_approaches(const struct drawn_roads *drawn,
                              struct snap_options options, const char *curb,
                              const char *opposite)
{
    assert_snaps(drawn, with_approach(options, APPROACH_UNRESTRICTED), 1, "0=");
    assert_snaps(drawn, with_approach(options, APPROACH_CURB), 1, curb);
    assert_snaps(drawn, with_approach(options, APPROACH_OPPOSITE), 1, opposite);
}

static void an_approach_is_by_the_side_on_which_one_drives(void **state)
{
    struct drawn_roads *drawn = two_roads();
    struct snap_options north = wish_at(5000, 1000);
    struct snap_options south = wish_at(5000, -1000);

    assert_approaches(drawn, north, "0<", "0>");
    assert_approaches(drawn, south, "0>", "0<");
    drawn->attributes[0].flags = ROAD_DRIVES_LEFT;
    assert_approaches(drawn, north, "0>", "0<");
    assert_approaches(drawn, south, "0<", "0>");
    drawn_roads_destroy(drawn);
}

static void on_the_very_road_any_side_suits(void **state)
{
    struct drawn_roads *drawn = drawn_roads_create();

    drawn_roads_draw(drawn, "0 0, 10000 3");
    drawn_roads_plant(drawn);
    assert_approaches(drawn, wish_at(0, 0), "0=", "0=");
    assert_approaches(drawn, wish_at(2500, 1), "0=", "0=");
    assert_approaches(drawn, wish_at(2500, 2), "0<", "0>");
    assert_approaches(drawn, wish_at(20000, 6), "0=", "0=");
    assert_approaches(drawn, wish_at(20000, 5), "0>", "0<");
    assert_approaches(drawn, wish_at(-10, 1), "0<", "0>");
    drawn_roads_destroy(drawn);
}

static void on_a_one_way_any_side_suits(void **state)
{
    struct drawn_roads *drawn = two_roads();
    struct snap_options options = wish_at(5000, 1000);

    drawn_roads_close(drawn, 1);
    assert_snaps(drawn, with_approach(options, APPROACH_CURB), 1, "0>");
    assert_snaps(drawn, with_approach(options, APPROACH_OPPOSITE), 1, "0>");
    drawn_roads_destroy(drawn);
}

static void what_suits_one_wish_alone_is_no_road(void **state)
{
    struct drawn_roads *drawn = two_roads();
    struct snap_options options =
        with_approach(wish_at(5000, 1000), APPROACH_CURB);

    assert_snaps(drawn, with_bearing(options, 270, 10), 1, "0<");
    assert_snaps(drawn, with_bearing(options, 90, 10), 1, "");
    assert_snaps(drawn, with_bearing(options, 90, 90), 1, "1<");
    drawn_roads_destroy(drawn);
}

static void excluded_classes_are_no_roads(void **state)
{
    struct drawn_roads *drawn = two_roads();
    struct snap_options options = wish_at(5000, 1000);

    drawn->attributes[0].class_bits = 6;
    drawn->attributes[1].class_bits = 1;
    assert_snaps(drawn, options, 2, "0= 1=");
    options.exclude = 8;
    assert_snaps(drawn, options, 2, "0= 1=");
    options.exclude = 4;
    assert_snaps(drawn, options, 2, "1=");
    options.exclude = 3;
    assert_snaps(drawn, options, 2, "");
    drawn_roads_destroy(drawn);
}

static void large_components_can_be_asked_for(void **state)
{
    struct drawn_roads *drawn = two_roads();
    struct snap_options options = wish_at(5000, 1000);

    drawn->component[0] = 1;
    assert_snaps(drawn, options, 2, "0= 1=");
    options.large_only = true;
    assert_snaps(drawn, options, 2, "1=");
    drawn->roads.large_count = 2;
    assert_snaps(drawn, options, 2, "0= 1=");
    drawn_roads_destroy(drawn);
}

static void more_than_are_asked_for_at_once_come_in_order(void **state)
{
    struct drawn_roads *drawn = drawn_roads_create();
    struct snap_options options = wish_at(0, 0);
    struct snap snaps[100];

    for (int32_t i = 0; i < 100; i++)
        drawn_roads_add(drawn,
                        (struct position[]){{-50, 100 + i / 40 * 10},
                                            {50, 100 + i / 40 * 10}},
                        2);
    drawn_roads_plant(drawn);
    assert_int_equal(snap_nearest(&drawn->roads, &options, 100, snaps), 100);
    for (uint32_t i = 0; i < 100; i++)
        assert_int_equal(snaps[i].segment, i);
    assert_int_equal(snap_nearest(&drawn->roads, &options, 65, snaps), 65);
    assert_int_equal(snaps[64].segment, 64);
    drawn_roads_destroy(drawn);
}

static void the_antimeridian_is_no_border(void **state)
{
    struct drawn_roads *drawn = drawn_roads_create();
    struct snap_options options = wish_at(-1799999000, 1000);

    drawn_roads_draw(drawn, "1799995000 0, -1799995000 0");
    drawn_roads_draw(drawn, "-1799995000 5000, -1799990000 5000");
    drawn_roads_plant(drawn);
    assert_snaps(drawn, options, 1, "0=");
    assert_snaps(drawn, with_bearing(options, 90, 5), 1, "0>");
    assert_snaps(drawn, with_approach(options, APPROACH_CURB), 1, "0<");
    assert_snaps(drawn, with_approach(options, APPROACH_OPPOSITE), 1, "0>");
    options.position.lon_e7 = 1799999000;
    assert_snaps(drawn, with_approach(options, APPROACH_CURB), 1, "0<");
    drawn_roads_destroy(drawn);
}

static void a_pole_is_a_place_as_well(void **state)
{
    struct drawn_roads *drawn = two_roads();
    struct snap_options options = wish_at(0, 900000000);
    struct snap snap;

    assert_int_equal(snap_nearest(&drawn->roads, &options, 1, &snap), 1);
    assert_int_equal(snap.piece, 1);
    assert_true(isfinite(snap.distance_m));
    drawn_roads_destroy(drawn);
}

static double distance_from(const struct drawn_roads *drawn, int32_t lon_e7,
                            int32_t lat_e7, double *ret_plane_m)
{
    struct snap_options options = wish_at(lon_e7, lat_e7);
    struct near_segment near;
    struct snap snap, place;

    assert_int_equal(snap_nearest(&drawn->roads, &options, 1, &snap), 1);
    assert_int_equal(snap_place(&drawn->roads, &options, 1, &place), 1);
    assert_true(place.distance_m == snap.distance_m);
    segment_tree_measure(&drawn->roads, snap.segment, options.position, &near);
    *ret_plane_m = near.distance_m;
    return snap.distance_m;
}

/* The other side of the globe is half a meridian away. */
static void far_away_the_ground_is_no_plane(void **state)
{
    struct drawn_roads *drawn = drawn_roads_create();
    double plane_m;

    drawn_roads_draw(drawn, "87000000 494000000, 87010000 494000000");
    drawn_roads_plant(drawn);
    assert_true(fabs(distance_from(drawn, 1800000000, 0, &plane_m) / 14461000 -
                     1) < 0.006);
    assert_true(plane_m > 19e6);
    assert_true(fabs(distance_from(drawn, -1712900000, -494000000, &plane_m) /
                         20004000 -
                     1) < 0.006);
    assert_true(distance_from(drawn, 87000000, 502000000, &plane_m) == plane_m);
    assert_true(plane_m > 80000);
    drawn_roads_destroy(drawn);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_road_is_taken_in_the_directions_that_are_open),
        cmocka_unit_test(a_boat_or_train_is_boarded_on_its_way_only_if_wished),
        cmocka_unit_test(says_where_on_the_road),
        cmocka_unit_test(nothing_is_taken_beyond_the_radius),
        cmocka_unit_test(a_bearing_takes_the_direction_of_travel),
        cmocka_unit_test(bearings_are_those_on_the_ground),
        cmocka_unit_test(a_segment_without_length_has_no_bearing),
        cmocka_unit_test(an_approach_is_by_the_side_on_which_one_drives),
        cmocka_unit_test(on_the_very_road_any_side_suits),
        cmocka_unit_test(on_a_one_way_any_side_suits),
        cmocka_unit_test(what_suits_one_wish_alone_is_no_road),
        cmocka_unit_test(excluded_classes_are_no_roads),
        cmocka_unit_test(large_components_can_be_asked_for),
        cmocka_unit_test(more_than_are_asked_for_at_once_come_in_order),
        cmocka_unit_test(the_antimeridian_is_no_border),
        cmocka_unit_test(a_pole_is_a_place_as_well),
        cmocka_unit_test(far_away_the_ground_is_no_plane),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
