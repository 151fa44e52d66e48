/* key_order: many 64-bit keys in ascending order, without moving them.
 *
 * A radix sort that passes over digits in which all keys agree: linear time,
 * 8 bytes a key while it runs. */
#ifndef RELAXD_BASE_KEY_ORDER_H
#define RELAXD_BASE_KEY_ORDER_H

#include <stdint.h>

/* `ret_index`: [count], free()d by the caller: indices of keys by ascending
 * `key ^ flip`, equal ones by ascending index. `flip`: KEY_SIGNED for int64_t,
 * which `key` may point to, else 0. 0 or -ENOMEM. */
#define KEY_SIGNED ((uint64_t)1 << 63)
int key_order(const void *key, uint32_t count, uint64_t flip,
              uint32_t **ret_index);

#endif
