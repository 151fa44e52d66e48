/* imported: maps made from OpenStreetMap data: imported once, and kept in the
 * cache directory.
 *
 * relaxd imports before it serves, and finds the result at the next start while
 * data, profiles and versions stay the same. One thread at a time. */
#ifndef RELAXD_DAEMON_IMPORTED_H
#define RELAXD_DAEMON_IMPORTED_H

#include <stdbool.h>

#include "config/settings.h"
#include "core/base/error.h"

/* Whether this map must be imported before it can be opened. */
bool imported_is_due(const struct map_setting *map);

/* Opens the profiles, if any map must be imported. 0 or an error. */
int imported_check_profiles(const struct settings *settings,
                            struct error *error);

enum { IMPORTED_NAME_SIZE = SETTING_NAME_SIZE + 80 };

/* The map file made from the data. */
struct imported {
    char *path;
    int fd; /* open and locked, so that no other relaxd removes it */
    char name[IMPORTED_NAME_SIZE]; /* in the cache directory */
};

/* Ends imports early. */
struct import_watch {
    /* Whether to end the import of `map` into `making`, of which only name and
     * path are set. Called ten times a second, by the thread that waits for the
     * import. */
    bool (*ends)(struct import_watch *watch, const struct map_setting *map,
                 const struct imported *making);
};

/* Finds the file, or waits for another relaxd that makes it, or imports; logs
 * which; removes old files. -EINVAL: the source or a profile is broken;
 * -EAGAIN: the source changed during the import; other codes are the file
 * system's.
 *
 * With `watch` a process of its own imports, which can be ended at any moment
 * and gives all its memory back. -ECANCELED within 0.2 s once it is to end, or
 * once the source changes where maps are watched: another reload is on its way
 * then. NULL: imports in this process. */
int imported_find(const struct settings *settings,
                  const struct map_setting *map, struct import_watch *watch,
                  struct imported *ret_imported, struct error *error);

/* Logs that the file found is damaged, as `damage` says, and makes it again. On
 * failure `imported` is unchanged, and the error names its file. */
int imported_replace(const struct settings *settings,
                     const struct map_setting *map, struct import_watch *watch,
                     const char *damage, struct imported *imported,
                     struct error *error);

/* Whether imported_find() would find the same: source and profiles are
 * unchanged. */
bool imported_is_current(const struct settings *settings,
                         const struct map_setting *map,
                         const struct imported *imported);

/* Removes the file of a map that is no longer served if `other` outdates it and
 * no other relaxd serves it; logs that. */
void imported_remove(const struct imported *imported,
                     const struct imported *other, const char *map);

/* Call it when the map is no longer served. */
void imported_release(struct imported *imported);

/* ---- The process that imports -------------------------------------------- */

/* Under this name, its argv[0], the program is imported_main() alone. */
#define IMPORTED_PROGRAM "relaxd-import"

/* Returns the exit status. */
int imported_main(int argc, char **argv);

#endif
