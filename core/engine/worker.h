/* worker: one thread that takes batches from its device's queue and solves
 * them.
 *
 * Happy path: take a batch, get the workspace, solve, end each range; the range
 * that ends a job calls done().
 *
 * Failure modes: a job that is cancelled or late ends without being solved. A
 * CPU solver that fails fails its jobs, each for itself. A CUDA device that
 * fails is out of use from then on: its worker lives on to hand all jobs that
 * reach it over to the CPU. A batch for which a device lacks memory is solved
 * again without the workspaces that others left; if it still does, that batch
 * alone is handed over. A job whose sink has seen labels is not handed over but
 * fails. A solver that refuses the map ends the jobs that named it as refused.
 */
#ifndef RELAXD_ENGINE_WORKER_H
#define RELAXD_ENGINE_WORKER_H

#include <pthread.h>

#include "core/engine/scheduler.h"
#include "core/engine/workspaces.h"

struct sink_watch;

struct worker {
    struct device_queue *queue;
    const struct scheduler *scheduler;
    unsigned index; /* of those of the device */
    pthread_t thread;
    atomic_uint_fast64_t due_us; /* worker_due_us() */
    struct workspaces workspaces;
    struct job_batch batch;
    struct query **queries;     /* [batch_max] of the batch in flight */
    struct sink_watch *watches; /* [batch_max] */
};

/* Starts the thread, named worker-<device> and for the CPU its index. All
 * signals are blocked in it. 0 or a negative code with words; then there is
 * nothing to join. */
int worker_start(struct worker *worker, struct device_queue *queue,
                 const struct scheduler *scheduler, unsigned index,
                 struct tuning *tuning, struct error *error);

/* When it should be through with the batch that it is at, the latest deadline
 * in it, by clock_now_us(); UINT64_MAX while it has none, or no deadline. Any
 * thread. */
uint64_t worker_due_us(const struct worker *worker);

/* Waits for its end; the queue must have been ended. */
void worker_join(struct worker *worker);

#endif
