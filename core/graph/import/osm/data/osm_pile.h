/* osm_pile: objects of one kind as they are added, in any order, some of them
 * twice. */
#ifndef RELAXD_GRAPH_IMPORT_OSM_DATA_OSM_PILE_H
#define RELAXD_GRAPH_IMPORT_OSM_DATA_OSM_PILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/graph/profile/tags.h"

/* Which of two objects with one id counts: the higher version, of equal ones
 * the later. */
struct osm_stamp {
    uint64_t ordinal; /* counts all that are read */
    uint32_t version; /* 0: the file has none */
};

bool osm_stamp_beats(const struct osm_stamp *stamp,
                     const struct osm_stamp *other);

struct osm_entry {
    struct osm_stamp stamp;
    uint64_t first_item; /* those up to the next entry's are its own */
    uint64_t first_tag;
};

/* Items are what objects of that kind consist of, refs or members. Zeroed is
 * empty. */
struct osm_pile {
    uint32_t count;
    int64_t *id;
    size_t id_capacity;
    struct osm_entry *entry;
    size_t entry_capacity;
    void *item;
    size_t item_count;
    size_t item_capacity;
    struct osm_tag *tag;
    size_t tag_count;
    size_t tag_capacity;
};

/* An object, to which the items and tags belong that are put next. 0, -ENOMEM;
 * -EINVAL: more than can be counted. */
int osm_pile_begin(struct osm_pile *pile, int64_t id,
                   const struct osm_stamp *stamp);
int osm_pile_put_items(struct osm_pile *pile, const void *items, size_t count,
                       size_t size);
int osm_pile_put_tag(struct osm_pile *pile, struct osm_tag tag);

/* Where an object's items and tags end. */
uint64_t osm_pile_item_end(const struct osm_pile *pile, uint32_t i);
uint64_t osm_pile_tag_end(const struct osm_pile *pile, uint32_t i);

/* The objects that count, by ascending id, each id once: [*ret_count], free()d
 * by the caller. 0 or -ENOMEM. */
int osm_pile_choose(const struct osm_pile *pile, uint32_t **ret_index,
                    uint32_t *ret_count);

void osm_pile_finish(struct osm_pile *pile);

#endif
