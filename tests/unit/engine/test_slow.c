/* slow: solvers that are slow by nature or refuse maps, and forms of the map
 * that are prepared on demand. */
#include "tests/unit/cmocka_all.h"

#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <string.h>

#include "core/engine/map_entry.h"
#include "tests/unit/engine/bench.h"
#include "tests/unit/engine/fake_slow.h"

enum { LINE = 10, LARGE = 100000, THREADS = 8 };

static struct bench bench;

static int set_up(const char *preferred, unsigned gpus, unsigned cpu_workers,
                  uint32_t vertex_count)
{
    static const struct solver_ops *const solvers[] = {&fake_slow,
                                                       &fake_slow_cpu};

    fake_slow_reset();
    bench_init_with(&bench, solvers, 2, preferred, gpus, cpu_workers,
                    vertex_count);
    return 0;
}

static int with_gpu(void **state)
{
    return set_up("auto", 1, 1, LINE);
}

static int with_two_gpus(void **state)
{
    return set_up("auto", 2, 1, LINE);
}

static int with_gpu_and_large_map(void **state)
{
    return set_up("auto", 1, 1, LARGE);
}

static int without_gpu(void **state)
{
    return set_up("auto", 0, 2, LINE);
}

static int preferring_slow(void **state)
{
    return set_up("slow", 1, 1, LINE);
}

/* The form that slow solvers read is read by a fast one, too. */
static int with_a_fast_reader_that_is_refused(void **state)
{
    static const struct solver_ops *const solvers[] = {&fake_slow, &fake_eager};

    fake_slow_reset();
    fake_slow_prepare_code(SOLVER_REFUSES);
    bench_init_with(&bench, solvers, 2, "auto", 1, 1, LARGE);
    return 0;
}

static int tear_down(void **state)
{
    bench_finish(&bench);
    assert_int_equal(fake_slow_forms(), 0);
    return 0;
}

static void ask(struct item *item, const struct solver_ops *solver,
                size_t query_count)
{
    item_init(item, &bench, solver, query_count);
    item_submit(item, &bench);
    item_wait(item);
}

static void assert_answered_on_gpu(const struct item *item)
{
    assert_int_equal(item->job.status, JOB_DONE);
    assert_ptr_equal(item->job.device, &fake_device[0]);
    assert_string_equal(item->job.note, "");
    assert_int_equal(item->cost[0], FAKE_SLOW_COST);
}

static void assert_answered_on_cpu(const struct item *item, const char *why)
{
    assert_int_equal(item->job.status, JOB_DONE);
    assert_ptr_equal(item->job.device, device_cpu());
    assert_int_equal(item->cost[0], LINE - 1);
    assert_non_null(strstr(item->job.note, why));
}

static void assert_gpu_in_use(bool in_use)
{
    struct engine_device_figures figures[3];

    assert_true(engine_figures(bench.engine, figures, 3) >= 2);
    assert_int_equal(*figures[1].failure == '\0', in_use);
}

static void a_form_of_slow_solvers_waits_for_the_first_query(void **state)
{
    const struct representation_ops *form = fake_slow.representation;
    struct item item;

    assert_int_equal(fake_slow_prepares(), 0);
    assert_true(map_entry_offers(bench.entry, form, &fake_device[0]));
    assert_null(map_entry_metric(bench.entry, form, &fake_device[0]));
    assert_null(map_entry_missing(bench.entry, &fake_device[0]));
    for (int i = 0; i < 3; i++) {
        ask(&item, &fake_slow, 2);
        assert_answered_on_gpu(&item);
        assert_int_equal(fake_slow_prepares(), 1);
    }
    assert_non_null(map_entry_metric(bench.entry, form, &fake_device[0]));
}

