/* engine: what answers report, which device gives them, what workers keep. */
#include "tests/unit/cmocka_all.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "tests/unit/engine/line_bench.h"

static void answers_with_figures(void **state)
{
    struct bench *bench = *state;
    struct item item;

    item_init(&item, bench, NULL, 3);
    item_submit(&item, bench);
    item_wait(&item);
    assert_int_equal(item.job.status, JOB_DONE);
    assert_ptr_equal(item.job.device, device_cpu());
    assert_int_equal(item.job.epoch, 0);
    assert_string_equal(item.job.note, "");
    for (size_t i = 0; i < 3; i++)
        assert_int_equal(item.cost[i], LINE - 1);
}

static void another_solver_may_be_preferred_while_it_runs(void **state)
{
    struct bench *bench = *state;
    struct engine_settings settings = {.solver = fake_cpu.name};
    struct engine_change *change;
    struct item item;
    struct error error;

    assert_int_equal(
        engine_change_read(bench->engine, &settings, &change, &error), 0);
    item_init(&item, bench, NULL, 1);
    item_submit(&item, bench);
    item_wait(&item);
    assert_ptr_not_equal(item.job.solved_by, &fake_cpu);
    engine_change_apply(bench->engine, change);
    item_init(&item, bench, NULL, 1);
    item_submit(&item, bench);
    item_wait(&item);
    assert_ptr_equal(item.job.solved_by, &fake_cpu);

    settings.solver = "nobody";
    assert_int_equal(
        engine_change_read(bench->engine, &settings, &change, &error), -EINVAL);
    assert_non_null(strstr(error.text, "nobody"));
    engine_change_drop(NULL);
}

static void workspaces_are_made_anew_when_settings_change(void **state)
{
    struct bench *bench = *state;
    const struct engine_settings settings = {.solver = "auto"};
    struct engine_change *change;
    struct item item;

    item_init(&item, bench, &fake_cpu, 1);
    item_submit(&item, bench);
    item_wait(&item);
    assert_int_equal(fake_workspaces(), 1);
    assert_int_equal(
        engine_change_read(bench->engine, &settings, &change, NULL), 0);
    engine_change_apply(bench->engine, change);
    while (fake_workspaces()) /* an idle worker destroys it by itself */
        usleep(1000);
}

static void refuses_what_the_named_solver_cannot_answer(void **state)
{
    struct bench *bench = *state;
    struct item item;
    struct error error;

    item_init(&item, bench, &fake_cpu, 1);
    item_make_tree(&item);
    assert_int_equal(engine_submit(bench->engine, &item.job, &error),
                     ENGINE_CANNOT);
    assert_non_null(strstr(error.text, "cpu-single"));
}

static const struct device *auto_device(struct bench *bench, bool tree)
{
    struct item item;

    item_init(&item, bench, NULL, 1);
    if (tree)
        item_make_tree(&item);
    item_submit(&item, bench);
    item_wait(&item);
    assert_int_equal(item.job.status, JOB_DONE);
    assert_string_equal(item.job.note, "");
    return item.job.device;
}

static void small_maps_stay_on_the_cpu(void **state)
{
    struct bench *bench = *state;

    assert_ptr_equal(auto_device(bench, true), device_cpu());
    assert_ptr_equal(auto_device(bench, false), device_cpu());
}

static void trees_of_large_maps_go_to_the_gpu(void **state)
{
    struct bench *bench = *state;

    assert_ptr_equal(auto_device(bench, true), &fake_device[0]);
    assert_ptr_equal(auto_device(bench, false), device_cpu());
}

static void idle_workers_let_go_of_a_replaced_map(void **state)
{
    struct bench *bench = *state;
    struct item item;

    item_init(&item, bench, &fake_cpu, 1);
    item_submit(&item, bench);
    item_wait(&item);
    map_entry_release(bench->entry);
    bench_publish(bench, "line", LINE);
    fake_wait_prepared(1); /* the new one's; the old one's is gone */
    bench->entry = registry_acquire(bench->registry, "line", NULL);
}

static void a_worker_keeps_few_workspaces(void **state)
{
    struct bench *bench = *state;
    struct item item;
    char name[] = "a";

    for (; name[0] < 'i'; name[0]++) {
        struct map_entry *entry;

        bench_publish(bench, name, LINE);
        entry = registry_acquire(bench->registry, name, NULL);
        item_init(&item, bench, &fake_cpu, 1);
        item.job.map = entry;
        item_submit(&item, bench);
        item_wait(&item);
        map_entry_release(entry);
    }
    assert_int_equal(fake_workspaces(), 4);
}

static void refuses_a_solver_that_does_not_exist(void **state)
{
    struct bench *bench = *state;
    struct engine_settings settings = {
        .queue_length = 1, .batch_max = 1, .cpu_workers = 1, .solver = "magic"};
    struct engine *engine;
    struct error error;

    assert_int_equal(engine_create(&settings, bench->registry, &bench->catalog,
                                   bench->devices, 1, &engine, &error),
                     -EINVAL);
    assert_string_equal(error.text, "no solver is called 'magic'");
}

#define TEST(name, set_up)                                                     \
    cmocka_unit_test_setup_teardown(name, set_up, line_bench_tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(answers_with_figures, with_two_workers),
        TEST(another_solver_may_be_preferred_while_it_runs, with_one_worker),
        TEST(workspaces_are_made_anew_when_settings_change, with_one_worker),
        TEST(refuses_what_the_named_solver_cannot_answer, with_one_worker),
        TEST(small_maps_stay_on_the_cpu, with_gpu),
        TEST(trees_of_large_maps_go_to_the_gpu, with_gpu_and_large_map),
        TEST(idle_workers_let_go_of_a_replaced_map, with_one_worker),
        TEST(a_worker_keeps_few_workspaces, with_one_worker),
        TEST(refuses_a_solver_that_does_not_exist, with_one_worker),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
