/* closed_sums_make: how closed_sums.h's are made, on all cores. */
#ifndef RELAXD_SOLVER_CCH_CLOSED_SUMS_MAKE_H
#define RELAXD_SOLVER_CCH_CLOSED_SUMS_MAKE_H

#include "core/solver/cch/closed_sums.h"

/* The same for all numbers of threads. NULL when memory is short. */
struct closed_sums *closed_sums_make(const struct cch_metric *metric,
                                     const struct arc_sums *arcs);
void closed_sums_destroy(struct closed_sums *sums); /* NULL is fine */

#endif
