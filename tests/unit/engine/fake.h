/* fake: solvers for the engine's tests that block and fail on demand.
 *
 * fake_gpu is a CUDA solver and gains from batches, fake_cpu runs on the CPU
 * and does not. Both answer every cost with FAKE_COST. Their shared state is
 * global, as a solver's operations cannot reach a test otherwise. */
#ifndef RELAXD_TESTS_UNIT_ENGINE_FAKE_H
#define RELAXD_TESTS_UNIT_ENGINE_FAKE_H

#include <stdbool.h>

#include "core/solver/solver.h"

enum { FAKE_COST = 77, FAKE_SOLVES_MAX = 64, FAKE_FREE_BYTES = 12345 };

extern const struct solver_ops fake_gpu;
extern const struct solver_ops fake_gpu_batches;
extern const struct solver_ops fake_cpu;
extern const struct solver_ops fake_cpu_batches;
extern const struct solver_ops fake_cpu_known; /* takes batches, as it states 5
                                                  ms per query, 10 with two
                                                  targets */
extern const struct device fake_device[2];     /* CUDA, "cuda:0", "cuda:1" */

/* Call before each test: opens, clears failures and counts. */
void fake_reset(void);

/* Closed: a solve waits until it is opened or its first query's deadline
 * passes. */
void fake_open(bool open);

/* Solve number `nth` from now on, counted from 1, fails with this code; so do
 * all solves while more than `most` workspaces are alive. */
void fake_fail(unsigned nth, int code);
void fake_fail_above(unsigned most, int code);

/* Each solve first writes a label to its first sink. */
void fake_write_first(void);

/* Wait until so many solves have begun; until so many maps are prepared. */
void fake_wait_solves(unsigned count);
void fake_wait_prepared(unsigned count);

/* Checks cancel flags again. */
void fake_wake(void);

unsigned fake_solves(void);
unsigned fake_workspaces(void);         /* alive */
unsigned fake_looks(void);              /* reads of a device's free memory */
size_t fake_batch_size(unsigned solve); /* from 0 */

#endif
