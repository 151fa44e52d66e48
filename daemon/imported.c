/* imported: maps that are files of OpenStreetMap data. */
#include "daemon/imported.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/base/atomic_file.h"
#include "core/base/clock.h"
#include "core/base/log.h"
#include "core/graph/import/osm/file/osm_file.h"
#include "core/graph/import/osm/osm_import.h"
#include "core/graph/map_file/map_file.h"
#include "core/graph/profile/profile_list.h"
#include "daemon/import_cache.h"
#include "daemon/kept_name.h"
#include "daemon/notify.h"

enum { TELL_US = 1000000 };

/* Steps of an import, a line each in the log. */
struct progress_log {
    struct progress base;
    const char *map;
    const char *what; /* the step that was told last */
    uint64_t told_us; /* when the service manager heard of it last */
};

bool imported_is_due(const struct map_setting *map)
{
    return osm_file_is_one(map->path);
}

/* Whoever waits for this start goes on while there is news. */
static void tell_manager(struct progress_log *log, const char *what,
                         uint64_t done, uint64_t total)
{
    uint64_t now_us = clock_now_us();

    if (now_us - log->told_us < TELL_US)
        return;
    log->told_us = now_us;
    if (total)
        notify_step("map %s: %s, %.0f %%", log->map, what,
                    (double)done / (double)total * 100);
    else
        notify_step("map %s: %s", log->map, what);
}

static void log_step(struct progress *progress, const char *what, uint64_t done,
                     uint64_t total)
{
    struct progress_log *log = (struct progress_log *)progress;

    if (!log->what || strcmp(log->what, what))
        log_info("map %s: %s", log->map, what);
    log->what = what;
    tell_manager(log, what, done, total);
}

/* The steps after which the map is in memory. */
static int read_maps(const struct map_setting *map,
                     const struct profile_list *profiles, struct map **ret_maps,
                     struct error *error)
{
    const char *const paths[] = {map->path};
    const struct osm_import_settings settings = {
        .paths = paths,
        .path_count = 1,
        .profiles = profiles->profile,
        .profile_count = profiles->count,
        .small_component = ROAD_SMALL_AUTO,
    };
    struct progress_log log = {{log_step}, map->name, NULL, 0};

    return osm_import(&settings, &log.base, ret_maps, error);
}

/* `r`, with what to do about it. */
static int refuse_place(int r, struct error *error)
{
    if (r == -ENOSPC || r == -EDQUOT || r == -EFBIG)
        error_prefix(error, "no room for the imported map; make some, or name "
                            "another directory with --import-cache-directory");
    else if (r)
        error_prefix(error, "no place for the imported map; name a directory "
                            "that can be written with "
                            "--import-cache-directory");
    return r;
}

static int check_place(const char *path, struct error *error)
{
    return refuse_place(atomic_file_check(path, error), error);
}

static int import(const struct map_setting *map,
                  const struct profile_list *profiles, const char *path,
                  struct error *error)
{
    uint64_t started_us = clock_now_us();
    struct map *maps[PROFILE_LIST_MAX];
    int r;

    log_info("map %s: importing '%s' into '%s', once for all starts", map->name,
             map->path, path);
    r = read_maps(map, profiles, maps, error);
    if (r)
        return r;
    r = map_write_all((const struct map *const *)maps,
                      (uint32_t)profiles->count, path, error);
    for (size_t i = 0; i < profiles->count; i++)
        map_destroy(maps[i]);
    if (r)
        return refuse_place(r, error);
    log_info("map %s: imported in %.1f s; 'relaxctl info %s' tells what was "
             "left out",
             map->name, (double)(clock_now_us() - started_us) / 1e6, path);
    return 0;
}

/* What is asked for, where it is kept, and what of it is known. */
struct search {
    struct import_cache cache;
    const struct map_setting *map;
    const struct profile_list *profiles;
    struct imported found;
    int damaged_fd; /* a kept file that is as good as none; -1: there is none */
};

/* It may have been replaced since, under the same name. */
static bool is_damaged(const struct search *search)
{
    struct stat damaged;
    struct stat found;

    return search->damaged_fd >= 0 && !fstat(search->damaged_fd, &damaged) &&
           !fstat(search->found.fd, &found) && damaged.st_dev == found.st_dev &&
           damaged.st_ino == found.st_ino;
}

