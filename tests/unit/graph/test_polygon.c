/* polygon: the index finds what a walk along all edges does. */
#include "tests/unit/cmocka_all.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/random.h"
#include "core/graph/polygon.h"

static struct position draw(struct random *random, uint32_t width)
{
    int64_t half = width / 2;

    return (struct position){
        .lon_e7 = (int32_t)(random_below(random, width) - half),
        .lat_e7 = (int32_t)(random_below(random, width) - half)};
}

/* Kept on the map. */
static int32_t add_e7(int32_t a, int32_t b)
{
    int64_t sum = (int64_t)a + b;

    if (sum > 1800000000)
        sum = 1800000000;
    return (int32_t)(sum < -1800000000 ? -1800000000 : sum);
}

/* Of `count` corners, each at most `step` from the one before it. */
static void add_ring(struct polygon *polygon, struct random *random,
                     uint32_t count, uint32_t width, uint32_t step)
{
    const struct position first = draw(random, width);
    struct position from = first, to;

    for (uint32_t i = 1; i < count; i++, from = to) {
        to = draw(random, step);
        to.lon_e7 = add_e7(to.lon_e7, from.lon_e7);
        to.lat_e7 = add_e7(to.lat_e7, from.lat_e7);
        assert_int_equal(polygon_add(polygon, from, to), 0);
    }
    assert_int_equal(polygon_add(polygon, from, first), 0);
}

/* Whether an odd number of edges is east of the place. */
static bool walk(const struct polygon *polygon, struct position place)
{
    bool odd = false;

    for (size_t i = 0; i < polygon->count; i++) {
        struct position a = polygon->edge[i].from;
        struct position b = polygon->edge[i].to;
        double north = (double)place.lat_e7 - a.lat_e7;
        double rise = (double)b.lat_e7 - a.lat_e7;
        double run = (double)b.lon_e7 - a.lon_e7;

        if ((a.lat_e7 > place.lat_e7) != (b.lat_e7 > place.lat_e7))
            odd ^= place.lon_e7 < a.lon_e7 + run * north / rise;
    }
    return odd;
}

/* Returns how many of the places are within. */
static uint32_t compare(struct random *random, uint32_t rings, uint32_t corners,
                        uint32_t width, uint32_t step)
{
    struct polygon polygon = {0};
    uint32_t within = 0;

    for (uint32_t i = 0; i < rings; i++)
        add_ring(&polygon, random, 3 + random_below(random, corners), width,
                 step);
    assert_int_equal(polygon_index(&polygon), 0);
    for (int i = 0; i < 300; i++) {
        struct position place = draw(random, width + width / 4);

        if (i % 4 == 0) /* as north as a corner, or at it */
            place.lat_e7 = polygon.edge[(size_t)i % polygon.count].from.lat_e7;
        if (i % 16 == 0)
            place = polygon.edge[(size_t)i % polygon.count].from;
        within += walk(&polygon, place);
        if (polygon_has(&polygon, place) != walk(&polygon, place))
            fail_msg("%d, %d", place.lon_e7, place.lat_e7);
    }
    polygon_finish(&polygon);
    return within;
}

static void finds_what_a_walk_does(void **state)
{
    static const struct {
        uint32_t corners, width, step;
    } kinds[] = {
        {4, 20, 9},
        {60, 40, 5},
        {500, 60, 60},
        {3000, 1000, 60},
        {300, 1800000000, 10000000},
    };
    struct random random;
    uint32_t within = 0;

    random_seed(&random, 11);
    for (size_t i = 0; i < sizeof(kinds) / sizeof(*kinds); i++) {
        for (uint32_t rings = 1; rings <= 40; rings++)
            within += compare(&random, 1 + rings % 4, kinds[i].corners,
                              kinds[i].width, kinds[i].step);
    }
    assert_in_range(within, 5000, 55000); /* of 60000 */
}

static void has_nothing_without_edges(void **state)
{
    struct polygon polygon = {0};

    assert_int_equal(polygon_index(&polygon), 0);
    assert_false(polygon_has(&polygon, (struct position){0, 0}));
    assert_false(polygon_touches(&polygon, (struct position){0, 0},
                                 (struct position){9, 9}));
    assert_false(polygon_crosses_itself(&polygon, NULL));
    polygon_finish(&polygon);
}

/* ---- Lines --------------------------------------------------------------- */

__extension__ typedef __int128 wide;

/* From `a` to `b`, then from `a` to `c`: twice the area between. */
static wide turn(struct position a, struct position b, struct position c)
{
    return ((wide)b.lon_e7 - a.lon_e7) * ((wide)c.lat_e7 - a.lat_e7) -
           ((wide)b.lat_e7 - a.lat_e7) * ((wide)c.lon_e7 - a.lon_e7);
}

