/* map_entry_private: what the two kinds of entries are, a map as published and
 * a mask of one (map_masks.h), and what they share. */
#ifndef RELAXD_ENGINE_MAP_ENTRY_PRIVATE_H
#define RELAXD_ENGINE_MAP_ENTRY_PRIVATE_H

#include "core/engine/map_entry.h"
#include "core/engine/map_masks.h"
#include "core/engine/map_pieces.h"
#include "core/engine/speed_table.h"

struct entry_kind {
    /* Under the lock: makes what the piece has not, as map_entry_prepare(). */
    int (*prepare)(struct map_entry *entry, struct piece *piece,
                   struct error *error);
    void (*destroy)(struct map_entry *entry);
};

/* Embedded first in either. */
struct map_entry {
    const struct entry_kind *kind;
    atomic_uint references;
    atomic_bool retired;
    char name[MAP_NAME_SIZE];
    struct map *map;
    struct published_map *published; /* itself, or what it is a mask of */
    struct map_pieces pieces;
};

/* With one reference. 0 or -ENOMEM; finish() is fine after either. */
int map_entry_init(struct map_entry *entry, const struct entry_kind *kind,
                   const char *name, struct map *map, size_t pieces_max);
void map_entry_finish(struct map_entry *entry);

/* Why a device has less than it should; the first reason stays. */
struct missing {
    const struct device *device;
    int code; /* SOLVER_REFUSES, or negative, of any of them */
    struct error reason;
};

struct published_map {
    struct map_entry entry; /* the map is owned */
    struct speed_table speeds;
    struct missing *missing; /* room for one a device */
    size_t missing_count;
    struct map_masks masks;
    _Atomic(struct arc_sums *) arc_sums; /* owned; NULL: not asked for yet */
};

#endif
