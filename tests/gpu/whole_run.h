/* whole_run: a solver's whole life, while calls to CUDA fail.
 *
 * Prepares a map, answers queries of every kind, changes some weights, then
 * all, and frees everything. */
#ifndef RELAXD_TESTS_GPU_WHOLE_RUN_H
#define RELAXD_TESTS_GPU_WHOLE_RUN_H

#include <stdbool.h>

#include "core/solver/solver.h"
#include "tests/solver/graphs.h"

struct whole_run {
    const struct solver_ops *ops;
    const struct device *device;
    const struct test_graph *graph;
};

/* Call number `at` fails, 0: none. `lost`: so do all later ones, as on a lost
 * device; otherwise the failed step is repeated once and must succeed. Returns
 * whether a call failed. Prints problems on stdout and adds them to `problems`:
 * a wrong answer, an unclear code or message, an error that a later launch
 * would report, anything leaked on the device or the host. */
bool whole_run(const struct whole_run *whole, unsigned long at, bool lost,
               unsigned *problems);

#endif
