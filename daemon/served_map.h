/* served_map: one map of the settings, opened and prepared: the entries of all
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

/* Identifies a file and its state. */
struct file_stamp {
    uint64_t device;
    uint64_t inode; /* 0: no file */
    int64_t size;
    int64_t modified_s;
    int64_t modified_ns;
};

/* Follows links. False, with `ret_stamp` all zero: no such file, or stat()
 * failed. */
bool file_stamp_read(const char *path, struct file_stamp *ret_stamp);
bool file_stamp_equal(const struct file_stamp *a, const struct file_stamp *b);

struct served_map {
    unsigned holders;
    char *name;
    char *path;
    struct file_stamp stamp;   /* of the file, before it was opened */
    struct file_stamp refused; /* of a newer file at `path` that was refused */
    bool vanished;             /* the log has reported that the file is gone */
    struct imported imported;  /* what is served; path NULL: the file itself */
    uint32_t count;
    struct map_entry *entries[MAP_PROFILES_MAX]; /* [count] pinned, in order;
                                                    NULL: freed */
};

/* Opens, prepares and customizes all maps of the file without publishing them.
 * Logs each, and what it lacks: a hierarchy larger than hierarchy_bytes_max()
 * is left out. `epoch` is for their weights. The caller gets the only hold.
 * Codes as map_open() and registry_prepare(); -EAGAIN: the file was replaced
 * again and again. */
int served_map_open(const struct settings *settings,
                    const struct map_setting *setting, struct wiring *wiring,
                    uint64_t epoch, struct served_map **ret_served,
                    struct error *error);

struct served_map *served_map_hold(struct served_map *served);

/* The last holder frees file and entries. NULL is fine. */
void served_map_release(struct served_map *served);

/* Frees the entries that no query pins any more; true: all are freed. For the
 * last holder, once no registry has the map. */
bool served_map_drain(struct served_map *served);

/* Whether opening this setting would give the same maps: same name, file, and
 * for an import the same profiles. */
bool served_map_is_current(const struct served_map *served,
                           const struct settings *settings,
                           const struct map_setting *setting);

#endif
