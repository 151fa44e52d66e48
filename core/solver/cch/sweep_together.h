/* sweep_together: the trees of several sources in one pass down.
 *
 * As sweep.h, with the labels of ROWS_SOURCES sources side by side: an entry of
 * a panel is read once for all, and no row is added up across lanes. Subtrees
 * out of the bound are not left out. One thread. */
#ifndef RELAXD_SOLVER_CCH_SWEEP_TOGETHER_H
#define RELAXD_SOLVER_CCH_SWEEP_TOGETHER_H

#include "core/solver/cch/walk.h"

struct sweep_together {
    const struct map *map;
    struct walk *walk;              /* the caller's */
    uint32_t (*cost)[ROWS_SOURCES]; /* [vertex_count], COST_INFINITY between
                                       queries; NULL: none yet */
};

/* `walk`: a forward walk that nothing else is kept in; it outlives this. Takes
 * no memory yet. finish() is fine on zero bytes, too. */
void sweep_together_init(struct sweep_together *sweep, const struct map *map,
                         struct walk *walk);
void sweep_together_finish(struct sweep_together *sweep);

/* Answers at most ROWS_SOURCES queries for TREE, without predecessors; those
 * that are due become cancelled. 0 or -ENOMEM: 16 words a vertex, kept for the
 * next. */
int sweep_together_solve(struct sweep_together *sweep,
                         const struct cch_metric *metric,
                         struct query *const *queries, size_t query_count);

#endif
