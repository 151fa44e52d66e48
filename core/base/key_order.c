/* key_order: many 64-bit keys in ascending order, without moving them. */
#include "core/base/key_order.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>

#include "core/base/array.h"

enum { DIGIT_BITS = 11, DIGIT_COUNT = 1 << DIGIT_BITS };

static uint32_t digit_of(uint64_t key, unsigned shift)
{
    return (uint32_t)(key >> shift) & (DIGIT_COUNT - 1);
}

/* Moves the indices `from` to `to`, stable, by one digit of their keys. */
static void sort_digit(const uint64_t *key, uint32_t count, uint64_t flip,
                       unsigned shift, const uint32_t *from, uint32_t *to)
{
    uint32_t place[DIGIT_COUNT] = {0};
    uint32_t sum = 0;

    for (uint32_t i = 0; i < count; i++)
        place[digit_of(key[i] ^ flip, shift)]++;
    for (uint32_t d = 0; d < DIGIT_COUNT; d++) {
        uint32_t size = place[d];

        place[d] = sum;
        sum += size;
    }
    for (uint32_t i = 0; i < count; i++)
        to[place[digit_of(key[from[i]] ^ flip, shift)]++] = from[i];
}

/* The bits in which keys differ; 0 too where they ascend already. */
static uint64_t differing_bits(const uint64_t *key, uint32_t count,
                               uint64_t flip)
{
    uint64_t bits = 0;
    bool ascends = true;

    for (uint32_t i = 1; i < count; i++) {
        bits |= key[i] ^ key[0];
        ascends &= (key[i - 1] ^ flip) <= (key[i] ^ flip);
    }
    return ascends ? 0 : bits;
}

int key_order(const void *key, uint32_t count, uint64_t flip,
              uint32_t **ret_index)
{
    uint32_t *index = array_alloc(count, sizeof(*index));
    uint32_t *other = array_alloc(count, sizeof(*other));
    uint64_t bits = differing_bits(key, count, flip);

    if (!index || !other) {
        free(index);
        free(other);
        return -ENOMEM;
    }
    for (uint32_t i = 0; i < count; i++)
        index[i] = i;
    for (unsigned shift = 0; shift < 64; shift += DIGIT_BITS) {
        uint32_t *sorted = other;

        if (!digit_of(bits, shift))
            continue;
        sort_digit(key, count, flip, shift, index, sorted);
        other = index;
        index = sorted;
    }
    free(other);
    *ret_index = index;
    return 0;
}
