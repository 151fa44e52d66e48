/* sweep: labels of all vertices, by a walk up and one pass down.
 *
 * Supernodes in descending order: labels of a supernode's upward neighbours are
 * final, so those of its vertices are the minimum of the walk's label and of an
 * upward neighbour's label plus the closed entry from there. A subtree, which
 * is a range of vertices, is skipped if it contains no source and none of its
 * upward neighbours has a label within the bound.
 *
 * PHAST (Delling, Goldberg, Nowatzyk and Werneck 2011), by supernodes. One
 * thread. */
#ifndef RELAXD_SOLVER_CCH_SWEEP_H
#define RELAXD_SOLVER_CCH_SWEEP_H

#include "core/solver/cch/walk.h"

struct swept_range;

struct sweep {
    const struct map *map;
    struct walk *walk;     /* the caller's */
    uint32_t *lowest;      /* [supernode_count] the first supernode of each
                              subtree; NULL: nothing is prepared yet */
    uint32_t *cost;        /* [vertex_count], COST_INFINITY between queries */
    uint32_t *upward_cost; /* [front_max + ROWS_SLACK] */
    uint32_t *link;        /* [vertex_count] */
    uint32_t *reached;     /* [reached_count] vertices within the bound */
    uint32_t reached_count;
    uint32_t *queue;            /* [vertex_count] */
    struct swept_range *ranges; /* [range_count], descending */
    size_t range_count;
    size_t range_capacity;
    uint32_t (*lanes)[ROWS_SOURCES]; /* [vertex_count], COST_INFINITY between
                                        queries; NULL: not allocated */
};

/* `walk`: a forward walk that is free for the sweep's use; it must outlive the
 * sweep. Allocates nothing yet. finish() is fine on zero bytes, too. */
void sweep_init(struct sweep *sweep, const struct map *map, struct walk *walk);
void sweep_finish(struct sweep *sweep);

/* Allocates the sweep's memory, six words a vertex, if not done yet, and fills
 * `lowest`. 0, or -ENOMEM and nothing changed. */
int sweep_prepare(struct sweep *sweep);

/* Answers TREE, REACHED or COSTS. */
int sweep_solve(struct sweep *sweep, const struct cch_metric *metric,
                struct query *query, struct error *error);

/* Answers at most ROWS_SOURCES TREE queries, without predecessors, in one pass
 * down; cancels those that are due. The labels of all sources are interleaved:
 * a panel entry is read once for all, and no sum crosses lanes. Does not skip
 * subtrees beyond the bound. 0 or -ENOMEM: 16 words a vertex, kept for the next
 * call. */
int sweep_solve_together(struct sweep *sweep, const struct cch_metric *metric,
                         struct query *const *queries, size_t query_count);

/* Frees these words. */
void sweep_trim(struct sweep *sweep);

#endif