static void each_device_prepares_its_own(void **state)
{
    struct item items[2];

    fake_slow_open_solve(false);
    for (size_t i = 0; i < 2; i++) {
        item_init(&items[i], &bench, &fake_slow, 1);
        item_submit(&items[i], &bench);
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
    struct item item;

    fake_slow_open_prepare(false);
    item_init(&item, &bench, &fake_slow_cpu, 20);
    item_submit(&item, &bench);
    fake_slow_wait_prepares(1);
    fake_slow_open_prepare(true);
    item_wait(&item);
    assert_int_equal(item.job.status, JOB_DONE);
    for (size_t i = 0; i < 20; i++)
        assert_int_equal(item.cost[i], FAKE_SLOW_COST);
    assert_int_equal(fake_slow_prepares(), 1);
}

static void *prepare(void *argument)
{
    struct metric *metric = NULL;

    assert_int_equal(map_entry_prepare(bench.entry,
                                       fake_slow_cpu.representation,
                                       device_cpu(), &metric, NULL),
                     0);
    return metric;
}

static void any_number_of_threads_gets_the_same(void **state)
{
    pthread_t thread[THREADS];
    void *metric[THREADS];

    for (int i = 0; i < THREADS; i++)
        assert_int_equal(pthread_create(&thread[i], NULL, prepare, NULL), 0);
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
    struct item old;
    struct item new;

    fake_slow_open_prepare(false);
    item_init(&old, &bench, &fake_slow, 1);
    item_submit(&old, &bench);
    fake_slow_wait_prepares(1);
    bench_publish(&bench, "line", LINE);
    fake_slow_open_prepare(true);
    item_wait(&old);
    assert_answered_on_gpu(&old);
    map_entry_release(bench.entry);
    bench.entry = registry_acquire(bench.registry, "line");
    ask(&new, &fake_slow, 1);
    assert_answered_on_gpu(&new);
    assert_int_equal(fake_slow_prepares(), 2);
    assert_int_equal(fake_slow_forms(), 1);
}

static void what_does_not_fit_now_may_fit_later(void **state)
{
    struct item item;

    fake_slow_prepare_code(-ENOMEM);
    ask(&item, &fake_slow, 1);
    assert_answered_on_cpu(&item, "cuda:0: prepare fake-wide on cuda:0: ");
    assert_gpu_in_use(true);
    fake_slow_prepare_code(0);
    ask(&item, &fake_slow, 1);
    assert_answered_on_gpu(&item);
}

static void what_is_kept_to_be_quick_makes_room(void **state)
{
    struct map_entry *line = bench.entry;
    struct item item;

    bench_publish(&bench, "other", LINE);
    bench.entry = registry_acquire(bench.registry, "other");
    ask(&item, &fake_slow, 1);
    assert_answered_on_gpu(&item);
    map_entry_release(bench.entry);
    bench.entry = line;
    fake_slow_prepare_code(-ENOMEM);
    ask(&item, &fake_slow, 1);
    assert_answered_on_cpu(&item, "too wide a map");
    assert_int_equal(fake_slow_prepares(), 1 + 2);
    ask(&item, &fake_slow, 1); /* nothing is left to be given up */
    assert_int_equal(fake_slow_prepares(), 1 + 2 + 1);
}

static void a_device_that_fails_to_prepare_is_out_of_use(void **state)
{
    struct item item;

    fake_slow_prepare_code(-EIO);
    ask(&item, &fake_slow, 1);
    assert_answered_on_cpu(&item, "too wide a map");
    assert_gpu_in_use(false);
}

static void assert_refused(const struct item *item, const char *words)
{
    assert_int_equal(item->job.status, JOB_REFUSED);
    assert_string_equal(item->job.error.text, words);
    assert_gpu_in_use(true);
}

static void a_form_that_refuses_is_told_to_who_named_it(void **state)
{
    struct item item;

    fake_slow_prepare_code(SOLVER_REFUSES);
    for (int i = 0; i < 2; i++) {
        ask(&item, &fake_slow, 20);
        assert_refused(&item, "solver slow refuses map 'line': too wide a map");
        ask(&item, NULL, 1);
        assert_int_equal(item.job.status, JOB_DONE);
    }
    assert_int_equal(fake_slow_prepares(), 1);
}

static void a_solver_that_refuses_is_told_to_who_named_it(void **state)
{
    struct item item;

    fake_slow_create_code(SOLVER_REFUSES);
    for (int i = 0; i < 2; i++) {
        ask(&item, &fake_slow, 20);
        assert_refused(&item, "solver slow refuses map 'line': too long a map");
    }
    fake_slow_create_code(0);
    ask(&item, &fake_slow, 1);
    assert_answered_on_gpu(&item);
}

static void the_cpus_solvers_refuse_alike(void **state)
{
    struct item item;

    fake_slow_prepare_code(SOLVER_REFUSES);
    ask(&item, &fake_slow_cpu, 20);
    assert_int_equal(item.job.status, JOB_REFUSED);
    ask(&item, NULL, 1);
    assert_int_equal(item.cost[0], LINE - 1);
}

static void who_named_no_solver_is_answered(void **state)
{
    struct item item;

    ask(&item, NULL, 1);
    assert_answered_on_gpu(&item);
    fake_slow_create_code(SOLVER_REFUSES);
    bench_publish(&bench, "line", LINE);
    map_entry_release(bench.entry);
    bench.entry = registry_acquire(bench.registry, "line");
    ask(&item, NULL, 20);
    assert_answered_on_cpu(&item, "cuda:0: solver slow refuses map 'line'");
    assert_gpu_in_use(true);
}

static void who_asks_for_auto_is_not_given_the_setting(void **state)
{
    struct item item;

    item_init(&item, &bench, NULL, 1);
    item.job.automatic = true;
    item_submit(&item, &bench);
    item_wait(&item);
    assert_string_equal(item.job.solved_by->name, "bidirectional");
    assert_string_equal(item.job.note, "");
}

static void a_refusal_when_published_is_one_for_those_who_ask(void **state)
{
    struct item item;

    ask(&item, &fake_eager, 1);
    assert_refused(&item, "solver eager refuses map 'line': too wide a map");
    item_init(&item, &bench, NULL, 1);
    item_make_tree(&item);
    item_submit(&item, &bench);
    item_wait(&item);
    assert_int_equal(item.job.status, JOB_DONE);
    assert_string_equal(item.job.note, "answered by dijkstra on cpu; cuda:0: "
                                       "too wide a map");
    assert_int_equal(fake_slow_prepares(), 1);
}

static void auto_picks_none_that_is_slow(void **state)
{
    struct item item;

    item_init(&item, &bench, NULL, 1);
    item_make_tree(&item);
    item_submit(&item, &bench);
    item_wait(&item);
    assert_int_equal(item.job.status, JOB_DONE);
    assert_ptr_equal(item.job.device, device_cpu());
    assert_string_equal(item.job.solved_by->name, "dijkstra");
    assert_string_equal(item.job.note, "");
    assert_int_equal(fake_slow_prepares(), 0);
}

static void a_slow_solver_ends_between_phases(void **state)
{
    struct item late;
    struct item cancelled;

    fake_slow_open_solve(false);
    item_init(&late, &bench, &fake_slow, 20);
    late.cancel.deadline_us = clock_now_us() + 30000;
    item_submit(&late, &bench);
    item_wait(&late);
    assert_int_equal(late.job.status, JOB_LATE);
    assert_true(fake_slow_phases() > 0);

    item_init(&cancelled, &bench, &fake_slow, 1);
    item_submit(&cancelled, &bench);
    while (fake_slow_phases() < 100)
        sched_yield();
    atomic_store(&cancelled.cancel.requested, true);
    item_wait(&cancelled);
    assert_int_equal(cancelled.job.status, JOB_CANCELLED);
}

static void a_deadline_that_passes_while_preparing_holds(void **state)
{
    struct item late;

    fake_slow_open_prepare(false);
    fake_slow_open_solve(false);
    item_init(&late, &bench, &fake_slow, 20);
    late.cancel.deadline_us = clock_now_us() + 100000;
    item_submit(&late, &bench);
    fake_slow_wait_prepares(1);
    while (!cancel_due(&late.cancel))
        sched_yield();
    fake_slow_open_prepare(true);
    item_wait(&late);
    assert_int_equal(late.job.status, JOB_LATE);
    assert_true(fake_slow_phases() <= 1);
}

#define TEST(name, set_up)                                                     \
    cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_form_of_slow_solvers_waits_for_the_first_query, with_gpu),
        TEST(each_device_prepares_its_own, with_two_gpus),
        TEST(workers_of_one_device_prepare_once, without_gpu),
        TEST(any_number_of_threads_gets_the_same, without_gpu),
        TEST(a_map_may_be_replaced_while_it_is_prepared, with_gpu),
        TEST(what_does_not_fit_now_may_fit_later, with_gpu),
        TEST(what_is_kept_to_be_quick_makes_room, with_gpu),
        TEST(a_device_that_fails_to_prepare_is_out_of_use, with_gpu),
        TEST(a_form_that_refuses_is_told_to_who_named_it, with_gpu),
        TEST(a_solver_that_refuses_is_told_to_who_named_it, with_gpu),
        TEST(the_cpus_solvers_refuse_alike, without_gpu),
        TEST(who_named_no_solver_is_answered, preferring_slow),
        TEST(who_asks_for_auto_is_not_given_the_setting, preferring_slow),
        TEST(a_refusal_when_published_is_one_for_those_who_ask,
             with_a_fast_reader_that_is_refused),
        TEST(auto_picks_none_that_is_slow, with_gpu_and_large_map),
        TEST(a_slow_solver_ends_between_phases, with_gpu),
        TEST(a_deadline_that_passes_while_preparing_holds, with_gpu),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
