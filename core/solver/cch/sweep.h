/* sweep: labels of all vertices, by a walk up and one pass down.
 *
 * Supernodes in descending order: the labels of its upward neighbours are
 * final, so those of its vertices are the least of what the walk gave and of an
 * upper's label plus the closed entry from there. What is below upward
 * neighbours none of which has a label within the bound, and below no source,
 * has none either: such subtrees, ranges of vertices, are left out.
 *
 * PHAST (Delling, Goldberg, Nowatzyk and Werneck 2011), by supernodes. One
 * thread. */
#ifndef RELAXD_SOLVER_CCH_SWEEP_H
#define RELAXD_SOLVER_CCH_SWEEP_H

#include "core/solver/cch/walk.h"

/* Vertices [first, end) that a sweep gave labels to. */
struct swept_range {
    uint32_t first;
    uint32_t end;
};

struct sweep {
    const struct map *map;
    struct walk *walk;     /* the caller's */
    uint32_t *lowest;      /* [supernode_count] the first of the subtree; NULL:
                              nothing is prepared yet */
    uint32_t *cost;        /* [vertex_count], COST_INFINITY between queries */
    uint32_t *upward_cost; /* [front_max + ROWS_SLACK] */
    uint32_t *link;        /* [vertex_count] */
    uint32_t *reached;     /* [reached_count] vertices within the bound */
    uint32_t reached_count;
    uint32_t *queue;            /* [vertex_count] */
    struct swept_range *ranges; /* [range_count], descending */
    size_t range_count;
    size_t range_capacity;
};

/* `walk`: a forward walk that nothing else is kept in; it outlives the sweep.
 * Takes no memory yet. finish() is fine on zero bytes, too. */
void sweep_init(struct sweep *sweep, const struct map *map, struct walk *walk);
void sweep_finish(struct sweep *sweep);

/* Takes what sweeps need, six words a vertex, unless that was done: `lowest`
 * can be read. 0, or -ENOMEM and nothing changed. */
int sweep_prepare(struct sweep *sweep);

/* Answers TREE, REACHED or COSTS. */
int sweep_solve(struct sweep *sweep, const struct cch_metric *metric,
                struct query *query, struct error *error);

/* ---- Several trees together ---- */

/* The trees of several sources in one pass down.
 *
 * As sweep.h, with the labels of ROWS_SOURCES sources side by side: an entry of
 * a panel is read once for all, and no row is added up across lanes. Subtrees
 * out of the bound are not left out. One thread. */

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
