/* test_cuda_near_far_batch: queries that near-far solves in parallel are as
 * right as one after the other.
 *
 * usage: test_cuda_near_far_batch [little | LENGTH]: a shorter street, for a
 * sanitizer or an emulated device. */
#include "tests/unit/cmocka_all.h"

#include <stdlib.h>
#include <string.h>

#include <cuda_runtime_api.h>

#include "tests/gpu/devices_or_skip.h"
#include "tests/gpu/street.h"

enum { STEPS = 40, LITTLE = 200 };

static const struct device *device;
static uint32_t length = 4000;

enum { TRIPS = 40 };

/* Trips from all vertices, some with several targets, one of them cancelled. */
static void solve_many(struct street *street, enum query_output output,
                       struct trip trips[TRIPS])
{
    static struct cancel cancel = {.requested = true};
    struct query *queries[TRIPS];

    for (uint32_t i = 0; i < TRIPS; i++) {
        const uint32_t to[] = {i, (i + 1) * (length / TRIPS) - 1, length / 2};

        trip_init(&trips[i], i * (length / TRIPS), to, i % (TARGETS_MAX + 1));
        trips[i].query.output = output;
        queries[i] = &trips[i].query;
    }
    queries[TRIPS / 2]->cancel = &cancel;
    street_solve(street, queries, TRIPS);
}

static void expect_all_right(const struct street *street,
                             struct trip trips[TRIPS])
{
    for (uint32_t i = 0; i < TRIPS; i++) {
        if (i == TRIPS / 2)
            assert_int_equal(trips[i].query.status, QUERY_CANCELLED);
        else
            trip_expect_right(&trips[i], street);
        trip_finish(&trips[i]);
    }
}

/* Memory for no slot, for a wave of a few, for all. */
static void queries_side_by_side_are_right(void **state)
{
    static const uint32_t mib[] = {0, 1, 100};

    for (size_t i = 0; i < sizeof(mib) / sizeof(mib[0]); i++) {
        struct trip trips[TRIPS];
        struct street street;

        street_init(&street, device, length, 1000, mib[i]);
        solve_many(&street, QUERY_COSTS, trips);
        expect_all_right(&street, trips);
        solve_many(&street, QUERY_PATHS, trips);
        expect_all_right(&street, trips);
        street_finish(&street);
    }
}

/* All from the middle to its neighbour. */
static void queries_side_by_side_stop_early(void **state)
{
    const uint32_t to[] = {length / 2 + STEPS};
    struct trip trips[TRIPS];
    struct query *queries[TRIPS];
    struct street street;

    street_init(&street, device, length, 1000, 100);
    for (uint32_t i = 0; i < TRIPS; i++) {
        trip_init(&trips[i], length / 2, to, 1);
        queries[i] = &trips[i].query;
    }
    street_solve(&street, queries, TRIPS);
    for (uint32_t i = 0; i < TRIPS; i++) {
        trip_expect_right(&trips[i], &street);
        assert_in_range(queries[i]->figures.settled, STEPS, 4 * STEPS);
        trip_finish(&trips[i]);
    }
    street_finish(&street);
}

static size_t free_memory(void)
{
    size_t available = 0;
    size_t total = 0;

    assert_int_equal(cudaMemGetInfo(&available, &total), cudaSuccess);
    return available;
}

/* Shows that they run in parallel; a device allocates in pages. */
static void queries_side_by_side_take_what_they_may(void **state)
{
    enum { MIB = 1 << 20, ALLOWED = 4, PAGES = 16 };

    if (length == LITTLE)
        skip(); /* slots are too small to tell from pages */
    for (uint32_t allowed = 0; allowed <= ALLOWED; allowed += ALLOWED) {
        struct trip trips[TRIPS];
        struct street street;
        size_t before;

        street_init(&street, device, length, 1000, allowed);
        before = free_memory();
        solve_many(&street, QUERY_COSTS, trips);
        assert_in_range(before - free_memory(), allowed * (MIB / 4),
                        (allowed + PAGES) * MIB);
        expect_all_right(&street, trips);
        street_finish(&street);
    }
}

struct sum_sink {
    struct sink base;
    uint64_t labels;
    uint64_t costs;
};

static int add_up(struct sink *sink, const struct label_block *block)
{
    struct sum_sink *sum = (struct sum_sink *)sink;

    sum->labels += block->count;
    for (uint32_t i = 0; i < block->count; i++)
        sum->costs += block->cost[i];
    return 0;
}

static void trees_side_by_side_are_whole(void **state)
{
    struct query query[TRIPS];
    struct query *queries[TRIPS];
    struct seed seeds[TRIPS];
    struct sum_sink sinks[TRIPS];
    struct street street;

    street_init(&street, device, length, 1000, 100);
    for (uint32_t i = 0; i < TRIPS; i++) {
        seeds[i] = (struct seed){i * (length / TRIPS), 0};
        sinks[i] = (struct sum_sink){.base.write = add_up};
        query[i] = (struct query){
            .seeds = &seeds[i],
            .seed_count = 1,
            .output = QUERY_TREE,
            .bound = COST_OVERFLOW,
            .predecessors = true,
            .sink = &sinks[i].base,
        };
        queries[i] = &query[i];
    }
    street_solve(&street, queries, TRIPS);
    for (uint32_t i = 0; i < TRIPS; i++) {
        uint64_t costs = 0;

        for (uint32_t v = 0; v < length; v++)
            costs += street_distance(&street, seeds[i].vertex, v);
        assert_int_equal(sinks[i].labels, length);
        assert_int_equal(sinks[i].costs, costs);
    }
    street_finish(&street);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(queries_side_by_side_are_right),
        cmocka_unit_test(queries_side_by_side_stop_early),
        cmocka_unit_test(queries_side_by_side_take_what_they_may),
        cmocka_unit_test(trees_side_by_side_are_whole),
    };

    device = device_or_skip();
    if (argc > 1)
        length = strcmp(argv[1], "little") ? (uint32_t)atoi(argv[1]) : LITTLE;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
