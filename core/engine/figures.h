/* figures: what the engine counts of its work, for whoever watches it.
 *
 * Workers note, relaxed and without a lock; any thread may read meanwhile.
 * Nothing goes down. The engine's own decisions look at none of these. */
#ifndef RELAXD_ENGINE_FIGURES_H
#define RELAXD_ENGINE_FIGURES_H

#include "core/base/histogram.h"
#include "core/engine/engine.h"

/* Of one solver on one device. */
struct solver_counters {
    struct histogram solve_us;            /* of each batch, failed ones, too */
    struct histogram batch_jobs;          /* that had a part in a batch */
    struct histogram batch_queries;       /* in a batch */
    atomic_ullong jobs[JOB_STATUS_COUNT]; /* that ended there, by status */
};

/* Of one device. */
struct crew_counters {
    const struct catalog *catalog;
    struct solver_counters *solver; /* [catalog->count] */
    struct histogram wait_us;  /* of each job that was taken from the queue */
    atomic_ullong turned_away; /* jobs, by ENGINE_QUEUE_FULL */
};

/* The catalog outlives it. 0 or -ENOMEM; finish() is fine after either. */
int crew_counters_init(struct crew_counters *counters,
                       const struct catalog *catalog);
void crew_counters_finish(struct crew_counters *counters);

/* A solver that a job named and the catalog has not is not counted. */
void crew_counters_note_batch(struct crew_counters *counters,
                              const struct solver_ops *solver, size_t jobs,
                              size_t queries, uint64_t solve_us);
void crew_counters_note_job(struct crew_counters *counters,
                            const struct solver_ops *solver,
                            enum job_status status);

/* What of it is shown; false where the solver has done nothing there yet. */
bool solver_counters_read(const struct solver_counters *counters,
                          struct engine_solver_figures *ret_figures);

#endif
