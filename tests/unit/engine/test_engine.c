/* engine: queues, batches, deadlines, cancelling, failing devices, the end. */
#include "tests/unit/cmocka_all.h"

#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <string.h>

#include "core/engine/job_settings.h"
#include "tests/unit/engine/bench.h"

enum { LINE = 10 };

static struct bench bench;

static int one_worker(void **state)
{
    bench_init(&bench, 0, 1, LINE);
    return 0;
}

static int two_workers(void **state)
{
    bench_init(&bench, 0, 2, LINE);
    return 0;
}

static int with_gpu(void **state)
{
    bench_init(&bench, 1, 1, LINE);
    return 0;
}

static int with_two_gpus(void **state)
{
    bench_init(&bench, 2, 1, LINE);
    return 0;
}

static int with_gpu_and_large_map(void **state)
{
    bench_init(&bench, 1, 1, 100000);
    return 0;
}

static int one_worker_of_known_speed(void **state)
{
    const struct solver_ops *solvers[] = {&fake_cpu_known};

    bench_init_with(&bench, solvers, 1, "auto", 0, 1, LINE);
    return 0;
}

static int tear_down(void **state)
{
    bench_finish(&bench);
    return 0;
}

static void answers_with_figures(void **state)
{
    struct item item;

    item_init(&item, &bench, NULL, 3);
    item_submit(&item, &bench);
    item_wait(&item);
    assert_int_equal(item.job.status, JOB_DONE);
    assert_ptr_equal(item.job.device, device_cpu());
    assert_int_equal(item.job.epoch, 1);
    assert_string_equal(item.job.note, "");
    for (size_t i = 0; i < 3; i++)
        assert_int_equal(item.cost[i], LINE - 1);
}

static void refuses_what_the_named_solver_cannot_answer(void **state)
{
    struct item item;
    struct error error;

    item_init(&item, &bench, &fake_cpu, 1);
    item_make_tree(&item);
    assert_int_equal(engine_submit(bench.engine, &item.job, &error),
                     ENGINE_CANNOT);
    assert_non_null(strstr(error.text, "cpu-single"));
}

static void a_full_queue_refuses_until_it_is_shorter(void **state)
{
    struct item items[6];

    fake_open(false);
    for (size_t i = 0; i < 6; i++)
        item_init(&items[i], &bench, &fake_cpu, 1);
    item_submit(&items[0], &bench);
    fake_wait_solves(1);
    for (size_t i = 1; i < 5; i++)
        item_submit(&items[i], &bench);
    assert_int_equal(engine_submit(bench.engine, &items[5].job, NULL),
                     ENGINE_QUEUE_FULL);
    assert_true(engine_retry_after_s(bench.engine) >= 1);
    fake_open(true);
    for (size_t i = 0; i < 5; i++)
        item_wait(&items[i]);
    item_submit(&items[5], &bench);
    item_wait(&items[5]);
}

static void what_continues_an_answer_is_taken_beyond_the_limit(void **state)
{
    struct item items[7];

    fake_open(false);
    for (size_t i = 0; i < 7; i++)
        item_init(&items[i], &bench, &fake_cpu, 1);
    item_submit(&items[0], &bench);
    fake_wait_solves(1);
    for (size_t i = 1; i < 5; i++)
        item_submit(&items[i], &bench);
    items[5].job.continues = true;
    item_submit(&items[5], &bench);
    fake_open(true);
    for (size_t i = 0; i < 6; i++)
        item_wait(&items[i]);
    assert_int_equal(items[5].place, 6);
    engine_stop(bench.engine);
    items[6].job.continues = true;
    assert_int_equal(engine_submit(bench.engine, &items[6].job, NULL),
                     ENGINE_STOPPING);
}

static void what_waits_becomes_one_batch(void **state)
{
    struct item items[4];
    struct item tree;

    fake_open(false);
    for (size_t i = 0; i < 4; i++)
        item_init(&items[i], &bench, &fake_gpu_batches, i + 1);
    item_init(&tree, &bench, &fake_gpu_batches, 1);
    item_make_tree(&tree);
    item_submit(&items[0], &bench);
    fake_wait_solves(1);
    item_submit(&items[1], &bench);
    item_submit(&tree, &bench);
    item_submit(&items[2], &bench);
    item_submit(&items[3], &bench); /* 2 + 3 + 4 > batch_max */
    fake_open(true);
    for (size_t i = 0; i < 4; i++)
        item_wait(&items[i]);
    item_wait(&tree);
    assert_int_equal(fake_batch_size(0), 1);
    assert_int_equal(fake_batch_size(1), 2 + 3);
    assert_int_equal(fake_solves(), 4);
}

