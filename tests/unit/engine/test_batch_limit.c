/* batch_limit: how many queries a GPU is given at once. */
#include "tests/unit/cmocka_all.h"

#include "core/engine/batch_limit.h"
#include "tests/unit/engine/bench.h"

enum { MOST = 65536 };

static double pair_us;

static void speed(const struct map *map, struct solver_speed *ret_speed)
{
    *ret_speed = (struct solver_speed){
        .start_us = 50, .pair_us = pair_us, .row_us = pair_us};
}

/* Of a job on a fake GPU whose solver takes so long for a pair. */
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
    assert_int_equal(limit(0.1, QUERY_COSTS, 1, MOST), MOST);
    assert_int_equal(limit(2, QUERY_COSTS, 1, MOST), 10000);
    assert_int_equal(limit(1000, QUERY_COSTS, 1, MOST), BATCH_COMMON);
    assert_int_equal(limit(0, QUERY_COSTS, 1, MOST), BATCH_COMMON);
    assert_int_equal(limit(0.1, QUERY_COSTS, 1, 3), 3);
}

static void all_else_comes_in_common_batches(void **state)
{
    assert_int_equal(limit(0.1, QUERY_PATHS, 1, MOST), BATCH_COMMON);
    assert_int_equal(limit(0.1, QUERY_COSTS, 2, MOST), BATCH_COMMON);
    assert_int_equal(limit(0.1, QUERY_TREE, 0, MOST), BATCH_COMMON);
    assert_int_equal(limit(0.1, QUERY_PATHS, 1, 3), 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(costs_of_pairs_come_as_many_as_take_20_ms),
        cmocka_unit_test(all_else_comes_in_common_batches),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
