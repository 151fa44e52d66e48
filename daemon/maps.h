/* maps: the set of all maps that are served.
 *
 * A set is made aside from settings, of maps that are opened for it and of
 * those that the set before has as they would be opened; then it is published
 * at once, in the settings' order, and what it has not retires. One thread at a
 * time. */
#ifndef RELAXD_DAEMON_MAPS_H
#define RELAXD_DAEMON_MAPS_H

#include <stddef.h>
#include <stdint.h>

#include "config/settings.h"
#include "core/base/error.h"
#include "daemon/served_map.h"

struct wiring;

struct map_set {
    struct served_map **maps; /* [count], each held */
    size_t count;
};

/* Whom a set is made for. */
struct map_wish {
    const struct settings *settings;
    const struct map_set *before; /* of the same wiring; empty at the start */
    size_t only;    /* the one map that is looked at, all others are as before;
                       SIZE_MAX: all are */
    uint64_t epoch; /* of the weights of what is opened */
};

/* What is there already is not opened. -EINVAL: there is no map, there are too
 * many, or a file is none; -ENOMEM also where a device has no room for a map
 * beside the one that it replaces, which it had; others as served_map_open().
 * On failure there is none. */
int map_set_make(const struct map_wish *wish, struct wiring *wiring,
                 struct map_set *ret_set, struct error *error);

/* Lets go of its maps; an empty one is fine. */
void map_set_finish(struct map_set *set);

/* Serves it. `entries` is from map_set_entries(): so publishing cannot fail. */
struct map_entry **map_set_entries(const struct map_set *set,
                                   size_t *ret_count);
bool map_set_has(const struct map_set *set, const struct served_map *served);

/* Of that name; NULL where there is none. */
struct served_map *map_set_find(const struct map_set *set, const char *name);

/* Makes the wiring's registry and serves the settings' maps: the start. Codes
 * as map_set_make(). */
int maps_serve(const struct settings *settings, struct wiring *wiring,
               struct error *error);

/* -EINVAL with what to do where there is no map, or more than
 * REGISTRY_MAPS_MAX. */
int maps_check_count(const struct settings *settings, struct error *error);

#endif
