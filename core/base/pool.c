#include "core/base/pool.h"

#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include "core/base/array.h"
#include "core/base/clock.h"
#include "core/base/parallel.h"

struct pool {
    pthread_mutex_t lock; /* guards first to turned_away */
    pthread_cond_t wake;  /* signals a new task or the end */
    struct pool_task *first;
    struct pool_task **last;
    size_t waiting;
    bool ending;
    uint64_t turned_away;

    struct histogram wait_us;
    struct histogram run_us;
    size_t waiting_max;
    pthread_t *threads; /* [thread_count] */
    unsigned thread_count;
};

/* Waits for the oldest task; NULL once no more will come. */
static struct pool_task *take(struct pool *pool)
{
    struct pool_task *task;

    pthread_mutex_lock(&pool->lock);
    while (!pool->first && !pool->ending)
        pthread_cond_wait(&pool->wake, &pool->lock);
    task = pool->first;
    if (task) {
        pool->first = task->next;
        if (!pool->first)
            pool->last = &pool->first;
        pool->waiting--;
    }
    pthread_mutex_unlock(&pool->lock);
    return task;
}

static void *work(void *argument)
{
    struct pool *pool = argument;
    struct pool_task *task;

    while ((task = take(pool))) {
        uint64_t begun_us = clock_now_us();

        histogram_note(&pool->wait_us, begun_us - task->submitted_us);
        task->run(task);
        histogram_note(&pool->run_us, clock_now_us() - begun_us);
    }
    return NULL;
}

static int start_thread(struct pool *pool, const char *name)
{
    char full_name[24];
    int r;

    snprintf(full_name, sizeof(full_name), "%.10s-%u", name,
             pool->thread_count);
    r = thread_start(&pool->threads[pool->thread_count], full_name, work, pool);
    if (!r)
        pool->thread_count++;
    return r;
}

int pool_create(const char *name, unsigned threads, size_t waiting_max,
                struct pool **ret_pool, struct error *error)
{
    struct pool *pool = calloc(1, sizeof(*pool));

    if (!threads)
        threads = parallel_core_count();
    if (pool)
        pool->threads = array_alloc(threads, sizeof(*pool->threads));
    if (!pool || !pool->threads) {
        free(pool);
        return error_no_memory(error);
    }
    pthread_mutex_init(&pool->lock, NULL);
    pthread_cond_init(&pool->wake, NULL);
    pool->last = &pool->first;
    pool->waiting_max = waiting_max;
    histogram_init(&pool->wait_us, &histogram_times_us);
    histogram_init(&pool->run_us, &histogram_times_us);
    while (pool->thread_count < threads) {
        int r = start_thread(pool, name);

        if (!r)
            continue;
        pool_destroy(pool);
        errno = -r;
        return error_errno(error, "start a thread of %s", name);
    }
    *ret_pool = pool;
    return 0;
}

bool pool_submit(struct pool *pool, struct pool_task *task)
{
    bool admitted;

    pthread_mutex_lock(&pool->lock);
    admitted = !pool->ending && pool->waiting < pool->waiting_max;
    if (admitted) {
        task->next = NULL;
        task->submitted_us = clock_now_us();
        *pool->last = task;
        pool->last = &task->next;
        pool->waiting++;
        pthread_cond_signal(&pool->wake);
    } else {
        pool->turned_away++;
    }
    pthread_mutex_unlock(&pool->lock);
    return admitted;
}

void pool_read(struct pool *pool, struct pool_figures *ret_figures)
{
    ret_figures->threads = pool->thread_count;
    pthread_mutex_lock(&pool->lock);
    ret_figures->waiting = pool->waiting;
    ret_figures->waiting_max = pool->waiting_max;
    ret_figures->turned_away = pool->turned_away;
    pthread_mutex_unlock(&pool->lock);
    histogram_read(&pool->wait_us, &ret_figures->wait_us);
    histogram_read(&pool->run_us, &ret_figures->run_us);
}

void pool_destroy(struct pool *pool)
{
    if (!pool)
        return;
    pthread_mutex_lock(&pool->lock);
    pool->ending = true;
    pthread_cond_broadcast(&pool->wake);
    pthread_mutex_unlock(&pool->lock);
    for (unsigned i = 0; i < pool->thread_count; i++)
        pthread_join(pool->threads[i], NULL);
    pthread_cond_destroy(&pool->wake);
    pthread_mutex_destroy(&pool->lock);
    free(pool->threads);
    free(pool);
}
