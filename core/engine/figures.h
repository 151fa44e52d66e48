/* figures: what the engine counts on one device. */
#ifndef RELAXD_ENGINE_FIGURES_H
#define RELAXD_ENGINE_FIGURES_H

#include <stdatomic.h>
#include <stdint.h>

#include "core/base/histogram.h"
#include "core/engine/engine.h"

/* One solver on one device. */
struct solver_counters {
    struct histogram solve_us;            /* of each batch, failed ones
                                             included */
    struct histogram batch_jobs;          /* jobs that shared a batch */
    struct histogram batch_queries;       /* queries in a batch */
    atomic_ullong jobs[JOB_STATUS_COUNT]; /* that ended there, by status */
};

/* One device. */
struct device_counters {
    const struct catalog *catalog;
    struct solver_counters *solver; /* [catalog->count] */
    struct histogram wait_us;       /* of each job taken from the queue */
    atomic_ullong turned_away;      /* jobs refused with ENGINE_QUEUE_FULL */
};

/* The catalog outlives it. 0 or -ENOMEM; finish() is fine after either. */
int device_counters_init(struct device_counters *counters,
                         const struct catalog *catalog);
void device_counters_finish(struct device_counters *counters);

/* Ignores a solver that a job named and the catalog lacks. */
void device_counters_note_batch(struct device_counters *counters,
                                const struct solver_ops *solver, size_t jobs,
                                size_t queries, uint64_t solve_us);
void device_counters_note_job(struct device_counters *counters,
                              const struct solver_ops *solver,
                              enum job_status status);

/* Copies the reported figures; false if the solver has not run there yet. */
bool solver_counters_read(const struct solver_counters *counters,
                          struct engine_solver_figures *ret_figures);

/* Free memory of a device, as its worker saw it last.
 *
 * The query takes the driver's locks and may wait for the device. So only the
 * device's worker polls, between batches; all other threads read the last
 * value. */
struct free_memory {
    atomic_uint_fast64_t bytes; /* ENGINE_BYTES_UNKNOWN: not available */
    uint64_t look_us;           /* when to poll again; the worker's own */
};

void free_memory_init(struct free_memory *memory);

/* Polls the device if it can report memory and FREE_MEMORY_EVERY_US have
 * passed. Only for devices with one worker, and called by it. `now_us`: by
 * clock_now_us(). */
enum { FREE_MEMORY_EVERY_US = 1000000 };
void free_memory_poll(struct free_memory *memory, const struct device *device,
                      uint64_t now_us);

/* In bytes, or ENGINE_BYTES_UNKNOWN. Any thread, never blocks. */
uint64_t free_memory_read(const struct free_memory *memory);

#endif
