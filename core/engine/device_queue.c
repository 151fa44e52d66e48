/* device_queue: forms batches from waiting jobs and tracks the device's
 * load. */
#include "core/engine/device_queue.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"
#include "core/base/clock.h"

/* ---- Settings of jobs ---------------------------------------------------- */

struct job_settings job_settings_of(const struct job *job)
{
    struct job_settings settings = {.count = 0};

    if (job->solved_by != job->solver)
        return settings;
    settings.count = job->setting_count;
    for (size_t i = 0; i < settings.count; i++)
        settings.item[i] = job->settings[i];
    return settings;
}

bool job_settings_equal(const struct job_settings *a,
                        const struct job_settings *b)
{
    if (a->count != b->count)
        return false;
    for (size_t i = 0; i < a->count; i++) {
        if (strcmp(a->item[i].name, b->item[i].name) != 0 ||
            a->item[i].value != b->item[i].value)
            return false;
    }
    return true;
}

/* ---- Waiting jobs -------------------------------------------------------- */

/* How long a worker stays with one long job while another waits. */
enum { STAY_US = 1000000 };

int device_queue_init(struct device_queue *queue, const struct device *device,
                      const struct engine_settings *settings,
                      unsigned worker_count, unsigned spare_count,
                      const struct catalog *catalog)
{
    *queue = (struct device_queue){
        .device = device,
        .limit = settings->queue_length,
        .batch_max = settings->batch_max,
        .worker_count = worker_count,
        .spare_count = spare_count,
    };
    queue->end = &queue->first;
    pthread_mutex_init(&queue->lock, NULL);
    pthread_cond_init(&queue->news, NULL);
    pthread_cond_init(&queue->spare_news, NULL);
    return device_counters_init(&queue->counters, catalog);
}

void device_queue_finish(struct device_queue *queue)
{
    device_counters_finish(&queue->counters);
    pthread_cond_destroy(&queue->spare_news);
    pthread_cond_destroy(&queue->news);
    pthread_mutex_destroy(&queue->lock);
    free(queue->workers);
}

static void append(struct device_queue *queue, struct job *job)
{
    job->next = NULL;
    *queue->end = job;
    queue->end = &job->next;
    queue->length++;
}

/* Removes the job that `place` points to. */
static struct job *unlink_job(struct device_queue *queue, struct job **place)
{
    struct job *job = *place;

    *place = job->next;
    if (queue->end == &job->next)
        queue->end = place;
    queue->length--;
    return job;
}

/* Wakes at most one worker per job; busy workers check the queue themselves
 * when they are done. */
static void wake_one(struct device_queue *queue)
{
    if (queue->idle)
        pthread_cond_signal(&queue->news);
    else if (queue->spare_count)
        pthread_cond_signal(&queue->spare_news);
}

static void wake_all(struct device_queue *queue)
{
    pthread_cond_broadcast(&queue->news);
    pthread_cond_broadcast(&queue->spare_news);
}

/* A job that was not in the queue; the caller holds the lock. */
static void add(struct device_queue *queue, struct job *job)
{
    atomic_fetch_add(&queue->load, 1);
    append(queue, job);
    wake_one(queue);
}

static int admit(const struct device_queue *queue, const struct job *job)
{
    if (job->continues)
        return queue->ended ? ENGINE_STOPPING : 0;
    if (queue->refusing)
        return ENGINE_STOPPING;
    return queue->length >= queue->limit ? ENGINE_QUEUE_FULL : 0;
}

int device_queue_push(struct device_queue *queue, struct job *job)
{
    int r;

    pthread_mutex_lock(&queue->lock);
    r = admit(queue, job);
    if (r == 0)
        add(queue, job);
    pthread_mutex_unlock(&queue->lock);
    return r;
}

