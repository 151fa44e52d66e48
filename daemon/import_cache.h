/* import_cache: the directory where imported maps are kept.
 *
 * Several relaxd may share one. Who imports holds a lock on the directory
 * itself, so that of two who want the same map one makes it and the other waits
 * and takes it, and memory is taken for one import at a time; who has nothing
 * to import waits for nobody. Who serves a kept map holds a shared lock on its
 * file: a file that is so held is not removed. Locks are flock()'s: they end
 * with the process and leave no file behind. Where a file system has none,
 * files are as whole, but may be made twice. */
#ifndef RELAXD_DAEMON_IMPORT_CACHE_H
#define RELAXD_DAEMON_IMPORT_CACHE_H

#include <stdbool.h>

#include "core/base/error.h"
#include "daemon/kept_name.h"

struct import_cache {
    char *directory;
    int fd; /* of the directory, which is what is locked; -1: none */
    bool locked;
};

/* `directory`: as the setting says it, or "auto". Makes it. */
int import_cache_open(const char *directory, struct import_cache *ret_cache,
                      struct error *error);
void import_cache_close(struct import_cache *cache);

/* Waits for whoever imports into it, which is logged. */
void import_cache_lock(struct import_cache *cache, const char *map);

/* False: somebody else has it, now. */
bool import_cache_try_lock(struct import_cache *cache);

/* Opens the file and keeps others from removing it as long as `ret_fd`, the
 * caller's, is open. KEPT_NONE: there is none. */
enum { KEPT_NONE = 1 };
int import_cache_hold(const char *path, int *ret_fd, struct error *error);

/* Removes what `name` makes useless, and what was begun by somebody who was
 * killed; logs what it removes. Only while it is locked. */
void import_cache_clean(const struct import_cache *cache, const char *map,
                        const struct kept_name *name);

#endif
