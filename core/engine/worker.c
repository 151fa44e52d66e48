/* worker: its workspaces, how ranges of jobs end, and the loop of the thread.
 */
#include "core/engine/worker.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"
#include "core/base/clock.h"
#include "core/base/parallel.h"
#include "core/engine/map_entry.h"

enum {
    WORKSPACES_MAX = 4,
    TRIMS_KEPT = 30, /* after so many a workspace that no job uses goes */
};

/* A solver's workspace. It serves all entries of a map. */
struct workspace {
    struct published_map *map; /* pinned */
    struct job_settings settings;
    struct solver *solver;
    struct metric *metric; /* of the batch's entry, which its jobs pin */
    unsigned trims;        /* since a job used it */
};

struct sink_probe;

struct worker {
    struct device_queue *queue;
    const struct scheduler *scheduler;
    struct tuning *tuning;
    unsigned index; /* among the device's workers */
    pthread_t thread;
    atomic_uint_fast64_t due_us; /* worker_due_us() */
    struct job_batch batch;
    struct query **queries;    /* [batch_max] of the current batch */
    struct sink_probe *probes; /* [batch_max] */
    struct workspace kept[WORKSPACES_MAX]; /* [kept_count] most recently used
                                              first */
    size_t kept_count;
    unsigned generation; /* of the tuning they were made with */
};

/* ---- Workspaces ---------------------------------------------------------- */

/* A workspace is large (25 bytes a vertex for Dijkstra's algorithm) and slow to
 * make, so a worker keeps those it used last. */

static void drop(struct worker *worker, size_t index)
{
    struct workspace gone = worker->kept[index];

    worker->kept_count--;
    memmove(&worker->kept[index], &worker->kept[index + 1],
            (worker->kept_count - index) * sizeof(gone));
    gone.solver->ops->destroy(gone.solver);
    published_map_unpin(gone.map);
}

static void drop_all(struct worker *worker)
{
    while (worker->kept_count)
        drop(worker, worker->kept_count - 1);
}

/* Drops those of replaced maps, and all if they were made before the tuning
 * changed. */
static void drop_stale(struct worker *worker)
{
    unsigned generation = tuning_generation(worker->tuning);

    if (generation != worker->generation)
        drop_all(worker);
    worker->generation = generation;
    for (size_t i = worker->kept_count; i-- > 0;) {
        if (published_map_retired(worker->kept[i].map))
            drop(worker, i);
    }
}

static void trim_metric(void *context, struct metric *metric)
{
    struct solver *solver = context;

    solver->ops->trim(solver, metric);
}

/* Makes the metrics that questions would have used (scheduler.h). One worker of
 * a device is enough. */
static void make_wanted(struct worker *worker)
{
    for (size_t i = 0; worker->index == 0 && i < worker->kept_count; i++)
        published_map_make_wanted(worker->kept[i].map, worker->queue->device);
}

/* Frees memory that no query has needed for seconds, and workspaces that no
 * query has needed for longer. Kept entries have metrics, too. */
static void trim(struct worker *worker)
{
    for (size_t i = worker->kept_count; i-- > 0;) {
        struct workspace at = worker->kept[i];
        const struct solver_ops *ops = at.solver->ops;

        worker->kept[i].trims++;
        if (ops->trim) {
            published_map_each_metric(at.map, ops->form, worker->queue->device,
                                      trim_metric, at.solver);
        }
        if (at.trims == TRIMS_KEPT)
            drop(worker, i);
    }
}

static void put_first(struct worker *worker, struct workspace workspace,
                      size_t gap)
{
    memmove(&worker->kept[1], &worker->kept[0], gap * sizeof(workspace));
    worker->kept[0] = workspace;
}

/* The index of the job's workspace; kept_count: there is none. */
static size_t find(const struct worker *worker, const struct job *job,
                   const struct job_settings *settings)
{
    size_t i = 0;

    while (i < worker->kept_count &&
           (worker->kept[i].map != map_entry_published(job->map) ||
            worker->kept[i].solver->ops != job->solved_by ||
            !job_settings_equal(&worker->kept[i].settings, settings)))
        i++;
    return i;
}

/* False: there is none, or its weights could not be made, which make() then
 * reports. */
static bool reuse(struct worker *worker, const struct job *job,
                  const struct job_settings *settings)
{
    size_t i = find(worker, job, settings);
    struct workspace at;

    if (i == worker->kept_count)
        return false;
    at = worker->kept[i];
    if (map_entry_prepare(job->map, at.solver->ops->form, worker->queue->device,
                          &at.metric, NULL))
        return false;
    at.trims = 0;
    put_first(worker, at, i);
    return true;
}

static int make(struct worker *worker, const struct job *job,
                struct workspace *made, struct error *error)
{
    const struct solver_ops *ops = job->solved_by;
    int r = map_entry_prepare(job->map, ops->form, worker->queue->device,
                              &made->metric, error);

    if (r)
        return r;
    return tuning_create_solver(worker->tuning, ops, made->metric->prepared,
                                &made->settings, &made->solver, error);
}

/* Puts a workspace for the job's solver, settings and map first, made if there
 * is none, with the map's form. If memory is short it first frees all others.
 * Negative codes with words, or SOLVER_REFUSES with the solver's reason. The
 * map must offer the form on the device. */
static int get_workspace(struct worker *worker, const struct job *job,
                         struct error *error)
{
    const struct solver_ops *ops = job->solved_by;
    struct workspace made = {
        .map = map_entry_published(job->map),
        .settings = job_settings_of(job),
    };
    int r;

