/* cch_solver: answers by a customizable contraction hierarchy, on the CPU. */
#ifndef RELAXD_SOLVER_CCH_CCH_SOLVER_H
#define RELAXD_SOLVER_CCH_CCH_SOLVER_H

#include "core/solver/solver.h"

extern const struct solver_ops cch_solver;

#endif
