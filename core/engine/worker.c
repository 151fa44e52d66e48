/* worker: one thread that takes batches from its crew's queue and solves them.
 */
#include "core/engine/worker.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "core/base/array.h"
#include "core/base/clock.h"
#include "core/base/thread.h"
#include "core/engine/part_end.h"
#include "core/engine/take_due.h"

/* Gives the rest of the job to the CPU: parts end in order on a CUDA device, so
 * all before this one are through. */
static void hand_over(struct worker *worker, const struct part *part,
                      const struct error *reason)
{
    struct job *job = part->job;
    struct part_end failed = {.status = JOB_FAILED, .error = reason};
    struct choice choice;

    if (!choose_on_cpu(worker->roster, job, &choice)) {
        part_end(worker->crew, part, &failed);
        return;
    }
    queue_withdraw(&worker->crew->queue, job);
    choose_note(job, &choice, worker->crew->device->name, reason->text);
    job->claimed = part->first;
    job->solved_by = choice.solver;
    job->device = choice.crew->device;
    crew_lose_job(worker->crew);
    crew_gain_job(choice.crew);
    queue_push_again(&choice.crew->queue, job);
}

/* For a job on a failed device. */
static void fall_back(struct worker *worker, const struct part *part,
                      const struct error *reason)
{
    struct part_end failed = {.status = JOB_FAILED, .error = reason};

    if (part->written)
        part_end(worker->crew, part, &failed);
    else
        hand_over(worker, part, reason);
}

/* For a job whose solver does not take its map. On the CPU the parts of one are
 * in several hands, so it stays where it is. */
static void refuse(struct worker *worker, const struct part *part,
                   const struct error *reason)
{
    struct part_end refused = {.status = JOB_REFUSED, .error = reason};

    if (part->job->solver || worker->crew->device->kind == DEVICE_CPU)
        part_end(worker->crew, part, &refused);
    else
        hand_over(worker, part, reason);
}

/* The queries of parts worth solving, side by side. */
static size_t gather(struct worker *worker, const struct part *parts,
                     size_t part_count)
{
    size_t count = 0;

    for (size_t i = 0; i < part_count; i++) {
        for (size_t j = 0; j < parts[i].count; j++) {
            struct query *query = part_queries(&parts[i])[j];

            query->status = QUERY_PENDING;
            sink_watch_attach(&worker->watches[count], query);
            worker->queries[count++] = query;
        }
    }
    return count;
}

