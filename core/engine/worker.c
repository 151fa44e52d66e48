/* worker: the loop of one thread, and how ranges of jobs end. */
#include "core/engine/worker.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "core/base/array.h"
#include "core/base/clock.h"
#include "core/base/parallel.h"

/* ---- Watched sinks ------------------------------------------------------- */

/* Forwards labels and remembers whether there were any: if a device fails
 * halfway through a tree, no other can take over once the client has received
 * labels. Between attach and detach the watch is the query's sink. */
struct sink_watch {
    struct sink base;
    struct sink *inner; /* the query's own; NULL: none */
    bool written;
};

static int write_on(struct sink *sink, const struct label_block *block)
{
    struct sink_watch *watch = (struct sink_watch *)sink;

    watch->written = true;
    return watch->inner->write(watch->inner, block);
}

static void sink_watch_attach(struct sink_watch *watch, struct query *query)
{
    *watch = (struct sink_watch){{write_on}, query->sink, false};
    if (query->sink)
        query->sink = &watch->base;
}

static void sink_watch_detach(struct sink_watch *watch, struct query *query)
{
    query->sink = watch->inner;
}

/* ---- How a range of a job ends ------------------------------------------- */

struct range_end {
    enum job_status status;
    uint64_t solve_us;
    const struct error *error; /* JOB_FAILED, JOB_REFUSED */
};

/* Why the cancel flag is up: cancelled or late. */
static enum job_status cancelled_status(const struct job *job)
{
    if (!job->cancel || atomic_load(&job->cancel->requested) ||
        !cancel_due(job->cancel))
        return JOB_CANCELLED;
    return JOB_LATE;
}

static enum job_status solved_status(const struct job_range *range)
{
    for (size_t i = 0; i < range->count; i++) {
        if (range_queries(range)[i]->status == QUERY_CANCELLED)
            return cancelled_status(range->job);
    }
    return JOB_DONE;
}

/* Returns whether this was the job's last range. */
static bool merge(const struct job_range *range, const struct range_end *end)
{
    struct job *job = range->job;

    if (job->status == JOB_DONE) {
        job->status = end->status;
        if (end->error)
            job->error = *end->error;
    }
    job->solve_us += end->solve_us;
    job->ended += range->count;
    return job->ended == job->query_count;
}

/* Called only by the worker that took the range. The first range that went
 * wrong decides how the job ended; the last one to end calls done(), after
 * which the engine does not touch the job. */
static void end_range(struct device_queue *queue, const struct job_range *range,
                      const struct range_end *end)
{
    struct job *job = range->job;
    bool shared = range->count < job->query_count;
    bool last;

    if (shared)
        pthread_mutex_lock(&queue->lock);
    last = merge(range, end);
    if (shared)
        pthread_mutex_unlock(&queue->lock);
    if (!last)
        return;
    atomic_fetch_add(&queue->jobs, 1);
    device_counters_note_job(&queue->counters, job->solved_by, job->status);
    device_queue_lose_job(queue);
    job->done(job);
}

/* For a range that is not worth solving. */
static void end_idle(struct device_queue *queue, const struct job_range *range)
{
    struct range_end end = {.status = cancelled_status(range->job)};

    for (size_t i = 0; i < range->count; i++)
        range_queries(range)[i]->status = QUERY_CANCELLED;
    end_range(queue, range, &end);
}

/* ---- Batches ------------------------------------------------------------- */

/* Gives the rest of the job to the CPU: ranges end in order on a CUDA device,
 * so all earlier ones have ended. */
static void hand_over(struct worker *worker, const struct job_range *range,
                      const struct error *reason)
{
    struct job *job = range->job;
    struct range_end failed = {.status = JOB_FAILED, .error = reason};
    struct choice choice;

    if (!scheduler_choose_cpu(worker->scheduler, job, &choice)) {
        end_range(worker->queue, range, &failed);
        return;
    }
    device_queue_withdraw(worker->queue, job);
    scheduler_note(job, &choice, worker->queue->device->name, reason->text);
    job->claimed = range->first;
    job->solved_by = choice.solver;
    job->device = choice.queue->device;
    device_queue_lose_job(worker->queue);
    device_queue_gain_job(choice.queue);
    device_queue_push_again(choice.queue, job);
}

/* For a job on a failed device. */
static void fall_back(struct worker *worker, const struct job_range *range,
                      const struct error *reason)
{
    struct range_end failed = {.status = JOB_FAILED, .error = reason};

    if (range->written)
        end_range(worker->queue, range, &failed);
    else
        hand_over(worker, range, reason);
}

/* For a job whose solver refuses its map. On the CPU several workers hold
 * ranges of one job, so it stays there. */
static void refuse(struct worker *worker, const struct job_range *range,
                   const struct error *reason)
{
    struct range_end refused = {.status = JOB_REFUSED, .error = reason};

    if (range->job->solver || worker->queue->device->kind == DEVICE_CPU)
        end_range(worker->queue, range, &refused);
    else
        hand_over(worker, range, reason);
}

