/* panel: one supernode's weights, entry by entry.
 *
 * Entries of a front are named by their index in it: the supernode's own s
 * vertices, then its n uppers. A view. */
#ifndef RELAXD_SOLVER_CCH_PANEL_H
#define RELAXD_SOLVER_CCH_PANEL_H

#include "core/solver/cch/cch.h"

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
