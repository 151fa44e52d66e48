/* imported: names in the cache directory, the directory itself, the import, and
 * the functions that combine them.
 *
 * An imported map is kept under
 *
 *     NAME@SOURCE-DATA-PROFILES-MADE.rlx
 *
 * NAME is the map's name, the others are 16 hexadecimal digits each:
 *
 *     SOURCE    the path of the data
 *     DATA      the version of the data: the file's inode, size and time
 *     PROFILES  which profiles were named: names, or paths of their files
 *     MADE      the contents of these profiles, and the versions of importer
 *               and map file
 *
 * So a relaxd with other profiles, or another file under the same map name, has
 * files of its own. A file is old once its source holds other data, or once the
 * same profiles have changed.
 *
 * Several relaxd may share a directory. The importing one locks the directory:
 * a second one that needs the same map waits and uses the result, and only one
 * import uses memory at a time. A relaxd that serves a kept map holds a shared
 * lock on its file, and no relaxd removes a file so locked. The locks are
 * flock()'s: they end with the process and leave no file behind. On a file
 * system without locks the files are still complete, but may be made twice. */
#include "daemon/imported.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#include <xxhash.h>

#include "config/command_line.h"
#include "config/setting.h"
#include "core/base/allocator.h"
#include "core/base/atomic_file.h"
#include "core/base/child.h"
#include "core/base/clock.h"
#include "core/base/log.h"
#include "core/graph/import/importer.h"
#include "core/graph/import/osm/file/osm_file.h"
#include "core/graph/map_file/map_file.h"
#include "core/graph/profile/profile.h"
#include "daemon/service_manager.h"

/* ---- Names --------------------------------------------------------------- */

static const char suffix[] = ".rlx";
static const char suffix_unfinished[] = ".tmp";

/* A field with its '-' or '.'; four follow the '@'. */
enum { DIGITS = 16, FIELD_SIZE = DIGITS + 1, FIELDS_SIZE = 4 * FIELD_SIZE };

enum field { FIELD_SOURCE, FIELD_DATA, FIELD_PROFILES, FIELD_MADE };

static uint64_t hash_text(const char *text)
{
    return XXH3_64bits(text, strlen(text));
}

static uint64_t hash_data(const struct stat *data)
{
    const int64_t numbers[] = {(int64_t)data->st_ino, data->st_size,
                               data->st_mtim.tv_sec, data->st_mtim.tv_nsec};

    return XXH3_64bits(numbers, sizeof(numbers));
}

static uint64_t hash_made(const struct map_setting *map,
                          const struct profile_list *profiles)
{
    const uint64_t numbers[] = {profile_list_checksum(profiles),
                                importer_of_name(map->path)->version,
                                MAP_FILE_VERSION};

    return XXH3_64bits(numbers, sizeof(numbers));
}

/* The name for the source in its current state. Fails as stat() does. */
static int find_name(const struct map_setting *map,
                     const struct profile_list *profiles,
                     char ret_name[IMPORTED_NAME_SIZE], struct error *error)
{
    char *path = realpath(map->path, NULL);
    struct stat data;

    if (!path || stat(path, &data)) {
        int r = error_errno(error, "'%s'", map->path);

        free(path);
        return r;
    }
    snprintf(ret_name, IMPORTED_NAME_SIZE,
             "%s@%016" PRIx64 "-%016" PRIx64 "-%016" PRIx64 "-%016" PRIx64 "%s",
             map->name, hash_text(path), hash_data(&data), profiles->identity,
             hash_made(map, profiles), suffix);
    free(path);
    return 0;
}

/* The fields of a file name; NULL if it belongs to another map. */
static const char *fields_of(const char *name, const char *other)
{
    size_t length = strcspn(name, "@") + 1;

    if (strncmp(other, name, length) != 0 ||
        strlen(other) < length + FIELDS_SIZE)
        return NULL;
    return other + length;
}

static bool same(const char *a, const char *b, enum field field)
{
    size_t at = (size_t)field * FIELD_SIZE;

    return !memcmp(a + at, b + at, DIGITS);
}

/* Whether `name` makes `other`, a file name in the same directory, old. */
static bool name_outdates(const char *name, const char *other)
{
    const char *ours = fields_of(name, name);
    const char *theirs = fields_of(name, other);

    if (!theirs || strcmp(theirs + FIELDS_SIZE - 1, suffix) != 0 ||
        !same(ours, theirs, FIELD_SOURCE))
        return false;
    return !same(ours, theirs, FIELD_DATA) ||
           (same(ours, theirs, FIELD_PROFILES) &&
            !same(ours, theirs, FIELD_MADE));
}

