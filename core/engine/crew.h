/* crew: one device, the queue in front of it, and the workers that serve it. */
#ifndef RELAXD_ENGINE_CREW_H
#define RELAXD_ENGINE_CREW_H

#include <stdatomic.h>
#include <stdbool.h>

#include "core/engine/figures.h"
#include "core/engine/free_memory.h"
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
    atomic_ullong recent_ns; /* what each job of a batch took of late, mean */
    atomic_size_t load;      /* jobs that wait or run now */
    struct crew_counters counters; /* for whoever watches */
    struct free_memory free_memory;
};

/* Only for crews of one worker, and called by it. */
void crew_fail(struct crew *crew, const struct error *failure);
bool crew_in_use(const struct crew *crew);

/* Why it is out of use; empty: it is in use. Any thread. */
const char *crew_failure(const struct crew *crew);

/* `jobs`: how many had a part in it. */
void crew_count_batch(struct crew *crew, size_t jobs, size_t queries,
                      uint64_t busy_us);

/* A job comes to the crew, and leaves it: before its done(), so that whoever
 * asks more from there finds its place free. */
void crew_gain_job(struct crew *crew);
void crew_lose_job(struct crew *crew);

/* Jobs that wait or run. */
size_t crew_load(const struct crew *crew);

/* How long a job that comes now waits for its turn, going by what jobs took
 * of late; by `guess_us` for each while none has ended yet. */
double crew_backlog_us(const struct crew *crew, double guess_us);

#endif
