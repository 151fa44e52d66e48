/* maps: the settings' maps, opened, prepared and published. */
#include "daemon/maps.h"

#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/base/array.h"
#include "core/base/clock.h"
#include "core/base/log.h"
#include "core/base/plural.h"
#include "core/graph/hierarchy/hierarchy_size.h"
#include "core/graph/map_file/map_file.h"
#include "daemon/notify.h"

/* No other map waits for it, and this one is answered without. */
static void leave_out_large(const struct map_setting *setting, struct map *map)
{
    struct hierarchy_size size = hierarchy_size_held(&map->hierarchy);
    double bytes = hierarchy_size_bytes(&size);
    uint32_t n = map->topology.vertex_count;
    char words[HIERARCHY_SIZE_WORDS];

    if (bytes <= hierarchy_bytes_max(n))
        return;
    hierarchy_size_words(bytes, n, words);
    log_warning("map %s: its hierarchy would take %s, " HIERARCHY_TOO_LARGE
                ": it is left out, so cch and cch-gpu cannot answer; "
                "'relaxctl order %s --force -o %s' may find a smaller one",
                setting->name, words, setting->path, setting->path);
    map->hierarchy = (struct hierarchy){0};
    map->info.too_large_bytes = (uint64_t)bytes;
}

static void tell_unordered(const struct map_setting *setting,
                           const struct map *map)
{
    char words[HIERARCHY_SIZE_WORDS];

    if (!map->info.too_large_bytes) {
        log_info("map %s is not ordered, so cch and cch-gpu cannot answer on "
                 "it, which on roads are hundreds of times quicker with a "
                 "pair; 'relaxctl order %s -o %s' orders it",
                 setting->name, setting->path, setting->path);
        return;
    }
    hierarchy_size_words((double)map->info.too_large_bytes,
                         map->topology.vertex_count, words);
    log_info("map %s is not ordered, so cch and cch-gpu cannot answer on it: "
             "its hierarchy would take %s, " HIERARCHY_TOO_LARGE,
             setting->name, words);
}

/* Takes the map. */
static int publish(const struct map_setting *setting, struct map *map,
                   struct wiring *wiring, struct error *error)
{
    return registry_publish(wiring->registry, setting->name, map,
                            wiring->catalog.solver, wiring->catalog.count,
                            wiring->devices, wiring->device_count, error);
}

/* What a device could not prepare costs speed, not answers. */
static void tell_missing(const struct wiring *wiring,
                         const struct map_entry *entry)
{
    for (size_t i = 0; i < wiring->device_count; i++) {
        const char *reason = map_entry_missing(entry, wiring->devices[i]);

        if (reason)
            log_warning("map %s: %s; other solvers answer",
                        map_entry_name(entry), reason);
    }
}

static void tell_ready(const struct wiring *wiring,
                       const struct map_setting *setting, const char *profile,
                       bool ordered, uint64_t started_us)
{
    struct map_entry *entry =
        registry_acquire(wiring->registry, setting->name, profile);
    const struct map *map = map_entry_map(entry);
    uint32_t n = map->topology.vertex_count;
    uint32_t m = map->topology.arc_count;

    log_info("map %s%s%s: %u %s, %u %s, ready in %ju ms", setting->name,
             *profile ? " for " : "", profile, n,
             plural(n, "vertex", "vertices"), m, plural(m, "arc", "arcs"),
             (uintmax_t)((clock_now_us() - started_us) / 1000));
    if (!ordered)
        tell_unordered(setting, map);
    tell_missing(wiring, entry);
    map_entry_release(entry);
}

/* A file's maps, in their order, none of them published yet: each that is
 * becomes NULL here. */
struct opened {
    struct map_profiles profiles;
    struct map *map[MAP_PROFILES_MAX];
    uint64_t started_us[MAP_PROFILES_MAX];
};

static void close_maps(struct opened *opened)
{
    for (uint32_t i = 0; i < opened->profiles.count; i++)
        map_destroy(opened->map[i]);
}

static int open_maps(const char *path, struct opened *ret_opened,
                     struct error *error)
{
    struct opened opened = {.profiles = {.count = 0}};
    int r = map_profiles_read(path, &opened.profiles, error);

    notify_step("opening '%s'", path);
    for (uint32_t i = 0; i < opened.profiles.count && !r; i++) {
        const char *profile = opened.profiles.name[i];

        opened.started_us[i] = clock_now_us();
        r = map_open_profile(path, *profile ? profile : NULL, &opened.map[i],
                             error);
    }
    if (r)
        close_maps(&opened);
    else
        *ret_opened = opened;
    return r;
}

/* Takes map `i`. */
static int serve_profile(const struct map_setting *setting,
                         struct opened *opened, uint32_t i,
                         struct wiring *wiring, struct error *error)
{
    const char *profile = opened->profiles.name[i]; /* "": it has no roads */
    struct map *map = opened->map[i];
    bool ordered = map->hierarchy.supernode_count > 0;
    int r;

