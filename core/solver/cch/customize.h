/* customize: computes a hierarchy's panels from weights, bottom up, on all
 * cores.
 *
 * Time: sum of s * f * f over the recomputed supernodes. Memory in addition to
 * the metric: a frontal matrix per thread. The result does not depend on the
 * number of threads or on earlier contents. */
#ifndef RELAXD_SOLVER_CCH_CUSTOMIZE_H
#define RELAXD_SOLVER_CCH_CUSTOMIZE_H

#include "core/solver/cch/cch.h"

/* Allocates Schur complements and an empty set of dirty supernodes, if there
 * are none. 0 or -ENOMEM. */
int cch_make_changeable(struct cch_metric *metric);

/* Fills all of the metric's arrays from its weights, Schur complements if it
 * has them. Without, those that wait for their parents take some 4 percent of
 * that room (2.9 million vertices). 0 or -ENOMEM. */
int cch_customize(struct cch_metric *metric, struct error *error);

/* Computes the dirty supernodes again, and those above them as long as a Schur
 * complement changes; closes changed panels again. For work that is worth so
 * many threads. 0 or -ENOMEM. */
int cch_customize_dirty(struct cch_metric *metric, uint64_t threads,
                        struct error *error);

/* Makes Schur complements if there are none. Any thread, while others solve on
 * the metric. 0 or -ENOMEM. */
int cch_make_schur(struct cch_metric *metric, struct error *error);

/* cch_customize_dirty() for a metric that has no Schur complements itself, only
 * the panels of another one, and `older`: those of the other. */
int cch_derive_dirty(struct cch_metric *metric, const uint32_t *older,
                     uint64_t threads, struct error *error);

/* ---- Changed arcs ---- */

/* The same for weights that differ in the listed arcs only from those that the
 * arrays, with Schur complements, hold results for. */
int cch_recustomize(struct cch_metric *metric,
                    const struct weight_changes *changes, struct error *error);

/* Whether that costs less than cch_customize(): false without Schur
 * complements, or if nearly all the work lies on the chains from the changed
 * arcs to the roots. Reads the metric, its form and its arrays. */
bool cch_recustomize_pays(const struct metric *metric,
                          const struct weight_changes *changes);

/* The same if it will have Schur complements. */
bool cch_derive_pays(const struct metric *metric,
                     const struct weight_changes *changes);

/* Fills a metric without Schur complements, from another one that has them and
 * whose weights differ in the listed arcs only. 0 or -ENOMEM. */
int cch_derive(struct cch_metric *metric, const struct cch_metric *from,
               const struct weight_changes *changes, struct error *error);

/* Copies all panels, and Schur complements if `to` has room for them: then
 * `from` must have them. */
void cch_copy(struct cch_metric *to, const struct cch_metric *from);

/* form_ops.catch_up. Without Schur complements in `from`, the next change will
 * customize in full. */
int cch_catch_up(struct metric *metric, const struct metric *from,
                 const struct weight_changes *changes, struct error *error);

#endif