static int hold(struct search *search, struct error *error)
{
    struct imported *found = &search->found;
    int r = import_cache_hold(found->path, &found->fd, error);

    if (r || !is_damaged(search))
        return r;
    close(found->fd);
    found->fd = -1;
    return KEPT_NONE;
}

/* Of the source as it is now. KEPT_NONE: it is not kept; found.path says where
 * it is to be. */
static int look(struct search *search, struct error *error)
{
    struct imported *found = &search->found;
    int r = kept_name_find(search->map, search->profiles, &search->found.name,
                           error);

    if (r)
        return r;
    free(found->path);
    found->path = NULL;
    if (asprintf(&found->path, "%s/%s", search->cache.directory,
                 search->found.name.text) < 0) {
        found->path = NULL;
        return error_no_memory(error);
    }
    return hold(search, error);
}

/* Once locked, it may be there, made by who had the lock before. */
static int make(struct search *search, struct error *error)
{
    const char *name = search->map->name;
    int r = check_place(search->found.path, error);

    if (r)
        return r;
    import_cache_lock(&search->cache, name);
    r = look(search, error);
    if (!r)
        log_info("map %s: '%s' was imported by another relaxd meanwhile", name,
                 search->found.path);
    if (r != KEPT_NONE)
        return r;
    r = import(search->map, search->profiles, search->found.path, error);
    if (!r)
        r = hold(search, error);
    if (r == KEPT_NONE)
        r = error_set(error, -ENOENT, "'%s' was removed while it was made",
                      search->found.path);
    return r;
}

static int find(struct search *search, struct error *error)
{
    int r = look(search, error);

    if (r == KEPT_NONE)
        r = make(search, error);
    if (!r && import_cache_try_lock(&search->cache))
        import_cache_clean(&search->cache, search->map->name,
                           &search->found.name);
    return r;
}

static int find_in_cache(const struct settings *settings, struct search *search,
                         struct error *error)
{
    int r = import_cache_open(settings->cache_directory, &search->cache, error);

    if (r)
        return r;
    r = find(search, error);
    import_cache_close(&search->cache);
    return r;
}

/* `damaged_fd`: as struct search has it. */
static int find_or_make(const struct settings *settings,
                        const struct map_setting *map, int damaged_fd,
                        struct imported *ret_imported, struct error *error)
{
    struct profile_list profiles;
    struct search search = {
        .map = map,
        .profiles = &profiles,
        .found = {.path = NULL, .fd = -1},
        .damaged_fd = damaged_fd,
    };
    int r = profile_list_open(settings->profiles, NULL, 0, &profiles, error);

    if (r) {
        error_prefix(error, "--profiles");
        return r;
    }
    r = find_in_cache(settings, &search, error);
    profile_list_finish(&profiles);
    if (r)
        free(search.found.path);
    else
        *ret_imported = search.found;
    return r;
}

int imported_find(const struct settings *settings,
                  const struct map_setting *map, struct imported *ret_imported,
                  struct error *error)
{
    return find_or_make(settings, map, -1, ret_imported, error);
}

int imported_replace(const struct settings *settings,
                     const struct map_setting *map, const char *damage,
                     struct imported *imported, struct error *error)
{
    struct imported made;
    int r;

    log_warning("map %s: what was imported before is damaged and replaced by a "
                "new import: %s",
                map->name, damage);
    r = find_or_make(settings, map, imported->fd, &made, error);
    if (r) {
        error_prefix(error,
                     "'%s', imported before, is damaged and may be removed, "
                     "but cannot be made again",
                     imported->path);
        return r;
    }
    imported_release(imported);
    *imported = made;
    return 0;
}

bool imported_is_current(const struct settings *settings,
                         const struct map_setting *map,
                         const struct imported *imported)
{
    struct profile_list profiles;
    struct kept_name name;
    bool same;

    if (profile_list_open(settings->profiles, NULL, 0, &profiles, NULL))
        return false;
    same = !kept_name_find(map, &profiles, &name, NULL) &&
           !strcmp(name.text, imported->name.text);
    profile_list_finish(&profiles);
    return same;
}

void imported_remove(const struct imported *imported,
                     const struct imported *other, const char *map)
{
    if (!kept_name_outdates(&other->name, imported->name.text) ||
        flock(imported->fd, LOCK_EX | LOCK_NB))
        return;
    if (!unlink(imported->path))
        log_info("map %s: removed '%s', which was imported before", map,
                 imported->path);
}

void imported_release(struct imported *imported)
{
    free(imported->path);
    if (imported->fd >= 0)
        close(imported->fd);
}
