/* wiring: everything below HTTP, put together from the settings. */
#include "daemon/wiring.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"
#include "core/base/clock.h"
#include "core/base/log.h"
#include "core/engine/tuned.h"
#include "core/graph/map_file.h"
#include "core/solver/option.h"
#include "daemon/devices.h"

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

/* What a device could not prepare costs speed, not answers. */
static void tell_missing(const struct wiring *wiring, const char *name)
{
    struct map_entry *entry = registry_acquire(wiring->registry, name);

    for (size_t i = 0; i < wiring->device_count; i++) {
        const char *reason = map_entry_missing(entry, wiring->devices[i]);

        if (reason)
            log_warning("map %s: %s; other solvers answer", name, reason);
    }
    map_entry_release(entry);
}

static void tell_unordered(const struct map_setting *setting)
{
    log_info("map %s is not ordered, so cch and cch-gpu cannot answer on it, "
             "which on roads are hundreds of times quicker with a pair; "
             "'relaxctl order %s -o %s' orders it",
             setting->name, setting->path, setting->path);
}

static int serve_map(const struct map_setting *setting, struct wiring *wiring,
                     struct error *error)
{
    uint64_t started_us = clock_now_us();
    struct map *map;
    uint32_t vertices;
    uint32_t arcs;
    bool ordered;
    int result = map_open(setting->path, &map, error);

    if (!result) {
        log_info("map %s: opened, now prepared and customized", setting->name);
        vertices = map->topology.vertex_count;
        arcs = map->topology.arc_count;
        ordered = map->hierarchy.supernode_count > 0;
        result = registry_publish(wiring->registry, setting->name, map,
                                  wiring->catalog.solver, wiring->catalog.count,
                                  wiring->devices, wiring->device_count, error);
    }
    if (result) {
        error_prefix(error, "map '%s'", setting->name);
        return result;
    }
    log_info("map %s: %u vertices, %u arcs, ready in %ju ms", setting->name,
             vertices, arcs, (uintmax_t)((clock_now_us() - started_us) / 1000));
    if (!ordered)
        tell_unordered(setting);
    tell_missing(wiring, setting->name);
    return 0;
}

static int refuse_no_map(const struct settings *settings, struct error *error)
{
    const char *file = settings->config_path;

    return error_set(error, -EINVAL,
                     "no map to serve; add 'NAME = FILE.rlx' in section [maps] "
                     "of %s, or give --map FILE.rlx; 'relaxctl import' makes "
                     "such files",
                     *file ? file : "a file for --config");
}

static int serve_maps(const struct settings *settings, struct wiring *wiring,
                      struct error *error)
{
    int result = registry_create(&wiring->registry, error);

    if (!settings->map_count)
        result = refuse_no_map(settings, error);
    for (size_t i = 0; i < settings->map_count && !result; i++)
        result = serve_map(&settings->maps[i], wiring, error);
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

/* A damaged file costs speed, not answers, so the daemon serves all the same.
 */
static void learn(const struct wiring *wiring, const char *name)
{
    struct map_entry *entry = registry_acquire(wiring->registry, name);

    for (size_t i = 0; i < wiring->device_count; i++) {
        struct error error;

        if (engine_learn(wiring->engine, entry, wiring->devices[i], &error))
            log_warning("map %s on %s runs at the solvers' defaults: %s", name,
                        wiring->devices[i]->name, error.text);
        tell_speeds(entry, name, wiring->devices[i]);
    }
    map_entry_release(entry);
}

static int start_service(const struct settings *settings, struct wiring *wiring,
                         struct error *error)
{
    struct service_settings service_settings = {
        .deadline_ms = settings->deadline_ms,
        .queries_max = settings->queries_max,
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
        result = serve_maps(settings, wiring, error);
    if (!result)
        result = start_engine(settings, wiring, error);
    for (size_t i = 0; i < settings->map_count && !result; i++)
        learn(wiring, settings->maps[i].name);
    if (!result)
        result = start_service(settings, wiring, error);
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
    free(wiring->options);
}
