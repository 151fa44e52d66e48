/* check: whether an answer is right, whichever solver gave it. */
#ifndef RELAXD_TESTS_SOLVER_CHECK_H
#define RELAXD_TESTS_SOLVER_CHECK_H

#include "core/base/error.h"
#include "core/graph/topology.h"
#include "core/graph/weights.h"
#include "tests/solver/sample.h"

/* Everything that query.h promises about the solved sample: status, costs,
 * paths, labels, predecessors. 0, or -EINVAL and what is wrong. */
int check_answer(const struct sample *sample, const struct topology *topology,
                 const struct weights *weights, struct error *error);

#endif
