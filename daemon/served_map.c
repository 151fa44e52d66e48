#include "daemon/served_map.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xxhash.h>

#include "api/form/time_zones.h"
#include "core/base/clock.h"
#include "core/base/log.h"
#include "core/base/text.h"
#include "core/graph/conditions.h"
#include "core/graph/hierarchy/hierarchy_size.h"
#include "daemon/service_manager.h"
#include "daemon/wiring.h"

/* ---- File stamps --------------------------------------------------------- */

uint64_t file_stamp(const char *path)
{
    struct stat status;

    if (stat(path, &status))
        return 0;

    const int64_t numbers[] = {(int64_t)status.st_dev, (int64_t)status.st_ino,
                               status.st_size, status.st_mtim.tv_sec,
                               status.st_mtim.tv_nsec};
    return XXH3_64bits(numbers, sizeof(numbers));
}

/* ---- Opening ------------------------------------------------------------- */

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

/* Adds the remedy to the error if a folder or osrm-extract's files lie at
 * `path`. */
static void explain(const char *path, int failure, struct error *error)
{
    struct error reason = *error;

    if (failure == -EISDIR)
        error_set(error, 0, "%.300s; --maps-directory takes a folder of maps",
                  reason.text);
    else if ((failure == -EINVAL || failure == -ENOENT) && is_of_osrm(path))
        error_set(error, 0,
                  "%.300s; relaxd does not read files of osrm-extract: "
                  "'relaxctl import REGION.osm.pbf -o REGION.rlx' makes a map "
                  "of the same data, or give relaxd REGION.osm.pbf itself",
                  reason.text);
}

/* How often to retry when a file is replaced while it is opened. */
enum { TRIES = 5 };

/* Leaves a large hierarchy out: other solvers answer on this map, and no other
 * map waits for it. */
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

static void log_conditional(const struct map_setting *setting,
                            const struct map *map, const struct wiring *wiring,
                            uint32_t closed)
{
    uint32_t count = map->roads.condition_count;
    bool given = time_zones_moment(wiring->zones).given;

    if (count && given)
        log_info("map %s for %s: closed by conditions: %u of %u turns and "
                 "directions of roads that have one",
                 setting->name, map->roads.profile.name, closed, count);
    else if (count)
        log_info("map %s for %s: turns and directions of roads with "
                 "conditions, %u of them, are open but for depart_at: no "
                 "--parse-conditionals-from-now",
                 setting->name, map->roads.profile.name, count);
    else if (given)
        log_info(
            "map %s has no turns or roads with a condition: 'relaxctl import "
            "--parse-conditional-restrictions' keeps them",
            setting->name);
}

/* Before the map has readers. */
static int close_conditional(const struct map_setting *setting,
                             const struct wiring *wiring, struct map *map,
                             struct error *error)
{
    struct date_time moment = time_zones_moment(wiring->zones);
    struct local_clock clock = time_zones_clock(wiring->zones);
    uint32_t closed = 0;

    if (conditions_locate(map, &clock) ||
        (moment.given && conditions_close(map, &clock, &moment, &closed)))
        return error_no_memory(error);
    log_conditional(setting, map, wiring, closed);
    return 0;
}

static void log_unordered(const struct map_setting *setting,
                          const struct map *map)
{
    char words[HIERARCHY_SIZE_WORDS];

    if (!map->info.too_large_bytes) {
        log_info("map %s is not ordered, so cch and cch-gpu, hundreds of times "
                 "quicker for pairs on roads, cannot answer on it; 'relaxctl "
                 "order %s -o %s' orders it",
                 setting->name, setting->path, setting->path);
        return;
    }
    hierarchy_size_words((double)map->info.too_large_bytes,
                         map->topology.vertex_count, words);
    log_info("map %s is not ordered, so cch and cch-gpu cannot answer on it: "
             "its hierarchy would take %s, " HIERARCHY_TOO_LARGE,
             setting->name, words);
}

/* A form that a device could not prepare costs speed, not answers. */
static void log_missing(const struct wiring *wiring,
                        const struct map_entry *entry)
{
    for (size_t i = 0; i < wiring->device_count; i++) {
        const char *reason = map_entry_missing(entry, wiring->devices[i]);

        if (reason)
            log_warning("map %s: %s; other solvers answer",
                        map_entry_name(entry), reason);
    }
}

static void log_ready(const struct wiring *wiring,
                      const struct map_setting *setting,
                      struct published_map *published, bool ordered,
                      uint64_t started_us)
{
    struct map_entry *entry = published_map_current(published);
    const struct map *map = published_map_map(published);
    const char *profile = published_map_profile(published);
    uint32_t n = map->topology.vertex_count;
    uint32_t m = map->topology.arc_count;

    log_info("map %s%s%s: %u %s, %u %s, ready in %ju ms", setting->name,
             *profile ? " for " : "", profile, n,
             plural(n, "vertex", "vertices"), m, plural(m, "arc", "arcs"),
             (uintmax_t)((clock_now_us() - started_us) / 1000));
    if (!ordered)
        log_unordered(setting, map);
    log_missing(wiring, entry);
    map_entry_release(entry);
}

/* The maps of a file, in order. A member is NULL once the registry owns the
 * map. */
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

/* Takes over map `i`. */
static int prepare_profile(const struct map_setting *setting,
                           struct opened *opened, uint32_t i,
                           struct wiring *wiring,
                           struct published_map **ret_map, struct error *error)
{
    const char *profile = opened->profiles.name[i]; /* "": no roads */
    struct map *map = opened->map[i];
    bool ordered = map->hierarchy.supernode_count > 0;
    struct weighting *weighting = NULL;
    int r;

