/* figures: the engine counts its work correctly, by solver and device. */
#include "tests/unit/cmocka_all.h"

#include <errno.h>

#include "tests/unit/engine/line_bench.h"

/* Counts of one solver on one device. */
struct wanted {
    const struct solver_ops *solver;
    const struct device *device;
    struct engine_solver_figures found;
    size_t count; /* of those */
    size_t all;
};

static void take(void *context, const struct engine_solver_figures *figures)
{
    struct wanted *wanted = context;

    wanted->all++;
    if (figures->solver != wanted->solver || figures->device != wanted->device)
        return;
    wanted->found = *figures;
    wanted->count++;
}

static struct engine_solver_figures figures_of(struct bench *bench,
                                               const struct solver_ops *solver,
                                               const struct device *device)
{
    struct wanted wanted = {.solver = solver, .device = device};

    engine_each_solver(bench->engine, take, &wanted);
    assert_int_equal(wanted.count, 1);
    return wanted.found;
}

static size_t shown(struct bench *bench)
{
    struct wanted wanted = {0};

    engine_each_solver(bench->engine, take, &wanted);
    return wanted.all;
}

static struct engine_device_figures device_figures(struct bench *bench,
                                                   const struct device *device)
{
    struct engine_device_figures figures[3];
    size_t count = engine_figures(bench->engine, figures, 3);

    for (size_t i = 0; i < count; i++) {
        if (figures[i].device == device)
            return figures[i];
    }
    fail_msg("no such device");
    return figures[0];
}

static void who_did_nothing_is_not_shown(void **state)
{
    struct bench *bench = *state;
    struct item item;

    assert_int_equal(shown(bench), 0);
    item_init(&item, bench, &fake_cpu, 1);
    item_submit(&item, bench);
    item_wait(&item);
    assert_int_equal(shown(bench), 1);
    assert_int_equal(figures_of(bench, &fake_cpu, device_cpu()).jobs[JOB_DONE],
                     1);
}

/* One job of 1 query, then of 2 and 3 in one batch. */
static void a_batch_is_counted_once_with_its_jobs_and_queries(void **state)
{
    struct bench *bench = *state;
    struct engine_solver_figures figures;
    struct item items[3];

    fake_open(false);
    for (size_t i = 0; i < 3; i++)
        item_init(&items[i], bench, &fake_gpu_batches, i + 1);
    item_submit(&items[0], bench);
    fake_wait_solves(1);
    item_submit(&items[1], bench);
    item_submit(&items[2], bench);
    fake_open(true);
    for (size_t i = 0; i < 3; i++)
        item_wait(&items[i]);
    figures = figures_of(bench, &fake_gpu_batches, &fake_device[0]);
    assert_int_equal(figures.jobs[JOB_DONE], 3);
    assert_int_equal(figures.solve_us.count, 2);
    assert_int_equal(figures.batch_jobs.count, 2);
    assert_int_equal(figures.batch_jobs.sum, 3);
    assert_int_equal(figures.batch_queries.count, 2);
    assert_int_equal(figures.batch_queries.sum, 6);
    assert_int_equal(figures.solve_us.sum,
                     device_figures(bench, &fake_device[0]).busy_us);
}

static void each_job_that_was_taken_has_waited_once(void **state)
{
    struct bench *bench = *state;
    struct engine_device_figures figures;
    struct item items[3];
    uint64_t waited_us = 0;

    for (size_t i = 0; i < 3; i++) {
        item_init(&items[i], bench, &fake_cpu, 4); /* in several parts */
        item_submit(&items[i], bench);
    }
    for (size_t i = 0; i < 3; i++) {
        item_wait(&items[i]);
        waited_us += items[i].job.queued_us;
    }
    figures = device_figures(bench, device_cpu());
    assert_int_equal(figures.wait_us.count, 3);
    assert_int_equal(figures.wait_us.sum, waited_us);
}