static bool apart(int32_t a, int32_t b, int32_t c, int32_t d)
{
    return (a < c && a < d && b < c && b < d) ||
           (a > c && a > d && b > c && b > d);
}

enum meeting { MEET_NOT, MEET_AT_AN_END, MEET_ALONG, MEET_INSIDE };

/* In an edge's part of `below`, as parts of the whole; `below` is not 0. */
static enum meeting part(wide above, wide below)
{
    if (below < 0) {
        above = -above;
        below = -below;
    }
    if (above < 0 || above > below)
        return MEET_NOT;
    return above && above < below ? MEET_INSIDE : MEET_AT_AN_END;
}

/* Solves for the place where both lines are. */
static enum meeting meeting(struct polygon_edge a, struct polygon_edge b)
{
    wide to_from = turn(a.from, a.to, b.from);
    wide below = turn(a.from, a.to, b.to) - to_from;
    wide above = turn(b.from, b.to, a.from);
    enum meeting on_a, on_b;

    if (below) {
        on_a = part(above, below);
        on_b = part(-to_from, below);
        return on_a < on_b ? on_a : on_b;
    }
    if (to_from || above ||
        apart(a.from.lon_e7, a.to.lon_e7, b.from.lon_e7, b.to.lon_e7) ||
        apart(a.from.lat_e7, a.to.lat_e7, b.from.lat_e7, b.to.lat_e7))
        return MEET_NOT;
    return MEET_ALONG;
}

/* As walk(), but exact. */
static bool walk_exactly(const struct polygon *polygon, struct position place)
{
    bool odd = false;

    for (size_t i = 0; i < polygon->count; i++) {
        struct position a = polygon->edge[i].from;
        struct position b = polygon->edge[i].to;

        if (a.lat_e7 <= place.lat_e7 && b.lat_e7 > place.lat_e7)
            odd ^= turn(a, b, place) > 0;
        else if (b.lat_e7 <= place.lat_e7 && a.lat_e7 > place.lat_e7)
            odd ^= turn(b, a, place) > 0;
    }
    return odd;
}

static bool walk_touches(const struct polygon *polygon,
                         struct polygon_edge line)
{
    for (size_t i = 0; i < polygon->count; i++) {
        if (meeting(line, polygon->edge[i]) != MEET_NOT)
            return true;
    }
    return walk_exactly(polygon, line.from);
}

/* A corner, or the middle of an edge if that is a place. */
static struct position draw_on_edge(const struct polygon *polygon,
                                    struct random *random)
{
    const struct polygon_edge *edge =
        &polygon->edge[random_below(random, (uint32_t)polygon->count)];
    int64_t lon = (int64_t)edge->from.lon_e7 + edge->to.lon_e7;
    int64_t lat = (int64_t)edge->from.lat_e7 + edge->to.lat_e7;

    if (lon % 2 || lat % 2 || random_below(random, 2))
        return edge->from;
    return (struct position){(int32_t)(lon / 2), (int32_t)(lat / 2)};
}

static struct polygon_edge draw_line(const struct polygon *polygon,
                                     struct random *random, uint32_t width,
                                     uint32_t kind)
{
    struct polygon_edge line = {draw(random, width + width / 4),
                                draw(random, width + width / 4)};
    int32_t half = (int32_t)(width / 2);

    if (kind & 1) { /* short */
        line.to = draw(random, width / 8 + 2);
        line.to.lon_e7 += line.from.lon_e7;
        line.to.lat_e7 += line.from.lat_e7;
    }
    if (kind & 2)
        line.to = draw_on_edge(polygon, random);
    if (kind & 4)
        line.from = draw_on_edge(polygon, random);
    if (kind == 7)
        line.to = line.from;
    if (kind == 6) /* right across */
        line = (struct polygon_edge){{-half, line.from.lat_e7},
                                     {half, line.to.lat_e7}};
    return line;
}

struct lines {
    uint32_t touch;
    uint32_t pass; /* no end of these is within */
    uint32_t miss;
};

static void compare_line(const struct polygon *polygon,
                         struct polygon_edge line, struct lines *lines)
{
    bool touches = walk_touches(polygon, line);

    if (polygon_touches(polygon, line.from, line.to) != touches ||
        polygon_touches(polygon, line.to, line.from) != touches)
        fail_msg("%d, %d to %d, %d", line.from.lon_e7, line.from.lat_e7,
                 line.to.lon_e7, line.to.lat_e7);
    lines->touch += touches;
    lines->miss += !touches;
    lines->pass += touches && !walk_exactly(polygon, line.from) &&
                   !walk_exactly(polygon, line.to);
}

/* Whether the edge and another one cross. */
static bool walk_crosses(const struct polygon *polygon, size_t edge)
{
    for (size_t i = 0; i < polygon->count; i++) {
        if (meeting(polygon->edge[edge], polygon->edge[i]) == MEET_INSIDE)
            return true;
    }
    return false;
}

