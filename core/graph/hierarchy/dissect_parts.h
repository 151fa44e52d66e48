/* dissect_parts: METIS's nested dissection, by all cores.
 *
 * METIS works with one thread. So a graph is cut by its separators, one after
 * another as METIS would cut it, into parts that are dissected side by side.
 * How many there are is by the size of the graph, never by the machine: the
 * same graph has the same order everywhere.
 *
 * METIS catches SIGTERM and SIGABRT while it works, and prints where memory is
 * short: it works in processes of its own (core/base/apart.h). */
#ifndef RELAXD_GRAPH_HIERARCHY_DISSECT_PARTS_H
#define RELAXD_GRAPH_HIERARCHY_DISSECT_PARTS_H

#include <metis.h>
#include <stdint.h>

#include "core/base/error.h"

/* A graph as METIS wants it: no directions, no loops, no parallel edges. */
struct dissect_graph {
    idx_t vertex_count;
    idx_t *first;           /* [vertex_count + 1], owned */
    idx_t *other;           /* [first[vertex_count]], owned */
    const uint32_t *weight; /* [vertex_count], NULL: 1 each */
};

void dissect_graph_finish(struct dissect_graph *graph); /* zeroed is fine */

/* Fills order[vertex_count], vertices from the first to be eliminated on, of a
 * graph with an edge. As dissect(). */
int dissect_parts(const struct dissect_graph *graph, uint32_t *order,
                  struct error *error);

#endif
