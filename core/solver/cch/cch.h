/* cch: a customizable contraction hierarchy in memory, stored by supernodes.
 *
 * Start reading core/solver/cch/ here; core/graph/hierarchy/hierarchy.h defines
 * supernodes, fronts, upward neighbours, panels and places. Preparing needs an
 * ordered map and refuses others. Customizing fills, bottom up, for each
 * supernode S:
 *
 *     basic    S's panel: from x to y, the least weight of a path from x to y
 *              whose inner vertices are all lower than both, to the saturated
 *              cost of cost.h. This is classic basic customization, and the
 *              input of unpacking: an entry is an original arc, or the sum of
 *              two over a pivot of S lower than x and y, or comes from a child
 *              of S that has both x and y as upward neighbours.
 *     schur    S's Schur complement: the least weight of a path from upward
 *              neighbour i to upward neighbour j over at least one vertex, all
 *              of them in or below S.
 *     closed   the same panel with all vertices in and below S allowed between
 *              x and y: one step over a supernode takes a label from its
 *              vertices to its whole front, in whatever order the path visits
 *              them.
 *
 * Schur complements pass up from child to parent during customization. A
 * changeable metric keeps them for the next changes.
 *
 * COST_INFINITY if there is no such path. A vertex has cost 0 to itself: the
 * diagonals of the squares, in panels and Schur complements, are 0. hierarchy.h
 * gives the layout of the three arrays. Words: 2 *
 * first_panel[supernode_count], plus first_schur[supernode_count] if
 * changeable; and hints (hints.h) per map, for all metrics.
 *
 * Dibbelt, Strasser and Wagner 2016, section 5; fronts: Duff and Reid 1983;
 * min-plus algebra on supernodes: Sao, Kannan, Gera and Vuduc 2020. */
#ifndef RELAXD_SOLVER_CCH_CCH_H
#define RELAXD_SOLVER_CCH_CCH_H

#include <pthread.h>
#include <stdatomic.h>

#include "core/solver/cch/hints.h"
#include "core/solver/cch/schedule.h"
#include "core/solver/solver.h"

struct cch {
    struct prepared base; /* its map is ordered */

    /* For customizing only. */
    unsigned threads; /* cch_threads(); 0: as many as there are cores and the
                         work is worth */
    struct schedule schedule;
    uint32_t *first_slot; /* [supernode_count + 1] into arc_by_slot, slot */
    uint32_t *slot;       /* [arcs with an entry] word of the frontal matrix
                             (frontal.h) for arc_by_slot[i] */

    pthread_mutex_t making; /* held while a metric gets Schur complements that
                               others solve on */
    atomic_ullong states;   /* counts the states of all its metrics */

    struct hints hints; /* for unpacking only */
};

struct closed_sums_slot;

struct cch_metric {
    struct metric base;
    struct weights weights;
    uint32_t *basic;           /* plus ROWS_SLACK words (rows.h) */
    uint32_t *closed;          /* the same */
    _Atomic(uint32_t *) schur; /* NULL: not changeable; cch_make_schur() adds
                                  them while others solve */
    _Atomic uint64_t *dirty; /* a bit for each supernode, for customizing only;
                                NULL if schur is */
    uint64_t state; /* unique among the metrics of the prepared form, new after
                       each customization; never 0 */
    struct closed_sums_slot *sums; /* closed_sums.h */
};

extern const struct form_ops cch_form;

/* How many threads to use for work that is worth this many; at least 1. */
unsigned cch_threads(const struct cch *cch, uint64_t worth);

/* A supernode's outgoing panel, in `basic` or `closed`: row i, of f words,
 * leads from its vertex i to its front. */
static inline const uint32_t *cch_out(const struct hierarchy *hierarchy,
                                      const uint32_t *panels,
                                      uint32_t supernode)
{
    return panels + hierarchy->first_panel[supernode];
}

/* Its incoming panel: row i, of n words, leads from its upward neighbours to
 * its vertex i. */
static inline const uint32_t *cch_in(const struct hierarchy *hierarchy,
                                     const uint32_t *panels, uint32_t supernode)
{
    size_t s = supernode_size(hierarchy, supernode);
    size_t n = supernode_upward(hierarchy, supernode);

    return cch_out(hierarchy, panels, supernode) + s * (s + n);
}

/* ---- Panels ---- */

/* One supernode's weights, by entry.
 *
 * An entry is an index into the front: first the supernode's own s vertices,
 * then its n upward neighbours. A view. */

struct panel {
    const uint32_t *out; /* [s][f] */
    const uint32_t *in;  /* [s][n] */
    uint32_t s;
    uint32_t n;
    uint32_t f;
};

static inline struct panel panel_of(const struct hierarchy *hierarchy,
                                    const uint32_t *panels, uint32_t supernode)
{
    uint32_t s = supernode_size(hierarchy, supernode);
    uint32_t n = supernode_upward(hierarchy, supernode);
    const uint32_t *out = cch_out(hierarchy, panels, supernode);

    return (struct panel){out, out + (size_t)s * (s + n), s, n, s + n};
}

/* The word with the weight from a vertex of the supernode to an entry. */
static inline const uint32_t *panel_out(const struct panel *panel,
                                        uint32_t vertex, uint32_t entry)
{
    return panel->out + (size_t)vertex * panel->f + entry;
}

/* The same from an entry to a vertex of the supernode. */
static inline const uint32_t *panel_in(const struct panel *panel,
                                       uint32_t entry, uint32_t vertex)
{
    return entry < panel->s
               ? panel->out + (size_t)entry * panel->f + vertex
               : panel->in + (size_t)vertex * panel->n + entry - panel->s;
}

/* From one entry to another; at least one is of the supernode. */
static inline const uint32_t *panel_entry(const struct panel *panel,
                                          uint32_t tail, uint32_t head)
{
    return tail < panel->s ? panel_out(panel, tail, head)
                           : panel_in(panel, tail, head);
}

static inline uint32_t panel_weight(const struct panel *panel, uint32_t tail,
                                    uint32_t head)
{
    return *panel_entry(panel, tail, head);
}

/* The first of the supernode's vertices [first, end) whose label plus the
 * weight to an entry, or from it if not `forward`, is `cost`; `end`: none. */
static inline uint32_t panel_find(const struct panel *panel,
                                  const uint32_t *label, uint32_t first,
                                  uint32_t end, uint32_t entry, uint32_t cost,
                                  bool forward)
{
    uint32_t i = first;

    while (i < end &&
           cost_add(label[i], forward ? *panel_out(panel, i, entry)
                                      : *panel_in(panel, entry, i)) != cost)
        i++;
    return i;
}

/* The vertex of a front's entry. */
static inline uint32_t panel_vertex(const struct hierarchy *hierarchy,
                                    uint32_t supernode, uint32_t entry)
{
    uint32_t s = supernode_size(hierarchy, supernode);

    return entry < s
               ? hierarchy->first_vertex[supernode] + entry
               : hierarchy
                     ->upward[hierarchy->first_upward[supernode] + entry - s];
}

#endif
