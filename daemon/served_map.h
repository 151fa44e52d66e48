/* served_map: one map of the settings, opened and prepared: the maps of all
 * its profiles, and the file they came from.
 *
 * One thread at a time; queries may use entries on any thread, see
 * registry.h. */
#ifndef RELAXD_DAEMON_SERVED_MAP_H
#define RELAXD_DAEMON_SERVED_MAP_H

#include <stdbool.h>
#include <stdint.h>

#include "config/settings.h"
#include "core/base/error.h"
#include "core/engine/registry.h"
#include "core/graph/map_file/map_file.h"
#include "daemon/imported.h"

struct wiring;

/* A hash of a file's identity and state: device, inode, size and time. Follows
 * links. 0: no such file, or stat() failed. */
uint64_t file_stamp(const char *path);

struct served_map {
    unsigned holders;
    char *name;
    char *path;
    uint64_t stamp;           /* of the file, before it was opened */
    uint64_t refused;         /* of a newer file at `path` that was refused; 0:
                                 none */
    bool vanished;            /* the log has reported that the file is gone */
    struct imported imported; /* what is served; path NULL: the file itself */
    uint32_t count;
    struct published_map *maps[MAP_PROFILES_MAX]; /* [count] pinned, of each
                                                     profile in order; NULL:
                                                     freed */
};

/* Opens, prepares and customizes all maps of the file without publishing them.
 * Logs each, and what it lacks: a hierarchy larger than hierarchy_bytes_max()
 * is left out. The caller gets the only hold. Codes as map_open(),
 * imported_find() and published_map_create(); -EAGAIN: the
 * file was replaced again and again. */
int served_map_open(const struct settings *settings,
                    const struct map_setting *setting, struct wiring *wiring,
                    struct served_map **ret_served, struct error *error);

struct served_map *served_map_hold(struct served_map *served);

/* The last holder frees file and maps. NULL is fine. */
void served_map_release(struct served_map *served);

/* Frees the maps that no query pins any more; true: all are freed. For the
 * last holder, once no registry has the map. */
bool served_map_drain(struct served_map *served);

/* Whether opening this setting would give the same maps: same name, file, and
 * for an import the same profiles. */
bool served_map_is_current(const struct served_map *served,
                           const struct settings *settings,
                           const struct map_setting *setting);

#endif
