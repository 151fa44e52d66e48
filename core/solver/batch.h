/* batch: solving a batch one query after another. */
#ifndef RELAXD_SOLVER_BATCH_H
#define RELAXD_SOLVER_BATCH_H

#include "core/solver/solver.h"

typedef int (*solve_one_fn)(struct solver *solver, const struct metric *metric,
                            struct query *query, struct error *error);

/* Calls `solve_one` for every query with its figures reset, takes the time, and
 * leaves those that are due already as cancelled. Ends at the first failure. */
int batch_solve_each(struct solver *solver, const struct metric *metric,
                     struct batch *batch, solve_one_fn solve_one,
                     struct error *error);

/* Whether a query that is answered together with others still wants its answer:
 * its status is DONE and it is not due; one that is due becomes cancelled. */
bool query_is_open(struct query *query);

/* Whether any of them does. */
bool queries_are_open(struct query *const *queries, size_t query_count);

#endif