/* Gives the queries their sinks back and notes which parts' were written to. */
static void detach_sinks(struct worker *worker, struct part *parts,
                         size_t part_count)
{
    struct sink_watch *watch = worker->watches;

    for (size_t i = 0; i < part_count; i++) {
        parts[i].written = false;
        for (size_t j = 0; j < parts[i].count; j++, watch++) {
            sink_watch_detach(watch, part_queries(&parts[i])[j]);
            parts[i].written |= watch->written;
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

/* Where a device's memory is short, workspaces that other batches left may hold
 * it: once more without them. workspaces_get() does so by itself. */
static int solve_queries(struct worker *worker, const struct job *like,
                         size_t query_count, struct error *error)
{
    const struct kept_workspace *workspace;
    int r = workspaces_get(&worker->workspaces, like, &workspace, error);

    if (r)
        return r;
    r = solve_by(worker, workspace, like, query_count, error);
    if (r != -ENOMEM || worker->crew->device->kind == DEVICE_CPU ||
        !begin_again(worker, query_count))
        return r;
    workspaces_finish(&worker->workspaces);
    r = workspaces_get(&worker->workspaces, like, &workspace, error);
    return r ? r : solve_by(worker, workspace, like, query_count, error);
}

static void end_solved(struct worker *worker, const struct part *parts,
                       size_t part_count, uint64_t solve_us)
{
    for (size_t i = 0; i < part_count; i++) {
        struct part_end end = {part_solved_status(&parts[i]), solve_us, NULL};

        part_end(worker->crew, &parts[i], &end);
    }
}

static void end_refused(struct worker *worker, const struct part *parts,
                        size_t part_count, const struct error *reason)
{
    for (size_t i = 0; i < part_count; i++)
        refuse(worker, &parts[i], reason);
}

/* Lack of memory is no fault of the device. */
static void end_on_device(struct worker *worker, const struct part *parts,
                          size_t part_count, int code,
                          const struct error *reason)
{
    if (code != -ENOMEM)
        crew_fail(worker->crew, reason);
    for (size_t i = 0; i < part_count; i++)
        fall_back(worker, &parts[i], reason);
}

static void solve_parts(struct worker *worker, struct part *parts,
                        size_t part_count);

/* A batch fails as a whole; alone, the others in it may do. */
static void end_on_cpu(struct worker *worker, struct part *parts,
                       size_t part_count, const struct error *reason)
{
    struct part_end failed = {.status = JOB_FAILED, .error = reason};

    for (size_t i = 0; i < part_count; i++) {
        if (part_count == 1 || parts[i].written)
            part_end(worker->crew, &parts[i], &failed);
        else
            solve_parts(worker, &parts[i], 1);
    }
}

static void solve_parts(struct worker *worker, struct part *parts,
                        size_t part_count)
{
    struct error error = {""};
    uint64_t start_us = clock_now_us();
    size_t count = gather(worker, parts, part_count);
    uint64_t solve_us;
    int r = solve_queries(worker, parts[0].job, count, &error);

    detach_sinks(worker, parts, part_count);
    solve_us = clock_now_us() - start_us;
    crew_count_batch(worker->crew, part_count, count, solve_us);
    crew_counters_note_batch(&worker->crew->counters, parts[0].job->solved_by,
                             part_count, count, solve_us);
    if (part_count == 1)
        take_note_time(&worker->take, &parts[0], solve_us);
    if (r == 0)
        end_solved(worker, parts, part_count, solve_us);
    else if (r > 0)
        end_refused(worker, parts, part_count, &error);
    else if (worker->crew->device->kind == DEVICE_CPU)
        end_on_cpu(worker, parts, part_count, &error);
    else
        end_on_device(worker, parts, part_count, r, &error);
}

/* Ends the parts that are not worth solving and moves the others together;
 * returns how many are left. */
static size_t end_idle_parts(struct worker *worker)
{
    struct take *take = &worker->take;
    size_t kept = 0;

    for (size_t i = 0; i < take->part_count; i++) {
        struct part part = take->parts[i];

        if (part.idle)
            part_end_idle(worker->crew, &part);
        else
            take->parts[kept++] = part;
    }
    return kept;
}

/* Of jobs that were begun by this take. */
static void note_waits(struct worker *worker)
{
    const struct take *take = &worker->take;

    for (size_t i = 0; i < take->part_count; i++) {
        if (take->parts[i].first == 0)
            histogram_note(&worker->crew->counters.wait_us,
                           take->parts[i].job->queued_us);
    }
}

static void work(struct worker *worker)
{
    size_t count = end_idle_parts(worker);

    if (crew_in_use(worker->crew)) {
        if (count)
            solve_parts(worker, worker->take.parts, count);
        return;
    }
    for (size_t i = 0; i < count; i++)
        hand_over(worker, &worker->take.parts[i], &worker->crew->failure);
}

uint64_t worker_due_us(const struct worker *worker)
{
    return atomic_load_explicit(&worker->due_us, memory_order_relaxed);
}

/* A device out of use may answer nothing any more, or never. */
static void look_at_memory(struct crew *crew)
{
    if (crew_in_use(crew))
        free_memory_look(&crew->free_memory, crew->device, clock_now_us());
}

static void *worker_main(void *argument)
{
    struct worker *worker = argument;
    struct crew *crew = worker->crew;

    for (;;) {
        switch (queue_take(&crew->queue, &worker->take)) {
        case QUEUE_BATCH:
            note_waits(worker);
            atomic_store_explicit(&worker->due_us, take_due_us(&worker->take),
                                  memory_order_relaxed);
            work(worker);
            atomic_store_explicit(&worker->due_us, UINT64_MAX,
                                  memory_order_relaxed);
            break;
        case QUEUE_ALARM:
            workspaces_rest(&worker->workspaces);
            break;
        case QUEUE_ENDED:
            /* Here, not in join: a device's memory is freed by its thread. */
            workspaces_finish(&worker->workspaces);
            return NULL;
        }
        workspaces_drop_retired(&worker->workspaces);
        workspaces_drop_outdated(&worker->workspaces);
        look_at_memory(crew);
    }
}

static void release(struct worker *worker)
{
    take_finish(&worker->take);
    free(worker->queries);
    free(worker->watches);
}

static int start_thread(struct worker *worker)
{
    const struct device *device = worker->crew->device;
    char name[24];

    if (device->kind == DEVICE_CPU)
        snprintf(name, sizeof(name), "worker-cpu-%u", worker->index);
    else
        snprintf(name, sizeof(name), "worker-%.8s", device->name);
    return thread_start(&worker->thread, name, worker_main, worker);
}

int worker_start(struct worker *worker, struct crew *crew,
                 const struct roster *roster, unsigned index,
                 struct tuning *tuning, struct error *error)
{
    size_t most = crew->queue.batch_max;
    int r;

    *worker = (struct worker){.crew = crew, .roster = roster, .index = index};
    atomic_init(&worker->due_us, UINT64_MAX);
    workspaces_init(&worker->workspaces, crew->device, tuning);
    r = take_init(&worker->take, &crew->queue);
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
                           crew->device->name);
    }
    return 0;
}

void worker_join(struct worker *worker)
{
    pthread_join(worker->thread, NULL);
    release(worker);
}
