/* customize: a hierarchy's panels from weights, bottom up, on all cores.
 *
 * Time: sum of s * f * f over the supernodes that are made anew. Memory beside
 * the metric: a frontal matrix a thread. What comes out is the same for all
 * numbers of threads, and whatever was there before. */
#ifndef RELAXD_SOLVER_CCH_CUSTOMIZE_H
#define RELAXD_SOLVER_CCH_CUSTOMIZE_H

#include "core/solver/cch/cch.h"

/* Room for Schur complements and a set of supernodes, empty, where there is
 * none. 0 or -ENOMEM. */
int cch_make_changeable(struct cch_metric *metric);

/* Fills all of the metric's arrays from its weights, Schur complements made
 * where there are none. 0 or -ENOMEM. */
int cch_customize(struct cch_metric *metric, struct error *error);

/* The same where the arrays, Schur complements among them, hold what other
 * weights gave that differ from the metric's in the listed arcs alone.
 * Supernodes with such an arc are made anew, and those above them as long as a
 * Schur complement changes; panels are closed again where they changed. */
int cch_recustomize(struct cch_metric *metric,
                    const struct weight_changes *changes, struct error *error);

/* Whether that costs less than cch_customize(): false where Schur complements
 * are not there, or nearly all the work lies on the chains from the changed
 * arcs to the roots. Of the metric, its form and arrays are read. */
bool cch_recustomize_pays(const struct metric *metric,
                          const struct weight_changes *changes);

#endif
