/* cancel: how a client stops a query.
 *
 * The client owns it and keeps it alive until the query has ended. Any thread
 * may set the flag at any time; a solver polls it between phases, or every
 * thousand settled vertices, and ends the query as QUERY_CANCELLED. */
#ifndef RELAXD_SOLVER_CANCEL_H
#define RELAXD_SOLVER_CANCEL_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "core/base/clock.h"

struct cancel {
    atomic_bool requested;
    uint64_t deadline_us;   /* by clock_now_us(); 0: none */
    const atomic_bool *cut; /* raised as well: the weights are no longer kept
                               for it; NULL: none */
};

/* 0: no deadline, or NULL. */
static inline uint64_t cancel_deadline_us(const struct cancel *cancel)
{
    return cancel ? cancel->deadline_us : 0;
}

/* Whether there is a deadline and it has passed. */
static inline bool cancel_late(const struct cancel *cancel)
{
    uint64_t deadline_us = cancel_deadline_us(cancel);

    return deadline_us && clock_now_us() >= deadline_us;
}

/* Whether the weights are no longer kept for it. */
static inline bool cancel_cut(const struct cancel *cancel)
{
    return cancel->cut &&
           atomic_load_explicit(cancel->cut, memory_order_relaxed);
}

/* NULL is never due. */
static inline bool cancel_due(struct cancel *cancel)
{
    if (!cancel)
        return false;
    if (atomic_load_explicit(&cancel->requested, memory_order_relaxed) ||
        cancel_cut(cancel))
        return true;
    return cancel_late(cancel);
}

#endif