void device_queue_push_again(struct device_queue *queue, struct job *job)
{
    pthread_mutex_lock(&queue->lock);
    add(queue, job);
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

/* Whether this is the long job that the worker took from last, or its
 * continuation, if its ranges take as long. */
static bool is_same_long(const struct job_batch *batch, const struct job *job)
{
    return job == batch->long_job && job->map == batch->long_map &&
           job->queries[0]->output == batch->long_output &&
           job->queries[0]->target_count == batch->long_targets;
}

/* The most queries like the job's that one worker takes at once. One at a time
 * if batching gains nothing: the lock costs far less than the smallest search,
 * and the workers finish together. */
static size_t batch_most(const struct device_queue *queue,
                         const struct job_batch *batch, const struct job *job)
{
    if (!gains_by_batches(job))
        return 1;
    return batch_limit(
        job,
        is_same_long(batch, job) && batch->sizer.batches ? &batch->sizer : NULL,
        queue->batch_max);
}

/* Whether workers take the job in several ranges, with other jobs in
 * between. */
static bool is_long(const struct device_queue *queue,
                    const struct job_batch *batch, const struct job *job)
{
    return gains_by_batches(job) &&
           job->query_count > batch_most(queue, batch, job);
}

/* Equal ranges, the same number for each worker. */
static size_t range_size(const struct device_queue *queue,
                         const struct job *job, size_t most)
{
    size_t rounds =
        size_divide_up(job->query_count, most * queue->worker_count);

    return size_divide_up(job->query_count, rounds * queue->worker_count);
}

static void claim(struct job_batch *batch, struct job *job, size_t count,
                  bool idle)
{
    if (job->claimed == 0)
        job->queued_us = clock_now_us() - job->submitted_us;
    batch->ranges[batch->range_count++] = (struct job_range){
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

/* Adds waiting jobs that fit whole, but at most this worker's share of them. */
static void claim_others(struct device_queue *queue, struct job_batch *batch,
                         size_t room)
{
    const struct job *like = batch->ranges[0].job;
    size_t share = size_divide_up(queue->length + 1, queue->worker_count) - 1;
    struct job **place = &queue->first;

    while (*place && room && share) {
        struct job *job = *place;

        if (job->claimed || job->query_count > room || !same_batch(like, job)) {
            place = &job->next;
            continue;
        }
        unlink_job(queue, place);
        claim(batch, job, job->query_count, !worth_solving(job));
        room -= job->query_count;
        share--;
    }
}

/* Where this worker's long job waits; NULL: it does not. */
static struct job **find_long(struct device_queue *queue,
                              const struct job_batch *batch)
{
    for (struct job **place = &queue->first; *place; place = &(*place)->next) {
        if (is_same_long(batch, *place))
            return place;
    }
    return NULL;
}

static void begin_long(struct job_batch *batch, const struct job *job,
                       uint64_t now_us)
{
    batch->long_job = job;
    batch->long_targets = job->queries[0]->target_count;
    batch->long_output = job->queries[0]->output;
    batch->long_map = job->map;
    batch->long_since_us = now_us;
    batch->sizer = (struct batch_sizer){0};
}

/* Whether it should take an eighth of a batch's time at most. */
static bool is_short(const struct device_queue *queue,
                     const struct job_batch *batch, const struct job *job)
{
    const struct query *query = job->queries[0];

    return !job->claimed && query->target_count && query->target_count <= 16 &&
           (job->query_count == 1 ||
            job->query_count * 8 <= batch_most(queue, batch, job));
}

/* Where the oldest short job waits; NULL: there is none. */
static struct job **find_short(struct device_queue *queue,
                               const struct job_batch *batch)
{
    for (struct job **place = &queue->first; *place; place = &(*place)->next) {
        if (is_short(queue, batch, *place))
            return place;
    }
    return NULL;
}

/* The oldest job, but every other time the oldest short one, so that this waits
 * for no more than what the workers solve now. Among long jobs a worker
 * prefers its own, since its solver still has that job's intermediate results;
 * the oldest then takes the other's place at the end. */
static struct job *next_job(struct device_queue *queue, struct job_batch *batch)
{
    bool any = batch->was_short && !batch->is_spare;
    struct job **short_job = any ? NULL : find_short(queue, batch);
    struct job *job = queue->first;
    uint64_t now_us = clock_now_us();

    if (short_job)
        return unlink_job(queue, short_job);
    if (is_same_long(batch, job) || !is_long(queue, batch, job))
        return unlink_job(queue, &queue->first);
    if (now_us - batch->long_since_us < STAY_US && find_long(queue, batch)) {
        append(queue, unlink_job(queue, &queue->first));
        return unlink_job(queue, find_long(queue, batch));
    }
    begin_long(batch, job, now_us);
    return unlink_job(queue, &queue->first);
}

static void form_batch(struct device_queue *queue, struct job_batch *batch)
{
    struct job *job = next_job(queue, batch);
    bool idle = !worth_solving(job);
    size_t left = job->query_count - job->claimed;
    size_t most = batch_most(queue, batch, job);
    size_t count = idle ? left : size_min(left, range_size(queue, job, most));

    batch->was_short = is_short(queue, batch, job);
    batch->range_count = 0;
    claim(batch, job, count, idle);
    if (count < left)
        append(queue, job);
    else if (!idle && !batch->is_spare && count < size_min(most, BATCH_COMMON))
        claim_others(queue, batch, size_min(most, BATCH_COMMON) - count);
    if (queue->first)
        wake_one(queue);
}

void job_batch_note_time(struct job_batch *batch, const struct job_range *range,
                         uint64_t solve_us)
{
    if (is_same_long(batch, range->job))
        batch_sizer_note(&batch->sizer, range->count, (double)solve_us);
}

static bool has_work(struct device_queue *queue, const struct job_batch *batch)
{
    return batch->is_spare ? !queue->idle && find_short(queue, batch)
                           : queue->first != NULL;
}

static void wait_for_news(struct device_queue *queue,
                          const struct job_batch *batch)
{
    if (batch->is_spare) {
        pthread_cond_wait(&queue->spare_news, &queue->lock);
        return;
    }
    queue->idle++;
    pthread_cond_wait(&queue->news, &queue->lock);
    queue->idle--;
}

enum queue_news device_queue_next(struct device_queue *queue,
                                  struct job_batch *batch)
{
    enum queue_news news;

    pthread_mutex_lock(&queue->lock);
    while (!has_work(queue, batch) && !queue->ended &&
           queue->trims == batch->trims_seen &&
           queue->retirements == batch->retirements_seen)
        wait_for_news(queue, batch);
    if (queue->trims != batch->trims_seen) {
        news = QUEUE_TRIM;
    } else if (queue->retirements != batch->retirements_seen) {
        news = QUEUE_RETIRED;
    } else if (has_work(queue, batch)) {
        form_batch(queue, batch);
        news = QUEUE_BATCH;
    } else {
        news = QUEUE_ENDED;
    }
    batch->trims_seen = queue->trims;
    batch->retirements_seen = queue->retirements;
    pthread_mutex_unlock(&queue->lock);
    return news;
}

void device_queue_withdraw(struct device_queue *queue, struct job *job)
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

void device_queue_trim(struct device_queue *queue)
{
    pthread_mutex_lock(&queue->lock);
    queue->trims++;
    wake_all(queue);
    pthread_mutex_unlock(&queue->lock);
}

void device_queue_note_retired(struct device_queue *queue)
{
    pthread_mutex_lock(&queue->lock);
    queue->retirements++;
    wake_all(queue);
    pthread_mutex_unlock(&queue->lock);
}

void device_queue_refuse(struct device_queue *queue)
{
    pthread_mutex_lock(&queue->lock);
    queue->refusing = true;
    pthread_mutex_unlock(&queue->lock);
}

void device_queue_end(struct device_queue *queue)
{
    pthread_mutex_lock(&queue->lock);
    queue->ended = true;
    wake_all(queue);
    pthread_mutex_unlock(&queue->lock);
}

size_t device_queue_length(struct device_queue *queue)
{
    size_t length;

    pthread_mutex_lock(&queue->lock);
    length = queue->length;
    pthread_mutex_unlock(&queue->lock);
    return length;
}

/* ---- State and load of the device ---------------------------------------- */

void device_queue_fail(struct device_queue *queue, const struct error *failure)
{
    if (!device_queue_in_use(queue))
        return;
    queue->failure = *failure;
    atomic_store_explicit(&queue->out_of_use, true, memory_order_release);
}

bool device_queue_in_use(const struct device_queue *queue)
{
    return !atomic_load_explicit(&queue->out_of_use, memory_order_acquire);
}

const char *device_queue_failure(const struct device_queue *queue)
{
    return device_queue_in_use(queue) ? "" : queue->failure.text;
}

void device_queue_note_batch(struct device_queue *queue, size_t jobs,
                             uint64_t busy_us)
{
    uint64_t recent_ns = atomic_load(&queue->recent_ns);
    uint64_t each_ns = busy_us * 1000 / jobs;

    /* Two workers at once may lose a sample: this is an estimate. */
    atomic_store(&queue->recent_ns,
                 recent_ns ? (recent_ns * 15 + each_ns) / 16 : each_ns);
}

void device_queue_lose_job(struct device_queue *queue)
{
    atomic_fetch_sub(&queue->load, 1);
}

size_t device_queue_load(const struct device_queue *queue)
{
    return atomic_load(&queue->load);
}

double device_queue_backlog_us(const struct device_queue *queue,
                               double guess_us)
{
    size_t load = device_queue_load(queue);
    uint64_t recent_ns = atomic_load(&queue->recent_ns);
    size_t ahead;

    if (load < queue->worker_count)
        return 0;
    ahead = load - queue->worker_count + 1;
    return (double)ahead * (recent_ns ? (double)recent_ns / 1e3 : guess_us) /
           queue->worker_count;
}
