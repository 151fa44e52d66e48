/* hierarchy: the elimination structure of an ordered map, independent of
 * weights.
 *
 * Start reading core/graph/hierarchy/ here: it uses only topologies. dissect.h
 * finds an order and order_refine.h improves it; elimination_tree.h says which
 * vertices the order joins, and hierarchy_build.h makes a hierarchy of that.
 * core/graph/order/ applies them to maps.
 *
 * On an ordered map, vertices are eliminated in the order of their numbers:
 * eliminating one joins all its remaining neighbours (directions aside), so
 * every path has an equally short one that goes up and then down. Vertices that
 * then have the same upward neighbours, or nearly, form a supernode:
 * consecutive numbers, joined among themselves and to the same upward
 * neighbours, so that weights lie in dense matrices. Supernodes form a forest
 * in which the upward neighbours of each are among its ancestors. Numbers are a
 * postorder: the subtree below a supernode is the range of vertices just before
 * it, and parents come after their children.
 *
 *     front    of supernode S: its s vertices, then its n upward neighbours,
 *              ascending;
 *              f = s + n of them
 *     panel    the weights between S and its front, s * (f + n) words:
 *                  out  [s][f]  from vertex i of S to vertex j of the front
 *                  in   [s][n]  from upward neighbour j to vertex i of S
 *              the square out[i][j < s] holds both directions within S
 *     Schur complement   [n][n], the contribution of S and its subtree to arcs
 *              from upward neighbour i to upward neighbour j (its diagonal
 *              is never read); the parent adds it to its own front, in which
 *              upward neighbour j has the index
 *              parent_index[first_upward[S] + j]
 *
 * core/solver/cch/ and gpu/ fill panels and Schur complements from weights. All
 * offsets are into one array over all supernodes.
 *
 * Elimination trees: Liu 1990; fronts and Schur complements: Duff and Reid
 * 1983; orders independent of weights: Dibbelt, Strasser and Wagner,
 * Customizable Contraction Hierarchies, 2016.
 *
 * A view, as topology is: owns nothing, immutable, any thread may read it. */
#ifndef RELAXD_GRAPH_HIERARCHY_HIERARCHY_H
#define RELAXD_GRAPH_HIERARCHY_HIERARCHY_H

#include <stdint.h>

#include "core/graph/topology.h"

#define SUPERNODE_NONE UINT32_MAX

/* The slot of an arc from a vertex to itself, which no path needs. */
#define SLOT_NONE UINT64_MAX

struct hierarchy {
    uint32_t supernode_count; /* 0: the map is not ordered */
    uint32_t level_count;
    uint32_t child_count;         /* supernodes with a parent */
    uint64_t upward_count;        /* upward neighbours of all supernodes */
    uint32_t depth_count;         /* vertices on the longest ancestor chain: the
                                     largest depth plus 1 */
    uint32_t front_max;           /* the largest f */
    const uint32_t *first_vertex; /* [supernode_count + 1] */
    const uint32_t *parent;      /* [supernode_count] the supernode of the first
                                    upward neighbour, or SUPERNODE_NONE */
    const uint32_t *first_child; /* [supernode_count + 1] into child */
    const uint32_t *child;       /* [child_count] ascending for each parent */
    const uint32_t *first_of_level; /* [level_count + 1] into by_level */
    const uint32_t *by_level;       /* [supernode_count]; level 0 has no
                                       children, a parent is one above its
                                       highest child; ascending in each level */
    const uint64_t *first_upward;   /* [supernode_count + 1] */
    const uint32_t *upward;         /* [upward_count] vertices */
    const uint32_t *parent_index;   /* the same: index in the parent's front */
    const uint64_t *first_panel;    /* [supernode_count + 1] words before the
                                       panel */
    const uint64_t *first_schur;    /* [supernode_count + 1] words before the
                                       Schur complement */
    const uint32_t *supernode;      /* [vertex_count] the vertex's supernode */
    const uint32_t *depth;          /* [vertex_count] vertices in the supernodes
                                       above its own, plus its index in its own:
                                       unique along an ancestor chain */
    const uint64_t *arc_slot;    /* [arc_count] index of an arc's weight among
                                    the panels' words, or SLOT_NONE; parallel
                                    arcs share one */
    const uint32_t *arc_by_slot; /* [arc_count] arcs by ascending slot, equal
                                    ones by number, SLOT_NONE last */
};

static inline uint32_t supernode_size(const struct hierarchy *hierarchy,
                                      uint32_t supernode)
{
    return hierarchy->first_vertex[supernode + 1] -
           hierarchy->first_vertex[supernode];
}

static inline uint32_t supernode_upward(const struct hierarchy *hierarchy,
                                        uint32_t supernode)
{
    return (uint32_t)(hierarchy->first_upward[supernode + 1] -
                      hierarchy->first_upward[supernode]);
}

/* ret_lowest: [supernode_count], the first supernode of each one's subtree,
 * which is a range of numbers. */
void subtrees_find_lowest(const struct hierarchy *hierarchy,
                          uint32_t *ret_lowest);

/* The slot of an arc from `tail` to `head`; SLOT_NONE if they are equal or no
 * front contains both. O(log upward neighbours). */
uint64_t arc_slot(const struct hierarchy *hierarchy, uint32_t tail,
                  uint32_t head);

/* The supernode whose panel contains a slot other than SLOT_NONE. O(log
 * supernodes). */
uint32_t slot_supernode(const struct hierarchy *hierarchy, uint64_t slot);

/* ret_slot: [arc_count], the content of hierarchy->arc_slot. */
void arc_slots_find(const struct hierarchy *hierarchy,
                    const struct topology *topology, uint64_t *ret_slot);

/* Counts arcs with a slot, which come first in hierarchy->arc_by_slot. */
uint32_t arc_slots_count(const struct hierarchy *hierarchy,
                         const struct topology *topology);

#endif
