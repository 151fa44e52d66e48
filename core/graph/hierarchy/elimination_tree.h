/* elimination_tree: counts the upward neighbours of each vertex at its
 * elimination, without eliminating any.
 *
 * A vertex's upward neighbours are those of its arcs and, without itself, those
 * of every vertex whose lowest upward neighbour it is. These relations form a
 * tree, found with union-find from the bottom (Liu 1990, section 4). The
 * vertices with v among their upward neighbours form a subtree with root v,
 * whose leaves are among the vertices with an arc to v. The number of such
 * subtrees that contain a vertex is a sum, over its descendants, of a few
 * numbers for each leaf (Gilbert, Ng and Peyton 1994). So time and memory
 * depend on the arcs, however bad the order. */
#ifndef RELAXD_GRAPH_HIERARCHY_ELIMINATION_TREE_H
#define RELAXD_GRAPH_HIERARCHY_ELIMINATION_TREE_H

#include <stdint.h>

#include "core/base/error.h"
#include "core/graph/topology.h"

#define RANK_NONE UINT32_MAX

/* Vertices are identified by rank: order[rank] is the topology's vertex. */
struct elimination_tree {
    uint32_t vertex_count;
    uint32_t *parent; /* [vertex_count] lowest upward neighbour, or RANK_NONE */
    uint32_t *above_count; /* [vertex_count] upward neighbours */
};

/* `order` is a permutation. 0 or -ENOMEM; finish() is fine after either and on
 * zero bytes. */
int elimination_tree_init(struct elimination_tree *tree,
                          const struct topology *topology,
                          const uint32_t *order, struct error *error);
void elimination_tree_finish(struct elimination_tree *tree);

/* Which vertices become neighbours during elimination in an order.
 *
 * Eliminating a vertex joins all its upward neighbours to each other, so a
 * vertex's upward neighbours are those of its arcs and of the vertices whose
 * lowest upward neighbour it is (Liu 1990), without itself. The directions and
 * weights of arcs do not matter. */

/* Vertices are identified by rank: order[rank] is the topology's vertex. */
struct elimination {
    uint32_t vertex_count;
    uint64_t *first_above; /* [vertex_count + 1] into above */
    uint32_t *above;       /* upward neighbours, ascending */
};

/* Work and memory grow with the fill of a bad order. `order` is a permutation
 * and `tree` its tree. 0 or -ENOMEM. finish() is fine after either and on zero
 * bytes. */
int elimination_init(struct elimination *elimination,
                     const struct elimination_tree *tree,
                     const struct topology *topology, const uint32_t *order,
                     struct error *error);
void elimination_finish(struct elimination *elimination);

#endif
