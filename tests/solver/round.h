/* round: one map on its way through a solver, as its weights change. */
#ifndef RELAXD_TESTS_SOLVER_ROUND_H
#define RELAXD_TESTS_SOLVER_ROUND_H

#include "tests/solver/graphs.h"
#include "tests/solver/table.h"

/* Asks the scope's batches, then changes weights and asks again, change by
 * change; table.h says what is asked and checked. The scope's graphs are not
 * read. Of a road map each change is told on stdout when its answers are right.
 * `error` is empty at first. 0; SOLVER_REFUSES, with words; -EINVAL: what is
 * wrong. */
int round_run(const struct solver_ops *ops, const struct device *device,
              const struct table_scope *scope, const struct test_graph *graph,
              struct random *random, struct error *error);

#endif
