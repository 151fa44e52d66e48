/* closed_sums: duration and length beside a metric's closed panels. */
#include "core/solver/cch/closed_sums.h"

#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

#include "core/base/clock.h"
#include "core/solver/cch/closed_sums_make.h"

/* How long they stay unread. */
static const uint64_t kept_least_us = 5000000;
static const uint64_t kept_most_us = 60000000;
enum { KEPT_PER_MAKING = 30 };

struct closed_sums_slot {
    pthread_mutex_t making; /* held by who makes them; guards what follows */
    _Atomic(struct closed_sums *) sums;
    size_t readers;
    uint64_t made_in_us;
    uint64_t read_us; /* when the last reader was done */
};

struct closed_sums_slot *closed_sums_slot_create(void)
{
    struct closed_sums_slot *slot = calloc(1, sizeof(*slot));

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

static void make(const struct cch_metric *metric, const struct arc_sums *arcs)
{
    struct closed_sums_slot *slot = metric->sums;
    uint64_t start_us = clock_now_us();

    atomic_store(&slot->sums, closed_sums_make(metric, arcs));
    slot->made_in_us = clock_now_us() - start_us;
}

/* Whoever comes while they are made waits for them. */
int closed_sums_of(const struct cch_metric *metric, const struct arc_sums *arcs,
                   const struct closed_sums **ret_sums)
{
    struct closed_sums_slot *slot = metric->sums;
    struct closed_sums *sums;

    pthread_mutex_lock(&slot->making);
    if (!atomic_load(&slot->sums))
        make(metric, arcs);
    sums = atomic_load(&slot->sums);
    if (sums)
        slot->readers++;
    pthread_mutex_unlock(&slot->making);
    if (!sums)
        return -ENOMEM;
    *ret_sums = sums;
    return 0;
}

void closed_sums_done(const struct cch_metric *metric)
{
    struct closed_sums_slot *slot = metric->sums;

    pthread_mutex_lock(&slot->making);
    slot->readers--;
    slot->read_us = clock_now_us();
    pthread_mutex_unlock(&slot->making);
}

static bool are_due(const struct closed_sums_slot *slot)
{
    uint64_t kept_us = slot->made_in_us * KEPT_PER_MAKING;

    if (kept_us < kept_least_us)
        kept_us = kept_least_us;
    if (kept_us > kept_most_us)
        kept_us = kept_most_us;
    return !slot->readers && clock_now_us() - slot->read_us >= kept_us;
}

/* Who makes them keeps nobody waiting here. */
void closed_sums_trim(struct closed_sums_slot *slot)
{
    if (pthread_mutex_trylock(&slot->making))
        return;
    if (atomic_load(&slot->sums) && are_due(slot))
        closed_sums_forget(slot);
    pthread_mutex_unlock(&slot->making);
}