/* Collects the queries of all ranges worth solving. */
static size_t gather(struct worker *worker, const struct job_range *ranges,
                     size_t range_count)
{
    size_t count = 0;

    for (size_t i = 0; i < range_count; i++) {
        for (size_t j = 0; j < ranges[i].count; j++) {
            struct query *query = range_queries(&ranges[i])[j];

            query->status = QUERY_PENDING;
            sink_watch_attach(&worker->watches[count], query);
            worker->queries[count++] = query;
        }
    }
    return count;
}

/* Restores the queries' own sinks and notes which ranges' sinks received
 * labels. */
static void detach_sinks(struct worker *worker, struct job_range *ranges,
                         size_t range_count)
{
    struct sink_watch *watch = worker->watches;

    for (size_t i = 0; i < range_count; i++) {
        ranges[i].written = false;
        for (size_t j = 0; j < ranges[i].count; j++, watch++) {
            sink_watch_detach(watch, range_queries(&ranges[i])[j]);
            ranges[i].written |= watch->written;
        }
    }
}

static int solve_by(struct worker *worker,
                    const struct kept_workspace *workspace,
                    const struct job *like, size_t query_count,
                    struct error *error)
{
    struct batch batch = {worker->queries, query_count, like->observer};
    int r = workspace->solver->ops->solve(workspace->solver, workspace->metric,
                                          &batch, error);

    if (r)
        workspaces_drop_first(&worker->workspaces);
    return r;
}

static bool begin_again(struct worker *worker, size_t query_count)
{
    for (size_t i = 0; i < query_count; i++) {
        if (worker->watches[i].written)
            return false;
        worker->queries[i]->status = QUERY_PENDING;
    }
    return true;
}

/* If a device runs out of memory, workspaces of earlier batches may occupy it:
 * this retries once without them. workspaces_get() does so itself. */
static int solve_queries(struct worker *worker, const struct job *like,
                         size_t query_count, struct error *error)
{
    const struct kept_workspace *workspace;
    int r = workspaces_get(&worker->workspaces, like, &workspace, error);

    if (r)
        return r;
    r = solve_by(worker, workspace, like, query_count, error);
    if (r != -ENOMEM || worker->queue->device->kind == DEVICE_CPU ||
        !begin_again(worker, query_count))
        return r;
    workspaces_finish(&worker->workspaces);
    r = workspaces_get(&worker->workspaces, like, &workspace, error);
    return r ? r : solve_by(worker, workspace, like, query_count, error);
}

static void end_solved(struct worker *worker, const struct job_range *ranges,
                       size_t range_count, uint64_t solve_us)
{
    for (size_t i = 0; i < range_count; i++) {
        struct range_end end = {solved_status(&ranges[i]), solve_us, NULL};

        end_range(worker->queue, &ranges[i], &end);
    }
}

static void end_refused(struct worker *worker, const struct job_range *ranges,
                        size_t range_count, const struct error *reason)
{
    for (size_t i = 0; i < range_count; i++)
        refuse(worker, &ranges[i], reason);
}

/* Lack of memory is not a device failure. */
static void end_on_device(struct worker *worker, const struct job_range *ranges,
                          size_t range_count, int code,
                          const struct error *reason)
{
    if (code != -ENOMEM)
        device_queue_fail(worker->queue, reason);
    for (size_t i = 0; i < range_count; i++)
        fall_back(worker, &ranges[i], reason);
}

static void solve_ranges(struct worker *worker, struct job_range *ranges,
                         size_t range_count);

/* A batch fails as a whole; each job alone may still succeed. */
static void end_on_cpu(struct worker *worker, struct job_range *ranges,
                       size_t range_count, const struct error *reason)
{
    struct range_end failed = {.status = JOB_FAILED, .error = reason};

    for (size_t i = 0; i < range_count; i++) {
        if (range_count == 1 || ranges[i].written)
            end_range(worker->queue, &ranges[i], &failed);
        else
            solve_ranges(worker, &ranges[i], 1);
    }
}

static void solve_ranges(struct worker *worker, struct job_range *ranges,
                         size_t range_count)
{
    struct error error = {""};
    uint64_t start_us = clock_now_us();
    size_t count = gather(worker, ranges, range_count);
    uint64_t solve_us;
    int r = solve_queries(worker, ranges[0].job, count, &error);

    detach_sinks(worker, ranges, range_count);
    solve_us = clock_now_us() - start_us;
    device_queue_count_batch(worker->queue, range_count, count, solve_us);
    device_counters_note_batch(&worker->queue->counters,
                               ranges[0].job->solved_by, range_count, count,
                               solve_us);
    if (range_count == 1)
        job_batch_note_time(&worker->batch, &ranges[0], solve_us);
    if (r == 0)
        end_solved(worker, ranges, range_count, solve_us);
    else if (r > 0)
        end_refused(worker, ranges, range_count, &error);
    else if (worker->queue->device->kind == DEVICE_CPU)
        end_on_cpu(worker, ranges, range_count, &error);
    else
        end_on_device(worker, ranges, range_count, r, &error);
}

