/* queue: which jobs wait, and in which order and batches they are solved. */
#include "tests/unit/cmocka_all.h"

#include <string.h>
#include <unistd.h>

#include "core/base/clock.h"
#include "core/base/parallel.h"
#include "tests/unit/engine/line_bench.h"

static void a_full_queue_refuses_until_it_is_shorter(void **state)
{
    struct bench *bench = *state;
    struct item items[6];

    fake_open(false);
    for (size_t i = 0; i < 6; i++)
        item_init(&items[i], bench, &fake_cpu, 1);
    item_submit(&items[0], bench);
    fake_wait_solves(1);
    for (size_t i = 1; i < 5; i++)
        item_submit(&items[i], bench);
    assert_int_equal(engine_submit(bench->engine, &items[5].job, NULL),
                     ENGINE_QUEUE_FULL);
    assert_true(engine_retry_after_s(bench->engine) >= 1);
    fake_open(true);
    for (size_t i = 0; i < 5; i++)
        item_wait(&items[i]);
    item_submit(&items[5], bench);
    item_wait(&items[5]);
}

/* A job whose turn would come too late is refused at once. */
static void too_much_work_ahead_refuses(void **state)
{
    struct bench *bench = *state;
    struct item items[5];
    struct error error;

    fake_open(false);
    for (size_t i = 0; i < 5; i++)
        item_init(&items[i], bench, &fake_cpu, 1);
    item_submit(&items[0], bench);
    fake_wait_solves(1);
    usleep(20000); /* from now on the time of a job */
    fake_open(true);
    item_wait(&items[0]);
    fake_open(false);
    item_submit(&items[1], bench);
    item_submit(&items[2], bench);
    items[3].cancel.deadline_us = clock_now_us() + 20000;
    assert_int_equal(engine_submit(bench->engine, &items[3].job, &error),
                     ENGINE_QUEUE_FULL);
    assert_non_null(strstr(error.text, "more than half of this request"));
    items[3].cancel.deadline_us = clock_now_us() + 60000000;
    item_submit(&items[3], bench);
    items[4].cancel.deadline_us = clock_now_us() + 1000;
    items[4].job.continues = true;
    item_submit(&items[4], bench);
    fake_open(true);
    for (size_t i = 1; i < 5; i++)
        item_wait(&items[i]);
    assert_int_equal(items[3].job.status, JOB_DONE);
}

static void what_continues_an_answer_is_taken_beyond_the_limit(void **state)
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
    items[5].job.continues = true;
    item_submit(&items[5], bench);
    fake_open(true);
    for (size_t i = 0; i < 6; i++)
        item_wait(&items[i]);
    assert_int_equal(items[5].place, 6);
    engine_stop(bench->engine);
    items[6].job.continues = true;
    assert_int_equal(engine_submit(bench->engine, &items[6].job, NULL),
                     ENGINE_STOPPING);
}

static void what_waits_becomes_one_batch(void **state)
{
    struct bench *bench = *state;
    struct item items[4];
    struct item tree;

    fake_open(false);
    for (size_t i = 0; i < 4; i++)
        item_init(&items[i], bench, &fake_gpu_batches, i + 1);
    item_init(&tree, bench, &fake_gpu_batches, 1);
    item_make_tree(&tree);
    item_submit(&items[0], bench);
    fake_wait_solves(1);
    item_submit(&items[1], bench);
    item_submit(&tree, bench);
    item_submit(&items[2], bench);
    item_submit(&items[3], bench); /* 2 + 3 + 4 > batch_max */
    fake_open(true);
    for (size_t i = 0; i < 4; i++)
        item_wait(&items[i]);
    item_wait(&tree);
    assert_int_equal(fake_batch_size(0), 1);
    assert_int_equal(fake_batch_size(1), 2 + 3);
    assert_int_equal(fake_solves(), 4);
}

/* Jobs with other settings form no batch; those with the same share a
 * workspace. */
static void jobs_of_other_settings_are_solved_apart(void **state)
{
    struct bench *bench = *state;
    static const struct solver_setting near[] = {{"k", 1}};
    static const struct solver_setting far[] = {{"k", 2}};
    struct item items[4];

    fake_open(false);
    for (size_t i = 0; i < 4; i++) {
        item_init(&items[i], bench, &fake_gpu_batches, 1);
        items[i].job.settings = i % 2 ? near : far;
        items[i].job.setting_count = 1;
    }
    item_submit(&items[0], bench);
    fake_wait_solves(1);
    for (size_t i = 1; i < 4; i++)
        item_submit(&items[i], bench);
    fake_open(true);
    for (size_t i = 0; i < 4; i++)
        item_wait(&items[i]);
    assert_int_equal(fake_batch_size(0), 1);
    assert_int_equal(fake_batch_size(1), 2);
    assert_int_equal(fake_batch_size(2), 1);
    assert_int_equal(fake_workspaces(), 2);
}

static void a_job_of_many_queries_is_shared_by_the_workers(void **state)
{
    struct bench *bench = *state;
    struct item item;

    fake_open(false);
    item_init(&item, bench, &fake_cpu, 40);
    item_submit(&item, bench);
    fake_wait_solves(2); /* neither has returned */
    fake_open(true);
    item_wait(&item);
    assert_int_equal(item.job.status, JOB_DONE);
    for (size_t i = 0; i < 40; i++)
        assert_int_equal(item.cost[i], FAKE_COST);
    assert_int_equal(fake_solves(), 40);
}

