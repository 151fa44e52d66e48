/* hierarchy: what is kept of a map's elimination order, whatever its weights.
 *
 * Start reading core/graph/hierarchy/ here. dissect.h finds an order,
 * map_order.h renumbers a map by one and builds this.
 *
 * On an ordered map vertices are eliminated in the order of their numbers:
 * eliminating one joins all its neighbours that are left (directions aside), so
 * that every path can be led up and then down again. Vertices that then have
 * the same neighbours above them, or nearly, form a supernode: consecutive
 * numbers, joined among themselves and to the same uppers, so that weights lie
 * in dense matrices. Supernodes form a forest in which the uppers of each lie
 * on its way to the root. Numbers are a postorder: the subtree below a
 * supernode is the range of vertices just before it, and parents come after
 * their children.
 *
 *     front    of supernode S: its s vertices, then its n uppers, ascending;
 *              f = s + n of them
 *     panel    the weights between S and its front, s * (f + n) words:
 *                  out  [s][f]  from vertex i of S to entry j of the front
 *                  in   [s][n]  from upper j to vertex i of S
 *              the square out[i][j < s] holds both directions within S
 *     Schur complement   [n][n], what S and all below it give to arcs from
 *              upper i to upper j (its diagonal is never read); it is taken
 *              over by the parent, in whose front upper j has the place
 *              place[first_upper[S] + j]
 *
 * What weights fill panels and Schur complements with is core/solver/cch/'s and
 * gpu/'s. All offsets are of one array over all supernodes.
 *
 * Elimination trees: Liu 1990; fronts and Schur complements: Duff and Reid
 * 1983; orders that weights need not be known for: Dibbelt, Strasser and
 * Wagner, Customizable Contraction Hierarchies, 2016.
 *
 * A view, as topology is: owns nothing, immutable, any thread may read it. */
#ifndef RELAXD_GRAPH_HIERARCHY_HIERARCHY_H
#define RELAXD_GRAPH_HIERARCHY_HIERARCHY_H

#include <stdint.h>

#define SUPERNODE_NONE UINT32_MAX

/* The entry of an arc from a vertex to itself, which is of no use. */
#define ENTRY_NONE UINT64_MAX

struct hierarchy {
    uint32_t supernode_count; /* 0: the map is not ordered */
    uint32_t level_count;
    uint32_t depth_count; /* vertices on the longest way to a root: the largest
                             depth and 1 */
    uint32_t front_max;   /* the largest f */
    const uint32_t *first_vertex; /* [supernode_count + 1] */
    const uint32_t *parent; /* [supernode_count] the one that the first upper is
                               of; without uppers SUPERNODE_NONE */
    const uint32_t *first_child; /* [supernode_count + 1] into child */
    const uint32_t *child;       /* [those with a parent], ascending in each */
    const uint32_t *first_of_level; /* [level_count + 1] into by_level */
    const uint32_t *by_level;       /* [supernode_count]; level 0 has no
                                       children, a parent is one above the
                                       highest of them; ascending in each */
    const uint64_t *first_upper;    /* [supernode_count + 1] */
    const uint32_t *upper;       /* [first_upper[supernode_count]] vertices */
    const uint32_t *place;       /* the same: index in the parent's front */
    const uint64_t *first_entry; /* [supernode_count + 1] words before the
                                    panel */
    const uint64_t *first_schur; /* [supernode_count + 1] words before the
                                    Schur complement */
    const uint32_t *supernode;   /* [vertex_count] the one that it is of */
    const uint32_t *depth; /* [vertex_count] vertices in the supernodes above
                              its own, and its index in that: different for all
                              vertices on one way to a root */
    const uint64_t *arc_entry;    /* [arc_count] where an arc's weight belongs
                                     among the panels' words, or ENTRY_NONE;
                                     parallel arcs share one */
    const uint32_t *arc_by_entry; /* [arc_count] arcs by ascending entry, equal
                                     ones by number, ENTRY_NONE last */
};

static inline uint32_t supernode_size(const struct hierarchy *hierarchy,
                                      uint32_t supernode)
{
    return hierarchy->first_vertex[supernode + 1] -
           hierarchy->first_vertex[supernode];
}

static inline uint32_t supernode_uppers(const struct hierarchy *hierarchy,
                                        uint32_t supernode)
{
    return (uint32_t)(hierarchy->first_upper[supernode + 1] -
                      hierarchy->first_upper[supernode]);
}

#endif
