/* round: runs one map through a solver while its weights change. */
#ifndef RELAXD_TESTS_SOLVER_ROUND_H
#define RELAXD_TESTS_SOLVER_ROUND_H

#include "tests/solver/graphs.h"
#include "tests/solver/table.h"

/* Runs the scope's batches, then changes weights and runs them again, change by
 * change; table.h says what is asked and checked. Does not read the scope's
 * graphs. With a road map, prints each change on stdout when its answers are
 * right. `error` must be empty. 0; SOLVER_REFUSES, with words; -EINVAL: what is
 * wrong. */
int round_run(const struct solver_ops *ops, const struct device *device,
              const struct table_scope *scope, const struct test_graph *graph,
              struct random *random, struct error *error);

#endif