static void a_short_job_overtakes_a_long_one(void **state)
{
    struct bench *bench = *state;
    struct item longer;
    struct item shorter;

    fake_open(false);
    item_init(&longer, bench, &fake_cpu, 20);
    item_init(&shorter, bench, &fake_cpu, 1);
    item_submit(&longer, bench);
    fake_wait_solves(1);
    item_submit(&shorter, bench);
    fake_open(true);
    item_wait(&longer);
    item_wait(&shorter);
    assert_true(shorter.place < longer.place);
}

static void a_short_job_waits_for_little_of_a_long_table(void **state)
{
    struct bench *bench = *state;
    struct item table;
    struct item path;

    fake_open(false);
    item_init(&table, bench, &fake_cpu_known, ITEM_QUERIES_MAX);
    item_init(&path, bench, &fake_cpu_known, 1);
    item_submit(&table, bench);
    fake_wait_solves(1);
    item_submit(&path, bench);
    fake_open(true);
    item_wait(&table);
    item_wait(&path);
    assert_int_equal(fake_batch_size(0), 4); /* of 5 ms each */
    assert_int_equal(fake_batch_size(1), 1); /* the path */
    assert_true(path.place < table.place);
}

static void a_spare_worker_takes_a_short_job(void **state)
{
    enum { WORKERS_MAX = FAKE_SOLVES_MAX - 2 };
    struct bench *bench = *state;
    unsigned workers = parallel_core_count();
    struct item tables[WORKERS_MAX];
    struct item path;
    struct engine_device_figures figures;

    if (workers > WORKERS_MAX)
        skip();
    engine_figures(bench->engine, &figures, 1);
    assert_int_equal(figures.workers, workers + 1);
    fake_open(false);
    for (unsigned i = 0; i < workers; i++) {
        item_init(&tables[i], bench, &fake_cpu_known, ITEM_QUERIES_MAX);
        item_submit(&tables[i], bench);
    }
    fake_wait_solves(workers);
    item_init(&path, bench, &fake_cpu_known, 1);
    item_submit(&path, bench);
    fake_wait_solves(workers + 1);
    assert_int_equal(fake_solves(), workers + 1);
    fake_open(true);
    item_wait(&path);
    for (unsigned i = 0; i < workers; i++)
        item_wait(&tables[i]);
}

static void a_workspace_that_nobody_uses_is_given_back(void **state)
{
    struct bench *bench = *state;
    struct item item;

    item_init(&item, bench, &fake_cpu, 1);
    item_submit(&item, bench);
    item_wait(&item);
    assert_int_equal(fake_workspaces(), 1);
    while (fake_workspaces()) {
        engine_trim(bench->engine);
        usleep(1000);
    }
    item_init(&item, bench, &fake_cpu, 1);
    item_submit(&item, bench);
    item_wait(&item);
    assert_int_equal(item.job.status, JOB_DONE);
}

/* Times learned from one kind of job do not apply to another in its place. */
static void a_table_of_more_columns_begins_as_guessed(void **state)
{
    struct bench *bench = *state;
    struct item item;
    struct target targets[2];
    uint32_t cost[ITEM_QUERIES_MAX][2];
    unsigned before;

    item_init(&item, bench, &fake_cpu_known, ITEM_QUERIES_MAX);
    item_submit(&item, bench);
    item_wait(&item);
    before = fake_solves();
    item.place = 0;
    targets[0] = targets[1] = item.target;
    for (size_t i = 0; i < ITEM_QUERIES_MAX; i++) {
        item.query[i].targets = targets;
        item.query[i].target_count = 2;
        item.query[i].cost = cost[i];
    }
    item_submit(&item, bench);
    item_wait(&item);
    assert_int_equal(fake_batch_size(before), 2); /* of 10 ms each */
}

static void a_worker_stays_with_one_of_two_long_tables(void **state)
{
    struct bench *bench = *state;
    struct item table[2];
    struct item path;

    fake_open(false);
    item_init(&table[0], bench, &fake_cpu_known, ITEM_QUERIES_MAX);
    item_init(&table[1], bench, &fake_cpu_known, ITEM_QUERIES_MAX / 4);
    item_init(&path, bench, &fake_cpu_known, 1);
    item_submit(&table[0], bench);
    fake_wait_solves(1);
    item_submit(&table[1], bench);
    item_submit(&path, bench);
    fake_open(true);
    for (size_t i = 0; i < 2; i++)
        item_wait(&table[i]);
    item_wait(&path);
    assert_int_equal(path.place, 1);
    assert_int_equal(table[0].place, 2);
}

#define TEST(name, set_up)                                                     \
    cmocka_unit_test_setup_teardown(name, set_up, line_bench_tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_full_queue_refuses_until_it_is_shorter, with_one_worker),
        TEST(too_much_work_ahead_refuses, with_one_worker),
        TEST(what_continues_an_answer_is_taken_beyond_the_limit,
             with_one_worker),
        TEST(what_waits_becomes_one_batch, with_gpu),
        TEST(jobs_of_other_settings_are_solved_apart, with_gpu),
        TEST(a_job_of_many_queries_is_shared_by_the_workers, with_two_workers),
        TEST(a_short_job_overtakes_a_long_one, with_one_worker),
        TEST(a_short_job_waits_for_little_of_a_long_table,
             with_worker_of_known_speed),
        TEST(a_spare_worker_takes_a_short_job, with_workers_of_known_speed),
        TEST(a_workspace_that_nobody_uses_is_given_back, with_one_worker),
        TEST(a_table_of_more_columns_begins_as_guessed,
             with_worker_of_known_speed),
        TEST(a_worker_stays_with_one_of_two_long_tables,
             with_worker_of_known_speed),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
