/* snap_place: all roads through the nearest place. 1000 units of the drawings
 * are 11 m. */
#include "tests/unit/cmocka_all.h"

#include "core/service/place/snap.h"
#include "tests/unit/graph/drawn_roads.h"

static struct snap_options wish_at(int32_t lon_e7, int32_t lat_e7)
{
    return snap_options_of((struct position){lon_e7, lat_e7});
}

/* Four roads that meet, one that passes by. */
static struct drawn_roads *crossing(void)
{
    struct drawn_roads *drawn = drawn_roads_create();

    drawn_roads_draw(drawn, "0 0, 10000 0");
    drawn_roads_draw(drawn, "20000 0, 10000 0");
    drawn_roads_draw(drawn, "10000 0, 10000 10000");
    drawn_roads_draw(drawn, "10000 -1000, 10000 0");
    drawn_roads_draw(drawn, "10001 -10000, 10003 10000");
    drawn_roads_plant(drawn);
    return drawn;
}

/* The pieces, a digit each. */
static void assert_pieces(const struct snap *snaps, uint32_t count,
                          const char *expected)
{
    char text[16] = "";

    for (uint32_t i = 0; i < count; i++)
        text[i] = (char)('0' + snaps[i].piece);
    assert_string_equal(text, expected);
}

static void assert_place(const struct drawn_roads *drawn,
                         struct snap_options options, const char *expected)
{
    struct snap snaps[8];
    uint32_t count = snap_place(&drawn->roads, &options, 8, snaps);

    assert_pieces(snaps, count, expected);
    for (uint32_t i = 1; i < count; i++) {
        assert_int_equal(snaps[i].position.lon_e7, snaps[0].position.lon_e7);
        assert_int_equal(snaps[i].position.lat_e7, snaps[0].position.lat_e7);
    }
}

static void roads_that_meet_are_one_each(void **state)
{
    struct drawn_roads *drawn = crossing();
    struct snap_options options = wish_at(10000, 0);
    struct snap snaps[9];

    assert_pieces(snaps, snap_nearest(&drawn->roads, &options, 9, snaps),
                  "01234");
    assert_pieces(snaps, snap_nearest(&drawn->roads, &options, 3, snaps),
                  "012");
    drawn_roads_destroy(drawn);
}

static void a_place_is_on_all_roads_that_meet_there(void **state)
{
    struct drawn_roads *drawn = crossing();
    struct snap_options options = wish_at(10000, 0);
    struct snap snaps[2];

    assert_place(drawn, options, "0123");
    assert_int_equal(snap_place(&drawn->roads, &options, 2, snaps), 2);
    assert_int_equal(snap_place(&drawn->roads, &options, 0, snaps), 0);
    assert_place(drawn, wish_at(9000, 300), "0");
    options.has_bearing = true;
    options.bearing_deg = 90;
    options.bearing_range_deg = 10;
    assert_place(drawn, options, "01");
    options.has_bearing = false;
    options.radius_m = 0;
    assert_place(drawn, options, "0123");
    drawn_roads_close(drawn, 0);
    drawn_roads_close(drawn, 1);
    assert_place(drawn, options, "123");
    options.position.lat_e7 = 20000;
    assert_place(drawn, options, "");
    drawn_roads_destroy(drawn);
}

/* A point just along the first two roads rounds to where they meet the third,
 * which is a fifth of a millimetre farther; the last two are a centimetre
 * apart. */
static void a_place_is_what_its_numbers_say(void **state)
{
    struct drawn_roads *drawn = drawn_roads_create();
    struct snap_options options = wish_at(0, 4);

    drawn_roads_draw(drawn, "0 0, 10000 1000");
    drawn_roads_draw(drawn, "0 0, -10000 1000");
    drawn_roads_draw(drawn, "0 0, 0 -10000");
    drawn_roads_draw(drawn, "20000 0, 30000 0");
    drawn_roads_draw(drawn, "20000 1, 30000 1");
    drawn_roads_plant(drawn);
    assert_place(drawn, options, "012");
    options.radius_m = 0.0441;
    assert_place(drawn, options, "01");
    assert_place(drawn, wish_at(25000, 50), "4");
    drawn_roads_destroy(drawn);
}

/* A position beside a node by no more than the rounding of coordinates means
 * the node. */
static void a_place_within_reach_of_a_node_is_the_node(void **state)
{
    struct drawn_roads *drawn = crossing();
    struct snap_options options = wish_at(9995, 3);
    struct snap snaps[8];

    assert_place(drawn, options, "0");
    options.node_reach_e7 = 4;
    assert_place(drawn, options, "0");
    options.node_reach_e7 = 5;
    assert_place(drawn, options, "0123");
    assert_int_equal(snap_place(&drawn->roads, &options, 8, snaps), 4);
    assert_int_equal(snaps[0].position.lon_e7, 10000);
    assert_int_equal(snaps[0].position.lat_e7, 0);
    for (size_t i = 0; i < 4; i++)
        assert_true(snaps[i].distance_m > 0.03 && snaps[i].distance_m < 0.07);
    options.radius_m = 0.01;
    assert_int_equal(snap_place(&drawn->roads, &options, 8, snaps), 0);
    drawn_roads_destroy(drawn);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(roads_that_meet_are_one_each),
        cmocka_unit_test(a_place_is_on_all_roads_that_meet_there),
        cmocka_unit_test(a_place_is_what_its_numbers_say),
        cmocka_unit_test(a_place_within_reach_of_a_node_is_the_node),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
