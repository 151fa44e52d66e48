/* figures: what the engine counts on one device. */
#ifndef RELAXD_ENGINE_FIGURES_H
#define RELAXD_ENGINE_FIGURES_H

#include <stdatomic.h>
#include <stdint.h>

#include "core/base/histogram.h"
#include "core/engine/engine.h"

struct device_counters {
    const struct catalog *catalog;
    struct solver_counters *solver; /* [catalog->count] */
    struct histogram wait_us;       /* of each job taken from the queue */
    atomic_ullong turned_away;      /* jobs refused with ENGINE_QUEUE_FULL */
    atomic_ullong jobs;             /* that ended */
    atomic_ullong batches;
    atomic_ullong queries;
    atomic_ullong busy_us;

    /* Free memory, as the device's worker saw it last. */
    atomic_uint_fast64_t free_bytes; /* ENGINE_BYTES_UNKNOWN: not available */
    uint64_t poll_us;                /* when to poll again; the worker's own */
};

/* The catalog outlives it. 0 or -ENOMEM; finish() is fine after either. */
int device_counters_init(struct device_counters *counters,
                         const struct catalog *catalog);
void device_counters_finish(struct device_counters *counters);

/* `jobs`: how many shared the batch. Skips the figures of a solver that a job
 * named and the catalog lacks. */
void device_counters_note_batch(struct device_counters *counters,
                                const struct solver_ops *solver, size_t jobs,
                                size_t queries, uint64_t solve_us);
void device_counters_note_job(struct device_counters *counters,
                              const struct solver_ops *solver,
                              enum job_status status);

/* Polls the device if it can report memory and FREE_MEMORY_EVERY_US have
 * passed. This takes the driver's locks and may wait for the device: only for
 * devices with one worker, and called by it between batches. `now_us`: by
 * clock_now_us(). */
enum { FREE_MEMORY_EVERY_US = 1000000 };
void device_counters_poll_memory(struct device_counters *counters,
                                 const struct device *device, uint64_t now_us);

/* Fills what is counted here. Any thread, never blocks. */
void device_counters_read(const struct device_counters *counters,
                          struct engine_device_figures *figures);

/* Calls visit() for each solver that has run on the device. Any thread. */
void device_counters_each_solver(
    const struct device_counters *counters, const struct device *device,
    void (*visit)(void *context, const struct engine_solver_figures *),
    void *context);

#endif
