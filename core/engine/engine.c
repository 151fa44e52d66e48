/* engine: creates queues and workers for all devices, admits jobs, reports. */
#include "core/engine/engine.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"
#include "core/base/clock.h"
#include "core/base/parallel.h"
#include "core/base/text.h"
#include "core/engine/scheduler.h"
#include "core/engine/worker.h"

struct engine {
    struct registry *registry;
    struct scheduler scheduler;
    struct device_queue *queues; /* [queue_count], the CPU's first */
    size_t queue_count;
    struct tuning tuning;
    bool listening; /* registry_on_retired() is set */
    bool stopped;
};

/* ---- Lifecycle ----------------------------------------------------------- */

void engine_trim(struct engine *engine)
{
    for (size_t i = 0; i < engine->queue_count; i++)
        device_queue_trim(&engine->queues[i]);
}

/* After a map or weights were replaced, idle workers must release them, too. */
static void note_retired(void *context)
{
    struct engine *engine = context;

    for (size_t i = 0; i < engine->queue_count; i++)
        device_queue_note_retired(&engine->queues[i]);
}

static int find_preferred(const struct catalog *catalog, const char *name,
                          const struct solver_ops **ret_preferred,
                          struct error *error)
{
    const struct solver_ops *found = NULL;

    if (name && strcmp(name, "auto") != 0) {
        found = catalog_find(catalog, name);
        if (!found)
            return error_set(error, -EINVAL, "no solver is called '%s'", name);
    }
    *ret_preferred = found;
    return 0;
}

/* The CPU's queue goes first, wherever the CPU is in `devices`. */
static int make_queues(struct engine *engine,
                       const struct engine_settings *settings,
                       const struct device *const *devices, size_t device_count,
                       struct error *error)
{
    unsigned cpu_workers =
        settings->cpu_workers ? settings->cpu_workers : parallel_core_count();
    size_t cuda = 1;
    int r = 0;

    engine->queues = array_zero(device_count, sizeof(*engine->queues));
    if (!engine->queues)
        return error_no_memory(error);
    for (size_t i = 0; i < device_count; i++) {
        bool cpu = devices[i]->kind == DEVICE_CPU;

        if (device_queue_init(&engine->queues[cpu ? 0 : cuda++], devices[i],
                              settings, cpu ? cpu_workers : 1,
                              cpu && !settings->cpu_workers,
                              engine->scheduler.catalog))
            r = error_no_memory(error);
    }
    engine->queue_count = device_count;
    engine->scheduler.queues = engine->queues;
    engine->scheduler.queue_count = device_count;
    return r;
}

static int start_workers(struct engine *engine, struct device_queue *queue,
                         struct error *error)
{
    unsigned count = queue->worker_count + queue->spare_count;

    queue->workers = array_zero(count, sizeof(*queue->workers));
    if (!queue->workers)
        return error_no_memory(error);
    while (queue->started < count) {
        int r = worker_start(queue, &engine->scheduler, queue->started,
                             &engine->tuning, &queue->workers[queue->started],
                             error);

        if (r)
            return r;
        queue->started++;
    }
    return 0;
}

static int start_all_workers(struct engine *engine, struct error *error)
{
    for (size_t i = 0; i < engine->queue_count; i++) {
        int r = start_workers(engine, &engine->queues[i], error);

        if (r)
            return r;
    }
    return 0;
}

static int check_devices(const struct device *const *devices,
                         size_t device_count, struct error *error)
{
    size_t cpus = 0;

    if (device_count > ENGINE_DEVICES_MAX)
        return error_set(error, -EINVAL, "%zu devices: at most %d are served",
                         device_count, ENGINE_DEVICES_MAX);
    for (size_t i = 0; i < device_count; i++)
        cpus += devices[i]->kind == DEVICE_CPU;
    if (cpus == 1)
        return 0;
    return error_set(error, -EINVAL, "the devices must include the CPU, once");
}

static int set_up(struct engine *engine, const struct engine_settings *settings,
                  const struct device *const *devices, size_t device_count,
                  struct error *error)
{
    const struct solver_ops *preferred = NULL;
    int r = check_devices(devices, device_count, error);

