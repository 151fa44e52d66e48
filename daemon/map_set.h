/* map_set: all served maps; and the retired ones.
 *
 * map_set_make() builds a set aside from the settings: it opens maps, and keeps
 * those maps of the previous set that would be opened the same. The set is then
 * published at once, in the order of the settings, and the remaining maps of
 * the previous set retire. One thread at a time. */
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
    struct served_map **maps; /* [count], with a hold on each */
    size_t count;
};

/* Opens the maps that wiring->maps, empty at the start, lacks. `only`: the
 * index of the only map to open, while all others stay; SIZE_MAX: all. -EINVAL:
 * there is no map, there are too many, or a file is not a map; -ENOMEM also if
 * a device lacks room for a map beside the one it replaces, which was on the
 * device; other codes are served_map_open()'s. */
int map_set_make(const struct settings *settings, size_t only,
                 struct wiring *wiring, struct map_set *ret_set,
                 struct error *error);

/* Releases its maps; an empty set is fine. */
void map_set_finish(struct map_set *set);

/* All profiles' maps, malloc()ed for registry_serve(), so that publishing
 * cannot fail; NULL: out of memory. */
struct published_map **map_set_list(const struct map_set *set,
                                    size_t *ret_count);
bool map_set_has(const struct map_set *set, const struct served_map *served);

/* The map of that name, or NULL. */
struct served_map *map_set_find(const struct map_set *set, const char *name);

/* At the start: serves the settings' maps.
 * Codes as map_set_make(). */
int map_set_serve(const struct settings *settings, struct wiring *wiring,
                  struct error *error);

/* -EINVAL with the remedy if the settings name no map, or more than
 * REGISTRY_MAPS_MAX. */
int map_set_check_count(const struct settings *settings, struct error *error);

/* Maps no longer served but perhaps still in use. A query pins its map; the
 * list holds the last pin, so the thread that drains the list frees memory and
 * devices, never a loop or a worker. */
struct retired_maps {
    struct served_map **list; /* [count], with a hold on each */
    size_t count;
    size_t capacity;
};

/* Makes room for `more`; 0 or -ENOMEM. */
int retired_maps_reserve(struct retired_maps *retired, size_t more);

/* Takes over the caller's hold of a map that is in no registry; there must be
 * room. */
void retired_maps_add(struct retired_maps *retired, struct served_map *served);

/* Frees maps that no query uses, and import files that the maps of `now` have
 * outdated; false: some remain. */
bool retired_maps_drain(struct retired_maps *retired, const struct map_set *now,
                        struct tile_store *tiles);

/* Releases the rest; fine on zero bytes. */
void retired_maps_finish(struct retired_maps *retired);

#endif