/* Jobs of other settings are no batch, and those of the same share a
 * workspace. */
static void jobs_of_other_settings_are_solved_apart(void **state)
{
    static const struct solver_setting near[] = {{"k", 1}};
    static const struct solver_setting far[] = {{"k", 2}};
    struct item items[4];

    fake_open(false);
    for (size_t i = 0; i < 4; i++) {
        item_init(&items[i], &bench, &fake_gpu_batches, 1);
        items[i].job.settings = i % 2 ? near : far;
        items[i].job.setting_count = 1;
    }
    item_submit(&items[0], &bench);
    fake_wait_solves(1);
    for (size_t i = 1; i < 4; i++)
        item_submit(&items[i], &bench);
    fake_open(true);
    for (size_t i = 0; i < 4; i++)
        item_wait(&items[i]);
    assert_int_equal(fake_batch_size(0), 1);
    assert_int_equal(fake_batch_size(1), 2);
    assert_int_equal(fake_batch_size(2), 1);
    assert_int_equal(fake_workspaces(), 2);
}

static void settings_do_not_go_to_who_stands_in(void **state)
{
    static const struct solver_setting settings[] = {{"k", 1}};
    struct item item;

    item_init(&item, &bench, &fake_gpu, 1);
    item.job.settings = settings;
    item.job.setting_count = 1;
    item_submit(&item, &bench);
    item_wait(&item);
    assert_string_equal(item.job.solved_by->name, "bidirectional");
    assert_int_equal(job_settings_of(&item.job).count, 0);
    item.job.solved_by = item.job.solver;
    assert_int_equal(job_settings_of(&item.job).count, 1);
}

static void a_job_of_many_queries_is_shared_by_the_workers(void **state)
{
    struct item item;

    fake_open(false);
    item_init(&item, &bench, &fake_cpu, 40);
    item_submit(&item, &bench);
    fake_wait_solves(2); /* none of which has returned */
    fake_open(true);
    item_wait(&item);
    assert_int_equal(item.job.status, JOB_DONE);
    for (size_t i = 0; i < 40; i++)
        assert_int_equal(item.cost[i], FAKE_COST);
    assert_int_equal(fake_solves(), 40);
}

static void a_short_job_overtakes_a_long_one(void **state)
{
    struct item longer;
    struct item shorter;

    fake_open(false);
    item_init(&longer, &bench, &fake_cpu, 20);
    item_init(&shorter, &bench, &fake_cpu, 1);
    item_submit(&longer, &bench);
    fake_wait_solves(1);
    item_submit(&shorter, &bench);
    fake_open(true);
    item_wait(&longer);
    item_wait(&shorter);
    assert_true(shorter.place < longer.place);
}

static void a_short_job_waits_for_little_of_a_long_table(void **state)
{
    struct item table;
    struct item path;

    fake_open(false);
    item_init(&table, &bench, &fake_cpu_known, ITEM_QUERIES_MAX);
    item_init(&path, &bench, &fake_cpu_known, 1);
    item_submit(&table, &bench);
    fake_wait_solves(1);
    item_submit(&path, &bench);
    fake_open(true);
    item_wait(&table);
    item_wait(&path);
    assert_int_equal(fake_batch_size(0), 4); /* of 5 ms each */
    assert_int_equal(fake_batch_size(2), 1); /* the path */
    assert_true(path.place < table.place);
}

static void a_worker_stays_with_one_of_two_long_tables(void **state)
{
    struct item table[2];
    struct item path;

    fake_open(false);
    item_init(&table[0], &bench, &fake_cpu_known, ITEM_QUERIES_MAX);
    item_init(&table[1], &bench, &fake_cpu_known, ITEM_QUERIES_MAX / 4);
    item_init(&path, &bench, &fake_cpu_known, 1);
    item_submit(&table[0], &bench);
    fake_wait_solves(1);
    item_submit(&table[1], &bench);
    item_submit(&path, &bench);
    fake_open(true);
    for (size_t i = 0; i < 2; i++)
        item_wait(&table[i]);
    item_wait(&path);
    assert_int_equal(path.place, 1);
    assert_int_equal(table[0].place, 2);
}