static void jobs_are_counted_by_how_they_ended(void **state)
{
    struct bench *bench = *state;
    struct engine_solver_figures figures;
    struct item items[4];

    fake_open(false);
    for (size_t i = 0; i < 4; i++)
        item_init(&items[i], bench, &fake_cpu, 1);
    items[2].cancel.deadline_us = 1; /* long ago */
    item_submit(&items[0], bench);
    fake_wait_solves(1);
    for (size_t i = 1; i < 3; i++)
        item_submit(&items[i], bench);
    atomic_store(&items[1].cancel.requested, true);
    fake_open(true);
    for (size_t i = 0; i < 3; i++)
        item_wait(&items[i]);
    fake_fail(1, -EIO);
    item_submit(&items[3], bench);
    item_wait(&items[3]);
    figures = figures_of(bench, &fake_cpu, device_cpu());
    assert_int_equal(figures.jobs[JOB_DONE], 1);
    assert_int_equal(figures.jobs[JOB_CANCELLED], 1);
    assert_int_equal(figures.jobs[JOB_LATE], 1);
    assert_int_equal(figures.jobs[JOB_REFUSED], 0);
    assert_int_equal(figures.jobs[JOB_FAILED], 1);
    assert_int_equal(figures.solve_us.count, 2); /* the first and the last */
}

static void a_job_that_a_device_failed_ends_where_it_is_solved(void **state)
{
    struct bench *bench = *state;
    struct engine_solver_figures figures;
    struct item item;

    fake_fail(1, -EIO);
    item_init(&item, bench, &fake_gpu, 1);
    item_submit(&item, bench);
    item_wait(&item);
    assert_int_equal(item.job.status, JOB_DONE);
    figures = figures_of(bench, &fake_gpu, &fake_device[0]);
    assert_int_equal(figures.solve_us.count, 1);
    for (size_t i = 0; i < JOB_STATUS_COUNT; i++)
        assert_int_equal(figures.jobs[i], 0);
    figures = figures_of(bench, item.job.solved_by, device_cpu());
    assert_int_equal(figures.jobs[JOB_DONE], 1);
}

/* A caller may submit a job with a solver of its own. */
static void a_solver_that_the_catalog_has_not_is_not_counted(void **state)
{
    struct bench *bench = *state;
    struct solver_ops own = fake_cpu;
    struct item item;

    item_init(&item, bench, &own, 1);
    item_submit(&item, bench);
    item_wait(&item);
    assert_int_equal(item.job.status, JOB_DONE);
    assert_int_equal(shown(bench), 0);
    assert_int_equal(device_figures(bench, device_cpu()).jobs, 1);
}

static void jobs_that_a_full_queue_turns_away_are_counted(void **state)
{
    struct bench *bench = *state;
    struct item items[7];

    fake_open(false);
    for (size_t i = 0; i < 7; i++)
        item_init(&items[i], bench, &fake_cpu, 1);
    item_submit(&items[0], bench);
    fake_wait_solves(1);
    for (size_t i = 1; i < 5; i++)
        item_submit(&items[i], bench);
    assert_int_equal(device_figures(bench, device_cpu()).turned_away, 0);
    for (size_t i = 5; i < 7; i++)
        assert_int_equal(engine_submit(bench->engine, &items[i].job, NULL),
                         ENGINE_QUEUE_FULL);
    assert_int_equal(device_figures(bench, device_cpu()).turned_away, 2);
    assert_int_equal(device_figures(bench, device_cpu()).queued, 4);
    fake_open(true);
    for (size_t i = 0; i < 5; i++)
        item_wait(&items[i]);
}

#define TEST(name, set_up)                                                     \
    cmocka_unit_test_setup_teardown(name, set_up, line_bench_tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(who_did_nothing_is_not_shown, with_one_worker),
        TEST(a_batch_is_counted_once_with_its_jobs_and_queries, with_gpu),
        TEST(each_job_that_was_taken_has_waited_once, with_two_workers),
        TEST(jobs_are_counted_by_how_they_ended, with_one_worker),
        TEST(a_job_that_a_device_failed_ends_where_it_is_solved, with_gpu),
        TEST(a_solver_that_the_catalog_has_not_is_not_counted, with_one_worker),
        TEST(jobs_that_a_full_queue_turns_away_are_counted, with_one_worker),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