    if (r == 0)
        r = find_preferred(engine->scheduler.catalog, settings->solver,
                           &preferred, error);
    engine->scheduler.preferred = preferred;
    if (r == 0)
        r = tuning_init(&engine->tuning, settings, engine->scheduler.catalog,
                        error);
    if (r == 0)
        r = make_queues(engine, settings, devices, device_count, error);
    if (r == 0)
        r = start_all_workers(engine, error);
    return r;
}

int engine_create(const struct engine_settings *settings,
                  struct registry *registry, const struct catalog *catalog,
                  const struct device *const *devices, size_t device_count,
                  struct engine **ret_engine, struct error *error)
{
    struct engine *engine = calloc(1, sizeof(*engine));
    int r;

    if (!engine)
        return error_no_memory(error);
    engine->registry = registry;
    engine->scheduler.catalog = catalog;
    r = set_up(engine, settings, devices, device_count, error);
    if (r) {
        engine_destroy(engine);
        return r;
    }
    registry_on_retired(registry, note_retired, engine);
    engine->listening = true;
    *ret_engine = engine;
    return 0;
}

static void end_workers(struct device_queue *queue)
{
    device_queue_end(queue);
    for (unsigned i = 0; i < queue->started; i++)
        worker_join(queue->workers[i]);
    queue->started = 0;
}

void engine_stop(struct engine *engine)
{
    if (engine->stopped)
        return;
    engine->stopped = true;
    if (engine->listening)
        registry_on_retired(engine->registry, NULL, NULL);
    for (size_t i = 0; i < engine->queue_count; i++)
        device_queue_refuse(&engine->queues[i]);
    /* The CPU's last: the others may hand jobs over to it until they end. */
    for (size_t i = engine->queue_count; i-- > 0;)
        end_workers(&engine->queues[i]);
}

void engine_destroy(struct engine *engine)
{
    if (!engine)
        return;
    engine_stop(engine);
    for (size_t i = 0; i < engine->queue_count; i++)
        device_queue_finish(&engine->queues[i]);
    free(engine->queues);
    tuning_finish(&engine->tuning);
    free(engine);
}

struct engine_change {
    const struct solver_ops *preferred;
    struct tuning_settings *settings;
};

int engine_change_read(const struct engine *engine,
                       const struct engine_settings *settings,
                       struct engine_change **ret_change, struct error *error)
{
    const struct catalog *catalog = engine->scheduler.catalog;
    struct engine_change *change = calloc(1, sizeof(*change));
    int r = change ? 0 : error_no_memory(error);

    if (!r)
        r = find_preferred(catalog, settings->solver, &change->preferred,
                           error);
    if (!r)
        r = tuning_settings_read(settings->solver_settings,
                                 settings->solver_setting_count, catalog,
                                 &change->settings, error);
    if (r)
        free(change);
    else
        *ret_change = change;
    return r;
}

void engine_change_drop(struct engine_change *change)
{
    if (change)
        tuning_settings_destroy(change->settings);
    free(change);
}

/* Idle workers free their outdated solvers. */
void engine_change_apply(struct engine *engine, struct engine_change *change)
{
    engine->scheduler.preferred = change->preferred;
    tuning_apply(&engine->tuning, change->settings);
    engine_trim(engine);
    free(change);
}

/* ---- Jobs ---------------------------------------------------------------- */

static void count_turned_away(struct device_queue *queue)
{
    atomic_fetch_add_explicit(&queue->counters.turned_away, 1,
                              memory_order_relaxed);
}

static int admit_in_time(struct device_queue *queue, const struct job *job,
                         struct error *error)
{
    uint64_t deadline_us = cancel_deadline_us(job->cancel);
    uint64_t now_us = clock_now_us();
    double wait_us = device_queue_backlog_us(queue, 0);
    double left_us;

    if (!deadline_us || job->continues)
        return 0;
    left_us = deadline_us > now_us ? (double)(deadline_us - now_us) : 0;
    /* The other half is for its own solving, and for wrong guesses. */
    if (wait_us <= left_us / 2)
        return 0;
    count_turned_away(queue);
    return error_set(error, ENGINE_QUEUE_FULL,
                     "the queue of %s holds about %.0f ms of work, more than "
                     "half of this request's %.0f ms (limits.deadline-ms)",
                     queue->device->name, wait_us / 1e3, left_us / 1e3);
}

