/* gone_maps: maps that are served no more and may still be asked.
 *
 * Whoever asks pins what he asks. Here the last pin of all is held, so that
 * memory and devices are freed by the thread that drains, never by a loop or a
 * worker that happens to be the last. One thread. */
#ifndef RELAXD_DAEMON_GONE_MAPS_H
#define RELAXD_DAEMON_GONE_MAPS_H

#include <stdbool.h>
#include <stddef.h>

struct map_set;
struct served_map;
struct tile_store;

struct gone_maps {
    struct served_map **list; /* [count], held */
    size_t count;
    size_t capacity;
};

/* Room for as many more; 0 or -ENOMEM. */
int gone_maps_reserve(struct gone_maps *gone, size_t more);

/* Takes the caller's hold of a map that is in no registry any more; there is
 * room. */
void gone_maps_add(struct gone_maps *gone, struct served_map *served);

/* Frees what nobody asks any more, and files of imports that those of `now`
 * have outdated; false: there is some left. */
bool gone_maps_drain(struct gone_maps *gone, const struct map_set *now,
                     struct tile_store *tiles);

/* Lets go of the rest; fine on zero bytes. */
void gone_maps_finish(struct gone_maps *gone);

#endif
