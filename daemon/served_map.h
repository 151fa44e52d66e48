/* served_map: one of the settings' maps, opened and prepared: the entries of
 * all its profiles, and which file they were made of.
 *
 * One thread at a time; entries may be asked on any, as registry.h has it. */
#ifndef RELAXD_DAEMON_SERVED_MAP_H
#define RELAXD_DAEMON_SERVED_MAP_H

#include <stdbool.h>
#include <stdint.h>

#include "config/settings.h"
#include "core/base/error.h"
#include "core/engine/registry.h"
#include "core/graph/map_file/map_file.h"
#include "daemon/file_stamp.h"
#include "daemon/imported.h"

struct wiring;

struct served_map {
    unsigned holders;
    char *name;
    char *path;
    struct file_stamp stamp;   /* of the file, before it was opened */
    struct file_stamp refused; /* of one there that would not do, since */
    bool vanished;             /* it was said that there is none any more */
    struct imported imported;  /* what is served; path NULL: the file itself */
    uint32_t count;
    struct map_entry *entries[MAP_PROFILES_MAX]; /* [count] pinned, in order;
                                                    NULL: let go */
};

/* Opens, prepares and customizes all maps of the file, aside; logs each, and
 * what is missing of it: a hierarchy that is larger than hierarchy_bytes_max()
 * is left out. `epoch`: of their weights. With one holder. Codes as map_open()
 * and registry_prepare(); -EAGAIN: the file was replaced again and again. */
int served_map_open(const struct settings *settings,
                    const struct map_setting *setting, struct wiring *wiring,
                    uint64_t epoch, struct served_map **ret_served,
                    struct error *error);

struct served_map *served_map_hold(struct served_map *served);

/* The last one lets go of file and entries. NULL is fine. */
void served_map_release(struct served_map *served);

/* Frees here what nobody asks any more; true: that was all of it. For the last
 * holder, of one that is in no registry any more. */
bool served_map_drain(struct served_map *served);

/* Whether opening it by this setting would give the same maps: name, file, and
 * for an import the profiles. */
bool served_map_is_current(const struct served_map *served,
                           const struct settings *settings,
                           const struct map_setting *setting);

#endif
