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

#include "core/engine/scheduler.h"
#include "core/engine/tuning.h"

struct worker;

/* Starts the thread, named worker-<device> and for the CPU its index. The
 * thread blocks all signals. 0 or a negative code with words. */
int worker_start(struct device_queue *queue, const struct scheduler *scheduler,
                 unsigned index, struct tuning *tuning,
                 struct worker **ret_worker, struct error *error);

/* When the current batch should be done, the latest deadline in it, by
 * clock_now_us(); UINT64_MAX if there is no batch, or no deadline. Any
 * thread. */
uint64_t worker_due_us(const struct worker *worker);

/* Waits for the thread to exit, and frees; end the queue first. */
void worker_join(struct worker *worker);

#endif