static void what_is_due_in_the_queue_is_not_solved(void **state)
{
    struct item first;
    struct item late;
    struct item cancelled;

    fake_open(false);
    item_init(&first, &bench, &fake_cpu, 1);
    item_init(&late, &bench, &fake_cpu, 5);
    item_init(&cancelled, &bench, &fake_cpu, 5);
    late.cancel.deadline_us = 1;
    item_submit(&first, &bench);
    fake_wait_solves(1);
    item_submit(&late, &bench);
    item_submit(&cancelled, &bench);
    atomic_store(&cancelled.cancel.requested, true);
    fake_open(true);
    item_wait(&late);
    item_wait(&cancelled);
    assert_int_equal(late.job.status, JOB_LATE);
    assert_int_equal(cancelled.job.status, JOB_CANCELLED);
    assert_int_equal(fake_solves(), 1);
    item_wait(&first);
}

static void what_is_due_while_solving_ends(void **state)
{
    struct item late;
    struct item cancelled;

    fake_open(false);
    item_init(&late, &bench, &fake_cpu, 1);
    late.cancel.deadline_us = clock_now_us() + 30000;
    item_submit(&late, &bench);
    item_wait(&late);
    assert_int_equal(late.job.status, JOB_LATE);

    item_init(&cancelled, &bench, &fake_cpu, 9);
    item_submit(&cancelled, &bench);
    fake_wait_solves(2);
    atomic_store(&cancelled.cancel.requested, true);
    fake_wake();
    item_wait(&cancelled);
    assert_int_equal(cancelled.job.status, JOB_CANCELLED);
    assert_int_equal(fake_solves(), 2);
}

static void a_failing_cpu_solver_fails_its_job_alone(void **state)
{
    struct item items[3];

    fake_open(false);
    for (size_t i = 0; i < 3; i++)
        item_init(&items[i], &bench, &fake_cpu_batches, 1);
    item_submit(&items[0], &bench);
    fake_wait_solves(1);
    item_submit(&items[1], &bench);
    item_submit(&items[2], &bench);
    fake_fail(1, -ENOMEM);
    fake_open(true);
    for (size_t i = 0; i < 3; i++) {
        item_wait(&items[i]);
        assert_int_equal(items[i].job.status, JOB_DONE);
    }
    item_init(&items[0], &bench, &fake_cpu, 30);
    fake_fail(2, -ENOMEM);
    item_submit(&items[0], &bench);
    item_wait(&items[0]);
    assert_int_equal(items[0].job.status, JOB_FAILED);
    assert_string_equal(items[0].job.error.text, "broken on purpose");
}

static void device_figures(struct engine_device_figures *ret_figures)
{
    struct engine_device_figures figures[2];

    assert_int_equal(engine_figures(bench.engine, figures, 2), 2);
    *ret_figures = figures[1];
    assert_string_equal(ret_figures->device->name, "cuda:0");
}

static void a_failing_device_leaves_its_jobs_to_the_cpu(void **state)
{
    struct engine_device_figures figures;
    struct item items[3];

    for (size_t i = 0; i < 3; i++) {
        item_init(&items[i], &bench, &fake_gpu_batches, 5);
        if (i == 1)
            fake_fail(1, -EIO);
        item_submit(&items[i], &bench);
        item_wait(&items[i]);
        assert_int_equal(items[i].job.status, JOB_DONE);
    }
    assert_int_equal(items[0].cost[0], FAKE_COST);
    assert_string_equal(items[0].job.note, "");
    for (size_t i = 1; i < 3; i++) {
        assert_int_equal(items[i].cost[4], LINE - 1);
        assert_string_equal(items[i].job.solved_by->name, "bidirectional");
        assert_ptr_equal(items[i].job.device, device_cpu());
        assert_string_equal(
            items[i].job.note,
            "answered by bidirectional on cpu; cuda:0: broken on purpose");
    }
    device_figures(&figures);
    assert_string_equal(figures.failure, "broken on purpose");
    assert_int_equal(figures.jobs, 1);
}

