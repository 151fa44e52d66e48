/* simplify: drops invisible points and keeps the others. */
#include "tests/unit/cmocka_all.h"

#include <math.h>
#include <stdlib.h>

#include "core/base/array.h"
#include "core/base/random.h"
#include "core/service/line/polyline.h"

/* Near the equator the plane is the ground: degrees times 10^7. */
static struct position at(int32_t lon_e7, int32_t lat_e7)
{
    return (struct position){lon_e7, lat_e7};
}

static unsigned zoom_of(int32_t width_e7, int32_t height_e7)
{
    struct segment_box box = {at(0, 0), at(width_e7, height_e7)};

    return simplify_zoom(&box);
}

/* A tile of zoom 18 is 360 / 2^18 degrees wide, 0.00137. */
static void
the_zoom_is_the_largest_that_fits_on_eight_tiles_by_five(void **state)
{
    assert_int_equal(zoom_of(8 * 13732, 0), 18);
    assert_int_equal(zoom_of(8 * 13734, 0), 17);
    assert_int_equal(zoom_of(0, 5 * 13732), 18);
    assert_int_equal(zoom_of(0, 5 * 13734), 17);
    assert_int_equal(zoom_of(8 * 13732 * 2, 5 * 13732), 17);
    assert_int_equal(zoom_of(10, 10), 18);
    assert_int_equal(zoom_of(0, 0), 1);
    assert_int_equal(zoom_of(1800000000, 900000000), 3);
}

/* At zoom 18 five pixels are 26 * 10^-6 degrees. */
static void what_is_five_pixels_off_stays(void **state)
{
    static const struct {
        unsigned zoom;
        int32_t off_e7;
        size_t kept;
    } cases[] = {{18, 259, 2}, {18, 261, 3},   {17, 529, 2},
                 {17, 540, 3}, {10, 68650, 2}, {10, 68670, 3}};

    for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
        struct position line[3] = {at(0, 0), at(200000, cases[i].off_e7),
                                   at(400000, 0)};
        size_t kept[3];

        assert_int_equal(simplify_line(line, 3, cases[i].zoom, kept),
                         cases[i].kept);
        assert_int_equal(kept[0], 0);
        assert_int_equal(kept[cases[i].kept - 1], 2);
    }
}

static void lines_out_and_back_keep_where_they_turn(void **state)
{
    struct position line[] = {at(0, 0), at(50000, 0), at(100000, 0),
                              at(50000, 0), at(0, 0)};
    size_t kept[5];

    assert_int_equal(simplify_line(line, 5, 18, kept), 3);
    assert_int_equal(kept[1], 2);
}

static void a_point_twice_stays_twice(void **state)
{
    struct position line[2] = {at(7, 7), at(7, 7)};
    size_t kept[2];

    assert_int_equal(simplify_line(line, 2, 18, kept), 2);
    assert_int_equal(simplify_line(line, 1, 18, kept), 1);
    assert_int_equal(simplify_line(line, 0, 18, kept), 0);
}

/* The distance of a position from the line of the kept ones around it, in 10^-7
 * degrees. */
static double distance_off(struct position from, struct position to,
                           struct position position)
{
    double dx = to.lon_e7 - (double)from.lon_e7;
    double dy = to.lat_e7 - (double)from.lat_e7;
    double px = position.lon_e7 - (double)from.lon_e7;
    double py = position.lat_e7 - (double)from.lat_e7;
    double square = dx * dx + dy * dy;
    double along = square > 0 ? (px * dx + py * dy) / square : 0;

    along = fmax(0, fmin(1, along));
    return hypot(px - along * dx, py - along * dy);
}

static void walk(struct random *random, struct position *line, size_t count)
{
    line[0] = at(0, 0);
    for (size_t i = 1; i < count; i++)
        line[i] =
            at(line[i - 1].lon_e7 + (int32_t)random_below(random, 400),
               line[i - 1].lat_e7 + (int32_t)random_below(random, 600) - 300);
}

static void nothing_left_out_is_farther_off_than_allowed(void **state)
{
    enum { POINTS = 20000 };
    struct position *line = array_alloc(POINTS, sizeof(*line));
    size_t *kept = array_alloc(POINTS, sizeof(*kept));
    struct random random;

    random_seed(&random, 1);
    for (unsigned zoom = 12; zoom <= 18; zoom++) {
        double most_e7 = floor(5 * 360e6 / 256 / (1 << zoom)) * 10;
        size_t count;

        walk(&random, line, POINTS);
        count = simplify_line(line, POINTS, zoom, kept);
        assert_in_range(count, 2, POINTS / 2);
        assert_int_equal(kept[0], 0);
        assert_int_equal(kept[count - 1], POINTS - 1);
        for (size_t k = 0; k + 1 < count; k++) {
            assert_true(kept[k] < kept[k + 1]);
            for (size_t i = kept[k]; i <= kept[k + 1]; i++)
                assert_true(distance_off(line[kept[k]], line[kept[k + 1]],
                                         line[i]) < most_e7 * 1.001);
        }
    }
    free(kept);
    free(line);
}

static void many_points_do_not_nest_too_deep(void **state)
{
    enum { POINTS = 100000 };
    struct position *line = array_alloc(POINTS, sizeof(*line));
    size_t *kept = array_alloc(POINTS, sizeof(*kept));

    /* Ever larger teeth: the farthest is at an end each time. */
    for (size_t i = 0; i < POINTS; i++)
        line[i] = at((int32_t)i * 1000, i % 2 && i < 1000 ? 90000 : 0);
    assert_int_equal(simplify_line(line, POINTS, 18, kept), 1002);
    free(kept);
    free(line);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(
            the_zoom_is_the_largest_that_fits_on_eight_tiles_by_five),
        cmocka_unit_test(what_is_five_pixels_off_stays),
        cmocka_unit_test(lines_out_and_back_keep_where_they_turn),
        cmocka_unit_test(a_point_twice_stays_twice),
        cmocka_unit_test(nothing_left_out_is_farther_off_than_allowed),
        cmocka_unit_test(many_points_do_not_nest_too_deep),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
