/* failing_devices: what happens to jobs whose device or solver fails, or does
 * not exist. */
#include "tests/unit/cmocka_all.h"

#include <errno.h>

#include "core/engine/device_queue.h"
#include "tests/unit/engine/line_bench.h"

static void a_failing_cpu_solver_fails_its_job_alone(void **state)
{
    struct bench *bench = *state;
    struct item items[3];

    fake_open(false);
    for (size_t i = 0; i < 3; i++)
        item_init(&items[i], bench, &fake_cpu_batches, 1);
    item_submit(&items[0], bench);
    fake_wait_solves(1);
    item_submit(&items[1], bench);
    item_submit(&items[2], bench);
    fake_fail(1, -ENOMEM);
    fake_open(true);
    for (size_t i = 0; i < 3; i++) {
        item_wait(&items[i]);
        assert_int_equal(items[i].job.status, JOB_DONE);
    }
    item_init(&items[0], bench, &fake_cpu, 30);
    fake_fail(2, -ENOMEM);
    item_submit(&items[0], bench);
    item_wait(&items[0]);
    assert_int_equal(items[0].job.status, JOB_FAILED);
    assert_string_equal(items[0].job.error.text, "broken on purpose");
}

static void device_figures(const struct bench *bench,
                           struct engine_device_figures *ret_figures)
{
    struct engine_device_figures figures[2];

    assert_int_equal(engine_figures(bench->engine, figures, 2), 2);
    *ret_figures = figures[1];
    assert_string_equal(ret_figures->device->name, "cuda:0");
}

static void a_failing_device_leaves_its_jobs_to_the_cpu(void **state)
{
    struct bench *bench = *state;
    struct engine_device_figures figures;
    struct item items[3];

    for (size_t i = 0; i < 3; i++) {
        item_init(&items[i], bench, &fake_gpu_batches, 5);
        if (i == 1)
            fake_fail(1, -EIO);
        item_submit(&items[i], bench);
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
    device_figures(bench, &figures);
    assert_string_equal(figures.failure, "broken on purpose");
    assert_int_equal(figures.jobs, 1);
}

/* All jobs that wait for the device move, also those in part. */
static void a_failing_device_gives_its_queue_away(void **state)
{
    struct bench *bench = *state;
    struct item items[4];

    fake_open(false);
    fake_fail(2, -EIO);
    for (size_t i = 0; i < 4; i++)
        item_init(&items[i], bench, &fake_gpu, i == 0 ? 20 : 2);
    item_submit(&items[0], bench);
    fake_wait_solves(1);
    for (size_t i = 1; i < 4; i++)
        item_submit(&items[i], bench);
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
    struct bench *bench = *state;
    struct item items[3];

    for (size_t i = 0; i < 3; i++)
        item_init(&items[i], bench, &fake_gpu, 1);
    fake_open(false);
    fake_fail(1, -EIO);
    item_submit(&items[0], bench);
    fake_wait_solves(1);
    item_submit(&items[1], bench);
    fake_wait_solves(2); /* the first one is still running */
    fake_open(true);
    item_wait(&items[0]);
    item_wait(&items[1]);
    assert_ptr_equal(items[0].job.device, device_cpu());
    assert_ptr_equal(items[1].job.device, &fake_device[1]);
    item_submit(&items[2], bench);
    item_wait(&items[2]);
    assert_ptr_equal(items[2].job.device, &fake_device[1]);
    assert_string_equal(items[2].job.note, "");
}

static void a_device_short_of_memory_stays_in_use(void **state)
{
    struct bench *bench = *state;
    struct engine_device_figures figures;
    struct item item;

    item_init(&item, bench, &fake_gpu, 1);
    fake_fail_above(0, -ENOMEM);
    item_submit(&item, bench);
    item_wait(&item);
    assert_int_equal(item.job.status, JOB_DONE);
    assert_ptr_equal(item.job.device, device_cpu());
    assert_int_equal(fake_solves(), 2);
    device_figures(bench, &figures);
    assert_string_equal(figures.failure, "");
}

static void what_others_left_makes_room_on_a_device(void **state)
{
    struct bench *bench = *state;
    struct item first;
    struct item second;

    item_init(&first, bench, &fake_gpu, 1);
    item_submit(&first, bench);
    item_wait(&first);
    fake_fail_above(1, -ENOMEM);
    item_init(&second, bench, &fake_gpu_batches, 1);
    item_submit(&second, bench);
    item_wait(&second);
    assert_int_equal(second.job.status, JOB_DONE);
    assert_int_equal(second.cost[0], FAKE_COST);
    assert_ptr_equal(second.job.device, &fake_device[0]);
    assert_string_equal(second.job.note, "");
    assert_int_equal(fake_workspaces(), 1);
}

static void an_answer_begun_on_a_failing_device_fails(void **state)
{
    struct bench *bench = *state;
    const int codes[] = {-ENOMEM, -EIO};
    struct item item;

    fake_write_first();
    for (unsigned i = 0; i < 2; i++) {
        item_init(&item, bench, &fake_gpu, 1);
        item_make_tree(&item);
        fake_fail(1, codes[i]);
        item_submit(&item, bench);
        item_wait(&item);
        assert_int_equal(item.job.status, JOB_FAILED);
        assert_int_equal(item.blocks, 1);
        assert_string_equal(item.job.error.text, "broken on purpose");
        assert_int_equal(fake_solves(), i + 1);
    }
}

static void a_solver_without_its_device_is_made_up_for(void **state)
{
    struct bench *bench = *state;
    struct item item;

    item_init(&item, bench, &fake_gpu, 1);
    item_submit(&item, bench);
    item_wait(&item);
    assert_int_equal(item.cost[0], LINE - 1);
    assert_string_equal(item.job.note, "answered by bidirectional on cpu; "
                                       "locality: no device of its kind here");
}

static void settings_do_not_go_to_who_stands_in(void **state)
{
    struct bench *bench = *state;
    static const struct solver_setting settings[] = {{"k", 1}};
    struct item item;

    item_init(&item, bench, &fake_gpu, 1);
    item.job.settings = settings;
    item.job.setting_count = 1;
    item_submit(&item, bench);
    item_wait(&item);
    assert_string_equal(item.job.solved_by->name, "bidirectional");
    assert_int_equal(job_settings_of(&item.job).count, 0);
    item.job.solved_by = item.job.solver;
    assert_int_equal(job_settings_of(&item.job).count, 1);
}

#define TEST(name, set_up)                                                     \
    cmocka_unit_test_setup_teardown(name, set_up, line_bench_tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_failing_cpu_solver_fails_its_job_alone, with_one_worker),
        TEST(a_failing_device_leaves_its_jobs_to_the_cpu, with_gpu),
        TEST(a_failing_device_gives_its_queue_away, with_gpu),
        TEST(two_devices_share_and_stand_in_for_each_other, with_two_gpus),
        TEST(a_device_short_of_memory_stays_in_use, with_gpu),
        TEST(what_others_left_makes_room_on_a_device, with_gpu),
        TEST(an_answer_begun_on_a_failing_device_fails, with_gpu),
        TEST(a_solver_without_its_device_is_made_up_for, with_one_worker),
        TEST(settings_do_not_go_to_who_stands_in, with_one_worker),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
