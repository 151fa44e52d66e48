/* tile_table: hashing and growth. */
#include "core/service/tile/tile_table.h"

#include <errno.h>
#include <stdlib.h>

#include "core/base/array.h"

enum { SIZE_LEAST = 256 };

/* The finalizer of MurmurHash3, over both words. */
static size_t hash(struct tile_key key)
{
    uint64_t h = key.a ^ key.b * UINT64_C(0x9e3779b97f4a7c15);

    h ^= h >> 33;
    h *= UINT64_C(0xff51afd7ed558ccd);
    h ^= h >> 33;
    h *= UINT64_C(0xc4ceb9fe1a85ec53);
    return (size_t)(h ^ h >> 33);
}

static struct tile_slot *find(const struct tile_table *table,
                              struct tile_key key)
{
    size_t i = hash(key) & (table->size - 1);

    while (table->slot[i].used &&
           (table->slot[i].key.a != key.a || table->slot[i].key.b != key.b))
        i = (i + 1) & (table->size - 1);
    return &table->slot[i];
}

/* Keeps at most half of the slots in use. */
static int grow(struct tile_table *table)
{
    struct tile_table larger = {.count = table->count};

    if (2 * table->count < table->size)
        return 0;
    larger.size = table->size ? 2 * table->size : SIZE_LEAST;
    larger.slot = array_zero(larger.size, sizeof(*larger.slot));
    if (!larger.slot)
        return -ENOMEM;
    for (size_t i = 0; i < table->size; i++) {
        if (table->slot[i].used)
            *find(&larger, table->slot[i].key) = table->slot[i];
    }
    free(table->slot);
    *table = larger;
    return 0;
}

uint32_t *tile_table_at(struct tile_table *table, struct tile_key key)
{
    struct tile_slot *slot;

    if (grow(table))
        return NULL;
    slot = find(table, key);
    if (!slot->used) {
        *slot = (struct tile_slot){key, UINT32_MAX, 1};
        table->count++;
    }
    return &slot->value;
}

void tile_table_finish(struct tile_table *table)
{
    free(table->slot);
}
