/* map_set: all maps that are served, and those that were served before.
 *
 * A set is made aside from the settings: of maps opened for it, and of those
 * maps of the set before that would be opened the same. Then it is published at
 * once, in the order of the settings, and the rest of the set before retires.
 * One thread at a time. */
#ifndef RELAXD_DAEMON_MAP_SET_H
#define RELAXD_DAEMON_MAP_SET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "config/settings.h"
#include "core/base/error.h"
#include "daemon/served_map.h"

struct tile_store;
struct wiring;

struct map_set {
    struct served_map **maps; /* [count], each held */
    size_t count;
};

/* How a set is made. */
struct map_set_options {
    const struct settings *settings;
    const struct map_set *before; /* of the same wiring; empty at the start */
    size_t only;    /* the one map that may be opened, all others stay as in
                       `before`; SIZE_MAX: all */
    uint64_t epoch; /* of the weights of opened maps */
};

/* Opens what `before` does not have already. -EINVAL: there is no map, there
 * are too many, or a file is none; -ENOMEM also where a device has no room for
 * a map beside the one that it replaces, which it had; other codes are
 * served_map_open()'s. */
int map_set_make(const struct map_set_options *options, struct wiring *wiring,
                 struct map_set *ret_set, struct error *error);

/* Releases its maps; an empty set is fine. */
void map_set_finish(struct map_set *set);

/* All entries, malloc()ed for registry_serve(), so that publishing cannot fail;
 * NULL: no memory. */
struct map_entry **map_set_entries(const struct map_set *set,
                                   size_t *ret_count);
bool map_set_has(const struct map_set *set, const struct served_map *served);

/* The map of that name; NULL: there is none. */
struct served_map *map_set_find(const struct map_set *set, const char *name);

/* At the start: makes the wiring's registry and serves the settings' maps.
 * Codes as map_set_make(). */
int map_set_serve(const struct settings *settings, struct wiring *wiring,
                  struct error *error);

/* -EINVAL with what to do where the settings name no map, or more than
 * REGISTRY_MAPS_MAX. */
int map_set_check_count(const struct settings *settings, struct error *error);

/* Maps that are no longer served but may still be in use. Queries pin the map
 * that they run on; the list holds the last pin, so that the thread that drains
 * the list frees memory and devices, never a loop or a worker. */
struct retired_maps {
    struct served_map **list; /* [count], held */
    size_t count;
    size_t capacity;
};

/* Makes room for `more`; 0 or -ENOMEM. */
int retired_maps_reserve(struct retired_maps *retired, size_t more);

/* Takes the caller's hold of a map that is in no registry; there is room. */
void retired_maps_add(struct retired_maps *retired, struct served_map *served);

/* Frees the maps that no query uses, and the files of imports that those of
 * `now` have outdated; false: some are left. */
bool retired_maps_drain(struct retired_maps *retired, const struct map_set *now,
                        struct tile_store *tiles);

/* Releases the rest; fine on zero bytes. */
void retired_maps_finish(struct retired_maps *retired);

#endif
