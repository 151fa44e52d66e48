/* snap: finds the same as a scan of every segment, on random roads. */
#include "tests/unit/cmocka_all.h"

#include <math.h>
#include <stdlib.h>

#include "core/service/place/snap.h"
#include "tests/unit/graph/winding_roads.h"

enum { SEGMENTS = 700, COUNT_MAX = 80 };

/* Flat enough there, and degrees equally long both ways. */
static const struct area equator = {{0, 0}, 30000};

/* Random attributes; some roads are closed, some one-way. */
static struct drawn_roads *scatter(struct random *random)
{
    struct drawn_roads *drawn = wind_roads(random, equator, SEGMENTS, 3000);

    drawn->roads.large_count = 2;
    for (uint32_t p = 0; p < drawn->roads.piece_count; p++) {
        drawn->component[p] = random_below(random, 4);
        drawn->attributes[p].class_bits = 1u << random_below(random, 4);
        drawn->attributes[p].flags =
            random_below(random, 2) ? ROAD_DRIVES_LEFT : ROAD_LINK;
        for (int d = 0; d < 2; d++)
            if (random_below(random, 4) == 0)
                drawn->end_vertex[2 * p + d] = UINT32_MAX;
    }
    return drawn;
}

static struct snap_options random_wish(struct random *random)
{
    struct snap_options options =
        snap_options_of(random_position(random, equator));

    if (random_below(random, 2))
        options.radius_m = random_below(random, 200);
    options.has_bearing = random_below(random, 2);
    options.bearing_deg = random_below(random, 360);
    options.bearing_range_deg = random_below(random, 181);
    options.approach = random_below(random, 3);
    options.exclude = (uint16_t)random_below(random, 8);
    options.large_only = random_below(random, 2);
    return options;
}

/* From `a` to `b`, with sides and bearings of a flat world. */
static bool direction_suits(const struct roads *roads,
                            const struct snap_options *options,
                            const struct near_segment *near, struct position a,
                            struct position b)
{
    double east = b.lon_e7 - a.lon_e7;
    double north = (b.lat_e7 - a.lat_e7) * (110574.2758 / 111319.4908);
    double cross =
        (double)(b.lon_e7 - a.lon_e7) * (options->position.lat_e7 - a.lat_e7) -
        (double)(b.lat_e7 - a.lat_e7) * (options->position.lon_e7 - a.lon_e7);
    bool drives_left =
        roads_attributes(roads, near->piece)->flags & ROAD_DRIVES_LEFT;
    double turned =
        (90 - atan2(north, east) * 180 / M_PI) - options->bearing_deg;

    turned -= 360 * round(turned / 360);
    if (options->has_bearing && options->bearing_range_deg < 180 &&
        !((east != 0 || north != 0) &&
          fabs(turned) <= options->bearing_range_deg + 0.5))
        return false;
    if (options->approach == APPROACH_UNRESTRICTED || cross == 0 ||
        roads->end_vertex[2 * near->piece] == UINT32_MAX ||
        roads->end_vertex[2 * near->piece + 1] == UINT32_MAX ||
        (near->position.lon_e7 == options->position.lon_e7 &&
         near->position.lat_e7 == options->position.lat_e7))
        return true;
    return (cross > 0) == (drives_left == (options->approach == APPROACH_CURB));
}

static bool suits(const struct roads *roads, const struct snap_options *options,
                  const struct near_segment *near, bool ret_direction[2])
{
    const struct position *end =
        &roads->node_position[near->segment + near->piece];

    for (int d = 0; d < 2; d++)
        ret_direction[d] =
            roads->end_vertex[2 * near->piece + d] != UINT32_MAX &&
            direction_suits(roads, options, near, end[d], end[!d]);
    return (ret_direction[0] || ret_direction[1]) &&
           near->distance_m <= options->radius_m &&
           !(roads_attributes(roads, near->piece)->class_bits &
             options->exclude) &&
           !(options->large_only && roads->component[near->piece] >= 2);
}

static void check(const struct roads *roads, const struct snap_options *options,
                  uint32_t count)
{
    struct near_segment all[SEGMENTS];
    struct snap snaps[COUNT_MAX];
    uint32_t all_count;
    uint32_t found = snap_nearest(roads, options, count, snaps);
    uint32_t expected = 0;

    segment_tree_nearest(roads, options->position, INFINITY, SEGMENTS, NULL,
                         NULL, all, &all_count);
    assert_int_equal(all_count, SEGMENTS);
    for (uint32_t i = 0; i < SEGMENTS && expected < count; i++) {
        bool direction[2];

        if (!suits(roads, options, &all[i], direction))
            continue;
        assert_true(expected < found);
        assert_int_equal(snaps[expected].segment, all[i].segment);
        assert_int_equal(snaps[expected].piece, all[i].piece);
        assert_true(snaps[expected].fraction == all[i].fraction);
        assert_true(snaps[expected].distance_m == all[i].distance_m);
        assert_int_equal(snaps[expected].direction[0], direction[0]);
        assert_int_equal(snaps[expected].direction[1], direction[1]);
        expected++;
    }
    assert_int_equal(found, expected);
}

static void takes_what_a_look_at_all_takes(void **state)
{
    struct random random;

    random_seed(&random, 1);
    for (int i = 0; i < 10; i++) {
        struct drawn_roads *drawn = scatter(&random);

        for (int q = 0; q < 300; q++) {
            struct snap_options options = random_wish(&random);

            check(&drawn->roads, &options,
                  1 + random_below(&random, COUNT_MAX));
        }
        drawn_roads_destroy(drawn);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(takes_what_a_look_at_all_takes),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