/* Everything that waits for the device, whole or in part, moves. */
static void a_failing_device_gives_its_queue_away(void **state)
{
    struct item items[4];

    fake_open(false);
    fake_fail(2, -EIO);
    for (size_t i = 0; i < 4; i++)
        item_init(&items[i], &bench, &fake_gpu, i == 0 ? 20 : 2);
    item_submit(&items[0], &bench);
    fake_wait_solves(1);
    for (size_t i = 1; i < 4; i++)
        item_submit(&items[i], &bench);
    fake_open(true);
    for (size_t i = 0; i < 4; i++) {
        item_wait(&items[i]);
        assert_int_equal(items[i].job.status, JOB_DONE);
        assert_int_equal(items[i].cost[1], LINE - 1);
    }
    assert_int_equal(items[0].cost[0], FAKE_COST);
    assert_int_equal(items[0].cost[19], LINE - 1);
    assert_int_equal(fake_solves(), 2);
}

static void two_devices_share_and_stand_in_for_each_other(void **state)
{
    struct item items[3];

    for (size_t i = 0; i < 3; i++)
        item_init(&items[i], &bench, &fake_gpu, 1);
    fake_open(false);
    fake_fail(1, -EIO);
    item_submit(&items[0], &bench);
    fake_wait_solves(1);
    item_submit(&items[1], &bench);
    fake_wait_solves(2); /* the first is still at it */
    fake_open(true);
    item_wait(&items[0]);
    item_wait(&items[1]);
    assert_ptr_equal(items[0].job.device, device_cpu());
    assert_ptr_equal(items[1].job.device, &fake_device[1]);
    item_submit(&items[2], &bench);
    item_wait(&items[2]);
    assert_ptr_equal(items[2].job.device, &fake_device[1]);
    assert_string_equal(items[2].job.note, "");
}

static void a_device_short_of_memory_stays_in_use(void **state)
{
    struct engine_device_figures figures;
    struct item item;

    item_init(&item, &bench, &fake_gpu, 1);
    fake_fail(1, -ENOMEM);
    item_submit(&item, &bench);
    item_wait(&item);
    assert_int_equal(item.job.status, JOB_DONE);
    assert_ptr_equal(item.job.device, device_cpu());
    device_figures(&figures);
    assert_string_equal(figures.failure, "");
}

static void an_answer_begun_on_a_failing_device_fails(void **state)
{
    struct item item;

    item_init(&item, &bench, &fake_gpu, 1);
    item_make_tree(&item);
    fake_write_first();
    fake_fail(1, -EIO);
    item_submit(&item, &bench);
    item_wait(&item);
    assert_int_equal(item.job.status, JOB_FAILED);
    assert_int_equal(item.blocks, 1);
    assert_string_equal(item.job.error.text, "broken on purpose");
}

static void a_solver_without_its_device_is_made_up_for(void **state)
{
    struct item item;

    item_init(&item, &bench, &fake_gpu, 1);
    item_submit(&item, &bench);
    item_wait(&item);
    assert_int_equal(item.cost[0], LINE - 1);
    assert_string_equal(item.job.note, "answered by bidirectional on cpu; "
                                       "locality: no device of its kind here");
}

static const struct device *auto_device(bool tree)
{
    struct item item;

    item_init(&item, &bench, NULL, 1);
    if (tree)
        item_make_tree(&item);
    item_submit(&item, &bench);
    item_wait(&item);
    assert_int_equal(item.job.status, JOB_DONE);
    assert_string_equal(item.job.note, "");
    return item.job.device;
}

static void small_maps_stay_on_the_cpu(void **state)
{
    assert_ptr_equal(auto_device(true), device_cpu());
    assert_ptr_equal(auto_device(false), device_cpu());
}

static void trees_of_large_maps_go_to_the_gpu(void **state)
{
    assert_ptr_equal(auto_device(true), &fake_device[0]);
    assert_ptr_equal(auto_device(false), device_cpu());
}

static void *stop(void *argument)
{
    engine_stop(bench.engine);
    return NULL;
}

