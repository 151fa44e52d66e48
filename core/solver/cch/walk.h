/* walk: labels along the ancestor chains from some vertices up to their roots.
 *
 * A label is the least cost between where the walk began and a vertex, over all
 * paths whose other vertices belong to supernodes lower than the vertex's own.
 * A step takes the labels of one supernode's vertices over its closed panel to
 * its upward neighbours; steps in ascending order, each supernode once, make
 * the labels of all. Forward walks go along arcs, backward walks against them.
 *
 * One label of a supernode is not enough where two walks meet: a path may turn
 * within it. A forward step therefore also leaves the labels over paths within
 * the supernode, `closed`; closed ones of a forward walk and plain ones of a
 * backward walk add up to a path's cost.
 *
 * Of arrays over all vertices only what lies on the chains is ever touched, so
 * that a workspace's first walk costs what the next ones do.
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
    uint32_t *label;  /* [vertex_count] of supernodes on the chains */
    uint32_t *closed; /* [vertex_count] of supernodes that were stepped over */
    uint32_t *from;   /* [vertex_count] the supernode that gave the label,
                         SUPERNODE_NONE where the walk began; not set without a
                         label */
    bool *on_chain;   /* [supernode_count] */
    uint32_t *chain; /* [chain_count] supernodes; ascending after walk_sort() */
    uint32_t chain_count;
    size_t chain_capacity;
    size_t begun;    /* calls of walk_begin() that added to the chains */
    uint32_t *least; /* [front_max + ROWS_SLACK] */
    const struct row_kernels *rows;
};

/* 0 or -ENOMEM. finish() is fine after either and on zero bytes. Only a walk
 * that goes forward keeps closed labels. */
int walk_init(struct walk *walk, const struct map *map, bool forward);
void walk_finish(struct walk *walk);

/* Forgets all labels and chains. */
void walk_clear(struct walk *walk);

/* Begins at one more vertex, with a cost. 0 or -ENOMEM. */
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
 * labels of the supernode, those that lead over labels of `limit` and more left
 * higher than they are. */
void walk_rise(struct walk *walk, const struct cch_metric *metric,
               uint32_t supernode, uint32_t limit);
void walk_close(struct walk *walk, const struct cch_metric *metric,
                uint32_t supernode, uint32_t limit);

void walk_backward(struct walk *walk, const struct cch_metric *metric,
                   uint32_t supernode, uint32_t limit);

/* ---- Whole labels, beside costs ---- */

/* Duration and length beside the labels of a walk that is over.
 *
 * As in closed_sums.h costs are known, and the steps are looked at again for
 * those that add up to them. Of a walk from one vertex, with cost 0. One
 * thread. */

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

/* Of all labels of a walk from `vertex`, stepped over all its chains; a forward
 * walk's closed labels, too. */
void walk_sums_forward(struct walk_sums *sums, const struct walk *walk,
                       const struct cch_metric *metric,
                       const struct closed_sums *closed, uint32_t vertex);
void walk_sums_backward(struct walk_sums *sums, const struct walk *walk,
                        const struct cch_metric *metric,
                        const struct closed_sums *closed, uint32_t vertex);

/* ---- What walks reach, for an observer ---- */

/* What walks up a hierarchy came to, for an observer.
 *
 * A phase is a step: phase i has the labelled vertices of the i-th supernode on
 * the chain of each walk, both from the bottom up. Of several walks towards one
 * target a vertex counts in the first that comes to it. Gathered when the walks
 * are through, so that walking itself knows nothing of it. One thread. */

struct walk_sight {
    uint32_t phase;
    uint32_t vertex;
    uint32_t cost;
};

struct walk_watch {
    struct phase_observer *observer;
    const struct map *map;
    struct {
        uint8_t *seen; /* [vertex_count] bits */
        struct walk_sight *sights;
        size_t count;
        size_t capacity;
    } side[SEARCH_SIDES];
};

/* 0 or -ENOMEM. finish() is fine after either. */
int walk_watch_init(struct walk_watch *watch, struct phase_observer *observer,
                    const struct map *map);
void walk_watch_finish(struct walk_watch *watch);

/* Notes what a walk came to that is through. 0 or -ENOMEM. */
int walk_watch_note(struct walk_watch *watch, enum search_side side,
                    const struct walk *walk);

/* Tells of all that was noted, phase by phase. 0 or -ENOMEM. */
int walk_watch_tell(struct walk_watch *watch);

#endif
