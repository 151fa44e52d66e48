/* engine_overdue_us(): detects a worker that does not return. */
#include "tests/unit/cmocka_all.h"

#include <pthread.h>
#include <stdbool.h>

#include "core/base/clock.h"
#include "core/base/parallel.h"
#include "core/solver/catalog.h"
#include "tests/unit/engine/bench.h"

enum { LINE = 10, FAR_US = 600000000 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static bool begun;
static bool released;

static void set(bool *flag)
{
    pthread_mutex_lock(&lock);
    *flag = true;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&lock);
}

static bool is_set(const bool *flag)
{
    bool is;

    pthread_mutex_lock(&lock);
    is = *flag;
    pthread_mutex_unlock(&lock);
    return is;
}

static void wait_for(const bool *flag)
{
    pthread_mutex_lock(&lock);
    while (!*flag)
        pthread_cond_wait(&changed, &lock);
    pthread_mutex_unlock(&lock);
}

/* Holds the worker, whatever the deadline. */
static int hold(struct sink *sink, const struct label_block *block)
{
    set(&begun);
    wait_for(&released);
    return 0;
}

static void submit(struct bench *bench, struct item *item, uint64_t deadline_us)
{
    begun = released = false;
    fake_reset();
    bench_init(bench, 0, 1, LINE);
    assert_int_equal(engine_overdue_us(bench->engine), 0);
    item_init(item, bench, &dijkstra_solver, 1);
    item_make_tree(item);
    item->sink.write = hold;
    item->cancel.deadline_us = deadline_us;
    item_submit(item, bench);
}

/* A job that holds a worker until end(). */
static void begin(struct bench *bench, struct item *item, uint64_t deadline_us)
{
    submit(bench, item, deadline_us);
    wait_for(&begun);
}

/* False: the worker came too late, and the job has ended. */
static bool begin_before(struct bench *bench, struct item *item,
                         uint64_t deadline_us)
{
    struct engine_device_figures figures;

    submit(bench, item, deadline_us);
    do {
        if (is_set(&begun))
            return true;
        engine_figures(bench->engine, &figures, 1);
    } while (!figures.jobs);
    item_wait(item);
    bench_finish(bench);
    return false;
}

static void end(struct bench *bench, struct item *item)
{
    set(&released);
    item_wait(item);
    /* The worker reports this after the job is done. */
    while (engine_overdue_us(bench->engine))
        ;
    bench_finish(bench);
}

static void a_batch_past_its_deadline_is_overdue(void **state)
{
    struct bench bench;
    struct item item;
    uint64_t wait_us = 500000;
    uint64_t deadline_us;
    uint64_t first_us;

    do {
        wait_us *= 2;
        deadline_us = clock_now_us() + wait_us;
    } while (!begin_before(&bench, &item, deadline_us));
    while (!(first_us = engine_overdue_us(bench.engine)))
        ;
    assert_true(clock_now_us() > deadline_us);
    assert_true(first_us <= clock_now_us() - deadline_us);
    while (engine_overdue_us(bench.engine) < first_us + 1000)
        ;
    end(&bench, &item);
}

static void a_batch_before_its_deadline_is_not(void **state)
{
    struct bench bench;
    struct item item;

    begin(&bench, &item, clock_now_us() + FAR_US);
    assert_int_equal(engine_overdue_us(bench.engine), 0);
    end(&bench, &item);
}

static void a_batch_without_deadline_never_is(void **state)
{
    struct bench bench;
    struct item item;

    begin(&bench, &item, 0);
    assert_int_equal(engine_overdue_us(bench.engine), 0);
    end(&bench, &item);
}

/* Holds whoever takes it beyond the job's deadline. False: nobody took it in
 * time, and the job has ended. */
static bool hold_spare(struct bench *bench, struct item *item, unsigned workers,
                       uint64_t wait_us)
{
    struct engine_device_figures before;
    struct engine_device_figures now;

    engine_figures(bench->engine, &before, 1);
    item_init(item, bench, &fake_cpu_known, 1);
    item->query[0].cancel = NULL;
    item->cancel.deadline_us = clock_now_us() + wait_us;
    item_submit(item, bench);
    do {
        if (fake_solves() > workers)
            return true;
        engine_figures(bench->engine, &now, 1);
    } while (now.jobs == before.jobs);
    item_wait(item);
    return false;
}

static void a_spare_worker_is_overdue_as_any_other(void **state)
{
    enum { WORKERS_MAX = FAKE_SOLVES_MAX - 1 };
    const struct solver_ops *solvers[] = {&fake_cpu_known};
    unsigned workers = parallel_core_count();
    struct item tables[WORKERS_MAX];
    struct item path;
    struct bench bench;
    uint64_t wait_us = 50000;

    if (workers > WORKERS_MAX)
        skip();
    bench_init_with(&bench, solvers, 1, "auto", 0, 0, LINE);
    fake_open(false);
    for (unsigned i = 0; i < workers; i++) {
        item_init(&tables[i], &bench, &fake_cpu_known, ITEM_QUERIES_MAX);
        item_submit(&tables[i], &bench);
    }
    fake_wait_solves(workers);
    while (!hold_spare(&bench, &path, workers, wait_us))
        wait_us *= 2;
    while (!engine_overdue_us(bench.engine))
        ;
    assert_true(clock_now_us() > path.cancel.deadline_us);
    fake_open(true);
    item_wait(&path);
    for (unsigned i = 0; i < workers; i++)
        item_wait(&tables[i]);
    bench_finish(&bench);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_batch_past_its_deadline_is_overdue),
        cmocka_unit_test(a_batch_before_its_deadline_is_not),
        cmocka_unit_test(a_batch_without_deadline_never_is),
        cmocka_unit_test(a_spare_worker_is_overdue_as_any_other),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
