/* contour: the lines around what is inside, on known and on random grids. */
#include "tests/unit/cmocka_all.h"

#include <math.h>
#include <stdlib.h>

#include "core/base/random.h"
#include "core/service/isochrone/contour.h"

enum { SIDE = 40, NODES = SIDE * SIDE };

/* Outside at the rim. */
static void fill(float *value, float (*at)(double x, double y))
{
    for (int i = 0; i < NODES; i++) {
        int x = i % SIDE, y = i / SIDE;
        int rim = x == 0 || y == 0 || x == SIDE - 1 || y == SIDE - 1;

        value[i] = rim ? -1 : at(x, y);
    }
}

static struct contour trace(float (*at)(double x, double y))
{
    static float value[NODES];
    struct contour contour;

    fill(value, at);
    assert_int_equal(contour_trace(value, SIDE, SIDE, &contour), 0);
    return contour;
}

static float disc(double x, double y)
{
    return (float)(12.3 - hypot(x - 20, y - 19));
}

static float band(double x, double y)
{
    return (float)(4 - fabs(hypot(x - 20, y - 19) - 10));
}

static float two_discs(double x, double y)
{
    return (float)fmax(5 - hypot(x - 10, y - 10), 6 - hypot(x - 28, y - 28));
}

static float island_in_a_hole(double x, double y)
{
    return (float)fmax(band(x, y), 3 - hypot(x - 20, y - 19));
}

static float nothing(double x, double y)
{
    return -1;
}

static void a_disc_is_one_ring_of_its_area(void **state)
{
    struct contour contour = trace(disc);

    assert_int_equal(contour.ring_count, 1);
    assert_float_equal(contour.ring[0].area, M_PI * 12.3 * 12.3, 2);
    for (size_t i = 0; i < contour.point_count; i++)
        assert_float_equal(
            hypot(contour.point[i].x - 20, contour.point[i].y - 19), 12.3,
            0.05);
    contour_finish(&contour);
}

static void a_hole_follows_what_it_is_in(void **state)
{
    struct contour contour = trace(band);

    assert_int_equal(contour.ring_count, 2);
    assert_int_equal(contour.ring[0].label, contour.ring[1].label);
    assert_float_equal(contour.ring[0].area, M_PI * 14 * 14, 3);
    assert_float_equal(contour.ring[1].area, -M_PI * 6 * 6, 2);
    contour_finish(&contour);
}

static void islands_are_apart(void **state)
{
    struct contour contour = trace(two_discs);

    assert_int_equal(contour.ring_count, 2);
    assert_int_not_equal(contour.ring[0].label, contour.ring[1].label);
    assert_true(contour.ring[0].area > 0 && contour.ring[1].area > 0);
    contour_finish(&contour);
}

static void an_island_in_a_hole_is_no_part_of_what_is_around(void **state)
{
    struct contour contour = trace(island_in_a_hole);
    int holes = 0;

    assert_int_equal(contour.ring_count, 3);
    for (size_t i = 0; i < 3; i++)
        holes += contour.ring[i].area < 0;
    assert_int_equal(holes, 1);
    contour_finish(&contour);
}

static void nothing_inside_is_no_ring(void **state)
{
    struct contour contour = trace(nothing);

    assert_int_equal(contour.ring_count, 0);
    contour_finish(&contour);
}

/* How often a ring goes around a point. */
static int turns_around(const struct contour *contour,
                        const struct contour_ring *ring, double x, double y)
{
    const struct contour_point *point = contour->point + ring->first;
    int turns = 0;

    for (size_t i = 0, j = ring->count - 1; i < ring->count; j = i++) {
        double side = (point[i].x - point[j].x) * (y - point[j].y) -
                      (x - point[j].x) * (point[i].y - point[j].y);

        if (point[j].y <= y && point[i].y > y && side > 0)
            turns++;
        if (point[j].y > y && point[i].y <= y && side < 0)
            turns--;
    }
    return turns;
}

