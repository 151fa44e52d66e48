/* test_cuda_near_far: near-far stops when its targets are settled, and its
 * answer is right then.
 *
 * usage: test_cuda_near_far [little | LENGTH]: a shorter street, for a
 * sanitizer or an emulated device. */
#include "tests/unit/cmocka_all.h"

#include <stdlib.h>
#include <string.h>

#include "tests/gpu/devices_or_skip.h"
#include "tests/gpu/street.h"

enum { STEPS = 40, LITTLE = 400 };

static const struct device *device;
static uint32_t length = 4000;

/* How many vertices were relaxed on the way from the middle to the targets. */
static uint64_t settled(uint32_t alone_below, const uint32_t *to,
                        uint32_t count)
{
    struct street street;
    struct trip trip;
    struct query *query = &trip.query;

    street_init(&street, device, length, alone_below, 0);
    trip_init(&trip, length / 2, to, count);
    street_solve(&street, &query, 1);
    trip_expect_right(&trip, &street);
    trip_finish(&trip);
    street_finish(&street);
    return query->figures.settled;
}

/* One block does all, or the grid. */
static const uint32_t ways[] = {1000, 0};

static void stops_when_all_targets_are_settled(void **state)
{
    const uint32_t near[] = {length / 2 + STEPS};
    const uint32_t both[] = {length / 2 - STEPS, length / 2 + 2 * STEPS};

    for (size_t i = 0; i < 2; i++) {
        assert_in_range(settled(ways[i], near, 1), STEPS, 4 * STEPS);
        assert_in_range(settled(ways[i], both, 2), 3 * STEPS, 8 * STEPS);
    }
}

static void goes_on_for_the_furthest_target(void **state)
{
    const uint32_t far[] = {length / 2, length / 2 - 1, length - 1};

    for (size_t i = 0; i < 2; i++)
        assert_in_range(settled(ways[i], far, 3), length / 2, 2 * length);
}

/* State left by a search that stopped does not disturb the next one. */
static void solves_again_after_a_stop(void **state)
{
    const uint32_t ends[] = {0, 1, length / 2, length - 2, length - 1};

    for (size_t way = 0; way < 2; way++) {
        struct street street;

        street_init(&street, device, length, ways[way], 0);
        for (size_t i = 0; i < 25; i++) {
            struct trip trip;
            struct query *query = &trip.query;

            trip_init(&trip, ends[i / 5], &ends[i % 5], 1);
            street_solve(&street, &query, 1);
            trip_expect_right(&trip, &street);
            trip_finish(&trip);
        }
        street_finish(&street);
    }
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stops_when_all_targets_are_settled),
        cmocka_unit_test(goes_on_for_the_furthest_target),
        cmocka_unit_test(solves_again_after_a_stop),
    };

    device = device_or_skip();
    if (argc > 1)
        length = strcmp(argv[1], "little") ? (uint32_t)atoi(argv[1]) : LITTLE;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
