/* search: what every CUDA solver shares, so that a method is only its phases.
 *
 * Every query runs as follows:
 *
 *     clear labels, set seeds           search.c, labels.cu
 *     begin, then phase after phase     the method
 *     predecessors, where wanted        search.c, links.cu
 *     the answer                        deliver.h
 *
 * A method is done when workspace.arrays.cost holds the final labels: for every
 * vertex the least sum over all seeds and paths, with cost_add()'s saturation,
 * and COST_INFINITY where that is above arrays.bound. Predecessors are derived
 * from labels. With targets alone a method may stop early (search_method.h).
 *
 * This header needs no CUDA: the tables in gpu/solvers/ include it and are the
 * same where CUDA is not built in. A search belongs to one thread at a time and
 * has its own stream, so several solve in parallel on one device. */
#ifndef RELAXD_GPU_SEARCH_H
#define RELAXD_GPU_SEARCH_H

#include "core/solver/solver.h"

/* What differs between solvers, search_method.h. The program has one of each
 * name whether or not CUDA is built in. */
struct search_method;

/* For solver_ops: a table's own create() calls search_create() with its method.
 */
int search_create(const struct solver_ops *ops,
                  const struct search_method *method, struct prepared *prepared,
                  const struct solver_setting *settings, size_t setting_count,
                  struct solver **ret_solver, struct error *error);
void search_destroy(struct solver *solver); /* NULL is fine */
int search_solve(struct solver *solver, const struct metric *metric,
                 struct batch *batch, struct error *error);

#endif
