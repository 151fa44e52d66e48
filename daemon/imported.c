/* imported: maps that are files of OpenStreetMap data. */
#include "daemon/imported.h"

#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/base/atomic_file.h"
#include "core/base/clock.h"
#include "core/base/log.h"
#include "core/graph/import/osm/file/osm_file.h"
#include "core/graph/import/osm/osm_import.h"
#include "core/graph/map_file/map_file.h"
#include "core/graph/profile/profile_list.h"

/* Steps of an import, a line each in the log. */
struct progress_log {
    struct progress base;
    const char *map;
    const char *what; /* the step that was told last */
};

bool imported_is_due(const struct map_setting *map)
{
    return osm_file_is_one(map->path);
}

static char *cache_default_directory(void)
{
    const char *given = getenv("CACHE_DIRECTORY");
    const char *home = getenv("HOME");
    char *path = NULL;

    if (given && *given)
        return strdup(given);
    if (!access("/var/cache/relaxd", W_OK))
        return strdup("/var/cache/relaxd");
    if (!home || asprintf(&path, "%s/.cache/relaxd", home) < 0)
        return NULL;
    return path;
}

/* Makes the directory and what it lies in. */
static int make_directories(const char *path, struct error *error)
{
    char *copy = strdup(path);
    int r = copy ? 0 : error_no_memory(error);

    for (char *at = copy; !r && at;) {
        at = strchr(at + 1, '/');
        if (at)
            *at = '\0';
        if (mkdir(copy, 0755) && errno != EEXIST)
            r = error_errno(error, "make directory '%s'", copy);
        if (at)
            *at = '/';
    }
    free(copy);
    return r;
}

static int find_directory(const struct settings *settings, char **ret_path,
                          struct error *error)
{
    char *path = strcmp(settings->cache_directory, "auto")
                     ? strdup(settings->cache_directory)
                     : cache_default_directory();
    int r;

    if (!path)
        return error_set(error, -EINVAL,
                         "no place for imported maps: there is no HOME; set "
                         "--import-cache-directory");
    r = make_directories(path, error);
    if (r) {
        error_prefix(error, "directory for imported maps "
                            "(--import-cache-directory)");
        free(path);
        return r;
    }
    *ret_path = path;
    return 0;
}

/* The name that a map of this source, as it is now, and these profiles has. */
static int find_name(const struct map_setting *map,
                     const struct profile_list *profiles, char **ret_name,
                     struct error *error)
{
    struct stat stat_buffer;

    if (stat(map->path, &stat_buffer))
        return error_errno(error, "'%s'", map->path);
    if (asprintf(ret_name, "%s@%jx-%jx-%jx.%09lx-%016" PRIx64 "-%d.%d.rlx",
                 map->name, (uintmax_t)stat_buffer.st_ino,
                 (uintmax_t)stat_buffer.st_size,
                 (uintmax_t)stat_buffer.st_mtim.tv_sec,
                 (unsigned long)stat_buffer.st_mtim.tv_nsec,
                 profile_list_checksum(profiles), OSM_IMPORT_VERSION,
                 MAP_FILE_VERSION) < 0)
        return error_no_memory(error);
    return 0;
}

/* Other maps that were kept under this name: of no use any more. */
static void remove_old(const char *directory, const struct map_setting *map,
                       const char *name)
{
    DIR *entries = opendir(directory);
    size_t length = strlen(map->name);

    if (!entries)
        return;
    for (struct dirent *entry; (entry = readdir(entries));) {
        const char *other = entry->d_name;

        if (!strncmp(other, map->name, length) && other[length] == '@' &&
            strcmp(other, name) && !unlinkat(dirfd(entries), other, 0))
            log_info("map %s: removed '%s/%s', which was imported before",
                     map->name, directory, other);
    }
    closedir(entries);
}

static void log_step(struct progress *progress, const char *what, uint64_t done,
                     uint64_t total)
{
    struct progress_log *log = (struct progress_log *)progress;

    if (!log->what || strcmp(log->what, what))
        log_info("map %s: %s", log->map, what);
    log->what = what;
}

static int import(const struct map_setting *map,
                  const struct profile_list *profiles, const char *path,
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
    struct progress_log log = {{log_step}, map->name, NULL};
    uint64_t started_us = clock_now_us();
    struct map *maps[PROFILE_LIST_MAX];
    int r = atomic_file_check(path, error);

    if (r)
        return r;
    log_info("map %s: importing '%s' into '%s', once for all starts", map->name,
             map->path, path);
    r = osm_import(&settings, &log.base, maps, error);
    if (r)
        return r;
    r = map_write_all((const struct map *const *)maps,
                      (uint32_t)profiles->count, path, error);
    for (size_t i = 0; i < profiles->count; i++)
        map_destroy(maps[i]);
    if (!r)
        log_info("map %s: imported in %.1f s; 'relaxctl info %s' tells what "
                 "was left out",
                 map->name, (double)(clock_now_us() - started_us) / 1e6, path);
    return r;
}

static int find_or_import(const char *directory, const struct map_setting *map,
                          const struct profile_list *profiles, char **ret_path,
                          struct error *error)
{
    char *name = NULL;
    char *path = NULL;
    int r = find_name(map, profiles, &name, error);

    if (r)
        return r;
    if (asprintf(&path, "%s/%s", directory, name) < 0) {
        free(name);
        return error_no_memory(error);
    }
    if (access(path, F_OK))
        r = import(map, profiles, path, error);
    if (!r)
        remove_old(directory, map, name);
    free(name);
    if (r)
        free(path);
    else
        *ret_path = path;
    return r;
}

int imported_find(const struct settings *settings,
                  const struct map_setting *map, char **ret_path,
                  struct error *error)
{
    struct profile_list profiles;
    char *directory = NULL;
    int r = profile_list_open(settings->profiles, NULL, 0, &profiles, error);

    if (r) {
        error_prefix(error, "--profiles");
        return r;
    }
    r = find_directory(settings, &directory, error);
    if (!r) {
        r = find_or_import(directory, map, &profiles, ret_path, error);
        free(directory);
    }
    profile_list_finish(&profiles);
    return r;
}
