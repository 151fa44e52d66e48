/* wiring: everything below HTTP, put together from the settings. */
#include "daemon/wiring.h"

#include <errno.h>
#include <malloc.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"
#include "core/base/clock.h"
#include "core/base/log.h"
#include "core/base/text.h"
#include "core/engine/tuned.h"
#include "core/solver/option.h"
#include "daemon/devices.h"
#include "daemon/live.h"
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

int wiring_find_solver(const struct catalog *catalog, const char *name,
                       struct error *error)
{
    if (!strcmp(name, "auto") || catalog_find(catalog, name))
        return 0;
    return refuse_solver(catalog, name, error);
}

static int check_solver(const struct settings *settings,
                        const struct wiring *wiring, struct error *error)
{
    const struct solver_ops *ops =
        catalog_find(&wiring->catalog, settings->solver);

    if (!ops)
        return wiring_find_solver(&wiring->catalog, settings->solver, error);
    if (ops->form->device_kind == DEVICE_CUDA && wiring->device_count == 1)
        log_warning("solver %s needs a GPU, which is %s; without one it "
                    "answers the same on the CPU",
                    ops->name, wiring->gpu_words.text);
    return 0;
}

/* `ret_options`: [option_count], the caller's to free; NULL: nothing. */
static int read_options(const struct settings *settings,
                        const struct catalog *catalog,
                        struct solver_setting **ret_options,
                        struct error *error)
{
    struct solver_setting *options =
        array_alloc(settings->option_count, sizeof(*options));
    int result = 0;

    if (!options)
        return error_no_memory(error);
    for (size_t i = 0; i < settings->option_count && !result; i++) {
        const struct option_setting *option = &settings->options[i];

        result = option_read(catalog, option->name, option->value, &options[i],
                             error);
        if (result)
            error_prefix(error, "%s", option->place);
    }
    if (result)
        free(options);
    else
        *ret_options = options;
    return result;
}

int wiring_read_change(const struct settings *settings,
                       const struct wiring *wiring,
                       struct engine_change **ret_change, struct error *error)
{
    struct engine_settings engine_settings = {
        .solver = settings->solver,
        .solver_setting_count = settings->option_count,
    };
    struct solver_setting *options;
    int result = check_solver(settings, wiring, error);

    if (!result)
        result = read_options(settings, &wiring->catalog, &options, error);
    if (result)
        return result;
    engine_settings.solver_settings = options;
    result =
        engine_change_read(wiring->engine, &engine_settings, ret_change, error);
    free(options);
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

/* "small, region for car": those whose speeds on the device are measured, or
 * are not. */
static void list_measured(struct map_entry *const *entries, size_t count,
                          const struct device *device, bool measured,
                          char *list, size_t size)
{
    list[0] = '\0';
    for (size_t i = 0; i < count; i++) {
        const char *profile = map_entry_profile(entries[i]);
        char label[MAP_NAME_SIZE + ROAD_NAME_SIZE + 8];

        if (map_entry_measured(entries[i], device) != measured)
            continue;
        snprintf(label, sizeof(label), "%s%s%s", map_entry_name(entries[i]),
                 *profile ? " for " : "", profile);
        text_list_add(list, size, label);
    }
}

static void tell_speeds(struct map_entry *const *entries, size_t count,
                        const struct device *device)
{
    char list[400];

    list_measured(entries, count, device, true, list, sizeof(list));
    if (*list)
        log_info("solvers on %s: speeds as 'relaxctl tune' measured them, for "
                 "%s",
                 device->name, list);
    list_measured(entries, count, device, false, list, sizeof(list));
    if (*list)
        log_info("solvers on %s: speeds are guessed, 'relaxctl tune' measures "
                 "them, for %s",
                 device->name, list);
}

void wiring_learn(const struct wiring *wiring, struct map_entry *entry)
{
    const char *profile = map_entry_profile(entry);

    for (size_t i = 0; i < wiring->device_count; i++) {
        struct error error;

        if (engine_learn(wiring->engine, entry, wiring->devices[i], &error))
            log_warning("map %s%s%s on %s does not go by all that was tuned: "
                        "%s",
                        map_entry_name(entry), *profile ? " for " : "", profile,
                        wiring->devices[i]->name, error.text);
    }
}

static void learn_all(const struct wiring *wiring)
{
    struct map_entry *entries[REGISTRY_MAPS_MAX];
    size_t count = registry_list(wiring->registry, entries, REGISTRY_MAPS_MAX);

    for (size_t i = 0; i < count; i++)
        wiring_learn(wiring, entries[i]);
    for (size_t i = 0; i < wiring->device_count; i++)
        tell_speeds(entries, count, wiring->devices[i]);
    for (size_t i = 0; i < count; i++)
        map_entry_release(entries[i]);
}

static int start_service(const struct settings *settings, struct wiring *wiring,
                         struct error *error)
{
    struct service_settings limits = live_service_settings(settings);

    wiring->service = service_create(&limits, wiring->engine);
    return wiring->service ? 0 : error_no_memory(error);
}

int wiring_create(const struct settings *settings, struct wiring *wiring,
                  struct error *error)
{
    int result;

    memset(wiring, 0, sizeof(*wiring));
    http_figures_init(&wiring->http_figures);
    live_set_http(settings, &wiring->http_limits);
    reload_note_init(&wiring->reloads);
    catalog_init(&wiring->catalog);
    gpu_add_solvers(&wiring->catalog);
    result = devices_choose(settings, wiring, error);
    if (!result)
        result = check_solver(settings, wiring, error);
    if (!result)
        result =
            read_options(settings, &wiring->catalog, &wiring->options, error);
    if (!result)
        result = maps_serve(settings, wiring, error);
    /* What loading alone took: else the workers' arrays, of which most is never
     * touched, would lie there and keep it. */
    malloc_trim(0);
    if (!result)
        result = start_engine(settings, wiring, error);
    if (!result) {
        learn_all(wiring);
        result = start_service(settings, wiring, error);
    }
    if (!result)
        result = tile_store_create(wiring->registry, settings->tile_cache_bytes,
                                   &wiring->tiles, error);
    if (!result)
        result = pool_create("compute", (unsigned)settings->compute_threads,
                             settings->queue_length, &wiring->pool, error);
    if (result)
        wiring_destroy(wiring);
    else
        registry_trim(wiring->registry);
    return result;
}

void wiring_destroy(struct wiring *wiring)
{
    pool_destroy(wiring->pool);
    tile_store_destroy(wiring->tiles);
    if (wiring->engine)
        engine_stop(wiring->engine);
    service_destroy(wiring->service);
    engine_destroy(wiring->engine);
    registry_destroy(wiring->registry);
    map_set_finish(&wiring->maps);
    reload_note_finish(&wiring->reloads);
    free(wiring->options);
}
