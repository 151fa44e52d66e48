/* perfect: exact distances within every front, top down.
 *
 * What perfect customization adds to the basic one: from x to y of a
 * supernode's panel the least weight of any path of the map. An entry of the
 * basic panel that is above it is on no shortest path; a search over single
 * arcs may leave it out (prune it). Solvers here read dense panels, which are
 * read whole, pruned or not: docs/experiments.md has the figures.
 *
 * Dibbelt, Strasser and Wagner 2016, section 5.3; here a front takes over the
 * distances between its uppers from its parent's, then goes down its pivots. */
#ifndef RELAXD_SOLVER_CCH_PERFECT_H
#define RELAXD_SOLVER_CCH_PERFECT_H

#include "core/solver/cch/cch.h"

struct cch_perfect {
    uint32_t *panel; /* laid out as the metric's panels */
    uint32_t *upper; /* [n][n] between a supernode's uppers, laid out as the
                        Schur complements */
};

/* On as many threads as customizing. 0 or -ENOMEM. finish() is fine after
 * either and on zero bytes. The metric is read during the call only. */
int cch_perfect_init(struct cch_perfect *perfect,
                     const struct cch_metric *metric, struct error *error);
void cch_perfect_finish(struct cch_perfect *perfect);

/* How many entries of the basic panels there are and how many of them are of no
 * use: above the exact distance, or of no path; diagonals aside. */
struct cch_pruning {
    uint64_t entries;
    uint64_t infinite; /* no path over lower vertices */
    uint64_t pruned;   /* one, but a shorter one over others */
};

struct cch_pruning cch_perfect_count(const struct cch_perfect *perfect,
                                     const struct cch_metric *metric);

#endif
