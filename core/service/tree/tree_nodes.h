/* tree_nodes: labels at the ends of edges as labels of nodes; inside the
 * service.
 *
 * Several edges end at a node, and the least of their labels is the node's. So
 * nothing can be told before all is known: the sink keeps the labels, 4 bytes a
 * vertex from the first block on, and tree_nodes_tell() passes on one for each
 * node, by ascending id. Both on the worker's thread. */
#ifndef RELAXD_SERVICE_TREE_TREE_NODES_H
#define RELAXD_SERVICE_TREE_TREE_NODES_H

#include "core/graph/map.h"
#include "core/solver/query.h"

struct tree_nodes {
    struct sink base;      /* for REACHED */
    const struct map *map; /* with roads */
    uint64_t from;         /* the id of a node that is 0 away, whatever labels
                              say: where the tree begins no edge ended */
    uint32_t *cost;        /* [vertex_count], NULL: nothing was labelled */
    bool failed;           /* out of memory: labels are lost */
};

void tree_nodes_init(struct tree_nodes *nodes, const struct map *map,
                     uint64_t from);
void tree_nodes_finish(struct tree_nodes *nodes);

/* To a sink that takes a vertex at each node for the node. Nonzero as soon as
 * that says so. */
int tree_nodes_tell(const struct tree_nodes *nodes, struct sink *sink);

#endif
