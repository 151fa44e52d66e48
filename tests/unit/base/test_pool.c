/* pool: every admitted task runs once, in order, on the pool's threads. */
#include "tests/unit/cmocka_all.h"

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/pool.h"

enum { TASKS = 1000 };

/* What tasks record. */
struct record {
    atomic_size_t count;
    size_t order[TASKS];
};

struct job {
    struct pool_task task; /* first */
    struct record *record;
    size_t number;
};

/* A task that holds its thread until the test opens the gate. */
struct gate {
    struct pool_task task; /* first */
    pthread_barrier_t barrier;
};

static void note(struct pool_task *task)
{
    struct job *job = (struct job *)task;
    struct record *record = job->record;

    record->order[atomic_fetch_add(&record->count, 1)] = job->number;
    free(job);
}

static struct job *new_job(struct record *record, size_t number)
{
    struct job *job = calloc(1, sizeof(*job));

    assert_non_null(job);
    *job = (struct job){{.run = note}, record, number};
    return job;
}

static void hold(struct pool_task *task)
{
    struct gate *gate = (struct gate *)task;

    pthread_barrier_wait(&gate->barrier); /* it runs */
    pthread_barrier_wait(&gate->barrier); /* it may end */
}

static struct pool *new_pool(unsigned threads, size_t waiting_max)
{
    struct pool *pool;

    assert_int_equal(pool_create("maker", threads, waiting_max, &pool, NULL),
                     0);
    return pool;
}

static void hold_thread(struct pool *pool, struct gate *gate)
{
    gate->task.run = hold;
    pthread_barrier_init(&gate->barrier, NULL, 2);
    assert_true(pool_submit(pool, &gate->task));
    pthread_barrier_wait(&gate->barrier);
}

static void let_go(struct gate *gate)
{
    pthread_barrier_wait(&gate->barrier);
}

static void one_thread_runs_tasks_in_their_order(void **state)
{
    struct pool *pool = new_pool(1, TASKS);
    struct record record = {0};

    for (size_t i = 0; i < TASKS; i++)
        assert_true(pool_submit(pool, &new_job(&record, i)->task));
    pool_destroy(pool);
    assert_int_equal(record.count, TASKS);
    for (size_t i = 0; i < TASKS; i++)
        assert_int_equal(record.order[i], i);
}

static void several_threads_run_each_task_once(void **state)
{
    struct pool *pool = new_pool(4, TASKS);
    struct record record = {0};
    bool seen[TASKS] = {false};

    for (size_t i = 0; i < TASKS; i++)
        assert_true(pool_submit(pool, &new_job(&record, i)->task));
    pool_destroy(pool);
    assert_int_equal(record.count, TASKS);
    for (size_t i = 0; i < TASKS; i++) {
        assert_false(seen[record.order[i]]);
        seen[record.order[i]] = true;
    }
}

static void refuses_when_too_many_wait(void **state)
{
    struct pool *pool = new_pool(1, 2);
    struct record record = {0};
    struct job *surplus = new_job(&record, 2);
    struct gate gate;

    hold_thread(pool, &gate);
    assert_true(pool_submit(pool, &new_job(&record, 0)->task));
    assert_true(pool_submit(pool, &new_job(&record, 1)->task));
    assert_false(pool_submit(pool, &surplus->task));
    let_go(&gate);
    pool_destroy(pool);
    assert_int_equal(record.count, 2);
    free(surplus);
}

static void *end_pool(void *argument)
{
    pool_destroy(argument);
    return NULL;
}

static void destroying_runs_what_was_admitted_and_admits_no_more(void **state)
{
    struct pool *pool = new_pool(1, TASKS);
    struct record record = {0};
    struct job *late = NULL;
    struct gate gate;
    pthread_t ender;
    size_t admitted = 0;

    hold_thread(pool, &gate);
    assert_true(pool_submit(pool, &new_job(&record, admitted++)->task));
    assert_int_equal(pthread_create(&ender, NULL, end_pool, pool), 0);
    while (admitted < TASKS) {
        late = new_job(&record, admitted);
        if (!pool_submit(pool, &late->task))
            break;
        admitted++;
    }
    let_go(&gate);
    pthread_join(ender, NULL);
    assert_int_equal(record.count, admitted);
    if (admitted < TASKS)
        free(late);
}

struct meeting {
    struct pool_task task; /* first */
    pthread_barrier_t *barrier;
    char name[16];
    bool takes_term;
};

static void meet(struct pool_task *task)
{
    struct meeting *meeting = (struct meeting *)task;
    sigset_t blocked;

    pthread_getname_np(pthread_self(), meeting->name, sizeof(meeting->name));
    pthread_sigmask(SIG_SETMASK, NULL, &blocked);
    meeting->takes_term = !sigismember(&blocked, SIGTERM);
    pthread_barrier_wait(meeting->barrier);
}

/* Tasks that wait for each other end only on parallel threads. */
static void threads_are_named_and_leave_signals_alone(void **state)
{
    struct pool *pool = new_pool(3, 3);
    struct meeting meetings[3] = {0};
    pthread_barrier_t barrier;
    bool seen[3] = {false};

    pthread_barrier_init(&barrier, NULL, 3);
    for (int i = 0; i < 3; i++) {
        meetings[i] =
            (struct meeting){.task = {.run = meet}, .barrier = &barrier};
        assert_true(pool_submit(pool, &meetings[i].task));
    }
    pool_destroy(pool);
    pthread_barrier_destroy(&barrier);
    for (int i = 0; i < 3; i++) {
        assert_false(meetings[i].takes_term);
        assert_memory_equal(meetings[i].name, "maker-", 6);
        seen[atoi(meetings[i].name + 6)] = true;
    }
    assert_true(seen[0] && seen[1] && seen[2]);
}

static void has_a_thread_for_each_core_where_none_are_asked_for(void **state)
{
    struct pool *pool = new_pool(0, 1);
    struct record record = {0};

    assert_true(pool_submit(pool, &new_job(&record, 0)->task));
    pool_destroy(pool);
    assert_int_equal(record.count, 1);
    pool_destroy(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_thread_runs_tasks_in_their_order),
        cmocka_unit_test(several_threads_run_each_task_once),
        cmocka_unit_test(refuses_when_too_many_wait),
        cmocka_unit_test(destroying_runs_what_was_admitted_and_admits_no_more),
        cmocka_unit_test(threads_are_named_and_leave_signals_alone),
        cmocka_unit_test(has_a_thread_for_each_core_where_none_are_asked_for),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
