/* dissect_reduce: what nested dissection need not look at.
 *
 * A vertex whose neighbours are all joined to each other, as those of a dead
 * end are, joins no new pair when it goes, and no smallest separator has it.
 * Such ones are eliminated first, which never joins more than the best order
 * does (Rose, Tarjan and Lueker 1976). Where vertices weigh the same, so is one
 * of whose neighbours each lacks but one other, as on a street between two
 * junctions: lists of neighbours grow no longer, and any separator of what is
 * left is one of the whole. Ost, Schulz and Strash, "Engineering Data Reduction
 * for Nested Dissection", ALENEX 2021, section 3. */
#ifndef RELAXD_GRAPH_HIERARCHY_DISSECT_REDUCE_H
#define RELAXD_GRAPH_HIERARCHY_DISSECT_REDUCE_H

#include <metis.h>
#include <stdint.h>

/* A graph as METIS wants it: no directions, no loops, no parallel edges. */
struct dissect_graph {
    idx_t vertex_count;
    idx_t *first;           /* [vertex_count + 1], owned */
    idx_t *other;           /* [first[vertex_count]], owned */
    const uint32_t *weight; /* [vertex_count], NULL: 1 each */
};

void dissect_graph_finish(struct dissect_graph *graph); /* zeroed is fine */

struct dissect_reduced {
    struct dissect_graph graph; /* what is left, of vertices that ascend */
    uint32_t *weight;           /* [graph.vertex_count], NULL: 1 each */
    uint32_t *order;            /* [vertices before] those that went, from the
                                   first on; then those that are left,
                                   ascending, as they were numbered before */
    uint32_t gone_count;
};

/* `graph` is used up: zeroed, its arrays free()d. Linear for what roads look
 * like. The same graph gives the same. 0 or -ENOMEM; finished in either case.
 */
int dissect_reduce(struct dissect_graph *graph,
                   struct dissect_reduced *ret_reduced);

void dissect_reduced_finish(struct dissect_reduced *reduced); /* zeroed is fine
                                                               */

#endif
