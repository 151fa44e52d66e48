/* segment_tree_measure: the place on a segment is the nearest one. */
#include "tests/unit/cmocka_all.h"

#include <math.h>

#include "core/graph/roads/ground.h"
#include "tests/unit/graph/winding_roads.h"

static struct near_segment measure_line(const char *line,
                                        struct position position)
{
    struct drawn_roads *drawn = drawn_roads_create();
    struct near_segment near;

    drawn_roads_draw(drawn, line);
    drawn_roads_plant(drawn);
    segment_tree_measure(&drawn->roads, 0, position, &near);
    drawn_roads_destroy(drawn);
    return near;
}

static void assert_place(const struct near_segment *near, double fraction,
                         int32_t lon_e7, int32_t lat_e7)
{
    assert_true(fabs(near->fraction - fraction) < 1e-12);
    assert_int_equal(near->position.lon_e7, lon_e7);
    assert_int_equal(near->position.lat_e7, lat_e7);
}

static void measures_to_the_foot_or_to_the_nearer_end(void **state)
{
    const char *line = "1000000 0, 1004000 0";
    struct near_segment near;

    near = measure_line(line, (struct position){1001000, 900});
    assert_place(&near, 0.25, 1001000, 0);
    near = measure_line(line, (struct position){999000, -900});
    assert_place(&near, 0, 1000000, 0);
    near = measure_line(line, (struct position){1004500, 900});
    assert_place(&near, 1, 1004000, 0);
    near = measure_line(line, (struct position){1003000, 0});
    assert_place(&near, 0.75, 1003000, 0);
    assert_true(near.distance_m < 1e-9);
}

static void a_segment_without_length_is_its_place(void **state)
{
    struct near_segment near =
        measure_line("50 70, 50 70", (struct position){50, 90});

    assert_place(&near, 0, 50, 70);
    assert_true(fabs(near.distance_m - 20 * 0.011057) < 1e-5);
}

/* Known lengths of degrees of WGS 84, in metres. */
static void degrees_have_the_length_that_they_have(void **state)
{
    struct near_segment near;

    near = measure_line("0 0, 0 0", (struct position){10000000, 0});
    assert_true(fabs(near.distance_m - 111319.491) < 0.001);
    near = measure_line("0 450000000, 0 450000000",
                        (struct position){10000000, 450000000});
    assert_true(fabs(near.distance_m - 78846.835) < 0.001);
    near = measure_line("0 449950000, 0 449950000",
                        (struct position){0, 450050000});
    assert_true(fabs(near.distance_m - 1111.318) < 0.001);
    near = measure_line("0 900000000, 0 900000000",
                        (struct position){900000000, 900000000});
    assert_true(near.distance_m < 1e-6);
}

/* The same with more digits than a double has. */
static void assert_exact(struct position a, struct position b,
                         struct position from)
{
    struct drawn_roads *drawn = drawn_roads_create();
    struct ground ground = ground_at(from.lat_e7);
    long double x = ((long double)a.lon_e7 - from.lon_e7) * ground.east_m;
    long double y = ((long double)a.lat_e7 - from.lat_e7) * ground.north_m;
    long double dx = ((long double)b.lon_e7 - a.lon_e7) * ground.east_m;
    long double dy = ((long double)b.lat_e7 - a.lat_e7) * ground.north_m;
    long double t = -(x * dx + y * dy) / (dx * dx + dy * dy);
    struct near_segment near;

    t = fminl(fmaxl(t, 0), 1);
    drawn_roads_add(drawn, (struct position[]){a, b}, 2);
    drawn_roads_plant(drawn);
    segment_tree_measure(&drawn->roads, 0, from, &near);
    drawn_roads_destroy(drawn);
    assert_true(fabsl(near.fraction - t) * hypotl(dx, dy) < 1e-7L);
    assert_true(fabsl(near.distance_m - hypotl(x + t * dx, y + t * dy)) <
                1e-7L);
    assert_true(fabsl(a.lon_e7 + t * ((long double)b.lon_e7 - a.lon_e7) -
                      near.position.lon_e7) < 0.5L + 1e-5L);
    assert_true(fabsl(a.lat_e7 + t * ((long double)b.lat_e7 - a.lat_e7) -
                      near.position.lat_e7) < 0.5L + 1e-5L);
}

static void places_are_exact_to_the_last_digits(void **state)
{
    struct random random;

    random_seed(&random, 3);
    for (int i = 0; i < 20000; i++) {
        struct area land = {{100000000, 0}, 700000000};
        struct position a = random_position(&random, land);
        struct area around = {a, 1u << random_below(&random, 22)};

        assert_exact(a, random_position(&random, around),
                     random_position(&random, around));
    }
}

/* Through the ground, which over such distances is as far as along it. */
static double chord_m(struct position a, struct position b)
{
    double at[2][3];

    for (int i = 0; i < 2; i++) {
        double lon = (i ? b : a).lon_e7 / 1e7 * M_PI / 180;
        double lat = (i ? b : a).lat_e7 / 1e7 * M_PI / 180;
        double e2 = 0.00669437999014;
        double n = 6378137 / sqrt(1 - e2 * sin(lat) * sin(lat));

        at[i][0] = n * cos(lat) * cos(lon);
        at[i][1] = n * cos(lat) * sin(lon);
        at[i][2] = n * (1 - e2) * sin(lat);
    }
    return sqrt(pow(at[0][0] - at[1][0], 2) + pow(at[0][1] - at[1][1], 2) +
                pow(at[0][2] - at[1][2], 2));
}

