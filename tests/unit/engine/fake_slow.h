/* fake_slow: solvers for the engine's tests that are slow by nature, read forms
 * of the map of their own, and refuse on demand.
 *
 * Both answer every cost with FAKE_SLOW_COST, in phases of a millisecond
 * between which they look at the cancel flag, and wait to be opened as fake.h's
 * do. They share one global, as those of fake.h do. */
#ifndef RELAXD_TESTS_UNIT_ENGINE_FAKE_SLOW_H
#define RELAXD_TESTS_UNIT_ENGINE_FAKE_SLOW_H

#include <stdbool.h>

#include "core/solver/solver.h"

enum { FAKE_SLOW_COST = 78 };

extern const struct solver_ops fake_slow;     /* CUDA, "slow" */
extern const struct solver_ops fake_slow_cpu; /* "slow-cpu" */

/* The same form of the map as fake_slow's, but not slow: "eager". */
extern const struct solver_ops fake_eager;

/* Both have the option "wait", "none" or "long". */
double fake_slow_wait(void); /* of the workspace that was made last */

/* Before each test: open, refusing never, all counts 0. */
void fake_slow_reset(void);

/* Closed: preparing waits until it is opened; solving goes on in phases. */
void fake_slow_open_prepare(bool open);
void fake_slow_open_solve(bool open);

/* What preparing and making workspaces answer from now on. */
void fake_slow_prepare_code(int code);
void fake_slow_create_code(int code);

unsigned fake_slow_prepares(void); /* begun so far */
void fake_slow_wait_prepares(unsigned count);
unsigned fake_slow_forms(void);  /* alive */
unsigned fake_slow_phases(void); /* of all solves */

#endif
