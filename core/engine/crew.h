/* crew: one device, the queue in front of it, and the workers that serve it. */
#ifndef RELAXD_ENGINE_CREW_H
#define RELAXD_ENGINE_CREW_H

#include <stdatomic.h>
#include <stdbool.h>

#include "core/engine/queue.h"

struct worker;

struct crew {
    const struct device *device;
    struct queue queue;
    struct worker *workers; /* [worker_count] that run; owned by the engine */
    unsigned worker_count;

    atomic_bool out_of_use; /* once and for all; `failure` is written before */
    struct error failure;

    /* Counted by the workers. */
    atomic_ullong jobs;
    atomic_ullong batches;
    atomic_ullong queries;
    atomic_ullong busy_us;
    atomic_ullong recent_us; /* what a batch took of late, mean */
    atomic_uint running;     /* batches now */
};

/* Only for crews of one worker, and called by it. */
void crew_fail(struct crew *crew, const struct error *failure);
bool crew_in_use(const struct crew *crew);

/* Why it is out of use; empty: it is in use. Any thread. */
const char *crew_failure(const struct crew *crew);

void crew_count_batch(struct crew *crew, size_t queries, uint64_t busy_us);

/* Jobs that wait or run. */
size_t crew_load(struct crew *crew);

/* How long what waits now will take, going by what batches took of late. */
uint64_t crew_backlog_us(struct crew *crew);

#endif
