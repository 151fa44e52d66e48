/* segment_tree: finds the same as a scan of every segment, bit for bit. */
#include "tests/unit/cmocka_all.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/graph/roads/segment_box.h"
#include "tests/unit/failing.h"
#include "tests/unit/graph/winding_roads.h"

static int by_distance(const void *a, const void *b)
{
    const struct near_segment *one = a;
    const struct near_segment *other = b;

    if (one->distance_m != other->distance_m)
        return one->distance_m < other->distance_m ? -1 : 1;
    return (one->segment > other->segment) - (one->segment < other->segment);
}

struct asked {
    struct position position;
    double radius_m;
    uint32_t count;
    uint32_t modulus; /* only segments whose number it divides; 1: all */
};

static bool leaves_no_rest(void *context, const struct near_segment *near)
{
    const struct asked *asked = context;

    assert_true(near->distance_m <= asked->radius_m);
    return near->segment % asked->modulus == 0;
}

/* All matches, nearest first; returns their number. */
static uint32_t look_at_all(const struct roads *roads,
                            const struct asked *asked,
                            struct near_segment *ret_near)
{
    uint32_t count = 0;

    for (uint32_t s = 0; s < roads->segment_count; s++) {
        segment_tree_measure(roads, s, asked->position, &ret_near[count]);
        if (ret_near[count].distance_m <= asked->radius_m &&
            s % asked->modulus == 0)
            count++;
    }
    qsort(ret_near, count, sizeof(*ret_near), by_distance);
    return count < asked->count ? count : asked->count;
}

static void assert_same(const struct near_segment *a,
                        const struct near_segment *b)
{
    assert_int_equal(a->segment, b->segment);
    assert_int_equal(a->piece, b->piece);
    assert_memory_equal(&a->fraction, &b->fraction, sizeof(double));
    assert_memory_equal(&a->distance_m, &b->distance_m, sizeof(double));
    assert_int_equal(a->position.lon_e7, b->position.lon_e7);
    assert_int_equal(a->position.lat_e7, b->position.lat_e7);
}

static void check_nearest(const struct roads *roads, struct asked asked)
{
    struct near_segment *all = calloc(roads->segment_count + 1, sizeof(*all));
    struct near_segment *near = calloc(asked.count + 1, sizeof(*near));
    uint32_t expected = look_at_all(roads, &asked, all);
    uint32_t count = UINT32_MAX;

    segment_tree_nearest(roads, asked.position, asked.radius_m, asked.count,
                         asked.modulus == 1 ? NULL : leaves_no_rest, &asked,
                         near, &count);
    assert_int_equal(count, expected);
    for (uint32_t i = 0; i < count; i++)
        assert_same(&near[i], &all[i]);
    free(near);
    free(all);
}

static void check_questions(const struct roads *roads, struct area area,
                            struct random *random)
{
    static const uint32_t counts[] = {1, 1, 2, 5, 40, 300, 0};
    static const uint32_t moduli[] = {1, 1, 2, 7, 1000};

    for (uint32_t i = 0; i < 200; i++) {
        double sides[] = {INFINITY, INFINITY, 0, area.reach_e7 * 1e-3,
                          area.reach_e7 * 1e-2};

        check_nearest(roads, (struct asked){
                                 .position = random_position(random, area),
                                 .radius_m = sides[random_below(random, 5)],
                                 .count = counts[random_below(random, 7)],
                                 .modulus = moduli[random_below(random, 5)],
                             });
    }
}

/* ---- Within a box -------------------------------------------------------- */

struct seen {
    uint32_t *times; /* [node_count] */
    uint32_t count;
    uint32_t last; /* of so many; 0: of any number */
};

static int see(void *context, uint32_t node)
{
    struct seen *seen = context;

    seen->times[node]++;
    return ++seen->count == seen->last ? 77 : 0;
}

/* In latitude, and on the shorter way around the globe. */
static bool spans(struct position a, struct position b,
                  const struct segment_box *box)
{
    int64_t turn = llabs((int64_t)a.lon_e7 - b.lon_e7);

    if ((a.lat_e7 < box->low.lat_e7 && b.lat_e7 < box->low.lat_e7) ||
        (a.lat_e7 > box->high.lat_e7 && b.lat_e7 > box->high.lat_e7))
        return false;
    return turn > LON_E7_TURN / 2 ||
           !((a.lon_e7 < box->low.lon_e7 && b.lon_e7 < box->low.lon_e7) ||
             (a.lon_e7 > box->high.lon_e7 && b.lon_e7 > box->high.lon_e7));
}

/* Returns how many there are. */
static uint32_t check_within(const struct roads *roads,
                             const struct segment_box *box, uint32_t last)
{
    struct seen seen = {.times = calloc(roads->node_count, sizeof(uint32_t)),
                        .last = last};
    uint32_t count = 0;
    int r = segment_tree_within(roads, box, see, &seen);

    for (uint32_t p = 0; p < roads->piece_count; p++) {
        uint32_t end = roads->first_node[p + 1] - 1;

        for (uint32_t i = roads->first_node[p]; i < end; i++) {
            bool is_in = spans(roads->node_position[i],
                               roads->node_position[i + 1], box);

            count += is_in;
            assert_in_range(seen.times[i], is_in && !last, is_in);
        }
        assert_int_equal(seen.times[end], 0);
    }
    assert_int_equal(r, last && last <= count ? 77 : 0);
    assert_int_equal(seen.count, last && last < count ? last : count);
    free(seen.times);
    return count;
}

