/* queue: the jobs that wait for one device, and how batches form from them. */
#include "core/engine/queue.h"

#include <errno.h>
#include <stdlib.h>

#include "core/base/array.h"
#include "core/base/clock.h"
#include "core/engine/job_settings.h"

void queue_init(struct queue *queue, size_t limit, size_t batch_max,
                unsigned workers)
{
    *queue = (struct queue){
        .limit = limit,
        .batch_max = batch_max,
        .workers = workers,
    };
    queue->end = &queue->first;
    pthread_mutex_init(&queue->lock, NULL);
    pthread_cond_init(&queue->news, NULL);
}

void queue_finish(struct queue *queue)
{
    pthread_cond_destroy(&queue->news);
    pthread_mutex_destroy(&queue->lock);
}

int take_init(struct take *take, const struct queue *queue)
{
    *take = (struct take){0};
    take->parts = array_alloc(queue->batch_max, sizeof(*take->parts));
    return take->parts ? 0 : -ENOMEM;
}

void take_finish(struct take *take)
{
    free(take->parts);
}

static void append(struct queue *queue, struct job *job)
{
    job->next = NULL;
    *queue->end = job;
    queue->end = &job->next;
    queue->length++;
}

/* Takes the job out that `place` points to. */
static struct job *unlink_job(struct queue *queue, struct job **place)
{
    struct job *job = *place;

    *place = job->next;
    if (queue->end == &job->next)
        queue->end = place;
    queue->length--;
    return job;
}

/* One worker at most is woken for one job; workers at work look for themselves
 * when they are done. */
static void wake_one(struct queue *queue)
{
    if (queue->idle)
        pthread_cond_signal(&queue->news);
}

static int admit(const struct queue *queue, const struct job *job)
{
    if (job->continues)
        return queue->ended ? ENGINE_STOPPING : 0;
    if (queue->refusing)
        return ENGINE_STOPPING;
    return queue->length >= queue->limit ? ENGINE_QUEUE_FULL : 0;
}

int queue_push(struct queue *queue, struct job *job)
{
    int r;

    pthread_mutex_lock(&queue->lock);
    r = admit(queue, job);
    if (r == 0)
        append(queue, job);
    if (r == 0)
        wake_one(queue);
    pthread_mutex_unlock(&queue->lock);
    return r;
}

void queue_push_again(struct queue *queue, struct job *job)
{
    pthread_mutex_lock(&queue->lock);
    append(queue, job);
    wake_one(queue);
    pthread_mutex_unlock(&queue->lock);
}

static bool worth_solving(const struct job *job)
{
    return job->status == JOB_DONE && !cancel_due(job->cancel);
}

static bool gains_by_batches(const struct job *job)
{
    return job->solved_by->capabilities & SOLVER_MANY_SOURCES;
}

/* An equal share of `count` for each worker. */
static size_t fair_share(const struct queue *queue, size_t count)
{
    return (count + queue->workers - 1) / queue->workers;
}

/* How much of a job one worker takes at once. One query at a time where more
 * gain nothing: the lock costs far less than the smallest search, and the
 * workers end together. */
static size_t part_size(const struct queue *queue, const struct job *job)
{
    size_t share;

    if (!gains_by_batches(job))
        return 1;
    share = fair_share(queue, job->query_count - job->claimed);
    return share < queue->batch_max ? share : queue->batch_max;
}

static void claim(struct take *take, struct job *job, size_t count, bool idle)
{
    if (job->claimed == 0)
        job->queued_us = clock_now_us() - job->submitted_us;
    take->parts[take->part_count++] = (struct part){
        .job = job,
        .first = job->claimed,
        .count = count,
        .idle = idle,
    };
    job->claimed += count;
}

static bool same_settings(const struct job *a, const struct job *b)
{
    struct job_settings of_a = job_settings_of(a);
    struct job_settings of_b = job_settings_of(b);

    return job_settings_equal(&of_a, &of_b);
}

static bool same_batch(const struct job *a, const struct job *b)
{
    return a->map == b->map && a->solved_by == b->solved_by &&
           a->queries[0]->output == b->queries[0]->output &&
           same_settings(a, b);
}

/* Adds the waiting jobs that fit whole, but no more than this worker's share of
 * them. */
static void claim_others(struct queue *queue, struct take *take, size_t room)
{
    const struct job *like = take->parts[0].job;
    size_t share = fair_share(queue, queue->length + 1) - 1;
    struct job **place = &queue->first;

    while (*place && room && share) {
        struct job *job = *place;

        if (job->claimed || job->query_count > room || !same_batch(like, job)) {
            place = &job->next;
            continue;
        }
        unlink_job(queue, place);
        claim(take, job, job->query_count, !worth_solving(job));
        room -= job->query_count;
        share--;
    }
}

static void take_batch(struct queue *queue, struct take *take)
{
    struct job *job = unlink_job(queue, &queue->first);
    bool idle = !worth_solving(job);
    size_t left = job->query_count - job->claimed;
    size_t count = idle ? left : part_size(queue, job);

    take->part_count = 0;
    claim(take, job, count, idle);
    if (count < left)
        append(queue, job);
    else if (!idle && gains_by_batches(job) && count < queue->batch_max)
        claim_others(queue, take, queue->batch_max - count);
    if (queue->first)
        wake_one(queue);
}

enum queue_news queue_take(struct queue *queue, struct take *take)
{
    enum queue_news news;

    pthread_mutex_lock(&queue->lock);
    queue->idle++;
    while (!queue->first && !queue->ended && queue->alarms == take->alarms_seen)
        pthread_cond_wait(&queue->news, &queue->lock);
    queue->idle--;
    if (queue->alarms != take->alarms_seen) {
        take->alarms_seen = queue->alarms;
        news = QUEUE_ALARM;
    } else if (queue->first) {
        take_batch(queue, take);
        news = QUEUE_BATCH;
    } else {
        news = QUEUE_ENDED;
    }
    pthread_mutex_unlock(&queue->lock);
    return news;
}

void queue_withdraw(struct queue *queue, struct job *job)
{
    pthread_mutex_lock(&queue->lock);
    for (struct job **place = &queue->first; *place; place = &(*place)->next) {
        if (*place == job) {
            unlink_job(queue, place);
            break;
        }
    }
    pthread_mutex_unlock(&queue->lock);
}

void queue_alarm(struct queue *queue)
{
    pthread_mutex_lock(&queue->lock);
    queue->alarms++;
    pthread_cond_broadcast(&queue->news);
    pthread_mutex_unlock(&queue->lock);
}

void queue_refuse(struct queue *queue)
{
    pthread_mutex_lock(&queue->lock);
    queue->refusing = true;
    pthread_mutex_unlock(&queue->lock);
}

void queue_end(struct queue *queue)
{
    pthread_mutex_lock(&queue->lock);
    queue->ended = true;
    pthread_cond_broadcast(&queue->news);
    pthread_mutex_unlock(&queue->lock);
}

size_t queue_length(struct queue *queue)
{
    size_t length;

    pthread_mutex_lock(&queue->lock);
    length = queue->length;
    pthread_mutex_unlock(&queue->lock);
    return length;
}
