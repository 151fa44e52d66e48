/* stopping: jobs that end before their answer, or because the engine ends. */
#include "tests/unit/cmocka_all.h"

#include <errno.h>
#include <pthread.h>
#include <sched.h>

#include "tests/unit/engine/line_bench.h"

static void what_is_due_in_the_queue_is_not_solved(void **state)
{
    struct bench *bench = *state;
    struct item first;
    struct item late;
    struct item cancelled;

    fake_open(false);
    item_init(&first, bench, &fake_cpu, 1);
    item_init(&late, bench, &fake_cpu, 5);
    item_init(&cancelled, bench, &fake_cpu, 5);
    late.cancel.deadline_us = 1;
    item_submit(&first, bench);
    fake_wait_solves(1);
    item_submit(&late, bench);
    item_submit(&cancelled, bench);
    atomic_store(&cancelled.cancel.requested, true);
    fake_open(true);
    item_wait(&late);
    item_wait(&cancelled);
    assert_int_equal(late.job.status, JOB_LATE);
    assert_int_equal(cancelled.job.status, JOB_CANCELLED);
    assert_int_equal(fake_solves(), 1);
    item_wait(&first);
}

/* Passes the deadline of a job that has begun, however late its worker is. */
static void pass_a_deadline(struct bench *bench)
{
    for (uint64_t wait_us = 30000; !fake_solves(); wait_us *= 4) {
        struct item late;

        item_init(&late, bench, &fake_cpu, 1);
        late.cancel.deadline_us = clock_now_us() + wait_us;
        item_submit(&late, bench);
        item_wait(&late);
        assert_int_equal(late.job.status, JOB_LATE);
    }
}

static void what_is_due_while_solving_ends(void **state)
{
    struct bench *bench = *state;
    struct item cancelled;

    fake_open(false);
    pass_a_deadline(bench);
    item_init(&cancelled, bench, &fake_cpu, 9);
    item_submit(&cancelled, bench);
    fake_wait_solves(2);
    atomic_store(&cancelled.cancel.requested, true);
    fake_wake();
    item_wait(&cancelled);
    assert_int_equal(cancelled.job.status, JOB_CANCELLED);
    assert_int_equal(fake_solves(), 2);
}

static void *stop(void *argument)
{
    engine_stop(argument);
    return NULL;
}

static void stopping_answers_what_was_admitted(void **state)
{
    struct bench *bench = *state;
    struct item items[4];
    struct item refused;
    pthread_t stopper;
    int r;

    fake_open(false);
    for (size_t i = 0; i < 4; i++)
        item_init(&items[i], bench, &fake_gpu, 3);
    item_submit(&items[0], bench);
    fake_wait_solves(1);
    for (size_t i = 1; i < 4; i++)
        item_submit(&items[i], bench);
    fake_fail(3, -EIO); /* some are handed over at that time */
    pthread_create(&stopper, NULL, stop, bench->engine);
    item_init(&refused, bench, &fake_gpu, 1);
    do {
        sched_yield();
        r = engine_submit(bench->engine, &refused.job, NULL);
    } while (r == ENGINE_QUEUE_FULL);
    assert_int_equal(r, ENGINE_STOPPING);
    fake_open(true);
    pthread_join(stopper, NULL);
    for (size_t i = 0; i < 4; i++) {
        assert_int_not_equal(items[i].place, 0);
        assert_int_equal(items[i].job.status, JOB_DONE);
    }
}

#define TEST(name, set_up)                                                     \
    cmocka_unit_test_setup_teardown(name, set_up, line_bench_tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(what_is_due_in_the_queue_is_not_solved, with_one_worker),
        TEST(what_is_due_while_solving_ends, with_one_worker),
        TEST(stopping_answers_what_was_admitted, with_gpu),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
