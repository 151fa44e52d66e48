/* queue: the jobs that wait for one device, and how batches form from them. */
#include "core/engine/queue.h"

#include <errno.h>
#include <stdlib.h>

#include "core/base/array.h"
#include "core/base/clock.h"
#include "core/engine/batch_limit.h"
#include "core/engine/job_settings.h"

/* A worker stays with one long job so long while another waits, too. */
enum { STAY_US = 1000000 };

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

static size_t min(size_t a, size_t b)
{
    return a < b ? a : b;
}

static size_t divide_up(size_t a, size_t b)
{
    return a / b + (a % b != 0);
}

/* Whether it is the long job that the worker took from last, or what continues
 * that: where its parts take as long. */
static bool is_own(const struct take *take, const struct job *job)
{
    return job == take->own && job->map == take->own_map &&
           job->queries[0]->output == take->own_output &&
           job->queries[0]->target_count == take->own_targets;
}

/* Queries like the job's that one worker takes at once at most. One at a time
 * where more gain nothing: the lock costs far less than the smallest search,
 * and the workers end together. */
static size_t batch_most(const struct queue *queue, const struct take *take,
                         const struct job *job)
{
    if (!gains_by_batches(job))
        return 1;
    return batch_limit(
        job, is_own(take, job) && take->own_pace.parts ? &take->own_pace : NULL,
        queue->batch_max);
}

/* Of which a worker takes several parts, others in between. */
static bool is_long(const struct queue *queue, const struct take *take,
                    const struct job *job)
{
    return gains_by_batches(job) &&
           job->query_count > batch_most(queue, take, job);
}

/* Equal parts, as many for each worker. */
static size_t part_size(const struct queue *queue, const struct job *job,
                        size_t most)
{
    size_t rounds = divide_up(job->query_count, most * queue->workers);

    return divide_up(job->query_count, rounds * queue->workers);
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
    return !a->observer && !b->observer && a->map == b->map &&
           a->solved_by == b->solved_by &&
           a->queries[0]->output == b->queries[0]->output &&
           same_settings(a, b);
}

/* Adds the waiting jobs that fit whole, but no more than this worker's share of
 * them. */
static void claim_others(struct queue *queue, struct take *take, size_t room)
{
    const struct job *like = take->parts[0].job;
    size_t share = divide_up(queue->length + 1, queue->workers) - 1;
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

/* Where this worker's long job waits; NULL: nowhere. */
static struct job **find_own(struct queue *queue, const struct take *take)
{
    for (struct job **place = &queue->first; *place; place = &(*place)->next) {
        if (is_own(take, *place))
            return place;
    }
    return NULL;
}

static void take_over(struct take *take, const struct job *job, uint64_t now_us)
{
    take->own = job;
    take->own_targets = job->queries[0]->target_count;
    take->own_output = job->queries[0]->output;
    take->own_map = job->map;
    take->own_since_us = now_us;
    take->own_pace = (struct part_pace){0};
}

/* The oldest job. Of long ones the worker's own, as its solver keeps what it
 * found for it; the oldest then waits at the end, where the own one would. */
static struct job *take_job(struct queue *queue, struct take *take)
{
    struct job *job = queue->first;
    uint64_t now_us = clock_now_us();

    if (is_own(take, job) || !is_long(queue, take, job))
        return unlink_job(queue, &queue->first);
    if (now_us - take->own_since_us < STAY_US && find_own(queue, take)) {
        append(queue, unlink_job(queue, &queue->first));
        return unlink_job(queue, find_own(queue, take));
    }
    take_over(take, job, now_us);
    return unlink_job(queue, &queue->first);
}

static void take_batch(struct queue *queue, struct take *take)
{
    struct job *job = take_job(queue, take);
    bool idle = !worth_solving(job);
    size_t left = job->query_count - job->claimed;
    size_t most = batch_most(queue, take, job);
    size_t count = idle ? left : min(left, part_size(queue, job, most));

    take->part_count = 0;
    claim(take, job, count, idle);
    if (count < left)
        append(queue, job);
    else if (!idle && count < min(most, BATCH_COMMON))
        claim_others(queue, take, min(most, BATCH_COMMON) - count);
    if (queue->first)
        wake_one(queue);
}

void take_note_time(struct take *take, const struct part *part,
                    uint64_t solve_us)
{
    if (is_own(take, part->job))
        part_pace_note(&take->own_pace, part->count, (double)solve_us);
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