    drop_stale(worker);
    if (reuse(worker, job, &made.settings))
        return 0;
    if (worker->kept_count == WORKSPACES_MAX)
        drop(worker, WORKSPACES_MAX - 1);
    r = make(worker, job, &made, error);
    if (r < 0 && worker->kept_count) {
        drop_all(worker);
        r = make(worker, job, &made, error);
    }
    if (r > 0)
        error_prefix(error, "solver %s refuses map '%s'", ops->name,
                     map_entry_name(job->map));
    if (r)
        return r;
    published_map_pin(made.map);
    put_first(worker, made, worker->kept_count++);
    return 0;
}

/* ---- Sinks --------------------------------------------------------------- */

/* Forwards labels and remembers whether there were any: if a device fails
 * halfway through a tree, no other can take over once the client has received
 * labels. Between attach and detach the probe is the query's sink. */
struct sink_probe {
    struct sink base;
    struct sink *inner; /* the query's own; NULL: none */
    bool written;
};

static int write_on(struct sink *sink, const struct label_block *block)
{
    struct sink_probe *probe = (struct sink_probe *)sink;

    probe->written = true;
    return probe->inner->write(probe->inner, block);
}

static void sink_probe_attach(struct sink_probe *probe, struct query *query)
{
    *probe = (struct sink_probe){{write_on}, query->sink, false};
    if (query->sink)
        query->sink = &probe->base;
}

static void sink_probe_detach(struct sink_probe *probe, struct query *query)
{
    query->sink = probe->inner;
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
        cancel_cut(job->cancel) || !cancel_due(job->cancel))
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
            sink_probe_attach(&worker->probes[count], query);
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
    struct sink_probe *probe = worker->probes;

    for (size_t i = 0; i < range_count; i++) {
        ranges[i].written = false;
        for (size_t j = 0; j < ranges[i].count; j++, probe++) {
            sink_probe_detach(probe, range_queries(&ranges[i])[j]);
            ranges[i].written |= probe->written;
        }
    }
}

static int solve_batch(struct worker *worker, const struct job *like,
                       size_t query_count, struct error *error)
{
    const struct workspace *workspace = &worker->kept[0];
    struct batch batch = {worker->queries, query_count, like->observer};
    int r = workspace->solver->ops->solve(workspace->solver, workspace->metric,
                                          &batch, error);

    if (r)
        drop(worker, 0);
    return r;
}

static bool begin_again(struct worker *worker, size_t query_count)
{
    for (size_t i = 0; i < query_count; i++) {
        if (worker->probes[i].written)
            return false;
        worker->queries[i]->status = QUERY_PENDING;
    }
    return true;
}

/* If a device runs out of memory, workspaces of earlier batches may occupy it:
 * this retries once without them, as get_workspace() does. */
static int solve_queries(struct worker *worker, const struct job *like,
                         size_t query_count, struct error *error)
{
    int r = get_workspace(worker, like, error);

    if (r)
        return r;
    r = solve_batch(worker, like, query_count, error);
    if (r != -ENOMEM || worker->queue->device->kind == DEVICE_CPU ||
        !begin_again(worker, query_count))
        return r;
    drop_all(worker);
    r = get_workspace(worker, like, error);
    return r ? r : solve_batch(worker, like, query_count, error);
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

    if (ranges[0].job->later)
        map_entry_want(ranges[0].job->map, ranges[0].job->later);
    detach_sinks(worker, ranges, range_count);
    solve_us = clock_now_us() - start_us;
    device_queue_note_batch(worker->queue, range_count, solve_us);
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
        device_counters_poll_memory(&queue->counters, queue->device,
                                    clock_now_us());
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
            if (!device_queue_load(worker->queue)) {
                make_wanted(worker);
                array_trim_unused();
            }
            trim(worker);
            break;
        case QUEUE_RETIRED: /* drop_stale() is all there is to do */
            break;
        case QUEUE_ENDED:
            /* Here, not in join: the device's own thread must free its
             * memory. */
            drop_all(worker);
            return NULL;
        }
        drop_stale(worker);
        poll_memory(queue);
    }
}

/* NULL is fine. */
static void destroy(struct worker *worker)
{
    if (!worker)
        return;
    free(worker->batch.ranges);
    free(worker->queries);
    free(worker->probes);
    free(worker);
}

/* NULL when memory is short. */
static struct worker *create(struct device_queue *queue,
                             const struct scheduler *scheduler, unsigned index,
                             struct tuning *tuning)
{
    struct worker *worker = calloc(1, sizeof(*worker));

    if (!worker)
        return NULL;
    *worker = (struct worker){
        .queue = queue,
        .scheduler = scheduler,
        .tuning = tuning,
        .index = index,
        .batch.ranges =
            array_alloc(queue->batch_max, sizeof(*worker->batch.ranges)),
        .batch.is_spare = index >= queue->worker_count,
        .queries = array_alloc(queue->batch_max, sizeof(*worker->queries)),
        .probes = array_alloc(queue->batch_max, sizeof(*worker->probes)),
        .generation = tuning_generation(tuning),
    };
    atomic_init(&worker->due_us, UINT64_MAX);
    if (worker->batch.ranges && worker->queries && worker->probes)
        return worker;
    destroy(worker);
    return NULL;
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

int worker_start(struct device_queue *queue, const struct scheduler *scheduler,
                 unsigned index, struct tuning *tuning,
                 struct worker **ret_worker, struct error *error)
{
    struct worker *worker = create(queue, scheduler, index, tuning);
    int r;

    if (!worker)
        return error_no_memory(error);
    r = start_thread(worker);
    if (r) {
        destroy(worker);
        errno = -r;
        return error_errno(error, "start worker %u of %s", index,
                           queue->device->name);
    }
    *ret_worker = worker;
    return 0;
}

void worker_join(struct worker *worker)
{
    pthread_join(worker->thread, NULL);
    destroy(worker);
}
