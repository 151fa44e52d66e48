/* engine: runs jobs on workers, each of which owns a device. */
#include "core/engine/engine.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"
#include "core/base/clock.h"
#include "core/base/parallel.h"
#include "core/engine/admit.h"
#include "core/engine/choose.h"
#include "core/engine/engine_private.h"
#include "core/engine/worker.h"

void engine_rest(struct engine *engine)
{
    for (size_t i = 0; i < engine->crew_count; i++)
        queue_alarm(&engine->crews[i].queue);
}

/* A map was replaced: idle workers must let go of it too. */
static void retired(struct registry_watch *watch)
{
    engine_rest((struct engine *)watch);
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

static int take_preferred(struct engine *engine, const char *name,
                          struct error *error)
{
    const struct solver_ops *preferred;
    int r = find_preferred(engine->roster.catalog, name, &preferred, error);

    if (!r)
        engine->roster.preferred = preferred;
    return r;
}

/* The CPU's crew goes first, whatever its place among the devices. */
static int make_crews(struct engine *engine,
                      const struct engine_settings *settings,
                      const struct device *const *devices, size_t device_count,
                      struct error *error)
{
    unsigned cpu_workers =
        settings->cpu_workers ? settings->cpu_workers : parallel_core_count();
    size_t cuda = 1;

    engine->crews = array_zero(device_count, sizeof(*engine->crews));
    if (!engine->crews)
        return error_no_memory(error);
    for (size_t i = 0; i < device_count; i++) {
        bool cpu = devices[i]->kind == DEVICE_CPU;
        struct crew *crew = &engine->crews[cpu ? 0 : cuda++];

        crew->device = devices[i];
        free_memory_init(&crew->free_memory);
        queue_init(&crew->queue, settings->queue_length, settings->batch_max,
                   cpu ? cpu_workers : 1);
    }
    engine->crew_count = device_count;
    for (size_t i = 0; i < device_count; i++) {
        if (crew_counters_init(&engine->crews[i].counters,
                               engine->roster.catalog))
            return error_no_memory(error);
    }
    engine->roster.crews = engine->crews;
    engine->roster.crew_count = device_count;
    return 0;
}

static int start_crew(struct engine *engine, struct crew *crew,
                      struct error *error)
{
    crew->workers = array_zero(crew->queue.workers, sizeof(*crew->workers));
    if (!crew->workers)
        return error_no_memory(error);
    while (crew->worker_count < crew->queue.workers) {
        int r = worker_start(&crew->workers[crew->worker_count], crew,
                             &engine->roster, crew->worker_count,
                             &engine->tuning, error);

        if (r)
            return r;
        crew->worker_count++;
    }
    return 0;
}

static int start_crews(struct engine *engine, struct error *error)
{
    for (size_t i = 0; i < engine->crew_count; i++) {
        int r = start_crew(engine, &engine->crews[i], error);

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
    return error_set(error, -EINVAL, "want the CPU once among the devices");
}

static int set_up(struct engine *engine, const struct engine_settings *settings,
                  const struct device *const *devices, size_t device_count,
                  struct error *error)
{
    int r = check_devices(devices, device_count, error);

    if (r == 0)
        r = take_preferred(engine, settings->solver, error);
    if (r == 0)
        r = tuning_init(&engine->tuning, settings, engine->roster.catalog,
                        error);
    if (r == 0)
        r = make_crews(engine, settings, devices, device_count, error);
    if (r == 0)
        r = start_crews(engine, error);
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
    engine->watch.retired = retired;
    engine->registry = registry;
    engine->roster.catalog = catalog;
    r = set_up(engine, settings, devices, device_count, error);
    if (r) {
        engine_destroy(engine);
        return r;
    }
    registry_set_watch(registry, &engine->watch);
    engine->watching = true;
    *ret_engine = engine;
    return 0;
}

static void end_crew(struct crew *crew)
{
    queue_end(&crew->queue);
    for (unsigned i = 0; i < crew->worker_count; i++)
        worker_join(&crew->workers[i]);
    crew->worker_count = 0;
}

void engine_stop(struct engine *engine)
{
    if (engine->stopped)
        return;
    engine->stopped = true;
    if (engine->watching)
        registry_set_watch(engine->registry, NULL);
    for (size_t i = 0; i < engine->crew_count; i++)
        queue_refuse(&engine->crews[i].queue);
    /* The CPU's last: the others may hand jobs over to it until they end. */
    for (size_t i = engine->crew_count; i-- > 0;)
        end_crew(&engine->crews[i]);
}

void engine_destroy(struct engine *engine)
{
    if (!engine)
        return;
    engine_stop(engine);
    for (size_t i = 0; i < engine->crew_count; i++) {
        queue_finish(&engine->crews[i].queue);
        crew_counters_finish(&engine->crews[i].counters);
        free(engine->crews[i].workers);
    }
    free(engine->crews);
    tuning_finish(&engine->tuning);
    free(engine);
}

struct engine_change {
    const struct solver_ops *preferred;
    struct tuning_settings settings;
};

int engine_change_read(const struct engine *engine,
                       const struct engine_settings *settings,
                       struct engine_change **ret_change, struct error *error)
{
    const struct catalog *catalog = engine->roster.catalog;
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
        tuning_settings_finish(&change->settings);
    free(change);
}

/* Workers that rest let go of the solvers that they keep. */
void engine_change_take(struct engine *engine, struct engine_change *change)
{
    engine->roster.preferred = change->preferred;
    tuning_take(&engine->tuning, change->settings);
    engine_rest(engine);
    free(change);
}

static void start_job(struct job *job, const struct choice *choice)
{
    job->status = JOB_DONE;
    job->error.text[0] = '\0';
    job->solved_by = choice->solver;
    job->device = choice->crew->device;
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
    int r = choose(&engine->roster, job, &choice, error);

    if (!r)
        r = admit_in_time(choice.crew, job, error);
    if (r)
        return r;
    start_job(job, &choice);
    crew_gain_job(choice.crew);
    r = queue_push(&choice.crew->queue, job);
    if (r)
        crew_lose_job(choice.crew);
    if (r == ENGINE_QUEUE_FULL)
        return admit_refuse_full(choice.crew, error);
    if (r == ENGINE_STOPPING)
        return error_set(error, r, "the server is stopping");
    return 0;
}

int engine_learn(const struct engine *engine, struct map_entry *entry,
                 const struct device *device, struct error *error)
{
    return tuning_learn(&engine->tuning, engine->roster.catalog, entry, device,
                        error);
}

const struct catalog *engine_catalog(const struct engine *engine)
{
    return engine->roster.catalog;
}

struct registry *engine_registry(const struct engine *engine)
{
    return engine->registry;
}
