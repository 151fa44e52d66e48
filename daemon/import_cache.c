/* import_cache: the directory where imported maps are kept. */
#include "daemon/import_cache.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "core/base/log.h"
#include "daemon/notify.h"

/* ---- The directory ------------------------------------------------------- */

static char *default_directory(void)
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

int import_cache_open(const char *directory, struct import_cache *ret_cache,
                      struct error *error)
{
    char *path = strcmp(directory, "auto") != 0 ? strdup(directory)
                                                : default_directory();
    int r;

    if (!path)
        return error_set(error, -EINVAL,
                         "no place for imported maps: there is no HOME; set "
                         "--import-cache-directory");
    r = make_directories(path, error);
    if (r) {
        error_prefix(error, "no place for imported maps; name another with "
                            "--import-cache-directory");
        free(path);
        return r;
    }
    *ret_cache = (struct import_cache){
        .directory = path,
        .fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC),
    };
    return 0;
}

void import_cache_close(struct import_cache *cache)
{
    if (cache->fd >= 0)
        close(cache->fd);
    free(cache->directory);
}

/* ---- Locks --------------------------------------------------------------- */

bool import_cache_try_lock(struct import_cache *cache)
{
    if (!cache->locked)
        cache->locked = !flock(cache->fd, LOCK_EX | LOCK_NB);
    return cache->locked;
}

/* Looks again and again, to tell whoever waits for this start that it waits. */
static void wait_for_lock(struct import_cache *cache, const char *map)
{
    const struct timespec moment = {.tv_nsec = 100000000};

    do {
        notify_step("map %s: waiting for another relaxd that imports", map);
        nanosleep(&moment, NULL);
    } while (!import_cache_try_lock(cache) && errno == EWOULDBLOCK);
}

void import_cache_lock(struct import_cache *cache, const char *map)
{
    if (import_cache_try_lock(cache))
        return;
    if (errno == EWOULDBLOCK) {
        log_info("map %s: another relaxd imports into '%s'; waiting for it",
                 map, cache->directory);
        wait_for_lock(cache, map);
    } else {
        log_warning("map %s: '%s' cannot be locked, so another relaxd that is "
                    "started now may import the same: %s",
                    map, cache->directory, strerror(errno));
    }
}

/* Whether the name leads to the file that was opened. */
static bool has_name(int fd)
{
    struct stat status;

    return !fstat(fd, &status) && status.st_nlink > 0;
}

int import_cache_hold(const char *path, int *ret_fd, struct error *error)
{
    for (;;) {
        int fd = open(path, O_RDONLY | O_CLOEXEC);

        if (fd < 0 && (errno == ENOENT || errno == ENOTDIR))
            return KEPT_NONE;
        if (fd < 0)
            return error_errno(error,
                               "what was imported before cannot be read; allow "
                               "it, or name another directory with "
                               "--import-cache-directory: open '%s'",
                               path);
        while (flock(fd, LOCK_SH) && errno == EINTR)
            ;
        /* Else it was removed, or replaced, before it was locked. */
        if (has_name(fd)) {
            *ret_fd = fd;
            return 0;
        }
        close(fd);
    }
}

/* ---- Cleaning ------------------------------------------------------------ */

/* Locked while it is removed, so that nobody begins to serve it meanwhile. What
 * cannot be locked may be served. */
static void remove_old(const struct import_cache *cache, int directory,
                       const char *map, const char *name)
{
    int fd = openat(directory, name, O_RDONLY | O_CLOEXEC);

    if (fd < 0 || flock(fd, LOCK_EX | LOCK_NB))
        log_info("map %s: '%s/%s' is old, but %s%s: it is removed later", map,
                 cache->directory, name,
                 errno == EWOULDBLOCK ? "it is still served"
                                      : "it cannot be locked: ",
                 errno == EWOULDBLOCK ? "" : strerror(errno));
    else if (!unlinkat(directory, name, 0))
        log_info("map %s: removed '%s/%s', which was imported before", map,
                 cache->directory, name);
    if (fd >= 0)
        close(fd);
}

void import_cache_clean(const struct import_cache *cache, const char *map,
                        const struct kept_name *name)
{
    DIR *entries = opendir(cache->directory);

    if (!entries)
        return;
    for (struct dirent *entry; (entry = readdir(entries));) {
        if (kept_name_outdates(name, entry->d_name))
            remove_old(cache, dirfd(entries), map, entry->d_name);
        else if (kept_name_is_begun(name, entry->d_name))
            unlinkat(dirfd(entries), entry->d_name, 0);
    }
    closedir(entries);
}
