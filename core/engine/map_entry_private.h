/* map_entry_private: what an entry consists of, for map_entry.c and
 * map_masks.c. */
#ifndef RELAXD_ENGINE_MAP_ENTRY_PRIVATE_H
#define RELAXD_ENGINE_MAP_ENTRY_PRIVATE_H

#include <pthread.h>
#include <stdatomic.h>

#include "core/engine/map_entry.h"
#include "core/engine/map_masks.h"
#include "core/engine/paces.h"

/* One representation on one device. */
struct piece {
    const struct representation_ops *ops;
    const struct device *device;
    struct prepared *prepared;       /* owned; NULL in a masked entry, which
                                        uses the base's */
    _Atomic(struct metric *) metric; /* NULL: waits for its first query */
    bool refused;                    /* `refusal` says why, for good */
    struct error refusal;
};

/* Why a device has less than it should; the first reason stays. */
struct missing {
    const struct device *device;
    struct error reason;
};

struct map_entry {
    atomic_uint references;
    atomic_bool retired;
    char name[MAP_NAME_SIZE];
    struct map *map;
    pthread_mutex_t lock; /* guards all pieces once published, but for reading
                             `metric`, and `masked_weight`; held while one is
                             prepared, so that each is prepared once: whoever
                             waits has nothing else to do, and those who only
                             read do not wait */
    struct piece *pieces;
    size_t piece_count;
    struct paces paces;
    struct missing *missing; /* room for one a device */
    size_t missing_count;

    struct map_masks masks;              /* of a map as published */
    _Atomic(struct arc_sums *) arc_sums; /* of a map as published, owned; NULL:
                                            not asked for yet */

    /* Of a masked entry alone; paces, missing and refusals are the base's. */
    struct map_entry *base; /* pinned; else NULL */
    uint16_t classes;
    struct map view;         /* what `map` points to */
    uint32_t *masked_weight; /* NULL until its first query */
};

/* The map as published. */
static inline const struct map_entry *
map_entry_base(const struct map_entry *entry)
{
    return entry->base ? entry->base : entry;
}

struct piece *map_entry_find_piece(const struct map_entry *entry,
                                   const struct representation_ops *ops,
                                   const struct device *device);

/* A masked entry's piece, under its lock: as map_entry_prepare(). */
int map_mask_prepare(struct map_entry *entry, struct piece *piece,
                     struct error *error);

/* Frees what a masked entry has. */
void map_mask_finish(struct map_entry *entry);

#endif
