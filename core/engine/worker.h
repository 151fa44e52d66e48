/* worker: one thread that takes batches from its device's queue and solves
 * them.
 *
 * Happy path: take a batch, get the workspace, solve, end each range; the range
 * that ends a job calls done().
 *
 * Failure modes: a cancelled or late job ends without being solved. A CPU
 * solver that fails fails its jobs, each by itself. A CUDA device that fails is
 * out of use from then on: its worker lives on to hand over all jobs that reach
 * it to the CPU. If a device lacks memory for a batch, the worker retries
 * without the workspaces of earlier batches; if it still fails, the CPU gets
 * that batch alone. A job whose sink has received labels is not handed over but
 * fails. A solver that refuses the map ends the jobs that named it as
 * refused. */
#ifndef RELAXD_ENGINE_WORKER_H
#define RELAXD_ENGINE_WORKER_H

#include <pthread.h>

#include "core/engine/scheduler.h"
#include "core/engine/workspaces.h"

struct sink_watch;

struct worker {
    struct device_queue *queue;
    const struct scheduler *scheduler;
    unsigned index; /* among the device's workers */
    pthread_t thread;
    atomic_uint_fast64_t due_us; /* worker_due_us() */
    struct workspaces workspaces;
    struct job_batch batch;
    struct query **queries;     /* [batch_max] of the current batch */
    struct sink_watch *watches; /* [batch_max] */
};

/* Starts the thread, named worker-<device> and for the CPU its index. The
 * thread blocks all signals. 0 or a negative code with words; then there is
 * nothing to join. */
int worker_start(struct worker *worker, struct device_queue *queue,
                 const struct scheduler *scheduler, unsigned index,
                 struct tuning *tuning, struct error *error);

/* When the current batch should be done, the latest deadline in it, by
 * clock_now_us(); UINT64_MAX if there is no batch, or no deadline. Any
 * thread. */
uint64_t worker_due_us(const struct worker *worker);

/* Waits for the thread to exit; end the queue first. */
void worker_join(struct worker *worker);

#endif
