/* forms: prepared on demand for solvers that are marked slow. */
#include "tests/unit/cmocka_all.h"

#include <errno.h>
#include <pthread.h>
#include <sched.h>

#include "core/engine/map_entry.h"
#include "tests/unit/engine/slow_bench.h"

enum { THREADS = 8 };

static void a_form_of_slow_solvers_waits_for_the_first_query(void **state)
{
    struct bench *bench = *state;
    const struct form_ops *form = fake_slow.form;
    struct item item;

    assert_int_equal(fake_slow_prepares(), 0);
    assert_true(map_entry_offers(bench->entry, form, &fake_device[0]));
    assert_null(map_entry_metric(bench->entry, form, &fake_device[0]));
    assert_null(map_entry_missing(bench->entry, &fake_device[0]));
    for (int i = 0; i < 3; i++) {
        slow_ask(&item, bench, &fake_slow, 2);
        assert_answered_on_gpu(&item);
        assert_int_equal(fake_slow_prepares(), 1);
    }
    assert_non_null(map_entry_metric(bench->entry, form, &fake_device[0]));
}

static void each_device_prepares_its_own(void **state)
{
    struct bench *bench = *state;
    struct item items[2];

    fake_slow_open_solve(false);
    for (size_t i = 0; i < 2; i++) {
        item_init(&items[i], bench, &fake_slow, 1);
        item_submit(&items[i], bench);
        fake_slow_wait_prepares((unsigned)i + 1);
    }
    fake_slow_open_solve(true);
    for (size_t i = 0; i < 2; i++) {
        item_wait(&items[i]);
        assert_ptr_equal(items[i].job.device, &fake_device[i]);
        assert_int_equal(items[i].cost[0], FAKE_SLOW_COST);
    }
    assert_int_equal(fake_slow_prepares(), 2);
}

static void workers_of_one_device_prepare_once(void **state)
{
    struct bench *bench = *state;
    struct item item;

    fake_slow_open_prepare(false);
    item_init(&item, bench, &fake_slow_cpu, 20);
    item_submit(&item, bench);
    fake_slow_wait_prepares(1);
    fake_slow_open_prepare(true);
    item_wait(&item);
    assert_int_equal(item.job.status, JOB_DONE);
    for (size_t i = 0; i < 20; i++)
        assert_int_equal(item.cost[i], FAKE_SLOW_COST);
    assert_int_equal(fake_slow_prepares(), 1);
}

static void *prepare(void *entry)
{
    struct metric *metric = NULL;

    assert_int_equal(map_entry_prepare(entry, fake_slow_cpu.form, device_cpu(),
                                       &metric, NULL),
                     0);
    return metric;
}

static void any_number_of_threads_gets_the_same(void **state)
{
    struct bench *bench = *state;
    pthread_t thread[THREADS];
    void *metric[THREADS];

    for (int i = 0; i < THREADS; i++)
        assert_int_equal(
            pthread_create(&thread[i], NULL, prepare, bench->entry), 0);
    for (int i = 0; i < THREADS; i++)
        pthread_join(thread[i], &metric[i]);
    for (int i = 0; i < THREADS; i++) {
        assert_non_null(metric[i]);
        assert_ptr_equal(metric[i], metric[0]);
    }
    assert_int_equal(fake_slow_prepares(), 1);
}

static void a_map_may_be_replaced_while_it_is_prepared(void **state)
{
    struct bench *bench = *state;
    struct item old;
    struct item new;

    fake_slow_open_prepare(false);
    item_init(&old, bench, &fake_slow, 1);
    item_submit(&old, bench);
    fake_slow_wait_prepares(1);
    bench_publish(bench, "line", LINE);
    fake_slow_open_prepare(true);
    item_wait(&old);
    assert_answered_on_gpu(&old);
    map_entry_release(bench->entry);
    bench->entry = registry_acquire(bench->registry, "line", NULL);
    slow_ask(&new, bench, &fake_slow, 1);
    assert_answered_on_gpu(&new);
    assert_int_equal(fake_slow_prepares(), 2);
    assert_int_equal(fake_slow_forms(), 1);
}

static void what_does_not_fit_now_may_fit_later(void **state)
{
    struct bench *bench = *state;
    struct item item;

    fake_slow_prepare_code(-ENOMEM);
    slow_ask(&item, bench, &fake_slow, 1);
    assert_answered_on_cpu(&item, "cuda:0: prepare fake-wide on cuda:0: ");
    assert_gpu_in_use(bench, true);
    fake_slow_prepare_code(0);
    slow_ask(&item, bench, &fake_slow, 1);
    assert_answered_on_gpu(&item);
}

static void what_is_kept_to_be_quick_makes_room(void **state)
{
    struct bench *bench = *state;
    struct map_entry *line = bench->entry;
    struct item item;

    bench_publish(bench, "other", LINE);
    bench->entry = registry_acquire(bench->registry, "other", NULL);
    slow_ask(&item, bench, &fake_slow, 1);
    assert_answered_on_gpu(&item);
    map_entry_release(bench->entry);
    bench->entry = line;
    fake_slow_prepare_code(-ENOMEM);
    slow_ask(&item, bench, &fake_slow, 1);
    assert_answered_on_cpu(&item, "too wide a map");
    assert_int_equal(fake_slow_prepares(), 1 + 2);
    slow_ask(&item, bench, &fake_slow, 1); /* no form is left to be reclaimed */
    assert_int_equal(fake_slow_prepares(), 1 + 2 + 1);
}

static void a_device_that_fails_to_prepare_is_out_of_use(void **state)
{
    struct bench *bench = *state;
    struct item item;

    fake_slow_prepare_code(-EIO);
    slow_ask(&item, bench, &fake_slow, 1);
    assert_answered_on_cpu(&item, "too wide a map");
    assert_gpu_in_use(bench, false);
}

static void a_deadline_that_passes_while_preparing_holds(void **state)
{
    struct bench *bench = *state;

    fake_slow_open_solve(false);
    /* Repeats until a worker has begun to prepare before the deadline. */
    for (uint64_t wait_us = 100000; !fake_slow_prepares(); wait_us *= 4) {
        struct item late;

        fake_slow_open_prepare(false);
        item_init(&late, bench, &fake_slow, 20);
        late.cancel.deadline_us = clock_now_us() + wait_us;
        item_submit(&late, bench);
        while (!cancel_due(&late.cancel))
            sched_yield();
        fake_slow_open_prepare(true);
        item_wait(&late);
        assert_int_equal(late.job.status, JOB_LATE);
    }
    assert_true(fake_slow_phases() <= 1);
}

#define TEST(name, set_up)                                                     \
    cmocka_unit_test_setup_teardown(name, set_up, slow_tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_form_of_slow_solvers_waits_for_the_first_query, slow_with_gpu),
        TEST(each_device_prepares_its_own, slow_with_two_gpus),
        TEST(workers_of_one_device_prepare_once, slow_without_gpu),
        TEST(any_number_of_threads_gets_the_same, slow_without_gpu),
        TEST(a_map_may_be_replaced_while_it_is_prepared, slow_with_gpu),
        TEST(what_does_not_fit_now_may_fit_later, slow_with_gpu),
        TEST(what_is_kept_to_be_quick_makes_room, slow_with_gpu),
        TEST(a_device_that_fails_to_prepare_is_out_of_use, slow_with_gpu),
        TEST(a_deadline_that_passes_while_preparing_holds, slow_with_gpu),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
