/* closed_sums: duration and length beside a metric's closed panels. */
#include "core/solver/cch/closed_sums.h"

#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "core/solver/cch/closed_sums_make.h"

struct closed_sums_slot {
    pthread_mutex_t making; /* held by who makes them */
    _Atomic(struct closed_sums *) sums;
};

struct closed_sums_slot *closed_sums_slot_create(void)
{
    struct closed_sums_slot *slot = malloc(sizeof(*slot));

    if (!slot)
        return NULL;
    atomic_init(&slot->sums, NULL);
    pthread_mutex_init(&slot->making, NULL);
    return slot;
}

void closed_sums_forget(struct closed_sums_slot *slot)
{
    closed_sums_destroy(atomic_exchange(&slot->sums, NULL));
}

void closed_sums_slot_destroy(struct closed_sums_slot *slot)
{
    if (!slot)
        return;
    closed_sums_forget(slot);
    pthread_mutex_destroy(&slot->making);
    free(slot);
}

/* Whoever comes while they are made waits for them. */
int closed_sums_of(const struct cch_metric *metric, const struct arc_sums *arcs,
                   const struct closed_sums **ret_sums)
{
    struct closed_sums_slot *slot = metric->sums;
    struct closed_sums *sums;

    pthread_mutex_lock(&slot->making);
    if (!atomic_load(&slot->sums))
        atomic_store(&slot->sums, closed_sums_make(metric, arcs));
    sums = atomic_load(&slot->sums);
    pthread_mutex_unlock(&slot->making);
    if (!sums)
        return -ENOMEM;
    *ret_sums = sums;
    return 0;
}