static int is_inside(const struct contour *contour, double x, double y)
{
    int turns = 0;

    for (size_t i = 0; i < contour->ring_count; i++)
        turns += turns_around(contour, &contour->ring[i], x, y);
    return turns;
}

static void draw_random(struct random *random, float *value, float add)
{
    for (int i = 0; i < NODES; i++) {
        int x = i % SIDE, y = i / SIDE;
        int rim = x == 0 || y == 0 || x == SIDE - 1 || y == SIDE - 1;

        value[i] = rim ? -1 : (float)(2 * random_unit(random) - 1) + add;
    }
}

/* Rings with the inside on their left go once around each node inside, and in
 * total never around one outside. */
static void rings_hold_the_nodes_inside_and_no_others(void **state)
{
    struct random random;
    static float value[NODES];

    random_seed(&random, 7);
    for (int round = 0; round < 20; round++) {
        struct contour contour;

        draw_random(&random, value, (float)round / 20 - 0.5f);
        assert_int_equal(contour_trace(value, SIDE, SIDE, &contour), 0);
        for (int i = 0; i < NODES; i++)
            assert_int_equal(is_inside(&contour, i % SIDE, i / SIDE),
                             value[i] >= 0);
        contour_finish(&contour);
    }
}

/* A hole's label is that of the smallest ring around it. */
static void holes_have_the_label_of_what_is_around(void **state)
{
    struct random random;
    static float value[NODES];
    struct contour contour;

    random_seed(&random, 8);
    draw_random(&random, value, 0.3f);
    assert_int_equal(contour_trace(value, SIDE, SIDE, &contour), 0);
    for (size_t i = 0; i < contour.ring_count; i++) {
        const struct contour_ring *ring = &contour.ring[i];
        const struct contour_point *at = contour.point + ring->first;
        const struct contour_ring *around = NULL;

        for (size_t j = 0; j < contour.ring_count; j++) {
            const struct contour_ring *other = &contour.ring[j];

            if (other->area > 0 &&
                turns_around(&contour, other, at->x, at->y) &&
                (!around || other->area < around->area))
                around = other;
        }
        if (ring->area < 0) {
            assert_non_null(around);
            assert_int_equal(around->label, ring->label);
        }
    }
    contour_finish(&contour);
}

/* A field that is nowhere below another: its lines never run inside the
 * other's. */
static void contours_of_a_rising_field_are_nested(void **state)
{
    struct random random;
    static float low[NODES], high[NODES];

    random_seed(&random, 9);
    for (int round = 0; round < 10; round++) {
        struct contour inner, outer;

        draw_random(&random, low, -0.1f);
        for (int i = 0; i < NODES; i++)
            high[i] = low[i] +
                      (low[i] == -1 ? 0 : (float)random_unit(&random) * 0.3f);
        assert_int_equal(contour_trace(low, SIDE, SIDE, &inner), 0);
        assert_int_equal(contour_trace(high, SIDE, SIDE, &outer), 0);
        for (int i = 0; i < 2000; i++) {
            double x = random_unit(&random) * (SIDE - 1);
            double y = random_unit(&random) * (SIDE - 1);

            assert_true(is_inside(&inner, x, y) <= is_inside(&outer, x, y));
        }
        contour_finish(&inner);
        contour_finish(&outer);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_disc_is_one_ring_of_its_area),
        cmocka_unit_test(a_hole_follows_what_it_is_in),
        cmocka_unit_test(islands_are_apart),
        cmocka_unit_test(an_island_in_a_hole_is_no_part_of_what_is_around),
        cmocka_unit_test(nothing_inside_is_no_ring),
        cmocka_unit_test(rings_hold_the_nodes_inside_and_no_others),
        cmocka_unit_test(holes_have_the_label_of_what_is_around),
        cmocka_unit_test(contours_of_a_rising_field_are_nested),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