static struct segment_box random_box(struct random *random, struct area area)
{
    struct position a = random_position(random, area);
    struct position b = random_position(random, area);
    struct segment_box box = SEGMENT_BOX_EMPTY;

    if (random_below(random, 2))
        b = random_position(
            random, (struct area){a, area.reach_e7 >> random_below(random, 8)});
    segment_box_add(&box, (struct segment_box){a, a});
    segment_box_add(&box, (struct segment_box){b, b});
    return box;
}

static void check_boxes(const struct roads *roads, struct area area,
                        struct random *random)
{
    const struct segment_box all = {{INT32_MIN, INT32_MIN},
                                    {INT32_MAX, INT32_MAX}};

    assert_int_equal(check_within(roads, &all, 0), roads->segment_count);
    for (uint32_t i = 0; i < 100; i++) {
        struct segment_box box = random_box(random, area);
        uint32_t count = check_within(roads, &box, 0);

        check_within(roads, &box, 1);
        check_within(roads, &box, 1 + random_below(random, count + 1));
    }
}

static void check_winding(struct area area, uint32_t segments, uint32_t step_e7)
{
    struct random random;
    struct drawn_roads *drawn;

    random_seed(&random, segments);
    drawn = wind_roads(&random, area, segments, step_e7);
    assert_int_equal(drawn->roads.segment_count, segments);
    assert_int_equal(segment_tree_verify(&drawn->roads, NULL), 0);
    check_questions(&drawn->roads, area, &random);
    check_boxes(&drawn->roads, area, &random);
    drawn_roads_destroy(drawn);
}

static void finds_what_a_look_at_all_finds(void **state)
{
    static const uint32_t sizes[] = {1,  2,   3,   15,  16,   17,
                                     31, 255, 256, 257, 4096, 4097};
    struct area town = {{86800000, 494100000}, 500000};

    for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++)
        check_winding(town, sizes[i], 10000);
}

static void finds_the_same_among_long_and_crossing_segments(void **state)
{
    check_winding((struct area){{0, 0}, 500000}, 1000, 400000);
}

static void finds_the_same_where_many_are_equally_near(void **state)
{
    struct area raster = {{10, 10}, 6};

    check_winding(raster, 2000, 2);
    check_winding(raster, 500, 0);
}

static void finds_the_same_all_over_the_globe(void **state)
{
    check_winding((struct area){{0, 0}, 1800000000}, 3000, 9000000);
    check_winding((struct area){{0, 0}, 1800000000}, 300, 1800000000);
}

static void finds_the_same_across_the_antimeridian(void **state)
{
    check_winding((struct area){{1800000000, -180000000}, 3000000}, 1000,
                  200000);
}

static void finds_the_same_around_a_pole(void **state)
{
    check_winding((struct area){{0, 900000000}, 1000000}, 1000, 200000);
    check_winding((struct area){{1799000000, -899900000}, 1000000}, 1000,
                  200000);
}

static void finds_nothing_where_there_is_nothing(void **state)
{
    struct drawn_roads *drawn = drawn_roads_create();
    uint32_t count = UINT32_MAX;

    drawn_roads_plant(drawn);
    assert_null(drawn->node);
    assert_null(drawn->box);
    assert_int_equal(segment_tree_verify(&drawn->roads, NULL), 0);
    segment_tree_nearest(&drawn->roads, (struct position){0, 0}, INFINITY, 1,
                         NULL, NULL, NULL, &count);
    assert_int_equal(count, 0);
    assert_int_equal(
        segment_tree_within(&drawn->roads, &SEGMENT_BOX_EMPTY, see, NULL), 0);
    drawn_roads_destroy(drawn);
}

/* What ends at the edge of a box, or in a corner, is in. */
static void finds_what_touches_a_box(void **state)
{
    static const struct {
        struct segment_box box;
        uint32_t count;
    } cases[] = {
        {{{10, 0}, {20, 9}}, 2},   {{{11, 0}, {20, 9}}, 1},
        {{{-9, -9}, {0, 0}}, 1},   {{{-9, -9}, {-1, 9}}, 0},
        {{{-9, 6}, {30, 9}}, 0},   {{{-9, 5}, {30, 9}}, 1},
        {{{-9, -9}, {30, -1}}, 0}, {{{3, 0}, {3, 0}}, 1},
        {{{10, 5}, {10, 5}}, 1},   {{{16, 0}, {16, 9}}, 0},
        {{{15, 0}, {15, 9}}, 1},   {{{4, 2}, {5, 3}}, 0},
        {{{11, 1}, {12, 2}}, 1}, /* its box does, the segment does not */
    };
    struct drawn_roads *drawn = drawn_roads_create();

    drawn_roads_draw(drawn, "0 0, 10 0");
    drawn_roads_draw(drawn, "10 1, 15 5");
    drawn_roads_plant(drawn);
    for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++)
        assert_int_equal(check_within(&drawn->roads, &cases[i].box, 0),
                         cases[i].count);
    drawn_roads_destroy(drawn);
}

