/* imported: maps that are files of OpenStreetMap data, imported once and kept
 * in the cache directory (kept_name.h, import_cache.h). */
#ifndef RELAXD_DAEMON_IMPORTED_H
#define RELAXD_DAEMON_IMPORTED_H

#include "config/settings.h"
#include "core/base/error.h"
#include "daemon/kept_name.h"

/* Whether this map must be imported before it can be opened. */
bool imported_is_due(const struct map_setting *map);

/* The map file that was made of the data. */
struct imported {
    char *path;
    int fd; /* open, so that no other relaxd removes it */
    struct kept_name name;
};

/* Makes it unless it is there, or waits for another relaxd that does, and logs
 * that; removes what was kept and is old. -EINVAL: the source is broken, or a
 * profile; -EAGAIN: the source changed while it was read; others as the file
 * system has them. */
int imported_find(const struct settings *settings,
                  const struct map_setting *map, struct imported *ret_imported,
                  struct error *error);

/* Where what was found turns out to be damaged, as `damage` says: logs that and
 * does the same as if it were not there. On failure it is what it was, and the
 * words name its file. */
int imported_replace(const struct settings *settings,
                     const struct map_setting *map, const char *damage,
                     struct imported *imported, struct error *error);

/* Whether the same would be found: source and profiles say what they said. */
bool imported_is_current(const struct settings *settings,
                         const struct map_setting *map,
                         const struct imported *imported);

/* Removes the file of one that is served no more where the other has outdated
 * it, and no other relaxd serves it; logs that. */
void imported_remove(const struct imported *imported,
                     const struct imported *other, const char *map);

/* Once it is served no more. */
void imported_release(struct imported *imported);

#endif
