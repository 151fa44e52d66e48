/* segment_tree_within: finds what is in or crosses a box, once each. */
#include "tests/unit/cmocka_all.h"

#include <stdlib.h>
#include <string.h>

#include "core/graph/roads/ground.h"
#include "tests/unit/graph/winding_roads.h"

struct mark {
    uint32_t *times; /* [segment_count] */
};

static void mark_found(void *context, uint32_t segment)
{
    ((struct mark *)context)->times[segment]++;
}

static int64_t turn_of(struct position a, struct position b, struct position c)
{
    int64_t turn = ((int64_t)b.lon_e7 - a.lon_e7) * (c.lat_e7 - a.lat_e7) -
                   ((int64_t)b.lat_e7 - a.lat_e7) * (c.lon_e7 - a.lon_e7);

    return (turn > 0) - (turn < 0);
}

/* For collinear points: whether c lies between a and b. */
static bool is_between(struct position a, struct position b, struct position c)
{
    return llabs((int64_t)a.lon_e7 - b.lon_e7) ==
               llabs((int64_t)a.lon_e7 - c.lon_e7) +
                   llabs((int64_t)c.lon_e7 - b.lon_e7) &&
           llabs((int64_t)a.lat_e7 - b.lat_e7) ==
               llabs((int64_t)a.lat_e7 - c.lat_e7) +
                   llabs((int64_t)c.lat_e7 - b.lat_e7);
}

static bool lines_meet(struct position a, struct position b, struct position c,
                       struct position d)
{
    int64_t at_c = turn_of(a, b, c), at_d = turn_of(a, b, d);
    int64_t at_a = turn_of(c, d, a), at_b = turn_of(c, d, b);

    if (at_c * at_d < 0 && at_a * at_b < 0)
        return true;
    return (at_c == 0 && is_between(a, b, c)) ||
           (at_d == 0 && is_between(a, b, d)) ||
           (at_a == 0 && is_between(c, d, a)) ||
           (at_b == 0 && is_between(c, d, b));
}

static bool is_in(const struct segment_box *box, struct position at)
{
    return box->low.lon_e7 <= at.lon_e7 && at.lon_e7 <= box->high.lon_e7 &&
           box->low.lat_e7 <= at.lat_e7 && at.lat_e7 <= box->high.lat_e7;
}

/* An end is inside, or it meets a side. */
static bool meets(const struct segment_box *box, struct position a,
                  struct position b)
{
    struct position corner[] = {box->low,
                                {box->high.lon_e7, box->low.lat_e7},
                                box->high,
                                {box->low.lon_e7, box->high.lat_e7}};
    bool any = is_in(box, a) || is_in(box, b);

    for (int i = 0; i < 4; i++)
        any |= lines_meet(a, b, corner[i], corner[(i + 1) % 4]);
    return any;
}

/* Shifted so that no antimeridian is near. */
static struct position seen_from(struct position middle, struct position at)
{
    return (struct position){
        (int32_t)lon_e7_apart(middle.lon_e7, at.lon_e7),
        at.lat_e7 - middle.lat_e7,
    };
}

static void check_within(const struct roads *roads, struct position middle,
                         const struct segment_box *box)
{
    uint32_t *times = calloc(roads->segment_count, sizeof(*times));
    const struct position *at = roads->node_position;
    struct segment_box seen = {seen_from(middle, box->low),
                               seen_from(middle, box->high)};

    segment_tree_within(roads, box, mark_found, &(struct mark){times});
    for (uint32_t p = 0; p < roads->piece_count; p++)
        for (uint32_t i = roads->first_node[p];
             i + 1 < roads->first_node[p + 1]; i++)
            assert_int_equal(times[i - p],
                             meets(&seen, seen_from(middle, at[i]),
                                   seen_from(middle, at[i + 1])));
    free(times);
}

static struct segment_box random_box(struct random *random, struct area area)
{
    struct position low = random_position(random, area);
    uint32_t side = random_below(random, area.reach_e7);

    return (struct segment_box){
        low,
        {(int32_t)lon_e7_wrap((int64_t)low.lon_e7 + side),
         low.lat_e7 + (int32_t)(side / 2)},
    };
}

static void finds_each_that_is_in_or_crosses_a_box_once(void **state)
{
    static const struct area areas[] = {
        {{0, 0}, 20},
        {{100, 100}, 200},
        {{0, 0}, 100000000},
        {{1800000000, 0}, 100000000},
        {{-1799999900, 100}, 500},
    };
    struct random random;

    random_seed(&random, 5);
    for (size_t i = 0; i < sizeof(areas) / sizeof(areas[0]); i++) {
        struct drawn_roads *drawn =
            wind_roads(&random, areas[i], 1000, areas[i].reach_e7 / 4);

        for (int q = 0; q < 300; q++) {
            struct segment_box box = random_box(&random, areas[i]);

            check_within(&drawn->roads, areas[i].middle, &box);
        }
        drawn_roads_destroy(drawn);
    }
}

static void assert_found(const struct drawn_roads *drawn,
                         struct segment_box box, const char *expected)
{
    uint32_t times[4] = {0};
    char found[8] = "";

    segment_tree_within(&drawn->roads, &box, mark_found, &(struct mark){times});
    for (uint32_t i = 0; i < 4; i++) {
        assert_true(times[i] <= 1);
        strcat(found, times[i] ? "x" : "-");
    }
    assert_string_equal(found, expected);
}

static void boxes_may_cross_the_antimeridian(void **state)
{
    struct drawn_roads *drawn = drawn_roads_create();

    drawn_roads_draw(drawn, "1799999000 0, -1799999000 100");
    drawn_roads_draw(drawn, "1799990000 0, 1799991000 0");
    drawn_roads_draw(drawn, "-1799990000 0, -1799991000 0");
    drawn_roads_draw(drawn, "0 0, 1000 0");
    drawn_roads_plant(drawn);
    assert_found(drawn,
                 (struct segment_box){{1799990500, -10}, {-1799990500, 200}},
                 "xxx-");
    assert_found(drawn,
                 (struct segment_box){{1799999500, -10}, {1799999900, 200}},
                 "x---");
    assert_found(drawn,
                 (struct segment_box){{1799999500, 60}, {1799999900, 200}},
                 "----");
    assert_found(drawn,
                 (struct segment_box){{-1799999500, -10}, {-1799999400, 60}},
                 "----");
    assert_found(drawn, (struct segment_box){{-1799999500, -10}, {1000, 90}},
                 "x-xx");
    assert_found(drawn,
                 (struct segment_box){{-1800000000, -10}, {1800000000, 90}},
                 "xxxx");
    drawn_roads_destroy(drawn);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(finds_each_that_is_in_or_crosses_a_box_once),
        cmocka_unit_test(boxes_may_cross_the_antimeridian),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
