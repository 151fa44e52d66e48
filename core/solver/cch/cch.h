/* cch: a customizable contraction hierarchy in memory, kept as supernodes.
 *
 * Start reading core/solver/cch/ here; core/graph/hierarchy/hierarchy.h says
 * what supernodes, fronts, upward neighbours, panels and places are. Preparing
 * takes a map that is ordered and refuses others. Customizing fills, bottom up,
 * for each supernode S:
 *
 *   basic    S's panel: from x to y of it, the least weight of a path from x to
 *            y whose vertices between them are all lower than both, to the
 *            saturated cost of cost.h. What classic basic customization gives,
 *            and what unpacks: an entry is an original arc, or the sum of two
 *            over a pivot of S lower than x and y, or was S's child's, in whose
 *            upward neighbours x and y both are.
 *   schur    S's Schur complement: the least weight of a path from upper i to
 *            upper j over at least one vertex, all of them S's or below it.
 *   closed   the same panel with all of S, and all below it, allowed between x
 *            and y: one step over a supernode takes a label from its vertices
 *            to all its front, whichever order it visits them in.
 *
 * Schur complements are what customizing passes up. They stay for the next
 * changes, until metric_trim gives them back.
 *
 * Where no such path is, COST_INFINITY. A vertex is 0 from itself: the squares'
 * diagonals, in panels and Schur complements, are 0. The three arrays are laid
 * out as hierarchy.h says. Words: 2 * first_panel[supernode_count], while
 * customizing and until metric_trim first_schur[supernode_count] more; and of
 * the map, for all metrics, hints (hints.h).
 *
 * Dibbelt, Strasser and Wagner 2016, section 5; fronts: Duff and Reid 1983;
 * min-plus algebra on supernodes: Sao, Kannan, Gera and Vuduc 2020. */
#ifndef RELAXD_SOLVER_CCH_CCH_H
#define RELAXD_SOLVER_CCH_CCH_H

#include <stdatomic.h>

#include "core/solver/cch/hints.h"
#include "core/solver/cch/schedule.h"
#include "core/solver/solver.h"

struct cch {
    struct prepared base; /* its map is ordered */

    /* For customizing alone. */
    unsigned threads; /* 0: as many as have cores and are worth it */
    struct schedule schedule;
    uint32_t *first_slot; /* [supernode_count + 1] into arc_by_slot, slot */
    uint32_t *slot;       /* [arcs with an entry] word of the frontal matrix
                             (frontal.h) for arc_by_slot[i] */

    atomic_ullong states; /* that its metrics have had so far */

    struct hints hints; /* for unpacking alone */
};

struct closed_sums_slot;

struct cch_metric {
    struct metric base;
    struct weights weights;
    uint32_t *basic;           /* and ROWS_SLACK (rows.h) */
    uint32_t *closed;          /* the same */
    _Atomic(uint32_t *) schur; /* NULL: trimmed */
    _Atomic uint64_t *dirty; /* a bit for each supernode, for customizing alone;
                                NULL where schur is */
    uint64_t state; /* another after each customizing, and of each metric of
                       the prepared; never 0 */
    struct closed_sums_slot *sums; /* closed_sums.h */
};

extern const struct form_ops cch_form;

/* A supernode's out part in panels, `basic` or `closed`: row i, of f words,
 * from its vertex i to its front. */
static inline const uint32_t *cch_out(const struct hierarchy *hierarchy,
                                      const uint32_t *panels,
                                      uint32_t supernode)
{
    return panels + hierarchy->first_panel[supernode];
}

/* Its in part: row i, of n words, from its upward neighbours to its vertex i.
 */
static inline const uint32_t *cch_in(const struct hierarchy *hierarchy,
                                     const uint32_t *panels, uint32_t supernode)
{
    size_t s = supernode_size(hierarchy, supernode);
    size_t n = supernode_upward(hierarchy, supernode);

    return cch_out(hierarchy, panels, supernode) + s * (s + n);
}

/* ---- Panels ---- */

/* One supernode's weights, entry by entry.
 *
 * Entries of a front are named by their index in it: the supernode's own s
 * vertices, then its n upward neighbours. A view. */

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

/* Where the weight from a vertex of the supernode to an entry lies. */
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

/* From one entry to another, one of both of the supernode. */
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

/* The vertex that an entry of the front is. */
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
