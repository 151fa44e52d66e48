/* eliminate: who is joined to whom when vertices are eliminated in an order.
 *
 * Eliminating a vertex joins all its neighbours of higher rank to each other,
 * so its neighbours above are those of its arcs and of the vertices whose
 * lowest neighbour above it is (Liu 1990): they pass on all but itself. The
 * directions and weights of arcs do not matter. */
#ifndef RELAXD_GRAPH_HIERARCHY_ELIMINATE_H
#define RELAXD_GRAPH_HIERARCHY_ELIMINATE_H

#include <stdint.h>

#include "core/base/error.h"
#include "core/graph/hierarchy/elimination_tree.h"
#include "core/graph/topology.h"

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
