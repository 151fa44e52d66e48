/* tile_table: numbers by keys of 16 bytes, while one tile is drawn.
 *
 * Open addressing, linear probing; entries are changed, never removed. One
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

/* The key's number, to be changed until the next call; UINT32_MAX where it is
 * new. NULL: no memory. */
uint32_t *tile_table_at(struct tile_table *table, struct tile_key key);

#endif