static void distances_are_true_but_for_the_share_that_is_said(void **state)
{
    struct random random;

    random_seed(&random, 4);
    for (int i = 0; i < 20000; i++) {
        struct area land = {{0, 0}, 750000000};
        struct position a = random_position(&random, land);
        struct position b = random_position(
            &random, (struct area){a, 1u << random_below(&random, 22)});
        struct drawn_roads *drawn = drawn_roads_create();
        struct near_segment near;
        double slope = fabs(tan(a.lat_e7 / 1e7 * M_PI / 180));
        double share = (0.2 * slope + 0.01) * chord_m(a, b) / 6371000;

        drawn_roads_add(drawn, (struct position[]){b, b}, 2);
        drawn_roads_plant(drawn);
        segment_tree_measure(&drawn->roads, 0, a, &near);
        drawn_roads_destroy(drawn);
        assert_true(fabs(near.distance_m - chord_m(a, b)) <=
                    share * near.distance_m + 1e-6);
    }
}

/* 5.566 m and 2.783 m at the equator. */
static void finds_roads_across_the_antimeridian(void **state)
{
    struct drawn_roads *drawn = drawn_roads_create();
    struct near_segment near;
    uint32_t count;

    drawn_roads_draw(drawn, "1799999000 0, -1799999000 0");
    drawn_roads_draw(drawn, "0 100, 1000 100");
    drawn_roads_plant(drawn);
    segment_tree_nearest(&drawn->roads, (struct position){-1799999500, 500},
                         INFINITY, 1, NULL, NULL, &near, &count);
    assert_int_equal(near.segment, 0);
    assert_place(&near, 0.75, -1799999500, 0);
    assert_true(fabs(near.distance_m - 5.529) < 0.001);
    segment_tree_nearest(&drawn->roads, (struct position){1799998500, 0},
                         INFINITY, 1, NULL, NULL, &near, &count);
    assert_int_equal(near.segment, 0);
    assert_place(&near, 0, 1799999000, 0);
    assert_true(fabs(near.distance_m - 5.566) < 0.001);
    segment_tree_nearest(&drawn->roads, (struct position){0, 0}, INFINITY, 1,
                         NULL, NULL, &near, &count);
    assert_int_equal(near.segment, 1);
    drawn_roads_destroy(drawn);
}

static void positions_may_be_beyond_180_degrees(void **state)
{
    struct drawn_roads *drawn = drawn_roads_create();
    struct near_segment near[2];
    uint32_t count;

    drawn_roads_draw(drawn, "-1700000000 0, -1690000000 0");
    drawn_roads_draw(drawn, "1800000000 0, 1790000000 0");
    drawn_roads_plant(drawn);
    segment_tree_nearest(&drawn->roads, (struct position){1905000000, 10},
                         INFINITY, 2, NULL, NULL, near, &count);
    assert_int_equal(near[0].segment, 0);
    assert_place(&near[0], 0.5, -1695000000, 0);
    assert_int_equal(near[1].segment, 1);
    assert_place(&near[1], 0, 1800000000, 0);
    assert_true(fabs(near[1].distance_m - 10.5 * 111319.491) < 0.1);
    drawn_roads_destroy(drawn);
}

static void ends_keep_their_numbers(void **state)
{
    struct near_segment near;

    near = measure_line("1799990000 0, -1800000000 0", (struct position){0, 0});
    assert_place(&near, 0, 1799990000, 0);
    near = measure_line("1799990000 0, -1800000000 0",
                        (struct position){-1799990000, 0});
    assert_place(&near, 1, -1800000000, 0);
    near = measure_line("-1799990000 0, 1800000000 0",
                        (struct position){1799990000, 0});
    assert_place(&near, 1, 1800000000, 0);
}

static void either_number_of_the_antimeridian_is_the_same_place(void **state)
{
    struct drawn_roads *drawn = drawn_roads_create();
    struct near_segment near[2];
    uint32_t count;

    drawn_roads_draw(drawn, "1800000000 0, 1799990000 0");
    drawn_roads_draw(drawn, "-1800000000 0, -1799990000 0");
    drawn_roads_plant(drawn);
    for (int i = 0; i < 2; i++) {
        segment_tree_nearest(&drawn->roads,
                             (struct position){i ? 1800000000 : -1800000000, 0},
                             0, 2, NULL, NULL, near, &count);
        assert_int_equal(count, 2);
        assert_int_equal(near[0].segment, 0);
        assert_int_equal(near[1].segment, 1);
    }
    drawn_roads_destroy(drawn);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(measures_to_the_foot_or_to_the_nearer_end),
        cmocka_unit_test(a_segment_without_length_is_its_place),
        cmocka_unit_test(degrees_have_the_length_that_they_have),
        cmocka_unit_test(places_are_exact_to_the_last_digits),
        cmocka_unit_test(distances_are_true_but_for_the_share_that_is_said),
        cmocka_unit_test(finds_roads_across_the_antimeridian),
        cmocka_unit_test(positions_may_be_beyond_180_degrees),
        cmocka_unit_test(ends_keep_their_numbers),
        cmocka_unit_test(either_number_of_the_antimeridian_is_the_same_place),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
