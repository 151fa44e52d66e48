/* line_bench: cmocka's set-ups of a bench with a short line as map. */
#include "tests/unit/engine/line_bench.h"

enum { LARGE = 100000 };

static struct bench bench;

static int set_up(void **state, unsigned gpus, unsigned cpu_workers,
                  uint32_t vertex_count)
{
    bench_init(&bench, gpus, cpu_workers, vertex_count);
    *state = &bench;
    return 0;
}

int with_one_worker(void **state)
{
    return set_up(state, 0, 1, LINE);
}

int with_two_workers(void **state)
{
    return set_up(state, 0, 2, LINE);
}

static int set_up_known(void **state, unsigned cpu_workers)
{
    const struct solver_ops *solvers[] = {&fake_cpu_known};

    bench_init_with(&bench, solvers, 1, "auto", 0, cpu_workers, LINE);
    *state = &bench;
    return 0;
}

int with_worker_of_known_speed(void **state)
{
    return set_up_known(state, 1);
}

int with_workers_of_known_speed(void **state)
{
    return set_up_known(state, 0);
}

int with_gpu(void **state)
{
    return set_up(state, 1, 1, LINE);
}

int with_two_gpus(void **state)
{
    return set_up(state, 2, 1, LINE);
}

int with_gpu_and_large_map(void **state)
{
    return set_up(state, 1, 1, LARGE);
}

int line_bench_tear_down(void **state)
{
    bench_finish(*state);
    return 0;
}
