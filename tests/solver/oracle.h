/* oracle: reference costs for the solvers, found in the simplest way.
 *
 * Shares no code with them: Bellman and Ford's algorithm over a first-in
 * first-out queue, with exact 64-bit sums; sums beyond 32 bits become
 * COST_OVERFLOW afterwards. */
#ifndef RELAXD_TESTS_SOLVER_ORACLE_H
#define RELAXD_TESTS_SOLVER_ORACLE_H

#include "core/solver/query.h"

/* A vertex that no seed reaches. */
#define ORACLE_UNREACHED UINT64_MAX

/* Fills exact[vertex_count]. Aborts when memory is short. */
void oracle_labels(const struct topology *topology,
                   const struct weights *weights, const struct query *query,
                   uint64_t *ret_exact);

/* The label that the solver must report: the exact label in 32 bits,
 * COST_INFINITY where it is above the query's bound. */
uint32_t oracle_label(const struct query *query, uint64_t exact);

/* The cost that the solver must report for a target. */
uint32_t oracle_target_cost(const struct query *query,
                            const struct target *target, const uint64_t *exact);

#endif
