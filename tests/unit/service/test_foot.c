/* foot: the foot of a position in web mercator, by the textbook's projection.
 */
#include "tests/unit/cmocka_all.h"

#include <math.h>

#include "core/base/random.h"
#include "core/service/place/snap.h"
#include "tests/unit/graph/drawn_roads.h"

static const double radian_e7 = M_PI / 180 / 1e7;

static double textbook_north(struct position position)
{
    return log(tan(M_PI / 4 + position.lat_e7 * radian_e7 / 2));
}

static double textbook_fraction(const struct position *end,
                                struct position position)
{
    double x = (end[1].lon_e7 - end[0].lon_e7) * radian_e7;
    double y = textbook_north(end[1]) - textbook_north(end[0]);
    double to_x = (position.lon_e7 - end[0].lon_e7) * radian_e7;
    double to_y = textbook_north(position) - textbook_north(end[0]);

    return fmin(fmax((x * to_x + y * to_y) / (x * x + y * y), 0), 1);
}

static struct near_segment foot(const struct position *end,
                                struct position position)
{
    struct roads roads = {.node_position = end};
    struct near_segment near = {.fraction = -1};

    foot_in_mercator(&roads, position, &near);
    return near;
}

static int32_t somewhere(struct random *random, int32_t middle_e7)
{
    return middle_e7 - 2000000 + (int32_t)random_below(random, 4000000);
}

static void it_is_where_the_textbook_has_it(void **state)
{
    struct random random;
    double north;

    random_seed(&random, 5);
    for (int i = 0; i < 300; i++) {
        int32_t lat_e7 = (i % 17 - 8) * 100000000;
        struct position at[3];
        struct near_segment near;
        double fraction;

        for (int p = 0; p < 3; p++)
            at[p] = (struct position){somewhere(&random, 250000000),
                                      somewhere(&random, lat_e7)};
        near = foot(at, at[2]);
        fraction = textbook_fraction(at, at[2]);
        north = textbook_north(at[0]) +
                fraction * (textbook_north(at[1]) - textbook_north(at[0]));
        assert_true(fabs(near.fraction - fraction) < 1e-6);
        assert_true(fabs((2 * atan(exp(north)) - M_PI / 2) / radian_e7 -
                         near.position.lat_e7) < 4);
        assert_true(fabs(at[0].lon_e7 +
                         fraction * (at[1].lon_e7 - at[0].lon_e7) -
                         near.position.lon_e7) < 4);
    }
}

static void ends_are_where_they_are(void **state)
{
    const struct position end[2] = {{100000000, 600000000},
                                    {100100001, 600100003}};

    for (int i = 0; i < 2; i++) {
        struct near_segment near = foot(end, end[i]);

        assert_true(near.fraction == i);
        assert_int_equal(near.position.lon_e7, end[i].lon_e7);
        assert_int_equal(near.position.lat_e7, end[i].lat_e7);
    }
}

static void a_segment_across_the_antimeridian_has_one_too(void **state)
{
    const struct position end[2] = {{1799990000, 0}, {-1799980000, 0}};
    struct near_segment near = foot(end, (struct position){-1799990000, 3000});

    assert_true(fabs(near.fraction - 2. / 3) < 1e-6);
    assert_int_equal(near.position.lon_e7, -1799990000);
    assert_int_equal(near.position.lat_e7, 0);
}

static void beyond_the_plane_nothing_is_changed(void **state)
{
    const struct position end[2] = {{0, 850000000}, {0, 860000000}};

    assert_true(foot(end, end[0]).fraction == -1);
}

static void a_segment_without_length_has_its_only_place(void **state)
{
    const struct position end[2] = {{7, 9}, {7, 9}};
    struct near_segment near = foot(end, (struct position){100, 100});

    assert_true(near.fraction == 0);
    assert_int_equal(near.position.lat_e7, 9);
}

/* Two kilometres off at 80 degrees north: 1.7 m beside the one on the ground.
 */
static void snaps_have_it_where_it_is_wished(void **state)
{
    struct drawn_roads *drawn = drawn_roads_create();
    struct snap_options options =
        snap_options_of((struct position){1100000, 800000000});
    struct snap ground;
    struct snap mercator[8];
    const struct position *node;

    drawn_roads_draw(drawn, "0 800000000, 1100000 800190000");
    drawn_roads_plant(drawn);
    node = drawn->node_position;
    assert_int_equal(snap_nearest(&drawn->roads, &options, 1, &ground), 1);
    options.mercator = true;
    assert_int_equal(snap_nearest(&drawn->roads, &options, 1, mercator), 1);
    assert_true(mercator[0].fraction == foot(node, options.position).fraction);
    assert_true(fabs(mercator[0].fraction - ground.fraction) > 3e-4);
    assert_int_equal(snap_place(&drawn->roads, &options, 8, mercator), 1);
    assert_true(mercator[0].fraction == foot(node, options.position).fraction);
    drawn_roads_destroy(drawn);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_is_where_the_textbook_has_it),
        cmocka_unit_test(ends_are_where_they_are),
        cmocka_unit_test(a_segment_across_the_antimeridian_has_one_too),
        cmocka_unit_test(beyond_the_plane_nothing_is_changed),
        cmocka_unit_test(a_segment_without_length_has_its_only_place),
        cmocka_unit_test(snaps_have_it_where_it_is_wished),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