static void check_near(const struct polygon *polygon, struct position near)
{
    for (size_t i = 0; i < polygon->count; i++) {
        struct polygon_edge edge = polygon->edge[i];

        if ((!memcmp(&edge.from, &near, sizeof(near)) ||
             !memcmp(&edge.to, &near, sizeof(near))) &&
            walk_crosses(polygon, i))
            return;
    }
    fail_msg("no crossing near %d, %d", near.lon_e7, near.lat_e7);
}

/* Returns whether it crosses itself. */
static bool compare_crossing(const struct polygon *polygon)
{
    struct position near;
    bool crosses = false;

    for (size_t i = 0; i < polygon->count && !crosses; i++)
        crosses = walk_crosses(polygon, i);
    assert_int_equal(polygon_crosses_itself(polygon, &near), crosses);
    if (crosses)
        check_near(polygon, near);
    return crosses;
}

static void add_rings(struct polygon *polygon, struct random *random,
                      uint32_t rings, uint32_t corners, uint32_t width,
                      uint32_t step)
{
    *polygon = (struct polygon){0};
    for (uint32_t i = 0; i < rings; i++)
        add_ring(polygon, random, 3 + random_below(random, corners), width,
                 step);
    assert_int_equal(polygon_index(polygon), 0);
}

static void lines_touch_where_a_walk_says(void **state)
{
    static const struct {
        uint32_t corners, width, step;
    } kinds[] = {
        {1, 12, 12},
        {4, 20, 9},
        {60, 200, 15},
        {300, 1000000, 10000},
        {8, 1800000000, 100000000},
    };
    struct lines lines = {0};
    struct polygon polygon;
    struct random random;

    random_seed(&random, 12);
    for (uint32_t i = 0; i < 5 * 60; i++) {
        uint32_t width = kinds[i % 5].width;

        add_rings(&polygon, &random, 1 + i / 5 % 4, kinds[i % 5].corners, width,
                  kinds[i % 5].step);
        for (uint32_t k = 0; k < 200; k++)
            compare_line(&polygon, draw_line(&polygon, &random, width, k % 8),
                         &lines);
        polygon_finish(&polygon);
    }
    assert_in_range(lines.touch, 25000, 50000); /* of 60000 */
    assert_in_range(lines.miss, 10000, 35000);
    assert_in_range(lines.pass, 3000, 40000);
}

static void edges_cross_where_a_walk_says(void **state)
{
    struct polygon polygon;
    struct random random;
    uint32_t crossing = 0;

    random_seed(&random, 13);
    for (uint32_t i = 0; i < 4000; i++) {
        uint32_t width = i % 2 ? 12 : 1800000000;

        add_rings(&polygon, &random, 1 + i % 3, 1 + i / 3 % 6, width,
                  width / (2 + i % 5));
        crossing += compare_crossing(&polygon);
        polygon_finish(&polygon);
    }
    for (uint32_t i = 0; i < 40; i++) {
        add_rings(&polygon, &random, 2, 200, 100000, 100);
        crossing += compare_crossing(&polygon);
        polygon_finish(&polygon);
    }
    assert_in_range(crossing, 1000, 3000); /* of 4040 */
}

/* ---- Shapes -------------------------------------------------------------- */

/* Rings of "lon lat" with commas between, and "; " between rings. */
static void read_shape(struct polygon *polygon, const char *text)
{
    struct position first, from, to;
    bool begun = false;
    int length;

    *polygon = (struct polygon){0};
    for (; *text; text += length + (text[length] == ',')) {
        assert_int_equal(
            sscanf(text, "%d %d%n", &to.lon_e7, &to.lat_e7, &length), 2);
        if (begun)
            assert_int_equal(polygon_add(polygon, from, to), 0);
        else
            first = to;
        from = to;
        begun = text[length] == ',';
        if (!begun)
            assert_int_equal(polygon_add(polygon, from, first), 0);
        length += text[length] == ';';
    }
    assert_int_equal(polygon_index(polygon), 0);
}

