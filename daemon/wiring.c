#include "daemon/wiring.h"

#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "api/dialects.h"
#include "api/form/model_json.h"
#include "api/form/time_zones.h"
#include "api/tile/tile_store.h"
#include "config/setting.h"
#include "core/base/array.h"
#include "core/base/clock.h"
#include "core/base/log.h"
#include "core/base/text.h"
#include "core/engine/tuned.h"
#include "core/graph/map_file/map_file.h"
#include "core/graph/profile/profile.h"
#include "core/solver/option.h"
#include "core/weighting/weight_change.h"
#include "daemon/builtin_models.h"
#include "daemon/feed.h"
#include "daemon/imported.h"
#include "daemon/spool.h"
#include "daemon/weight_files.h"

/* ---- Devices ------------------------------------------------------------ */

static void add_device(struct wiring *wiring, const struct device *device)
{
    wiring->devices[wiring->device_count++] = device;
    log_info("device %s: %s", device->name, device->description);
}

static int refuse_device(const struct settings *settings, size_t count,
                         const struct error *reason, struct error *error)
{
    int ordinal = settings->device;

    if (count)
        return error_set(error, -ENODEV,
                         "device cuda:%d: there are cuda:0 to cuda:%zu",
                         ordinal, count - 1);
    if (ordinal < 0)
        return error_set(error, -ENODEV, "device cuda: %s", reason->text);
    return error_set(error, -ENODEV, "device cuda:%d: %s", ordinal,
                     reason->text);
}

static bool is_wanted(const struct settings *settings, const struct device *gpu)
{
    return settings->device < 0 || settings->device == gpu->ordinal;
}

/* Fills devices and gpu_words. -ENODEV: a GPU that the settings name does not
 * exist. */
static int choose_devices(const struct settings *settings,
                          struct wiring *wiring, struct error *error)
{
    size_t count;

    add_device(wiring, device_cpu());
    if (settings->device == USE_CPU) {
        error_set(&wiring->gpu_words, 0,
                  "not used: the setting is engine.device = cpu");
        return 0;
    }
    count = gpu_devices(wiring->gpus, &wiring->gpu_words);
    for (size_t i = 0; i < count; i++) {
        if (is_wanted(settings, &wiring->gpus[i]))
            add_device(wiring, &wiring->gpus[i]);
    }
    if (wiring->device_count > 1) {
        wiring->gpu_words.text[0] = '\0';
        return 0;
    }
    if (settings->device != USE_ALL_DEVICES)
        return refuse_device(settings, count, &wiring->gpu_words, error);
    error_prefix(&wiring->gpu_words, "not used");
    log_info("GPU %s; the CPU gives the same answers", wiring->gpu_words.text);
    return 0;
}

/* ---- Solvers and the engine --------------------------------------------- */

static int refuse_solver(const struct catalog *catalog, const char *name,
                         struct error *error)
{
    char list[300] = "auto";

    for (size_t i = 0; i < catalog->count; i++)
        text_list_add(list, sizeof(list), catalog->solver[i]->name);
    return error_set(error, -EINVAL, "no solver '%s'; there are %s", name,
                     list);
}

