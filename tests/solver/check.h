/* check: whether an answer is right, whichever solver gave it. */
#ifndef RELAXD_TESTS_SOLVER_CHECK_H
#define RELAXD_TESTS_SOLVER_CHECK_H

#include "core/base/error.h"
#include "core/graph/topology.h"
#include "core/graph/weights.h"
#include "tests/solver/sample.h"

/* Checks everything that query.h promises about the solved sample: status,
 * costs, paths, labels, predecessors. 0, or -EINVAL and what is wrong. */
int check_answer(const struct sample *sample, const struct topology *topology,
                 const struct weights *weights, struct error *error);

/* The same with known labels of the sample's seeds: exact [vertex_count] as
 * oracle_labels() fills it, where any number above COST_MAX stands for all of
 * them, and vertices above the bound may be unreached. */
int check_labelled(const struct sample *sample, const struct topology *topology,
                   const struct weights *weights, const uint64_t *exact,
                   struct error *error);

#endif