/* Whether `other` is an unfinished file (atomic_file.h) of the same map and
 * source. */
static bool name_is_unfinished(const char *name, const char *other)
{
    const char *theirs = fields_of(name, other);
    size_t length = strlen(other);
    size_t ending = strlen(suffix_unfinished);

    return theirs && same(fields_of(name, name), theirs, FIELD_SOURCE) &&
           !strcmp(other + length - ending, suffix_unfinished);
}

/* ---- The directory ------------------------------------------------------- */

/* cache_hold(): there is no such file. */
enum { KEPT_NONE = 1 };

struct cache {
    char *directory;
    int fd; /* of the directory, which it locks; -1: none */
    bool locked;
};

/* A search for the kept file of a map. */
struct search {
    struct cache cache;
    const struct settings *settings;
    const struct map_setting *map;
    const struct profile_list *profiles;
    struct import_watch *watch; /* as of imported_find() */
    struct imported found;
    int damaged_fd; /* a kept file to ignore; -1: none */
};

static bool is_to_end(const struct search *search)
{
    struct import_watch *watch = search->watch;

    return watch && watch->ends(watch, search->map, &search->found);
}

/* `directory`: a path or "auto", from the settings. Makes it if needed. */
static int cache_open(const char *directory, struct cache *ret_cache,
                      struct error *error)
{
    char *path = strcmp(directory, "auto") != 0
                     ? strdup(directory)
                     : folder_default("CACHE_DIRECTORY", "/var/cache/relaxd",
                                      ".cache/relaxd");
    int r;

    if (!path)
        return error_set(error, -EINVAL,
                         "no directory for imported maps: HOME is not set; set "
                         "--import-cache-directory");
    r = folder_make(path, error);
    if (r) {
        error_prefix(error, "no directory for imported maps; name another with "
                            "--import-cache-directory");
        free(path);
        return r;
    }
    *ret_cache = (struct cache){
        .directory = path,
        .fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC),
    };
    return 0;
}

static void cache_close(struct cache *cache)
{
    if (cache->fd >= 0)
        close(cache->fd);
    free(cache->directory);
}

/* ---- Locks --------------------------------------------------------------- */

/* Whether this process has the lock now; does not wait. */
static bool cache_try_lock(struct cache *cache)
{
    if (!cache->locked)
        cache->locked = !flock(cache->fd, LOCK_EX | LOCK_NB);
    return cache->locked;
}

/* Polls, so that the service manager sees that the start continues. */
static void wait_for_lock(struct search *search)
{
    const struct timespec moment = {.tv_nsec = 100000000};

    do {
        notify_step("map %s: waiting for another relaxd that imports",
                    search->map->name);
        nanosleep(&moment, NULL);
    } while (!is_to_end(search) && !cache_try_lock(&search->cache) &&
             errno == EWOULDBLOCK);
}

static void lock_cache(struct search *search)
{
    const char *map = search->map->name;

    if (cache_try_lock(&search->cache))
        return;
    if (errno == EWOULDBLOCK) {
        log_info("map %s: another relaxd imports into '%s'; waiting for it",
                 map, search->cache.directory);
        wait_for_lock(search);
    } else {
        log_warning("map %s: '%s' cannot be locked, so another relaxd that is "
                    "started now may import the same: %s",
                    map, search->cache.directory, strerror(errno));
    }
}

/* Whether the open file still has a name. */
static bool has_name(int fd)
{
    struct stat status;

    return !fstat(fd, &status) && status.st_nlink > 0;
}

/* Opens the file; no relaxd removes it while `ret_fd`, the caller's, is
 * open. */
static int cache_hold(const char *path, int *ret_fd, struct error *error)
{
    for (;;) {
        int fd = open(path, O_RDONLY | O_CLOEXEC);

        if (fd < 0 && (errno == ENOENT || errno == ENOTDIR))
            return KEPT_NONE;
        if (fd < 0)
            return error_errno(
                error,
                "the cached import cannot be read; permit it, or name another "
                "directory with --import-cache-directory: open '%s'",
                path);
        while (flock(fd, LOCK_SH) && errno == EINTR)
            ;
        /* Another relaxd may have removed or replaced it before the lock. */
        if (has_name(fd)) {
            *ret_fd = fd;
            return 0;
        }
        close(fd);
    }
}

/* ---- Cleaning ------------------------------------------------------------ */

/* Holds the lock while removing the file, so that no relaxd starts to serve it.
 * A file that cannot be locked may be in use. */
