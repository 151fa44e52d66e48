/* dirty: a set of supernodes to recompute, one bit each.
 *
 * Threads may set, take and test different supernodes at once. Bits do not
 * order other memory: a thread that takes a supernode needs other
 * synchronization with the thread that set it. */
#ifndef RELAXD_SOLVER_CCH_DIRTY_H
#define RELAXD_SOLVER_CCH_DIRTY_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

struct dirty {
    _Atomic uint64_t *word; /* [(count + 63) / 64] */
};

/* Empty. 0 or -ENOMEM. finish() is fine after either and on zero bytes. */
int dirty_init(struct dirty *dirty, uint32_t count);
void dirty_finish(struct dirty *dirty);

static inline void dirty_set(struct dirty *dirty, uint32_t supernode)
{
    atomic_fetch_or_explicit(&dirty->word[supernode / 64],
                             (uint64_t)1 << supernode % 64,
                             memory_order_relaxed);
}

static inline bool dirty_has(const struct dirty *dirty, uint32_t supernode)
{
    return atomic_load_explicit(&dirty->word[supernode / 64],
                                memory_order_relaxed) >>
               supernode % 64 &
           1;
}

/* Removes it; returns whether it was in the set. */
static inline bool dirty_take(struct dirty *dirty, uint32_t supernode)
{
    uint64_t bit = (uint64_t)1 << supernode % 64;

    return atomic_fetch_and_explicit(&dirty->word[supernode / 64], ~bit,
                                     memory_order_relaxed) &
           bit;
}

/* The first in [first, end); `end` if there is none. */
uint32_t dirty_next(const struct dirty *dirty, uint32_t first, uint32_t end);

#endif
