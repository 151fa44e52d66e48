/* wiring: everything below HTTP, put together from the settings. */
#include "daemon/wiring.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"
#include "core/base/log.h"
#include "core/engine/tuned.h"
#include "core/solver/option.h"
#include "daemon/devices.h"
#include "daemon/maps.h"

static int refuse_solver(const struct catalog *catalog, const char *name,
                         struct error *error)
{
    char list[300] = "auto";

    for (size_t i = 0; i < catalog->count; i++) {
        size_t length = strlen(list);

        snprintf(list + length, sizeof(list) - length, ", %s",
                 catalog->solver[i]->name);
    }
    return error_set(error, -EINVAL, "no solver '%s'; there are %s", name,
                     list);
}

static int check_solver(const struct settings *settings,
                        const struct wiring *wiring, struct error *error)
{
    const struct solver_ops *ops;

    if (!strcmp(settings->solver, "auto"))
        return 0;
    ops = catalog_find(&wiring->catalog, settings->solver);
    if (!ops)
        return refuse_solver(&wiring->catalog, settings->solver, error);
    if (ops->representation->device_kind == DEVICE_CUDA &&
        wiring->device_count == 1)
        log_warning("solver %s needs a GPU, which is %s; without one it "
                    "answers the same on the CPU",
                    ops->name, wiring->gpu_words.text);
    return 0;
}

static int read_options(const struct settings *settings, struct wiring *wiring,
                        struct error *error)
{
    int result = 0;

    wiring->options =
        array_alloc(settings->option_count, sizeof(*wiring->options));
    if (!wiring->options)
        return error_no_memory(error);
    for (size_t i = 0; i < settings->option_count && !result; i++) {
        const struct option_setting *option = &settings->options[i];

        result = option_read(&wiring->catalog, option->name, option->value,
                             &wiring->options[i], error);
        if (result)
            error_prefix(error, "%s", option->place);
    }
    return result;
}

static int start_engine(const struct settings *settings, struct wiring *wiring,
                        struct error *error)
{
    bool choose = !strcmp(settings->state_directory, "auto");
    char *found = choose ? tuned_default_directory() : NULL;
    struct engine_settings engine_settings = {
        .queue_length = settings->queue_length,
        .batch_max = settings->batch_max,
        .cpu_workers = (unsigned)settings->cpu_workers,
        .solver = settings->solver,
        .solver_settings = wiring->options,
        .solver_setting_count = settings->option_count,
        .state_directory = choose ? found : settings->state_directory,
    };
    int result = engine_create(&engine_settings, wiring->registry,
                               &wiring->catalog, wiring->devices,
                               wiring->device_count, &wiring->engine, error);

    free(found);
    return result;
}

static void tell_speeds(const struct map_entry *entry, const char *name,
                        const struct device *device)
{
    if (map_entry_measured(entry, device))
        log_info("map %s on %s: solvers' speeds as 'relaxctl tune' measured "
                 "them",
                 name, device->name);
    else
        log_info("map %s on %s: solvers' speeds are guessed; 'relaxctl tune' "
                 "measures them",
                 name, device->name);
}

enum { MAPS_MAX = 1024 };

/* A damaged file costs speed, not answers, so the daemon serves all the same.
 */
static void learn(const struct wiring *wiring, struct map_entry *entry)
{
    const char *name = map_entry_name(entry);

    for (size_t i = 0; i < wiring->device_count; i++) {
        struct error error;

        if (engine_learn(wiring->engine, entry, wiring->devices[i], &error))
            log_warning("map %s on %s does not go by all that was tuned: %s",
                        name, wiring->devices[i]->name, error.text);
        tell_speeds(entry, name, wiring->devices[i]);
    }
}

static void learn_all(const struct wiring *wiring)
{
    struct map_entry *entries[MAPS_MAX];
    size_t count = registry_list(wiring->registry, entries, MAPS_MAX);

    for (size_t i = 0; i < count; i++) {
        learn(wiring, entries[i]);
        map_entry_release(entries[i]);
    }
}

static int start_service(const struct settings *settings, struct wiring *wiring,
                         struct error *error)
{
    struct service_settings service_settings = {
        .deadline_ms = settings->deadline_ms,
        .queries_max = settings->queries_max,
        .costs_max = settings->costs_max,
        .stops_max = settings->stops_max,
        .snap_radius_m = (double)settings->snap_radius_m,
        .table_cells_max = settings->table_cells_max,
        .stream_bytes_max = settings->stream_bytes_max,
        .table_memory_max = settings->table_memory_max,
    };

    wiring->service = service_create(&service_settings, wiring->engine);
    return wiring->service ? 0 : error_no_memory(error);
}

int wiring_create(const struct settings *settings, struct wiring *wiring,
                  struct error *error)
{
    int result;

    memset(wiring, 0, sizeof(*wiring));
    catalog_init(&wiring->catalog);
    gpu_add_solvers(&wiring->catalog);
    result = devices_choose(settings, wiring, error);
    if (!result)
        result = check_solver(settings, wiring, error);
    if (!result)
        result = read_options(settings, wiring, error);
    if (!result)
        result = maps_serve(settings, wiring, error);
    if (!result)
        result = start_engine(settings, wiring, error);
    if (!result) {
        learn_all(wiring);
        result = start_service(settings, wiring, error);
    }
    if (result)
        wiring_destroy(wiring);
    return result;
}

void wiring_destroy(struct wiring *wiring)
{
    if (wiring->engine)
        engine_stop(wiring->engine);
    service_destroy(wiring->service);
    engine_destroy(wiring->engine);
    registry_destroy(wiring->registry);
    maps_release(wiring);
    free(wiring->options);
}