static void crossings_are_of_edges_not_of_corners(void **state)
{
    static const struct {
        const char *name, *shape;
        bool crosses;
    } cases[] = {
        {"a square", "0 0, 9 0, 9 9, 0 9", false},
        {"a figure eight", "0 0, 9 9, 9 0, 0 9", true},
        {"a figure eight at a corner", "0 0, 5 5, 10 0, 10 10, 5 5, 0 10",
         false},
        {"a star", "0 6, 9 6, 2 0, 5 9, 7 0", true},
        {"a hole", "0 0, 9 0, 9 9, 0 9; 3 3, 3 6, 6 6, 6 3", false},
        {"a hole that sticks out", "0 0, 9 0, 9 9, 0 9; 3 3, 3 6, 12 6, 12 3",
         true},
        {"a hole at the edge", "0 0, 9 0, 9 9, 0 9; 0 3, 3 6, 3 3", false},
        {"a hole at a corner", "0 0, 9 0, 9 9, 0 9; 0 0, 3 6, 6 3", false},
        {"two rings", "0 0, 3 0, 0 3; 5 5, 9 5, 9 9", false},
        {"two rings that cross", "0 0, 6 0, 6 6, 0 6; 3 3, 9 3, 9 9, 3 9",
         true},
        {"neighbours", "0 0, 5 0, 5 5, 0 5; 5 0, 9 0, 9 5, 5 5", false},
        {"neighbours shifted", "0 0, 5 0, 5 5, 0 5; 5 2, 9 2, 9 7, 5 7", false},
        {"touching corners", "0 0, 5 0, 5 5, 0 5; 5 5, 9 5, 9 9, 5 9", false},
        {"there and back", "0 0, 9 0, 9 9, 9 0", false},
        {"no area", "4 4, 4 4, 4 4", false},
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
        struct polygon polygon;

        read_shape(&polygon, cases[i].shape);
        if (compare_crossing(&polygon) != cases[i].crosses)
            fail_msg("%s", cases[i].name);
        polygon_finish(&polygon);
    }
}

/* Of the square from 0 to 9 without the one from 3 to 6. */
static void lines_touch_an_area_its_edges_and_corners(void **state)
{
    static const struct {
        struct position from, to;
        bool touches;
    } cases[] = {
        {{1, 1}, {2, 2}, true},   /* within */
        {{1, 1}, {1, 1}, true},   /* a place within */
        {{4, 4}, {5, 5}, false},  /* in the hole */
        {{4, 4}, {4, 4}, false},  /* a place there */
        {{4, 4}, {3, 5}, true},   /* up to the edge of the hole */
        {{4, 4}, {20, 4}, true},  /* from the hole to the outside */
        {{-1, 4}, {10, 5}, true}, /* right across */
        {{-1, 8}, {1, 10}, true}, /* through the corner */
        {{-1, 9}, {1, 11}, false},
        {{-1, 1}, {1, -1}, true},
        {{9, 4}, {12, 4}, true}, /* from the eastern edge */
        {{9, 9}, {9, 9}, true},  /* a corner */
        {{9, 9}, {12, 12}, true},
        {{0, 9}, {9, 9}, true},   /* along the northern edge */
        {{-5, 9}, {14, 9}, true}, /* and beyond */
        {{-5, 9}, {-1, 9}, false},
        {{10, 9}, {10, 0}, false}, /* beside it */
        {{9, 5}, {9, 5}, true},    /* a place on the edge */
        {{10, 5}, {10, 5}, false},
        {{INT32_MIN, INT32_MIN}, {INT32_MAX, INT32_MAX}, true},
        {{INT32_MIN, INT32_MAX}, {INT32_MAX, INT32_MIN}, false}, /* by one */
        {{INT32_MIN, INT32_MAX}, {INT32_MAX, INT32_MAX}, false},
    };
    struct polygon polygon;

    read_shape(&polygon, "0 0, 9 0, 9 9, 0 9; 3 3, 3 6, 6 6, 6 3");
    for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
        if (polygon_touches(&polygon, cases[i].from, cases[i].to) !=
            cases[i].touches)
            fail_msg("%d, %d to %d, %d", cases[i].from.lon_e7,
                     cases[i].from.lat_e7, cases[i].to.lon_e7,
                     cases[i].to.lat_e7);
    }
    polygon_finish(&polygon);
}

/* A double does not tell the place from the line. */
static void lines_around_the_globe_miss_by_one(void **state)
{
    const struct position from = {INT32_MIN, INT32_MIN};
    const struct position to = {INT32_MAX, INT32_MAX - 1};
    struct polygon polygon;

    read_shape(&polygon, "2147483646 2147483645, 2147483646 2147483645");
    assert_false(polygon_touches(&polygon, from, to));
    assert_false(polygon_touches(&polygon, to, from));
    polygon_finish(&polygon);
    read_shape(&polygon, "2147483647 2147483646, 2147483647 2147483646");
    assert_true(polygon_touches(&polygon, from, to));
    assert_true(polygon_touches(&polygon, to, from));
    polygon_finish(&polygon);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(finds_what_a_walk_does),
        cmocka_unit_test(has_nothing_without_edges),
        cmocka_unit_test(lines_touch_where_a_walk_says),
        cmocka_unit_test(edges_cross_where_a_walk_says),
        cmocka_unit_test(crossings_are_of_edges_not_of_corners),
        cmocka_unit_test(lines_touch_an_area_its_edges_and_corners),
        cmocka_unit_test(lines_around_the_globe_miss_by_one),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
