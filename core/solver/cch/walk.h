/* walk: labels along the ancestor chains from some vertices up to their roots.
 *
 * A label is the least cost between the start of the walk and a vertex, over
 * all paths whose other vertices belong to supernodes lower than the vertex's
 * own. A step takes the labels of one supernode's vertices over its closed
 * panel to its upward neighbours; steps in ascending order, each supernode
 * once, give all labels. Forward walks follow arcs, backward walks go against
 * them.
 *
 * One label per vertex is not enough where two walks meet: a path may turn
 * within a supernode. So a forward step also leaves the labels over paths
 * within the supernode, `closed`; closed labels of a forward walk and plain
 * labels of a backward walk add up to a path's cost.
 *
 * Of the arrays over all vertices a walk touches only those on its chains, so
 * that a workspace's first walk is as cheap as the next ones.
 *
 * The elimination tree query of Dibbelt, Strasser and Wagner 2016, section 6,
 * by supernodes. One thread. */
#ifndef RELAXD_SOLVER_CCH_WALK_H
#define RELAXD_SOLVER_CCH_WALK_H

#include <stdbool.h>
#include <stddef.h>

#include "core/solver/cch/cch.h"
#include "core/solver/cch/closed_sums.h"
#include "core/solver/cch/rows.h"

struct walk {
    const struct hierarchy *hierarchy;
    uint32_t *label;  /* [vertex_count] for supernodes on the chains */
    uint32_t *closed; /* [vertex_count] for supernodes already stepped over */
    uint32_t *from;   /* [vertex_count] the supernode that gave the label,
                         SUPERNODE_NONE where the walk began; undefined without
                         a label */
    bool *on_chain;   /* [supernode_count] */
    uint32_t *chain; /* [chain_count] supernodes; ascending after walk_sort() */
    uint32_t chain_count;
    size_t chain_capacity;
    size_t begun;    /* calls of walk_begin() that added to the chains */
    uint32_t *least; /* [front_max + ROWS_SLACK] */
    const struct row_kernels *rows;
};

/* 0 or -ENOMEM. finish() is fine after either and on zero bytes. Only a forward
 * walk keeps closed labels. */
int walk_init(struct walk *walk, const struct map *map, bool forward);
void walk_finish(struct walk *walk);

/* Clears all labels and chains. */
void walk_clear(struct walk *walk);

/* Adds a start vertex with a cost. 0 or -ENOMEM. */
int walk_begin(struct walk *walk, uint32_t vertex, uint32_t cost);

/* After the last walk_begin(), before the first step. */
void walk_sort(struct walk *walk);

/* All three, for a query's seeds. 0 or -ENOMEM. */
int walk_begin_seeds(struct walk *walk, const struct query *query);

/* Steps over one supernode of the chain; labels of `limit` and more go no
 * further (COST_INFINITY: all do). */
void walk_forward(struct walk *walk, const struct cch_metric *metric,
                  uint32_t supernode, uint32_t limit);

/* The two halves of walk_forward(): labels of the upward neighbours; and closed
 * labels of the supernode, which may be too high if they lead over labels of
 * `limit` and more. */
void walk_rise(struct walk *walk, const struct cch_metric *metric,
               uint32_t supernode, uint32_t limit);
void walk_close(struct walk *walk, const struct cch_metric *metric,
                uint32_t supernode, uint32_t limit);

void walk_backward(struct walk *walk, const struct cch_metric *metric,
                   uint32_t supernode, uint32_t limit);

/* ---- Whole labels: sums along with costs ---- */

/* Duration and length for the labels of a finished walk.
 *
 * As in closed_sums.h costs are known, and the steps are repeated for the terms
 * that add up to them. For a walk from one vertex, with cost 0. One thread. */

struct walk_sums {
    const struct hierarchy *hierarchy;
    uint32_t *duration;        /* [vertex_count] of labels */
    uint32_t *length;          /* the same */
    uint32_t *closed_duration; /* [vertex_count] of closed labels */
    uint32_t *closed_length;   /* the same */
    uint32_t *front_cost;      /* [front_max + ROWS_SLACK] */
    uint32_t *front_duration;  /* the same */
    uint32_t *front_length;    /* the same */
};

/* 0 or -ENOMEM. finish() is fine after either and on zero bytes. */
int walk_sums_init(struct walk_sums *sums, const struct map *map);
void walk_sums_finish(struct walk_sums *sums);

/* For all labels of a finished walk from `vertex`; a forward walk's closed
 * labels, too. */
void walk_sums_forward(struct walk_sums *sums, const struct walk *walk,
                       const struct cch_metric *metric,
                       const struct closed_sums *closed, uint32_t vertex);
void walk_sums_backward(struct walk_sums *sums, const struct walk *walk,
                        const struct cch_metric *metric,
                        const struct closed_sums *closed, uint32_t vertex);

#endif