/* Ends the ranges that are not worth solving and compacts the others; returns
 * how many are left. */
static size_t end_idle_ranges(struct worker *worker)
{
    struct job_batch *batch = &worker->batch;
    size_t kept = 0;

    for (size_t i = 0; i < batch->range_count; i++) {
        struct job_range range = batch->ranges[i];

        if (range.idle)
            end_idle(worker->queue, &range);
        else
            batch->ranges[kept++] = range;
    }
    return kept;
}

/* For jobs that start in this batch. */
static void note_waits(struct worker *worker)
{
    const struct job_batch *batch = &worker->batch;

    for (size_t i = 0; i < batch->range_count; i++) {
        if (batch->ranges[i].first == 0)
            histogram_note(&worker->queue->counters.wait_us,
                           batch->ranges[i].job->queued_us);
    }
}

static void work(struct worker *worker)
{
    size_t count = end_idle_ranges(worker);

    if (device_queue_in_use(worker->queue)) {
        if (count)
            solve_ranges(worker, worker->batch.ranges, count);
        return;
    }
    for (size_t i = 0; i < count; i++)
        hand_over(worker, &worker->batch.ranges[i], &worker->queue->failure);
}

/* ---- The thread ---------------------------------------------------------- */

/* The latest deadline of its jobs; UINT64_MAX if one has none. */
static uint64_t batch_due_us(const struct job_batch *batch)
{
    uint64_t due_us = 0;

    for (size_t i = 0; i < batch->range_count; i++) {
        uint64_t deadline_us = cancel_deadline_us(batch->ranges[i].job->cancel);

        if (!deadline_us)
            return UINT64_MAX;
        if (deadline_us > due_us)
            due_us = deadline_us;
    }
    return due_us;
}

uint64_t worker_due_us(const struct worker *worker)
{
    return atomic_load_explicit(&worker->due_us, memory_order_relaxed);
}

/* A device out of use may not answer, or may block for ever. */
static void poll_memory(struct device_queue *queue)
{
    if (device_queue_in_use(queue))
        free_memory_poll(&queue->free_memory, queue->device, clock_now_us());
}

static void *worker_main(void *argument)
{
    struct worker *worker = argument;
    struct device_queue *queue = worker->queue;

    for (;;) {
        switch (device_queue_next(queue, &worker->batch)) {
        case QUEUE_BATCH:
            note_waits(worker);
            atomic_store_explicit(&worker->due_us, batch_due_us(&worker->batch),
                                  memory_order_relaxed);
            work(worker);
            atomic_store_explicit(&worker->due_us, UINT64_MAX,
                                  memory_order_relaxed);
            break;
        case QUEUE_TRIM:
            workspaces_trim(&worker->workspaces);
            break;
        case QUEUE_ENDED:
            /* Here, not in join: the device's own thread must free its
             * memory. */
            workspaces_finish(&worker->workspaces);
            return NULL;
        }
        workspaces_drop_retired(&worker->workspaces);
        workspaces_drop_outdated(&worker->workspaces);
        poll_memory(queue);
    }
}

static void release(struct worker *worker)
{
    job_batch_finish(&worker->batch);
    free(worker->queries);
    free(worker->watches);
}

static int start_thread(struct worker *worker)
{
    const struct device *device = worker->queue->device;
    char name[24];

    if (device->kind == DEVICE_CPU)
        snprintf(name, sizeof(name), "worker-cpu-%u", worker->index);
    else
        snprintf(name, sizeof(name), "worker-%.8s", device->name);
    return thread_start(&worker->thread, name, worker_main, worker);
}

int worker_start(struct worker *worker, struct device_queue *queue,
                 const struct scheduler *scheduler, unsigned index,
                 struct tuning *tuning, struct error *error)
{
    size_t most = queue->batch_max;
    int r;

    *worker =
        (struct worker){.queue = queue, .scheduler = scheduler, .index = index};
    atomic_init(&worker->due_us, UINT64_MAX);
    workspaces_init(&worker->workspaces, queue->device, tuning);
    r = job_batch_init(&worker->batch, queue);
    worker->queries = array_alloc(most, sizeof(*worker->queries));
    worker->watches = array_alloc(most, sizeof(*worker->watches));
    if (r || !worker->queries || !worker->watches) {
        release(worker);
        return error_no_memory(error);
    }
    r = start_thread(worker);
    if (r) {
        release(worker);
        errno = -r;
        return error_errno(error, "start worker %u of %s", index,
                           queue->device->name);
    }
    return 0;
}

void worker_join(struct worker *worker)
{
    pthread_join(worker->thread, NULL);
    release(worker);
}