static void finds_nothing_within_no_radius(void **state)
{
    static const double radii[] = {-1, -INFINITY, NAN};
    struct drawn_roads *drawn = drawn_roads_create();
    struct near_segment near;
    uint32_t count;

    drawn_roads_draw(drawn, "0 0, 10 0");
    drawn_roads_plant(drawn);
    for (size_t i = 0; i < 3; i++) {
        count = UINT32_MAX;
        segment_tree_nearest(&drawn->roads, (struct position){5, 0}, radii[i],
                             1, NULL, NULL, &near, &count);
        assert_int_equal(count, 0);
    }
    segment_tree_nearest(&drawn->roads, (struct position){5, 0}, 0, 1, NULL,
                         NULL, &near, &count);
    assert_int_equal(count, 1);
    drawn_roads_destroy(drawn);
}

static void assert_refused(const struct roads *roads, const char *words)
{
    struct error error;

    assert_int_equal(segment_tree_verify(roads, &error), -EINVAL);
    if (!strstr(error.text, words))
        fail_msg("\"%s\" lacks \"%s\"", error.text, words);
}

/* Each cell of a square touches the one before. */
static void leaves_follow_the_curve_of_hilbert(void **state)
{
    enum { SIDE = 64, CELL = 1024 };
    struct drawn_roads *drawn = drawn_roads_create();

    for (int32_t i = 0; i < SIDE * SIDE; i++) {
        struct position at = {i % SIDE * CELL, i / SIDE * CELL};

        drawn_roads_add(drawn, (struct position[]){at, at}, 2);
    }
    drawn_roads_plant(drawn);
    for (uint32_t i = 1; i < SIDE * SIDE; i++) {
        struct position a = drawn->node_position[drawn->node[i - 1]];
        struct position b = drawn->node_position[drawn->node[i]];

        assert_int_equal(abs(a.lon_e7 - b.lon_e7) + abs(a.lat_e7 - b.lat_e7),
                         CELL);
    }
    drawn_roads_destroy(drawn);
}

static void refuses_a_tree_of_other_roads(void **state)
{
    struct random random;
    struct drawn_roads *drawn;

    random_seed(&random, 6);
    drawn = wind_roads(&random, (struct area){{0, 0}, 1000}, 300, 20);
    drawn->roads.tree.box_count++;
    assert_refused(&drawn->roads, "boxes");
    drawn->roads.tree.box_count--;
    for (uint32_t i = 0; i < drawn->roads.tree.box_count; i++) {
        drawn->box[i].low.lat_e7--;
        assert_refused(&drawn->roads, "box");
        drawn->box[i].low.lat_e7++;
    }
    drawn->node[7] = drawn->node[8];
    assert_refused(&drawn->roads, "came before");
    drawn->node[7] = drawn->first_node[1] - 1;
    assert_refused(&drawn->roads, "ends a piece");
    drawn->node[7] = drawn->roads.node_count;
    assert_refused(&drawn->roads, "of");
    drawn_roads_destroy(drawn);
}

static int build_again(void *context, struct error *error)
{
    const struct drawn_roads *drawn = context;
    struct roads roads = drawn->roads;
    uint32_t *node;
    struct segment_box *box;
    int result = segment_tree_build(&roads, &node, &box, error);

    if (result)
        return result;
    roads.tree.node = node;
    roads.tree.box = box;
    result = segment_tree_verify(&roads, error);
    free(node);
    free(box);
    return result;
}

static void says_that_memory_is_short(void **state)
{
    struct random random;
    struct drawn_roads *drawn;

    random_seed(&random, 7);
    drawn = wind_roads(&random, (struct area){{0, 0}, 1000}, 300, 20);
    assert_true(failing_each(build_again, drawn) >= 4);
    drawn_roads_destroy(drawn);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(finds_what_a_look_at_all_finds),
        cmocka_unit_test(finds_the_same_among_long_and_crossing_segments),
        cmocka_unit_test(finds_the_same_where_many_are_equally_near),
        cmocka_unit_test(finds_the_same_all_over_the_globe),
        cmocka_unit_test(finds_the_same_across_the_antimeridian),
        cmocka_unit_test(finds_the_same_around_a_pole),
        cmocka_unit_test(finds_nothing_where_there_is_nothing),
        cmocka_unit_test(finds_what_touches_a_box),
        cmocka_unit_test(finds_nothing_within_no_radius),
        cmocka_unit_test(leaves_follow_the_curve_of_hilbert),
        cmocka_unit_test(refuses_a_tree_of_other_roads),
        cmocka_unit_test(says_that_memory_is_short),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
