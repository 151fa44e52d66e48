/* cch_gpu_solve: what the table of cch-gpu names beside its method.
 *
 * Knows no CUDA, as search.h; cch_gpu.h and cuda_cch.h are behind it. */
#ifndef RELAXD_GPU_CCH_CCH_GPU_SOLVE_H
#define RELAXD_GPU_CCH_CCH_GPU_SOLVE_H

#include "core/solver/solver.h"

extern const struct form_ops cuda_cch_form;

/* For solver_ops, beside search_create() and search_destroy(). */
int cch_gpu_solve(struct solver *solver, const struct metric *metric,
                  struct batch *batch, struct error *error);

#endif