    opened->map[i] = NULL;
    leave_out_large(setting, map);
    notify_step("map %s: preparing", setting->name);
    log_info("map %s%s%s: opened; preparing and customizing", setting->name,
             *profile ? " for " : "", profile);
    r = close_conditional(setting, wiring, map, error);
    if (!r)
        r = living_weighting(wiring->living, setting->name, map, &weighting,
                             error);
    if (r) {
        map_destroy(map);
        return r;
    }
    r = published_map_create(setting->name, map, weighting,
                             wiring->catalog.solver, wiring->catalog.count,
                             wiring->devices, wiring->device_count, ret_map,
                             error);
    if (!r)
        log_ready(wiring, setting, *ret_map, ordered, opened->started_us[i]);
    return r;
}

static int prepare_opened(const struct map_setting *setting,
                          struct opened *opened, struct wiring *wiring,
                          struct served_map *served, struct error *error)
{
    int r = 0;

    while (served->count < opened->profiles.count && !r) {
        r = prepare_profile(setting, opened, served->count, wiring,
                            &served->maps[served->count], error);
        if (!r)
            served->count++;
    }
    close_maps(opened);
    return r;
}

/* Opens all maps of one file, even if another file replaces it meanwhile. */
static int open_file(struct served_map *served, struct opened *ret_opened,
                     struct error *error)
{
    for (int i = 0; i < TRIES; i++) {
        int r;

        served->stamp = file_stamp(served->path);
        r = open_maps(served->path, ret_opened, error);
        if (file_stamp(served->path) == served->stamp)
            return r;
        if (!r)
            close_maps(ret_opened);
    }
    return error_set(error, -EAGAIN,
                     "'%s' was replaced each of %d times while it was opened",
                     served->path, TRIES);
}

/* A kept file is disposable: relaxd makes an unreadable one again. */
static int open_kept(const struct settings *settings,
                     const struct map_setting *setting,
                     struct import_watch *watch, struct imported *imported,
                     struct opened *ret_opened, struct error *error)
{
    struct error damage;
    int r = open_maps(imported->path, ret_opened, &damage);

    if (r == -EINVAL) {
        r = imported_replace(settings, setting, watch, damage.text, imported,
                             error);
        return r ? r : open_maps(imported->path, ret_opened, error);
    }
    if (r)
        *error = damage;
    return r;
}

static int open_imported(const struct settings *settings,
                         const struct map_setting *setting,
                         struct import_watch *watch, struct served_map *served,
                         struct opened *ret_opened, struct error *error)
{
    int r;

    served->stamp = file_stamp(setting->path);
    r = imported_find(settings, setting, watch, &served->imported, error);
    return r ? r
             : open_kept(settings, setting, watch, &served->imported,
                         ret_opened, error);
}

static int fill(const struct settings *settings,
                const struct map_setting *setting, struct wiring *wiring,
                struct served_map *served, struct error *error)
{
    struct map_setting file = *setting;
    struct opened opened;
    int r = imported_is_due(setting)
                ? open_imported(settings, setting, wiring->import_watch, served,
                                &opened, error)
                : open_file(served, &opened, error);

    if (r)
        return r;
    if (served->imported.path)
        file.path = served->imported.path;
    return prepare_opened(&file, &opened, wiring, served, error);
}

static struct served_map *create(const struct map_setting *setting)
{
    struct served_map *served = calloc(1, sizeof(*served));

    if (!served)
        return NULL;
    served->holders = 1;
    served->imported.fd = -1;
    served->name = strdup(setting->name);
    served->path = strdup(setting->path);
    if (served->name && served->path)
        return served;
    served_map_release(served);
    return NULL;
}

int served_map_open(const struct settings *settings,
                    const struct map_setting *setting, struct wiring *wiring,
                    struct served_map **ret_served, struct error *error)
{
    struct served_map *served = create(setting);
    int r;

    if (!served)
        return error_no_memory(error);
    r = fill(settings, setting, wiring, served, error);
    if (!r) {
        *ret_served = served;
        return 0;
    }
    served_map_release(served);
    explain(setting->path, r, error);
    error_prefix(error, "map '%s'", setting->name);
    return r;
}

/* ---- Holders ------------------------------------------------------------- */

struct served_map *served_map_hold(struct served_map *served)
{
    served->holders++;
    return served;
}

void served_map_release(struct served_map *served)
{
    if (!served || --served->holders)
        return;
    for (uint32_t i = 0; i < served->count; i++)
        published_map_release(served->maps[i]);
    imported_release(&served->imported);
    free(served->name);
    free(served->path);
    free(served);
}

bool served_map_drain(struct served_map *served)
{
    bool all = true;

    for (uint32_t i = 0; i < served->count; i++) {
        struct published_map **map = &served->maps[i];

        if (*map && published_map_release_last(*map))
            *map = NULL;
        all &= !*map;
    }
    return all;
}

bool served_map_is_current(const struct served_map *served,
                           const struct settings *settings,
                           const struct map_setting *setting)
{
    if (strcmp(served->name, setting->name) != 0 ||
        strcmp(served->path, setting->path) != 0 ||
        imported_is_due(setting) != !!served->imported.path)
        return false;
    if (file_stamp(setting->path) != served->stamp)
        return false;
    return !served->imported.path ||
           imported_is_current(settings, setting, &served->imported);
}
