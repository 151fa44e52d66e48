/* batch_sizer: batches grow where each has a fixed cost, and fill a GPU. */
#include "tests/unit/cmocka_all.h"

#include "core/engine/batch_sizer.h"
#include "tests/unit/engine/bench.h"

enum { MOST = 1000, WANTED_US = 20000 };

/* A solver's true costs: microseconds of every batch, and of each query. */
struct truth {
    double own_us;
    double each_us;
};

/* Runs so many batches, the first with the given size and time; returns the
 * size of the larger of the next two. */
static size_t settle(struct truth truth, size_t first_count, double first_us,
                     unsigned batches)
{
    struct batch_sizer sizer = {0};
    size_t count = first_count;
    size_t before = 0;

    batch_sizer_note(&sizer, first_count, first_us);
    for (unsigned i = 0; i < batches; i++) {
        before = count;
        count = batch_sizer_next(&sizer, WANTED_US, MOST);
        batch_sizer_note(&sizer, count,
                         truth.own_us + truth.each_us * (double)count);
    }
    return count > before ? count : before;
}

static void batches_take_what_is_wanted(void **state)
{
    assert_int_equal(settle((struct truth){0, 5000}, 4, 20000, 9), 4);
    assert_in_range(settle((struct truth){1500, 320}, 66, 22620, 20), 55, 60);
}

static void what_only_the_first_batch_does_is_forgotten(void **state)
{
    assert_in_range(settle((struct truth){1500, 320}, 66, 500000, 20), 55, 60);
}

static void half_of_a_batch_goes_to_queries(void **state)
{
    assert_in_range(settle((struct truth){87000, 450}, 66, 120000, 20), 180,
                    200);
    assert_in_range(settle((struct truth){16000, 100}, 1, 17000, 20), 150, 170);
}

static void batches_stay_within_the_most(void **state)
{
    assert_int_equal(settle((struct truth){1e6, 1}, 1, 1e6, 20), MOST);
    assert_int_equal(settle((struct truth){0, 0}, 1, 0, 20), MOST);
    assert_in_range(settle((struct truth){0, 1e6}, 1, 1e6, 20), 1, 2);
}

static void one_quick_batch_does_not_make_a_huge_one(void **state)
{
    struct batch_sizer sizer = {0};

    batch_sizer_note(&sizer, 8, 20000);
    batch_sizer_note(&sizer, 8, 20000);
    batch_sizer_note(&sizer, 4, 20000);
    assert_in_range(batch_sizer_next(&sizer, WANTED_US, MOST), 1, 16);
}

/* ---- How many queries a GPU is given at once ---------------------------- */

enum { GPU_MOST = 65536 };

static double pair_us;

static void speed(const struct map *map, struct solver_speed *ret_speed)
{
    *ret_speed = (struct solver_speed){
        .start_us = 50, .pair_us = pair_us, .row_us = pair_us};
}

/* For a job on a fake GPU whose solver takes so long for a pair. */
static size_t limit(double us, enum query_output output, uint32_t targets,
                    size_t most)
{
    struct solver_ops timed = fake_gpu;
    const struct solver_ops *const solvers[] = {&timed};
    struct bench bench;
    struct item item;
    size_t count;

    pair_us = us;
    timed.name = "timed";
    timed.speed = speed;
    bench_init_with(&bench, solvers, 1, "auto", 1, 1, 10);
    item_init(&item, &bench, &timed, 1);
    item.query[0].output = output;
    item.query[0].target_count = targets;
    item.job.map = bench.entry;
    item.job.solved_by = &timed;
    item.job.device = bench.devices[1];
    count = batch_limit(&item.job, NULL, most);
    bench_finish(&bench);
    return count;
}

static void costs_of_pairs_come_as_many_as_take_20_ms(void **state)
{
    assert_int_equal(limit(0.1, QUERY_COSTS, 1, GPU_MOST), GPU_MOST);
    assert_int_equal(limit(2, QUERY_COSTS, 1, GPU_MOST), 10000);
    assert_int_equal(limit(1000, QUERY_COSTS, 1, GPU_MOST), BATCH_COMMON);
    assert_int_equal(limit(0, QUERY_COSTS, 1, GPU_MOST), BATCH_COMMON);
    assert_int_equal(limit(0.1, QUERY_COSTS, 1, 3), 3);
}

static void all_else_comes_in_common_batches(void **state)
{
    assert_int_equal(limit(0.1, QUERY_PATHS, 1, GPU_MOST), BATCH_COMMON);
    assert_int_equal(limit(0.1, QUERY_COSTS, 2, GPU_MOST), BATCH_COMMON);
    assert_int_equal(limit(0.1, QUERY_TREE, 0, GPU_MOST), BATCH_COMMON);
    assert_int_equal(limit(0.1, QUERY_PATHS, 1, 3), 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(batches_take_what_is_wanted),
        cmocka_unit_test(what_only_the_first_batch_does_is_forgotten),
        cmocka_unit_test(half_of_a_batch_goes_to_queries),
        cmocka_unit_test(batches_stay_within_the_most),
        cmocka_unit_test(one_quick_batch_does_not_make_a_huge_one),
        cmocka_unit_test(costs_of_pairs_come_as_many_as_take_20_ms),
        cmocka_unit_test(all_else_comes_in_common_batches),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