static void remove_old(const struct cache *cache, int directory,
                       const char *map, const char *name)
{
    int fd = openat(directory, name, O_RDONLY | O_CLOEXEC);

    if (fd < 0 || flock(fd, LOCK_EX | LOCK_NB))
        log_info("map %s: '%s/%s' is old, but %s%s: relaxd removes it later",
                 map, cache->directory, name,
                 errno == EWOULDBLOCK ? "it is still served"
                                      : "it cannot be locked: ",
                 errno == EWOULDBLOCK ? "" : strerror(errno));
    else if (!unlinkat(directory, name, 0))
        log_info("map %s: removed '%s/%s', an older import", map,
                 cache->directory, name);
    if (fd >= 0)
        close(fd);
}

/* Removes old files, and unfinished ones of killed processes. Call it under the
 * lock. */
static void cache_clean(const struct cache *cache, const char *map,
                        const char *name)
{
    DIR *entries = opendir(cache->directory);

    if (!entries)
        return;
    for (struct dirent *entry; (entry = readdir(entries));) {
        if (name_outdates(name, entry->d_name))
            remove_old(cache, dirfd(entries), map, entry->d_name);
        else if (name_is_unfinished(name, entry->d_name))
            unlinkat(dirfd(entries), entry->d_name, 0);
    }
    closedir(entries);
}

/* ---- The import ---------------------------------------------------------- */

enum { REPORT_US = 1000000 };

/* Steps of an import, a line each in the log. */
struct progress_log {
    struct progress base;
    const char *map;
    bool apart;           /* in imported_main() */
    const char *what;     /* the step logged last */
    uint64_t reported_us; /* time of the last report to the service manager */
};

bool imported_is_due(const struct map_setting *map)
{
    return importer_of_name(map->path);
}

/* To the process that started this one, which passes it on. */
static void say_step(const char *what, uint64_t done, uint64_t total)
{
    printf("%s, %.0f %%\n", what,
           total ? (double)done / (double)total * 100 : 0);
    fflush(stdout);
}

/* The service manager extends its timeout with each report. */
static void report(struct progress_log *log, const char *what, uint64_t done,
                   uint64_t total)
{
    uint64_t now_us = clock_now_us();

    if (now_us - log->reported_us < REPORT_US)
        return;
    log->reported_us = now_us;
    if (log->apart)
        say_step(what, done, total);
    else if (total)
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
    report(log, what, done, total);
}

static int read_maps(const struct map_setting *map,
                     const struct profile_list *profiles, bool apart,
                     struct import_result *ret_result, struct error *error)
{
    const char *const paths[] = {map->path};
    const struct import_request request = {
        .paths = paths,
        .path_count = 1,
        .profiles = profiles,
    };
    struct progress_log log = {{log_step}, map->name, apart, NULL, 0};

    return importer_of_name(map->path)->run(&request, &log.base, ret_result,
                                            error);
}

/* Adds the remedy to the error. Returns `r`. */
static int explain_place(int r, struct error *error)
{
    if (r == -ENOSPC || r == -EDQUOT || r == -EFBIG)
        error_prefix(error, "no room for the imported map; make some, or name "
                            "another directory with --import-cache-directory");
    else if (r)
        error_prefix(error, "the imported map cannot be written; name a "
                            "writable directory with "
                            "--import-cache-directory");
    return r;
}

static int check_place(const char *path, struct error *error)
{
    return explain_place(atomic_file_check(path, error), error);
}

static int import(const struct map_setting *map,
                  const struct profile_list *profiles, bool apart,
                  const char *path, struct error *error)
{
    uint64_t started_us = clock_now_us();
    struct import_result result = {.count = 0};
    int r;

    log_info("map %s: importing '%s' into '%s', which later starts reuse",
             map->name, map->path, path);
    r = read_maps(map, profiles, apart, &result, error);
    if (r)
        return r;
    r = map_write_all((const struct map *const *)result.map,
                      (uint32_t)result.count, path, error);
    for (size_t i = 0; i < result.count; i++)
        map_destroy(result.map[i]);
    if (r)
        return explain_place(r, error);
    log_info("map %s: imported in %.1f s; 'relaxctl info %s' lists what was "
             "left out",
             map->name, (double)(clock_now_us() - started_us) / 1e6, path);
    return 0;
}

/* ---- The import in a process of its own ---------------------------------- */

/* What the process prints last: this, its result, and the error if it failed.
 */
static const char ended[] = "ended ";

/* relaxd can do without an import, not without itself. */
static void let_kernel_kill_first(void)
{
    FILE *file = fopen("/proc/self/oom_score_adj", "we");

    if (!file)
        return;
    fputs("1000", file);
    fclose(file);
}

