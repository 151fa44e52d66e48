/* search: what every CUDA solver shares, so that a method is its phases alone.
 *
 * A query runs so, whatever the method:
 *
 *     labels cleared, seeds planted     search.c, labels.cu
 *     begin, then phase after phase     the method
 *     predecessors, where wanted        search.c, links.cu
 *     the answer                        deliver.h
 *
 * A method is done when workspace.arrays.cost holds the final labels: for every
 * vertex the least sum over all seeds and paths, with cost_add()'s saturation,
 * COST_INFINITY where that is above arrays.bound. Nothing else is asked of it,
 * predecessors are derived from labels. For targets alone it may stop early
 * (search_method.h).
 *
 * This header knows no CUDA: the tables in gpu/solvers/ include it and are the
 * same where CUDA is not built in. One search belongs to one thread at a time
 * and has a stream of its own, so several solve side by side on one device. */
#ifndef RELAXD_GPU_SEARCH_H
#define RELAXD_GPU_SEARCH_H

#include "core/solver/solver.h"

/* What differs from solver to solver, search_method.h; one of each name is in
 * the program whether or not CUDA is built in. */
struct search_method;

/* For solver_ops: the table's own create() calls the first with its method. */
int search_create(const struct solver_ops *ops,
                  const struct search_method *method, struct prepared *prepared,
                  const struct solver_setting *settings, size_t setting_count,
                  struct solver **ret_solver, struct error *error);
void search_destroy(struct solver *solver); /* NULL is fine */
int search_solve(struct solver *solver, const struct metric *metric,
                 struct batch *batch, struct error *error);

#endif
