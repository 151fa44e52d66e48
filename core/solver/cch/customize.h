/* customize: a hierarchy's panels from weights, bottom up.
 *
 * Time: sum of s * f * f over the supernodes. Memory beside the metric: a
 * frontal matrix. */
#ifndef RELAXD_SOLVER_CCH_CUSTOMIZE_H
#define RELAXD_SOLVER_CCH_CUSTOMIZE_H

#include "core/solver/cch/cch.h"

/* Fills all of the metric's arrays from its weights. 0 or -ENOMEM. */
int cch_customize(struct cch_metric *metric, struct error *error);

#endif
