/* rank_lists: a topology's neighbours by rank in an order, directions aside. */
#ifndef RELAXD_GRAPH_HIERARCHY_RANK_LISTS_H
#define RELAXD_GRAPH_HIERARCHY_RANK_LISTS_H

#include <stdint.h>

#include "core/graph/topology.h"

enum rank_side { RANKS_ABOVE, RANKS_BELOW };

/* Those of higher, or of lower rank. Not sorted; parallel arcs repeat them, and
 * so do arcs both ways; loops are left out. */
struct rank_lists {
    uint64_t *first; /* [vertex_count + 1] into rank */
    uint32_t *rank;
};

/* `order` is a permutation: order[rank] is the topology's vertex. 0 or -ENOMEM,
 * in time and memory by arcs. finish() is fine after either and on zero bytes.
 */
int rank_lists_init(struct rank_lists *lists, const struct topology *topology,
                    const uint32_t *order, enum rank_side side);
void rank_lists_finish(struct rank_lists *lists);

#endif