int imported_main(int argc, char **argv)
{
    struct settings settings;
    struct profile_list profiles;
    struct error error = {""};
    int r;

    prctl(PR_SET_PDEATHSIG, SIGKILL);
    prctl(PR_SET_NAME, IMPORTED_PROGRAM);
    let_kernel_kill_first();
    /* Signals for relaxd and all its processes; relaxd then ends this one. */
    signal(SIGTERM, SIG_IGN);
    signal(SIGINT, SIG_IGN);
    signal(SIGHUP, SIG_IGN);
    unsetenv("NOTIFY_SOCKET");
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN);
    allocator_set_up();
    settings_init(&settings);
    r = command_line_read(argc - 1, argv + 1, &settings, &error);
    log_set_level(settings.log_level);
    log_set_format(settings.log_format);
    r = r ? r
          : profile_list_open(settings.profiles, NULL, 0, &profiles, &error);
    if (!r) {
        r = import(&settings.maps[0], &profiles, true, argv[1], &error);
        profile_list_finish(&profiles);
    }
    settings_finish(&settings);
    printf("%s%d %s\n", ended, r, error.text);
    return fflush(stdout) ? EXIT_FAILURE : EXIT_SUCCESS;
}

/* Turns of hear() for which data that has changed must stay as it is before the
 * import ends: a second, because a program that is still copying the file
 * writes to it again within that time. */
enum { STILL_TURNS = 10 };

/* What is known of the process. */
struct import_apart {
    const struct search *search;
    bool watches;    /* it ends when the data changes */
    uint64_t before; /* hash of the data's status, as is `seen` */
    uint64_t seen;
    int still; /* turns for which `seen` stayed */
    bool ended;
    int result;
    struct error *error;
};

/* Data that is gone counts as unchanged: other data may be about to come. */
static bool has_changed(struct import_apart *apart)
{
    struct stat now;

    if (!apart->watches || stat(apart->search->map->path, &now))
        return false;
    apart->still = hash_data(&now) == apart->seen ? apart->still + 1 : 0;
    apart->seen = hash_data(&now);
    return apart->seen != apart->before;
}

static bool hear(void *context, const char *line)
{
    struct import_apart *apart = context;

    if (line && !strncmp(line, ended, strlen(ended))) {
        char *words;

        apart->ended = true;
        apart->result = (int)strtol(line + strlen(ended), &words, 10);
        if (apart->result)
            error_set(apart->error, apart->result, "%s",
                      words + strspn(words, " "));
        return true;
    }
    if (line) {
        notify_step("map %s: %s", apart->search->map->name, line);
        return true;
    }
    return !is_to_end(apart->search) &&
           !(has_changed(apart) && apart->still >= STILL_TURNS);
}

static int import_apart(const struct search *search, struct error *error)
{
    const struct settings *settings = search->settings;
    const struct map_setting *map = search->map;
    static const char *const options[] = {"profiles", "log-level",
                                          "log-format"};
    enum { COUNT = sizeof(options) / sizeof(options[0]) };
    char text[COUNT][SETTING_TEXT_SIZE + SETTING_OPTION_SIZE + 3];
    char *argv[4 + COUNT + 1] = {IMPORTED_PROGRAM, search->found.path, "--map"};
    struct import_apart apart = {
        .search = search,
        .error = error,
    };
    struct stat before;
    int r;

    apart.watches = settings->watch_maps && !stat(map->path, &before);
    if (apart.watches)
        apart.before = apart.seen = hash_data(&before);

    for (size_t i = 0; i < COUNT; i++) {
        char value[SETTING_TEXT_SIZE];

        setting_format(setting_find_option(options[i]), settings, value);
        snprintf(text[i], sizeof(text[i]), "--%s=%s", options[i], value);
        argv[4 + i] = text[i];
    }
    if (asprintf(&argv[3], "%s=%s", map->name, map->path) < 0)
        return error_no_memory(error);
    r = child_run_program(argv, hear, &apart, error);
    free(argv[3]);
    if ((r || apart.result) && has_changed(&apart))
        return error_set(error, -ECANCELED, "its data changed again");
    if (r == -ECANCELED)
        return error_set(error, r, "its import was broken off");
    if (!r && !apart.ended)
        r = error_set(error, -EIO, "its process ended early");
    if (r)
        error_prefix(error, "import '%s'", map->path);
    return r ? r : apart.result;
}

/* ---- The search ---------------------------------------------------------- */

/* Another relaxd may have replaced it under the same name. */
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
    int r = cache_hold(found->path, &found->fd, error);

    if (r || !is_damaged(search))
        return r;
    close(found->fd);
    found->fd = -1;
    return KEPT_NONE;
}

