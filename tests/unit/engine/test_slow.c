/* slow: solvers that are marked slow or refuse maps. */
#include "tests/unit/cmocka_all.h"

#include <sched.h>

#include "tests/unit/engine/slow_bench.h"

static void assert_refused(const struct bench *bench, const struct item *item,
                           const char *words)
{
    assert_int_equal(item->job.status, JOB_REFUSED);
    assert_string_equal(item->job.error.text, words);
    assert_gpu_in_use(bench, true);
}

static void a_form_that_refuses_is_told_to_who_named_it(void **state)
{
    struct bench *bench = *state;
    struct item item;

    fake_slow_prepare_code(SOLVER_REFUSES);
    for (int i = 0; i < 2; i++) {
        slow_ask(&item, bench, &fake_slow, 20);
        assert_refused(bench, &item,
                       "solver slow refuses map 'line': too wide a map");
        slow_ask(&item, bench, NULL, 1);
        assert_int_equal(item.job.status, JOB_DONE);
    }
    assert_int_equal(fake_slow_prepares(), 1);
}

static void a_solver_that_refuses_is_told_to_who_named_it(void **state)
{
    struct bench *bench = *state;
    struct item item;

    fake_slow_create_code(SOLVER_REFUSES);
    for (int i = 0; i < 2; i++) {
        slow_ask(&item, bench, &fake_slow, 20);
        assert_refused(bench, &item,
                       "solver slow refuses map 'line': too long a map");
    }
    fake_slow_create_code(0);
    slow_ask(&item, bench, &fake_slow, 1);
    assert_answered_on_gpu(&item);
}

static void the_cpus_solvers_refuse_alike(void **state)
{
    struct bench *bench = *state;
    struct item item;

    fake_slow_prepare_code(SOLVER_REFUSES);
    slow_ask(&item, bench, &fake_slow_cpu, 20);
    assert_int_equal(item.job.status, JOB_REFUSED);
    slow_ask(&item, bench, NULL, 1);
    assert_int_equal(item.cost[0], LINE - 1);
}

static void who_named_no_solver_is_answered(void **state)
{
    struct bench *bench = *state;
    struct item item;

    slow_ask(&item, bench, NULL, 1);
    assert_answered_on_gpu(&item);
    fake_slow_create_code(SOLVER_REFUSES);
    bench_publish(bench, "line", LINE);
    map_entry_release(bench->entry);
    bench->entry = registry_acquire(bench->registry, "line", NULL);
    slow_ask(&item, bench, NULL, 20);
    assert_answered_on_cpu(&item, "cuda:0: solver slow refuses map 'line'");
    assert_gpu_in_use(bench, true);
}

static void who_asks_for_auto_is_not_given_the_setting(void **state)
{
    struct bench *bench = *state;
    struct item item;

    item_init(&item, bench, NULL, 1);
    item.job.automatic = true;
    item_submit(&item, bench);
    item_wait(&item);
    assert_string_equal(item.job.solved_by->name, "bidirectional");
    assert_string_equal(item.job.note, "");
}

static void a_refusal_when_published_is_one_for_those_who_ask(void **state)
{
    struct bench *bench = *state;
    struct item item;

    slow_ask(&item, bench, &fake_eager, 1);
    assert_refused(bench, &item,
                   "solver eager refuses map 'line': too wide a map");
    item_init(&item, bench, NULL, 1);
    item_make_tree(&item);
    item_submit(&item, bench);
    item_wait(&item);
    assert_int_equal(item.job.status, JOB_DONE);
    assert_string_equal(item.job.note, "answered by dijkstra on cpu; cuda:0: "
                                       "too wide a map");
    assert_int_equal(fake_slow_prepares(), 1);
}

static void auto_picks_none_that_is_slow(void **state)
{
    struct bench *bench = *state;
    struct item item;

    item_init(&item, bench, NULL, 1);
    item_make_tree(&item);
    item_submit(&item, bench);
    item_wait(&item);
    assert_int_equal(item.job.status, JOB_DONE);
    assert_ptr_equal(item.job.device, device_cpu());
    assert_string_equal(item.job.solved_by->name, "dijkstra");
    assert_string_equal(item.job.note, "");
    assert_int_equal(fake_slow_prepares(), 0);
}

static void a_slow_solver_ends_between_phases(void **state)
{
    struct bench *bench = *state;
    struct item cancelled;

    fake_slow_open_solve(false);
    /* Repeats until a worker has begun one before its deadline. */
    for (uint64_t wait_us = 30000; !fake_slow_phases(); wait_us *= 4) {
        struct item late;

        item_init(&late, bench, &fake_slow, 20);
        late.cancel.deadline_us = clock_now_us() + wait_us;
        item_submit(&late, bench);
        item_wait(&late);
        assert_int_equal(late.job.status, JOB_LATE);
    }
    item_init(&cancelled, bench, &fake_slow, 1);
    item_submit(&cancelled, bench);
    while (fake_slow_phases() < 100)
        sched_yield();
    atomic_store(&cancelled.cancel.requested, true);
    item_wait(&cancelled);
    assert_int_equal(cancelled.job.status, JOB_CANCELLED);
}

#define TEST(name, set_up)                                                     \
    cmocka_unit_test_setup_teardown(name, set_up, slow_tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_form_that_refuses_is_told_to_who_named_it, slow_with_gpu),
        TEST(a_solver_that_refuses_is_told_to_who_named_it, slow_with_gpu),
        TEST(the_cpus_solvers_refuse_alike, slow_without_gpu),
        TEST(who_named_no_solver_is_answered, slow_preferred),
        TEST(who_asks_for_auto_is_not_given_the_setting, slow_preferred),
        TEST(a_refusal_when_published_is_one_for_those_who_ask,
             slow_with_a_fast_reader_refused),
        TEST(auto_picks_none_that_is_slow, slow_with_gpu_and_large_map),
        TEST(a_slow_solver_ends_between_phases, slow_with_gpu),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
