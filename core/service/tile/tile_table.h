/* tile_table: a hash table from 16-byte keys to numbers, for drawing one tile.
 *
 * Open addressing, linear probing; entries change, but are never removed. One
 * thread. */
#ifndef RELAXD_SERVICE_TILE_TABLE_H
#define RELAXD_SERVICE_TILE_TABLE_H

#include <stddef.h>
#include <stdint.h>

struct tile_key {
    uint64_t a;
    uint64_t b;
};

struct tile_slot {
    struct tile_key key;
    uint32_t value;
    uint32_t used;
};

struct tile_table {
    struct tile_slot *slot; /* [size], a power of two, or NULL */
    size_t size;
    size_t count;
};

/* {0} is empty. */
void tile_table_finish(struct tile_table *table);

/* The key's number, writable until the next call; UINT32_MAX if the key is new.
 * NULL: no memory. */
uint32_t *tile_table_at(struct tile_table *table, struct tile_key key);

#endif