/* Looks for a file of the source in its current state. KEPT_NONE: there is
 * none; found.path is where it belongs. */
static int find_kept(struct search *search, struct error *error)
{
    struct imported *found = &search->found;
    int r = find_name(search->map, search->profiles, search->found.name, error);

    if (r)
        return r;
    free(found->path);
    found->path = NULL;
    if (asprintf(&found->path, "%s/%s", search->cache.directory,
                 search->found.name) < 0) {
        found->path = NULL;
        return error_no_memory(error);
    }
    return hold(search, error);
}

/* The previous holder of the lock may have made the file. */
static int make(struct search *search, struct error *error)
{
    const char *name = search->map->name;
    int r = check_place(search->found.path, error);

    if (r)
        return r;
    lock_cache(search);
    r = find_kept(search, error);
    if (!r)
        log_info("map %s: '%s' was imported by another relaxd meanwhile", name,
                 search->found.path);
    if (r != KEPT_NONE)
        return r;
    r = search->watch ? import_apart(search, error)
                      : import(search->map, search->profiles, false,
                               search->found.path, error);
    if (!r)
        r = hold(search, error);
    if (r == KEPT_NONE)
        r = error_set(error, -ENOENT, "'%s' was removed while relaxd made it",
                      search->found.path);
    return r;
}

static int find(struct search *search, struct error *error)
{
    int r = find_kept(search, error);

    if (r == KEPT_NONE)
        r = make(search, error);
    if (!r && cache_try_lock(&search->cache))
        cache_clean(&search->cache, search->map->name, search->found.name);
    return r;
}

/* `damaged_fd`: see struct search. */
static int find_or_make(const struct settings *settings,
                        const struct map_setting *map,
                        struct import_watch *watch, int damaged_fd,
                        struct imported *ret_imported, struct error *error)
{
    struct profile_list profiles;
    struct search search = {
        .settings = settings,
        .map = map,
        .profiles = &profiles,
        .watch = watch,
        .found = {.path = NULL, .fd = -1},
        .damaged_fd = damaged_fd,
    };
    int r = profile_list_open(settings->profiles, NULL, 0, &profiles, error);

    if (r) {
        error_prefix(error, "--profiles");
        return r;
    }
    r = cache_open(settings->cache_directory, &search.cache, error);
    if (!r) {
        r = find(&search, error);
        cache_close(&search.cache);
    }
    profile_list_finish(&profiles);
    if (r)
        free(search.found.path);
    else
        *ret_imported = search.found;
    return r;
}

int imported_find(const struct settings *settings,
                  const struct map_setting *map, struct import_watch *watch,
                  struct imported *ret_imported, struct error *error)
{
    return find_or_make(settings, map, watch, -1, ret_imported, error);
}

int imported_replace(const struct settings *settings,
                     const struct map_setting *map, struct import_watch *watch,
                     const char *damage, struct imported *imported,
                     struct error *error)
{
    struct imported made;
    int r;

    log_warning("map %s: the cached import is damaged; importing again: %s",
                map->name, damage);
    r = find_or_make(settings, map, watch, imported->fd, &made, error);
    if (r) {
        error_prefix(error,
                     "the cached import '%s' is damaged and may be removed, "
                     "but importing again failed",
                     imported->path);
        return r;
    }
    imported_release(imported);
    *imported = made;
    return 0;
}

int imported_check_profiles(const struct settings *settings,
                            struct error *error)
{
    struct profile_list profiles;
    int r = 0;

    for (size_t i = 0; i < settings->map_count; i++) {
        if (!imported_is_due(&settings->maps[i]))
            continue;
        r = profile_list_open(settings->profiles, NULL, 0, &profiles, error);
        if (!r)
            profile_list_finish(&profiles);
        break;
    }
    return r;
}

bool imported_is_current(const struct settings *settings,
                         const struct map_setting *map,
                         const struct imported *imported)
{
    struct profile_list profiles;
    char name[IMPORTED_NAME_SIZE];
    bool same;

    if (profile_list_open(settings->profiles, NULL, 0, &profiles, NULL))
        return false;
    same =
        !find_name(map, &profiles, name, NULL) && !strcmp(name, imported->name);
    profile_list_finish(&profiles);
    return same;
}

void imported_remove(const struct imported *imported,
                     const struct imported *other, const char *map)
{
    if (!name_outdates(other->name, imported->name) ||
        flock(imported->fd, LOCK_EX | LOCK_NB))
        return;
    if (!unlink(imported->path))
        log_info("map %s: removed '%s', an older import", map, imported->path);
}

void imported_release(struct imported *imported)
{
    free(imported->path);
    if (imported->fd >= 0)
        close(imported->fd);
}
