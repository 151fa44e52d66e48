/* supernode_set: a set of supernodes, a bit each.
 *
 * Threads may add, take and test different supernodes at once. Bits do not
 * order other memory: a thread that takes a supernode needs other
 * synchronization with the thread that added it. */
#ifndef RELAXD_SOLVER_CCH_SUPERNODE_SET_H
#define RELAXD_SOLVER_CCH_SUPERNODE_SET_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "core/base/array.h"

/* An empty set; free() it. NULL when memory is short. */
static inline _Atomic uint64_t *set_make(uint32_t count)
{
    return array_zero(((size_t)count + 63) / 64, sizeof(_Atomic uint64_t));
}

static inline void set_add(_Atomic uint64_t *set, uint32_t supernode)
{
    atomic_fetch_or_explicit(&set[supernode / 64],
                             (uint64_t)1 << supernode % 64,
                             memory_order_relaxed);
}

/* Adds it; returns whether it was not in the set. */
static inline bool set_put(_Atomic uint64_t *set, uint32_t supernode)
{
    uint64_t bit = (uint64_t)1 << supernode % 64;

    if (atomic_load_explicit(&set[supernode / 64], memory_order_relaxed) & bit)
        return false;
    return !(atomic_fetch_or_explicit(&set[supernode / 64], bit,
                                      memory_order_relaxed) &
             bit);
}

/* Removes it; returns whether it was in the set. */
static inline bool set_take(_Atomic uint64_t *set, uint32_t supernode)
{
    uint64_t bit = (uint64_t)1 << supernode % 64;

    return atomic_fetch_and_explicit(&set[supernode / 64], ~bit,
                                     memory_order_relaxed) &
           bit;
}

/* The first in [first, end); `end` if there is none. */
static inline uint32_t set_next(const _Atomic uint64_t *set, uint32_t first,
                                uint32_t end)
{
    uint32_t next = first;

    while (next < end) {
        uint64_t word =
            atomic_load_explicit(&set[next / 64], memory_order_relaxed) >>
            next % 64;

        if (word) {
            next += (uint32_t)__builtin_ctzll(word);
            return next < end ? next : end;
        }
        next = next / 64 * 64 + 64;
    }
    return end;
}

#endif