static int admit_refuse_full(struct device_queue *queue, struct error *error)
{
    size_t limit = queue->limit;

    count_turned_away(queue);
    return error_set(error, ENGINE_QUEUE_FULL,
                     "%zu %s already for %s (engine.queue-length)", limit,
                     plural(limit, "question waits", "questions wait"),
                     queue->device->name);
}

static void start_job(struct job *job, const struct choice *choice)
{
    job->status = JOB_DONE;
    job->error.text[0] = '\0';
    job->solved_by = choice->solver;
    job->device = choice->queue->device;
    job->epoch = map_entry_epoch(job->map);
    job->queued_us = 0;
    job->solve_us = 0;
    job->submitted_us = clock_now_us();
    job->claimed = 0;
    job->ended = 0;
}

int engine_submit(struct engine *engine, struct job *job, struct error *error)
{
    struct choice choice;
    int r = scheduler_choose(&engine->scheduler, job, &choice, error);

    if (!r)
        r = admit_in_time(choice.queue, job, error);
    if (r)
        return r;
    start_job(job, &choice);
    r = device_queue_push(choice.queue, job);
    if (r == ENGINE_QUEUE_FULL)
        return admit_refuse_full(choice.queue, error);
    if (r == ENGINE_STOPPING)
        return error_set(error, r, "the server is stopping");
    return 0;
}

/* ---- Status -------------------------------------------------------------- */

/* The longest wait that clients are advised. */
enum { RETRY_AFTER_MAX_S = 60 };

uint64_t engine_overdue_us(const struct engine *engine)
{
    uint64_t now_us = clock_now_us();
    uint64_t first_us = now_us;

    for (size_t i = 0; i < engine->queue_count; i++) {
        const struct device_queue *queue = &engine->queues[i];

        for (unsigned j = 0; j < queue->started; j++) {
            uint64_t due_us = worker_due_us(queue->workers[j]);

            if (due_us < first_us)
                first_us = due_us;
        }
    }
    return now_us - first_us;
}

unsigned engine_retry_after_s(struct engine *engine)
{
    double longest_us = 0;

    for (size_t i = 0; i < engine->queue_count; i++)
        longest_us =
            fmax(longest_us, device_queue_backlog_us(&engine->queues[i], 0));
    return (unsigned)fmin(longest_us / 1e6 + 1, RETRY_AFTER_MAX_S);
}

static void device_figures(struct device_queue *queue,
                           struct engine_device_figures *ret_figures)
{
    *ret_figures = (struct engine_device_figures){
        .device = queue->device,
        .workers = queue->worker_count + queue->spare_count,
        .queued = device_queue_length(queue),
        .queued_max = queue->limit,
    };
    device_counters_read(&queue->counters, ret_figures);
    if (!device_queue_in_use(queue))
        ret_figures->free_bytes = ENGINE_BYTES_UNKNOWN;
    strcpy(ret_figures->failure, device_queue_failure(queue));
}

size_t engine_figures(struct engine *engine,
                      struct engine_device_figures *ret_figures,
                      size_t capacity)
{
    for (size_t i = 0; i < engine->queue_count && i < capacity; i++)
        device_figures(&engine->queues[i], &ret_figures[i]);
    return engine->queue_count;
}

void engine_each_solver(struct engine *engine,
                        void (*visit)(void *context,
                                      const struct engine_solver_figures *),
                        void *context)
{
    for (size_t i = 0; i < engine->queue_count; i++)
        device_counters_each_solver(&engine->queues[i].counters,
                                    engine->queues[i].device, visit, context);
}

int engine_learn(const struct engine *engine, struct map_entry *entry,
                 const struct device *device, struct error *error)
{
    return tuning_learn(&engine->tuning, engine->scheduler.catalog, entry,
                        device, error);
}

const struct catalog *engine_catalog(const struct engine *engine)
{
    return engine->scheduler.catalog;
}

struct registry *engine_registry(const struct engine *engine)
{
    return engine->registry;
}
