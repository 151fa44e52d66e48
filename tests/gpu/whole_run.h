/* whole_run: all that a solver is asked, while calls to CUDA fail.
 *
 * A map is made ready, queries of every kind are answered, some weights change,
 * then all, it ends. */
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

/* The `at`-th call fails, 0: none; `lost`: and all later ones, as on a device
 * that is lost, else what failed is tried once more and must succeed. Whether
 * one did fail. What is wrong is told on stdout and added to `problems`: a
 * wrong answer, a code or words that are not clear, an error that a later
 * launch would be taken for, anything left of the device or the host. */
bool whole_run(const struct whole_run *whole, unsigned long at, bool lost,
               unsigned *problems);

#endif
