/* fake_slow: solvers for the engine's tests that are marked slow, read their
 * own forms of the map, and refuse on demand.
 *
 * Both answer every cost with FAKE_SLOW_COST, in phases of a millisecond
 * between which they check the cancel flag, and wait to be opened as fake.h's
 * do. Their shared state is global, as in fake.h. */
#ifndef RELAXD_TESTS_UNIT_ENGINE_FAKE_SLOW_H
#define RELAXD_TESTS_UNIT_ENGINE_FAKE_SLOW_H

#include <stdbool.h>

#include "core/solver/solver.h"

enum { FAKE_SLOW_COST = 78 };

extern const struct solver_ops fake_slow;     /* CUDA, "slow" */
extern const struct solver_ops fake_slow_cpu; /* "slow-cpu" */

/* Reads the same form as fake_slow, but is not slow: "eager". */
extern const struct solver_ops fake_eager;

/* Both have the option "wait", "none" or "long". */
double fake_slow_wait(void); /* of the workspace created last */

/* Call before each test: opens, clears refusals and counts. */
void fake_slow_reset(void);

/* Closed: preparing waits until it is opened; solving continues in phases. */
void fake_slow_open_prepare(bool open);
void fake_slow_open_solve(bool open);

/* What preparing and creating workspaces return from now on. */
void fake_slow_prepare_code(int code);
void fake_slow_create_code(int code);

unsigned fake_slow_prepares(void); /* begun so far */
void fake_slow_wait_prepares(unsigned count);
unsigned fake_slow_forms(void);  /* alive */
unsigned fake_slow_phases(void); /* of all solves */

#endif
