/* polygon: the index finds what a walk along all edges does. */
#include "tests/unit/cmocka_all.h"

#include "core/base/random.h"
#include "core/graph/polygon.h"

static struct position draw(struct random *random, uint32_t width)
{
    int64_t half = width / 2;

    return (struct position){
        .lon_e7 = (int32_t)(random_below(random, width) - half),
        .lat_e7 = (int32_t)(random_below(random, width) - half)};
}

/* Of `count` corners, each at most `step` from the one before it. */
static void add_ring(struct polygon *polygon, struct random *random,
                     uint32_t count, uint32_t width, uint32_t step)
{
    const struct position first = draw(random, width);
    struct position from = first, to;

    for (uint32_t i = 1; i < count; i++, from = to) {
        to = draw(random, step);
        to.lon_e7 += from.lon_e7;
        to.lat_e7 += from.lat_e7;
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
    polygon_finish(&polygon);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(finds_what_a_walk_does),
        cmocka_unit_test(has_nothing_without_edges),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
