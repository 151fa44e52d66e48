/* scheduler: which solver on which device answers a job.
 *
 * For a job that names no solver it estimates the cost on every device: the
 * time until the jobs waiting there are done, plus the job's own time at the
 * solver's speed on its map (solver.h), measured or guessed. Estimates for a
 * GPU count double: one GPU serves all clients, CPU workers are many, and
 * guesses are rough. The lowest wins. */
#ifndef RELAXD_ENGINE_SCHEDULER_H
#define RELAXD_ENGINE_SCHEDULER_H

#include "core/engine/device_queue.h"

/* Set up before the workers start; only the atomics change after. */
struct scheduler {
    const struct catalog *catalog;
    const struct solver_ops *_Atomic preferred; /* NULL: chosen by the job */
    struct device_queue *queues; /* [queue_count], the CPU's first */
    size_t queue_count;
    atomic_size_t last; /* the GPU queue chosen last, 0 at first: it comes last
                           among equals */
};

struct choice {
    const struct solver_ops *solver;
    struct device_queue *queue;
};

/* Fills the choice, and job->note if another device or solver answers than
 * requested. ENGINE_CANNOT: the job's solver cannot answer such queries.
 * -ENOENT: no prepared solver for this map can. If no solver finds
 * alternatives, chooses one that answers without them: job->plain. */
int scheduler_choose(struct scheduler *scheduler, struct job *job,
                     struct choice *ret_choice, struct error *error);

/* The CPU's best solver for the job, without alternatives if need be; false:
 * nothing was prepared. */
bool scheduler_choose_cpu(const struct scheduler *scheduler, struct job *job,
                          struct choice *ret_choice);

/* Writes job->note: the solver and device that answer instead, then the
 * reason. */
void scheduler_note(struct job *job, const struct choice *choice,
                    const char *device, const char *reason);

#endif
