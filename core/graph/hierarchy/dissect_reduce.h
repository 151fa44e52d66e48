/* dissect_reduce: data reduction before nested dissection.
 *
 * A simplicial vertex, whose neighbours are all joined to each other (as at a
 * dead end), adds no edge when eliminated, and no smallest separator contains
 * it. Such vertices are eliminated first, which never adds more edges than the
 * best order does (Rose, Tarjan and Lueker 1976). If all vertices weigh the
 * same, so is a vertex whose neighbours each lack just one other, as on a
 * street between two junctions: neighbour lists do not grow, and any separator
 * of the reduced graph is one of the whole. Ost, Schulz and Strash,
 * "Engineering Data Reduction for Nested Dissection", ALENEX 2021, section
 * 3. */
#ifndef RELAXD_GRAPH_HIERARCHY_DISSECT_REDUCE_H
#define RELAXD_GRAPH_HIERARCHY_DISSECT_REDUCE_H

#include <metis.h>
#include <stdint.h>

/* A graph in METIS's format: undirected, without loops or parallel edges. */
struct dissect_graph {
    idx_t vertex_count;
    idx_t *first;           /* [vertex_count + 1], owned */
    idx_t *other;           /* [first[vertex_count]], owned */
    const uint32_t *weight; /* [vertex_count], NULL: 1 each */
};

void dissect_graph_finish(struct dissect_graph *graph); /* zeroed is fine */

struct dissect_reduced {
    struct dissect_graph graph; /* the reduced graph, its vertices ascending */
    uint32_t *weight;           /* [graph.vertex_count], NULL: 1 each */
    uint32_t *order;            /* [vertices before] the eliminated ones in
                                   their order, then the remaining ones,
                                   ascending, by their old numbers */
    uint32_t gone_count;
};

/* Consumes `graph`: zeroes it and free()s its arrays. Linear on road networks.
 * Deterministic. 0 or -ENOMEM; finish() is fine after either. */
int dissect_reduce(struct dissect_graph *graph,
                   struct dissect_reduced *ret_reduced);

void dissect_reduced_finish(struct dissect_reduced *reduced); /* zeroed is fine
                                                               */

#endif
