#include "core/base/intern_pool.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <xxhash.h>

#include "core/base/array.h"

struct intern_slot {
    uint32_t offset; /* SLOT_FREE: none */
    uint32_t hash;
};

enum { SLOTS_FIRST = 64 };
#define SLOT_FREE UINT32_MAX

static struct intern_slot *free_slot(struct intern_slot *slot, size_t count,
                                     uint32_t hash)
{
    size_t i = hash & (count - 1);

    while (slot[i].offset != SLOT_FREE)
        i = (i + 1) & (count - 1);
    return &slot[i];
}

/* Texts of one hash make a table a list, and with a seed that is known anyone
 * could compute such texts. */
static uint64_t new_seed(const void *somewhere)
{
    uint64_t seed;

    if (getrandom(&seed, sizeof(seed), GRND_NONBLOCK) != sizeof(seed))
        seed = (uintptr_t)somewhere;
    return seed;
}

/* Keeps the table at most two thirds full. */
static int grow_slots(struct intern_pool *pool)
{
    size_t count = pool->slot_count ? 2 * pool->slot_count : SLOTS_FIRST;
    struct intern_slot *slot;

    if (3 * (pool->used + 1) <= 2 * pool->slot_count)
        return 0;
    slot = array_alloc(count, sizeof(*slot));
    if (!slot)
        return -ENOMEM;
    memset(slot, 0xff, count * sizeof(*slot));
    if (!pool->slot_count)
        pool->seed = new_seed(slot);
    for (size_t i = 0; i < pool->slot_count; i++) {
        if (pool->slot[i].offset != SLOT_FREE)
            *free_slot(slot, count, pool->slot[i].hash) = pool->slot[i];
    }
    free(pool->slot);
    pool->slot = slot;
    pool->slot_count = count;
    return 0;
}

static int append(struct intern_pool *pool, const void *bytes, size_t size,
                  uint32_t *ret_offset)
{
    int r;

    if (size >= SLOT_FREE - pool->size)
        return -EINVAL;
    r = array_reserve(&pool->bytes, &pool->capacity, pool->size + size, 1);
    if (r)
        return r;
    memcpy(pool->bytes + pool->size, bytes, size);
    *ret_offset = (uint32_t)pool->size;
    pool->size += size;
    return 0;
}

int intern_pool_add(struct intern_pool *pool, const void *bytes, size_t size,
                    uint32_t *ret_offset)
{
    struct intern_slot *slot;
    uint32_t hash;
    int r = grow_slots(pool);

    if (r)
        return r;
    hash = (uint32_t)XXH3_64bits_withSeed(bytes, size, pool->seed);
    for (size_t i = hash;; i++) {
        slot = &pool->slot[i & (pool->slot_count - 1)];
        if (slot->offset == SLOT_FREE)
            break;
        if (slot->hash == hash && size <= pool->size - slot->offset &&
            !memcmp(pool->bytes + slot->offset, bytes, size)) {
            *ret_offset = slot->offset;
            return 0;
        }
    }
    r = append(pool, bytes, size, ret_offset);
    if (r)
        return r;
    *slot = (struct intern_slot){*ret_offset, hash};
    pool->used++;
    return 0;
}

void intern_pool_finish(struct intern_pool *pool)
{
    free(pool->bytes);
    free(pool->slot);
    *pool = (struct intern_pool){0};
}
