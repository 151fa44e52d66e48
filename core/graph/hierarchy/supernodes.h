/* supernodes: which vertices are eliminated together, and their new numbers.
 *
 * From the top down, a vertex joins the supernode of its parent where little is
 * lost by it: the matrix entries for pairs that no elimination joins may be a
 * few, or a tenth of all (relaxed supernodes, Ashcraft and Grimes 1989). That
 * halves the levels: New York 33 -> 20, with 5 % more entries. */
#ifndef RELAXD_GRAPH_HIERARCHY_SUPERNODES_H
#define RELAXD_GRAPH_HIERARCHY_SUPERNODES_H

#include <stdint.h>

#include "core/base/error.h"
#include "core/graph/hierarchy/elimination_tree.h"

struct supernodes {
    uint32_t count;
    uint32_t *number;       /* [vertex_count] by rank: a postorder, supernodes
                               in a row */
    uint32_t *first_vertex; /* [count + 1] numbers */
    uint32_t *top;          /* [count] rank of its last vertex, whose neighbours
                               above are the supernode's uppers */
};

/* 0 or -ENOMEM. finish() is fine after either and on zero bytes. */
int supernodes_init(struct supernodes *supernodes,
                    const struct elimination_tree *tree, struct error *error);
void supernodes_finish(struct supernodes *supernodes);

#endif
