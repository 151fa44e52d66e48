/* scheduler: which solver on which device answers a job.
 *
 * For a job that names no solver it estimates the cost on every device: the
 * time until the jobs that wait there already are through, and how long the job
 * will take by the known speed of the solver on its map (solver.h), measured or
 * guessed. Estimates for a GPU count double: one GPU serves all clients, CPU
 * workers are many, and guesses are rough. The lowest wins. */
#ifndef RELAXD_ENGINE_SCHEDULER_H
#define RELAXD_ENGINE_SCHEDULER_H

#include "core/engine/device_queue.h"

/* Set up before the workers start; but for the atomics unchanged after. */
struct scheduler {
    const struct catalog *catalog;
    const struct solver_ops *_Atomic preferred; /* NULL: what suits the job */
    struct device_queue *queues; /* [queue_count], the CPU's first */
    size_t queue_count;
    atomic_size_t last; /* the GPU's queue that was chosen last, 0 at first: of
                           equals it comes last */
};

struct choice {
    const struct solver_ops *solver;
    struct device_queue *queue;
};

/* Fills the choice, and job->note where another device or solver answers than
 * was asked for. ENGINE_CANNOT: the job's solver cannot answer such queries.
 * -ENOENT: nothing prepared for this map can. Where no solver finds
 * alternatives, one that answers without is chosen: job->plain. */
int scheduler_choose(struct scheduler *scheduler, struct job *job,
                     struct choice *ret_choice, struct error *error);

/* The best that the CPU has for the job, without alternatives if need be; false
 * where nothing was prepared. */
bool scheduler_choose_cpu(const struct scheduler *scheduler, struct job *job,
                          struct choice *ret_choice);

/* Writes job->note: the reason, then the solver and device that answer instead.
 */
void scheduler_note(struct job *job, const struct choice *choice,
                    const char *device, const char *reason);

#endif
