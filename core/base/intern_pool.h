/* intern_pool: byte strings, each stored once and identified by its offset.
 *
 * Texts with their NUL, or records of one size, but not both in one pool. A
 * zeroed pool is empty. */
#ifndef RELAXD_BASE_INTERN_POOL_H
#define RELAXD_BASE_INTERN_POOL_H

#include <stddef.h>
#include <stdint.h>

struct intern_pool {
    char *bytes; /* [size] */
    size_t size;
    size_t capacity;
    struct intern_slot *slot; /* [slot_count] of a hash table */
    size_t slot_count;        /* a power of 2, or 0 */
    size_t used;
    uint64_t seed; /* of hashes */
};

/* Finds the bytes, adding them if they are new. 0, -ENOMEM, or -EINVAL: the
 * pool would exceed 32-bit offsets. */
int intern_pool_add(struct intern_pool *pool, const void *bytes, size_t size,
                    uint32_t *ret_offset);

void intern_pool_finish(struct intern_pool *pool);

#endif
