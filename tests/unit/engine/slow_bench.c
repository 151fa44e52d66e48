/* slow_bench: cmocka's set-ups of a bench with solvers of fake_slow.h. */
#include "tests/unit/engine/slow_bench.h"

#include <string.h>

#include "tests/unit/cmocka_all.h"

enum { LARGE = 100000 };

static struct bench slow_bench;

static int set_up(void **state, const char *preferred, unsigned gpus,
                  unsigned cpu_workers, uint32_t vertex_count)
{
    static const struct solver_ops *const solvers[] = {&fake_slow,
                                                       &fake_slow_cpu};

    fake_slow_reset();
    bench_init_with(&slow_bench, solvers, 2, preferred, gpus, cpu_workers,
                    vertex_count);
    *state = &slow_bench;
    return 0;
}

int slow_with_gpu(void **state)
{
    return set_up(state, "auto", 1, 1, LINE);
}

int slow_with_two_gpus(void **state)
{
    return set_up(state, "auto", 2, 1, LINE);
}

int slow_with_gpu_and_large_map(void **state)
{
    return set_up(state, "auto", 1, 1, LARGE);
}

int slow_without_gpu(void **state)
{
    return set_up(state, "auto", 0, 2, LINE);
}

int slow_preferred(void **state)
{
    return set_up(state, "slow", 1, 1, LINE);
}

int slow_with_a_fast_reader_refused(void **state)
{
    static const struct solver_ops *const solvers[] = {&fake_slow, &fake_eager};

    fake_slow_reset();
    fake_slow_prepare_code(SOLVER_REFUSES);
    bench_init_with(&slow_bench, solvers, 2, "auto", 1, 1, LARGE);
    *state = &slow_bench;
    return 0;
}

int slow_tear_down(void **state)
{
    bench_finish(*state);
    assert_int_equal(fake_slow_forms(), 0);
    return 0;
}

void slow_ask(struct item *item, struct bench *bench,
              const struct solver_ops *solver, size_t query_count)
{
    item_init(item, bench, solver, query_count);
    item_submit(item, bench);
    item_wait(item);
}

void assert_answered_on_gpu(const struct item *item)
{
    assert_int_equal(item->job.status, JOB_DONE);
    assert_ptr_equal(item->job.device, &fake_device[0]);
    assert_string_equal(item->job.note, "");
    assert_int_equal(item->cost[0], FAKE_SLOW_COST);
}

void assert_answered_on_cpu(const struct item *item, const char *why)
{
    assert_int_equal(item->job.status, JOB_DONE);
    assert_ptr_equal(item->job.device, device_cpu());
    assert_int_equal(item->cost[0], LINE - 1);
    assert_non_null(strstr(item->job.note, why));
}

void assert_gpu_in_use(const struct bench *bench, bool in_use)
{
    struct engine_device_figures figures[3];

    assert_true(engine_figures(bench->engine, figures, 3) >= 2);
    assert_int_equal(*figures[1].failure == '\0', in_use);
}