static void stopping_answers_what_was_admitted(void **state)
{
    struct item items[4];
    struct item refused;
    pthread_t stopper;
    int r;

    fake_open(false);
    for (size_t i = 0; i < 4; i++)
        item_init(&items[i], &bench, &fake_gpu, 3);
    item_submit(&items[0], &bench);
    fake_wait_solves(1);
    for (size_t i = 1; i < 4; i++)
        item_submit(&items[i], &bench);
    fake_fail(3, -EIO); /* some are handed over on the way */
    pthread_create(&stopper, NULL, stop, NULL);
    item_init(&refused, &bench, &fake_gpu, 1);
    do {
        sched_yield();
        r = engine_submit(bench.engine, &refused.job, NULL);
    } while (r == ENGINE_QUEUE_FULL);
    assert_int_equal(r, ENGINE_STOPPING);
    fake_open(true);
    pthread_join(stopper, NULL);
    for (size_t i = 0; i < 4; i++) {
        assert_int_not_equal(items[i].place, 0);
        assert_int_equal(items[i].job.status, JOB_DONE);
    }
}

static void idle_workers_let_go_of_a_replaced_map(void **state)
{
    struct item item;

    item_init(&item, &bench, &fake_cpu, 1);
    item_submit(&item, &bench);
    item_wait(&item);
    map_entry_release(bench.entry);
    bench_publish(&bench, "line", LINE);
    fake_wait_prepared(1); /* the new one's; the old one's is gone */
    bench.entry = registry_acquire(bench.registry, "line");
}

static void a_worker_keeps_few_workspaces(void **state)
{
    struct item item;
    char name[] = "a";

    for (; name[0] < 'i'; name[0]++) {
        struct map_entry *entry;

        bench_publish(&bench, name, LINE);
        entry = registry_acquire(bench.registry, name);
        item_init(&item, &bench, &fake_cpu, 1);
        item.job.map = entry;
        item_submit(&item, &bench);
        item_wait(&item);
        map_entry_release(entry);
    }
    assert_int_equal(fake_workspaces(), 4);
}

static void refuses_a_solver_that_does_not_exist(void **state)
{
    struct engine_settings settings = {
        .queue_length = 1, .batch_max = 1, .cpu_workers = 1, .solver = "magic"};
    struct engine *engine;
    struct error error;

    assert_int_equal(engine_create(&settings, bench.registry, &bench.catalog,
                                   bench.devices, 1, &engine, &error),
                     -EINVAL);
    assert_string_equal(error.text, "no solver is called 'magic'");
}

#define TEST(name, set_up)                                                     \
    cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(answers_with_figures, two_workers),
        TEST(refuses_what_the_named_solver_cannot_answer, one_worker),
        TEST(a_full_queue_refuses_until_it_is_shorter, one_worker),
        TEST(what_continues_an_answer_is_taken_beyond_the_limit, one_worker),
        TEST(what_waits_becomes_one_batch, with_gpu),
        TEST(jobs_of_other_settings_are_solved_apart, with_gpu),
        TEST(settings_do_not_go_to_who_stands_in, one_worker),
        TEST(a_job_of_many_queries_is_shared_by_the_workers, two_workers),
        TEST(a_short_job_overtakes_a_long_one, one_worker),
        TEST(a_short_job_waits_for_little_of_a_long_table,
             one_worker_of_known_speed),
        TEST(a_worker_stays_with_one_of_two_long_tables,
             one_worker_of_known_speed),
        TEST(what_is_due_in_the_queue_is_not_solved, one_worker),
        TEST(what_is_due_while_solving_ends, one_worker),
        TEST(a_failing_cpu_solver_fails_its_job_alone, one_worker),
        TEST(a_failing_device_leaves_its_jobs_to_the_cpu, with_gpu),
        TEST(a_failing_device_gives_its_queue_away, with_gpu),
        TEST(two_devices_share_and_stand_in_for_each_other, with_two_gpus),
        TEST(a_device_short_of_memory_stays_in_use, with_gpu),
        TEST(an_answer_begun_on_a_failing_device_fails, with_gpu),
        TEST(a_solver_without_its_device_is_made_up_for, one_worker),
        TEST(small_maps_stay_on_the_cpu, with_gpu),
        TEST(trees_of_large_maps_go_to_the_gpu, with_gpu_and_large_map),
        TEST(stopping_answers_what_was_admitted, with_gpu),
        TEST(idle_workers_let_go_of_a_replaced_map, one_worker),
        TEST(a_worker_keeps_few_workspaces, one_worker),
        TEST(refuses_a_solver_that_does_not_exist, one_worker),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