/* -EINVAL with the known names, unless this is one or "auto". */
static int find_solver(const struct catalog *catalog, const char *name,
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
        return find_solver(&wiring->catalog, settings->solver, error);
    if (ops->form->device_kind == DEVICE_CUDA && wiring->device_count == 1)
        log_warning("solver %s needs a GPU, which is %s; the CPU gives the "
                    "same answers",
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
    int r = 0;

    if (!options)
        return error_no_memory(error);
    for (size_t i = 0; i < settings->option_count && !r; i++) {
        const struct option_setting *option = &settings->options[i];

        r = option_read(catalog, option->name, option->value, &options[i],
                        error);
        if (r)
            error_prefix(error, "%s", option->place);
    }
    if (r)
        free(options);
    else
        *ret_options = options;
    return r;
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
    int r = check_solver(settings, wiring, error);

    if (!r)
        r = read_options(settings, &wiring->catalog, &options, error);
    if (r)
        return r;
    engine_settings.solver_settings = options;
    r = engine_change_read(wiring->engine, &engine_settings, ret_change, error);
    free(options);
    return r;
}

/* The setting, or what `auto` finds; free() it. NULL: there is none. */
static char *state_directory(const struct settings *settings)
{
    return strcmp(settings->state_directory, "auto") != 0
               ? strdup(settings->state_directory)
               : tuned_default_directory();
}

static int start_engine(const struct settings *settings, struct wiring *wiring,
                        struct error *error)
{
    char *directory = state_directory(settings);
    struct engine_settings engine_settings = {
        .queue_length = settings->queue_length,
        .batch_max = settings->batch_max,
        .cpu_workers = (unsigned)settings->cpu_workers,
        .solver = settings->solver,
        .solver_settings = wiring->options,
        .solver_setting_count = settings->option_count,
        .state_directory = directory,
    };
    int r = engine_create(&engine_settings, wiring->registry, &wiring->catalog,
                          wiring->devices, wiring->device_count,
                          &wiring->engine, error);

    free(directory);
    return r;
}

/* ---- Living weights ------------------------------------------------------ */

static bool is_set(const char *setting)
{
    return strcmp(setting, "none") != 0;
}

bool wiring_may_change(const struct settings *settings)
{
    return is_set(settings->weights_listen) ||
           is_set(settings->weights_token_file) ||
           is_set(settings->weights_spool);
}

static int set_token(const struct settings *settings, struct token *token,
                     struct error *error)
{
    char text[TOKEN_SIZE];
    int r;

    if (!is_set(settings->weights_token_file))
        return 0;
    r = token_read(settings->weights_token_file, text, error);
    if (!r)
        token_set(token, text);
    return r;
}

static void warn(const char *words)
{
    log_warning("%s", words);
}

static int read_zones(const struct settings *settings,
                      void (*tell)(const char *words),
                      struct time_zones **ret_zones, struct error *error)
{
    uint64_t moment = settings->conditional_moment;
    int r = time_zones_create(NULL, settings->time_zone, moment, tell,
                              ret_zones, error);

    if (r)
        error_prefix(error, "conditional.time-zone");
    if (r || !is_set(settings->time_zone_file))
        return r;
    time_zones_destroy(*ret_zones);
    r = time_zones_create(settings->time_zone_file, NULL, moment, tell,
                          ret_zones, error);
    if (r)
        error_prefix(error, "conditional.time-zone-file");
    return r;
}

static int start_zones(const struct settings *settings, struct wiring *wiring,
                       struct error *error)
{
    int r = read_zones(settings, warn, &wiring->zones, error);

    if (!r && time_zones_moment(wiring->zones).given)
        log_info("conditions: %s", time_zones_words(wiring->zones));
    return r;
}

static int refuse_directory(int code, struct error *error)
{
    return code == ENOMEM
               ? error_no_memory(error)
               : error_set(
                     error, -EINVAL,
                     "weights may be changed, but no directory can be written "
                     "to keep the changes; set daemon.state-directory");
}

static int start_living(const struct settings *settings, struct wiring *wiring,
                        struct error *error)
{
    bool feeds = is_set(settings->weights_feed);
    struct living_settings living = {
        .changes = wiring_may_change(settings) || feeds,
        .epochs_max = settings->epochs_max,
        .scenarios_max = settings->scenarios_max,
        .entry_wait_us = settings->limits.deadline_ms * 1000,
        .read_text = weight_change_read_text,
        .tell = warn,
    };
    char *state = state_directory(settings);
    int code = state ? 0 : errno;
    char *directory = NULL;
    int r = set_token(settings, &wiring->token, error);

    if (!r && !state && living.changes)
        r = refuse_directory(code, error);
    if (!r && feeds)
        r = feed_create(settings, &wiring->feed, error);
    if (!r && feeds)
        living.feed = feed_port(wiring->feed);
    if (!r && state && asprintf(&directory, "%s/weights", state) < 0)
        r = error_no_memory(error);
    living.directory = directory;
    if (!r)
        r = weight_files_read(settings, living.files, error);
    if (!r)
        r = living_create(&living, wiring->registry, &wiring->living, error);
    weight_files_finish(living.files);
    free(directory);
    free(state);
    return r;
}

/* Lists "small, region for car": entries whose speeds on the device are
 * measured, or are not. */
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

static void log_speeds(struct map_entry *const *entries, size_t count,
                       const struct device *device)
{
    char list[400];

    list_measured(entries, count, device, true, list, sizeof(list));
    if (*list)
        log_info("solvers on %s: speeds measured by 'relaxctl tune' for %s",
                 device->name, list);
    list_measured(entries, count, device, false, list, sizeof(list));
    if (*list)
        log_info("solvers on %s: speeds estimated, until 'relaxctl tune' "
                 "measures them, for %s",
                 device->name, list);
}

void wiring_learn(const struct wiring *wiring, struct map_entry *entry)
{
    const char *profile = map_entry_profile(entry);

    for (size_t i = 0; i < wiring->device_count; i++) {
        struct error error;

        if (engine_learn(wiring->engine, entry, wiring->devices[i], &error))
            log_warning("map %s%s%s on %s: some results of 'relaxctl tune' are "
                        "not used: %s",
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
        log_speeds(entries, count, wiring->devices[i]);
    for (size_t i = 0; i < count; i++)
        map_entry_release(entries[i]);
}

static int start_service(const struct settings *settings, struct wiring *wiring,
                         struct error *error)
{
    struct limits_snapshot *limits = limits_snapshot(&settings->limits);

    if (!limits)
        return error_no_memory(error);
    limits_publish(&wiring->limits, limits);
    wiring->service = service_create(&wiring->limits, wiring->engine,
                                     wiring->living, wiring->pool);
    return wiring->service
               ? builtin_models_put(service_models(wiring->service), error)
               : error_no_memory(error);
}

static int start_spool(const struct settings *settings, struct wiring *wiring,
                       struct error *error)
{
    if (!is_set(settings->weights_spool))
        return 0;
    return spool_start(settings->weights_spool, wiring->living, &wiring->limits,
                       &wiring->spool, error);
}

static void note_tiles(void *tiles, struct published_map *published,
                       const struct weighting_delta *delta, uint64_t epoch)
{
    tile_store_note(tiles, published, delta, epoch);
}

/* What answers questions on the maps that are served. */
static int start_answers(const struct settings *settings, struct wiring *wiring,
                         struct error *error)
{
    int r = start_engine(settings, wiring, error);

    if (!r)
        r = pool_create("compute", (unsigned)settings->compute_threads,
                        settings->queue_length, &wiring->pool, error);
    if (r)
        return r;
    learn_all(wiring);
    r = start_service(settings, wiring, error);
    if (r)
        return r;
    service_set_clock(wiring->service, time_zones_clock(wiring->zones),
                      time_zones_moment(wiring->zones).given);
    service_set_model_reader(wiring->service, model_json_read_text);
    weight_files_name(settings, wiring->service);
    r = tile_store_create(wiring->registry, settings->tile_cache_bytes,
                          &wiring->tiles, error);
    if (r)
        return r;
    living_on_changing(wiring->living, note_tiles, wiring->tiles);
    if (wiring->feed)
        r = feed_start(wiring->feed, wiring->living, error);
    return r ? r : start_spool(settings, wiring, error);
}

int wiring_create(const struct settings *settings, struct wiring *wiring,
                  struct error *error)
{
    int r;

    memset(wiring, 0, sizeof(*wiring));
    http_figures_init(&wiring->http_figures, api_dialects);
    reload_note_init(&wiring->reloads);
    token_init(&wiring->token);
    catalog_init(&wiring->catalog);
    gpu_add_solvers(&wiring->catalog);
    r = start_zones(settings, wiring, error);
    if (!r)
        r = choose_devices(settings, wiring, error);
    if (!r)
        r = check_solver(settings, wiring, error);
    if (!r)
        r = read_options(settings, &wiring->catalog, &wiring->options, error);
    if (!r)
        r = registry_create(&wiring->registry, error);
    if (!r)
        r = start_living(settings, wiring, error);
    if (!r)
        r = map_set_serve(settings, wiring, error);
    /* Returns memory that only loading needed: otherwise the workers' arrays,
     * mostly untouched, would sit on it and keep it. */
    malloc_trim(0);
    if (!r)
        r = start_answers(settings, wiring, error);
    if (r) {
        wiring_destroy(wiring);
        return r;
    }
    registry_trim(wiring->registry);
    return 0;
}

void wiring_destroy(struct wiring *wiring)
{
    spool_stop(wiring->spool);
    feed_stop(wiring->feed);
    pool_destroy(wiring->pool);
    if (wiring->living)
        living_on_changing(wiring->living, NULL, NULL);
    tile_store_destroy(wiring->tiles);
    if (wiring->engine)
        engine_stop(wiring->engine);
    service_destroy(wiring->service);
    living_destroy(wiring->living);
    feed_destroy(wiring->feed);
    engine_destroy(wiring->engine);
    registry_destroy(wiring->registry);
    map_set_finish(&wiring->maps);
    time_zones_destroy(wiring->zones);
    limits_finish(&wiring->limits);
    reload_note_finish(&wiring->reloads);
    token_finish(&wiring->token);
    free(wiring->options);
}

/* ---- --check-config ----------------------------------------------------- */

/* Only opens the data: an import takes minutes. */
static int check_data(const char *path, struct error *error)
{
    struct stat status;
    int fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    int r = 0;

    if (fd < 0)
        return error_errno(error, "'%s': open", path);
    if (!fstat(fd, &status) && !S_ISREG(status.st_mode))
        r = error_set(error, -EINVAL,
                      "'%s' is a directory or device, not a file of "
                      "OpenStreetMap data",
                      path);
    close(fd);
    return r;
}

static void check_map(const struct map_setting *map, struct mistakes *mistakes)
{
    struct map_profiles profiles;
    struct error error;
    int r = imported_is_due(map)
                ? check_data(map->path, &error)
                : map_profiles_read(map->path, &profiles, &error);

    if (!r)
        return;
    error_prefix(&error, "%s: map '%s'", map->place, map->name);
    mistakes_add(mistakes, &error);
}

static void check_maps(const struct settings *settings,
                       struct mistakes *mistakes)
{
    struct error error;

    if (map_set_check_count(settings, &error))
        mistakes_add(mistakes, &error);
    for (size_t i = 0; i < settings->map_count; i++)
        check_map(&settings->maps[i], mistakes);
}

/* Unless `r` is 0, adds the error to the mistakes, with the setting's place. */
static void add_mistake(int r, const struct settings *settings,
                        const char *section, const char *key,
                        struct error *error, struct mistakes *mistakes)
{
    const char *place = setting_place(setting_find_key(section, key), settings);

    if (!r)
        return;
    error_prefix(error, "%s: %s.%s", place ? place : "default", section, key);
    mistakes_add(mistakes, error);
}

static void check_profiles(const struct settings *settings,
                           struct mistakes *mistakes)
{
    struct profile_list profiles;
    struct error error;
    int r = profile_list_open(settings->profiles, NULL, 0, &profiles, &error);

    add_mistake(r, settings, "import", "profiles", &error, mistakes);
    if (!r)
        profile_list_finish(&profiles);
}

static void check_options(const struct settings *settings,
                          const struct catalog *catalog,
                          struct mistakes *mistakes)
{
    for (size_t i = 0; i < settings->option_count; i++) {
        const struct option_setting *option = &settings->options[i];
        struct solver_setting taken;
        struct error error;

        if (!option_read(catalog, option->name, option->value, &taken, &error))
            continue;
        error_prefix(&error, "%s", option->place);
        mistakes_add(mistakes, &error);
    }
}

static void check_weights(const struct settings *settings,
                          struct mistakes *mistakes)
{
    struct weight_rows *files[WEIGHT_KINDS] = {NULL};
    char token[TOKEN_SIZE];
    struct error error;
    int r = weight_files_read(settings, files, &error);

    weight_files_finish(files);
    if (r)
        mistakes_add(mistakes, &error);
    r = is_set(settings->weights_token_file)
            ? token_read(settings->weights_token_file, token, &error)
            : 0;
    add_mistake(r, settings, "weights", "token-file", &error, mistakes);
    r = is_set(settings->weights_spool)
            ? spool_check(settings->weights_spool, &error)
            : 0;
    add_mistake(r, settings, "weights", "spool", &error, mistakes);
    r = is_set(settings->weights_feed) ? feed_check(settings, &error) : 0;
    if (r)
        mistakes_add(mistakes, &error);
}

static void ignore(const char *words)
{
    (void)words;
}

static void check_zones(const struct settings *settings,
                        struct mistakes *mistakes)
{
    struct time_zones *zones;
    struct error error;

    if (read_zones(settings, ignore, &zones, &error))
        mistakes_add(mistakes, &error);
    time_zones_destroy(zones);
}

void wiring_check(const struct settings *settings, struct mistakes *mistakes)
{
    struct catalog catalog;
    struct error error;
    int r;

    catalog_init(&catalog);
    gpu_add_solvers(&catalog);
    check_maps(settings, mistakes);
    check_profiles(settings, mistakes);
    check_weights(settings, mistakes);
    check_zones(settings, mistakes);
    r = find_solver(&catalog, settings->solver, &error);
    add_mistake(r, settings, "engine", "solver", &error, mistakes);
    check_options(settings, &catalog, mistakes);
}