    opened->map[i] = NULL;
    leave_out_large(setting, map);
    notify_step("map %s: preparing", setting->name);
    log_info("map %s%s%s: opened, now prepared and customized", setting->name,
             *profile ? " for " : "", profile);
    r = publish(setting, map, wiring, error);
    if (!r)
        tell_ready(wiring, setting, profile, ordered, opened->started_us[i]);
    return r;
}

static int serve_opened(const struct map_setting *setting,
                        struct opened *opened, struct wiring *wiring,
                        struct error *error)
{
    int r = 0;

    for (uint32_t i = 0; i < opened->profiles.count && !r; i++)
        r = serve_profile(setting, opened, i, wiring, error);
    close_maps(opened);
    return r;
}

static int serve_file(const struct map_setting *setting, struct wiring *wiring,
                      struct error *error)
{
    struct opened opened;
    int r = open_maps(setting->path, &opened, error);

    return r ? r : serve_opened(setting, &opened, wiring, error);
}

/* What is kept may be removed, so one that cannot be read is made again. */
static int open_imported(const struct settings *settings,
                         const struct map_setting *setting,
                         struct imported *imported, struct opened *ret_opened,
                         struct error *error)
{
    struct error damage;
    int r = open_maps(imported->path, ret_opened, &damage);

    if (r == -EINVAL) {
        r = imported_replace(settings, setting, damage.text, imported, error);
        return r ? r : open_maps(imported->path, ret_opened, error);
    }
    if (r)
        *error = damage;
    return r;
}

/* What was imported is the wiring's from then on. */
static int serve_imported(const struct settings *settings,
                          const struct map_setting *setting,
                          struct wiring *wiring, struct error *error)
{
    struct map_setting kept = {.name = setting->name};
    struct imported *imported;
    struct opened opened;
    int r =
        array_reserve((void **)&wiring->imported, &wiring->imported_capacity,
                      wiring->imported_count + 1, sizeof(*imported));

    if (r)
        return error_no_memory(error);
    imported = &wiring->imported[wiring->imported_count];
    r = imported_find(settings, setting, imported, error);
    if (r)
        return r;
    wiring->imported_count++;
    r = open_imported(settings, setting, imported, &opened, error);
    if (r)
        return r;
    kept.path = imported->path;
    return serve_opened(&kept, &opened, wiring, error);
}

void maps_release(struct wiring *wiring)
{
    for (size_t i = 0; i < wiring->imported_count; i++)
        imported_release(&wiring->imported[i]);
    free(wiring->imported);
}

/* Whether files of OSRM lie where the map should. */
static bool is_of_osrm(const char *path)
{
    static const char *const suffixes[] = {".osrm", ".osrm.ebg", ".osrm.hsgr",
                                           ".osrm.mldgr"};
    size_t length = strlen(path);
    char name[4096];

    if (length > 5 && !strcmp(path + length - 5, ".osrm"))
        return true;
    for (size_t i = 0; i < sizeof(suffixes) / sizeof(*suffixes); i++) {
        snprintf(name, sizeof(name), "%s%s", path, suffixes[i]);
        if (access(name, F_OK) == 0)
            return true;
    }
    return false;
}

static void say_import(struct error *error)
{
    struct error reason = *error;

    error_set(error, 0,
              "%.300s; files that osrm-extract makes are not for relaxd: "
              "'relaxctl import REGION.osm.pbf -o REGION.rlx' makes a map of "
              "the same data, or give relaxd REGION.osm.pbf itself",
              reason.text);
}

static int serve_map(const struct settings *settings,
                     const struct map_setting *setting, struct wiring *wiring,
                     struct error *error)
{
    int r = imported_is_due(setting)
                ? serve_imported(settings, setting, wiring, error)
                : serve_file(setting, wiring, error);

    if ((r == -EINVAL || r == -ENOENT) && is_of_osrm(setting->path))
        say_import(error);
    if (r)
        error_prefix(error, "map '%s'", setting->name);
    return r;
}

int maps_refuse_none(const struct settings *settings, struct error *error)
{
    const char *file = settings->config_path;

    return error_set(error, -EINVAL,
                     "no map to serve; add 'NAME = FILE.rlx' in section [maps] "
                     "of %s, or give --map FILE.rlx; 'relaxctl import' makes "
                     "such files, and --map REGION.osm.pbf imports one itself",
                     *file ? file : "a file for --config");
}

int maps_serve(const struct settings *settings, struct wiring *wiring,
               struct error *error)
{
    int r = registry_create(&wiring->registry, error);

    if (!r)
        registry_keep_masks(wiring->registry, settings->masks_kept);
    if (!settings->map_count)
        r = maps_refuse_none(settings, error);
    for (size_t i = 0; i < settings->map_count && !r; i++)
        r = serve_map(settings, &settings->maps[i], wiring, error);
    return r;
}
