/* elimination_tree: how many neighbours each vertex will have when its turn
 * comes to be eliminated, without eliminating any.
 *
 * A vertex's neighbours above are those of its arcs and of the vertices whose
 * lowest neighbour above it is, itself left out; these make a tree, found by
 * joining sets from the bottom (Liu 1990, section 4). The vertices that have v
 * among their neighbours above are a subtree with v at its top, whose leaves
 * are among those that arcs join to v: how many such subtrees a vertex lies in
 * is the sum, over what is below it, of a few numbers for each leaf (Gilbert,
 * Ng and Peyton 1994). So time and memory are by arcs, however bad the order.
 */
#ifndef RELAXD_GRAPH_HIERARCHY_ELIMINATION_TREE_H
#define RELAXD_GRAPH_HIERARCHY_ELIMINATION_TREE_H

#include <stdint.h>

#include "core/base/error.h"
#include "core/graph/topology.h"

#define RANK_NONE UINT32_MAX

/* Vertices are named by rank: order[rank] is the topology's vertex. */
struct elimination_tree {
    uint32_t vertex_count;
    uint32_t *parent; /* [vertex_count] lowest neighbour above, RANK_NONE */
    uint32_t *above_count; /* [vertex_count] neighbours of higher rank */
};

/* `order` is a permutation. 0 or -ENOMEM; finish() is fine after either and on
 * zero bytes. */
int elimination_tree_init(struct elimination_tree *tree,
                          const struct topology *topology,
                          const uint32_t *order, struct error *error);
void elimination_tree_finish(struct elimination_tree *tree);

/* Who is joined to whom when vertices are eliminated in an order.
 *
 * Eliminating a vertex joins all its neighbours of higher rank to each other,
 * so its neighbours above are those of its arcs and of the vertices whose
 * lowest neighbour above it is (Liu 1990): they pass on all but itself. The
 * directions and weights of arcs do not matter. */

/* Vertices are named by rank: order[rank] is the topology's vertex. */
struct elimination {
    uint32_t vertex_count;
    uint64_t *first_above; /* [vertex_count + 1] into above */
    uint32_t *above;       /* neighbours of higher rank, ascending */
};

/* Work and memory grow with the neighbours that a bad order makes. `tree` is
 * that of the order, a permutation. 0 or -ENOMEM. finish() is fine after either
 * and on zero bytes. */
int elimination_init(struct elimination *elimination,
                     const struct elimination_tree *tree,
                     const struct topology *topology, const uint32_t *order,
                     struct error *error);
void elimination_finish(struct elimination *elimination);

#endif
