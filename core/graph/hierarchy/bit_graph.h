/* bit_graph: a small graph as a matrix of bits, to eliminate vertices from.
 *
 * Eliminating a vertex joins all its neighbours and takes it out. What a vertex
 * would newly join, its fill, is counted a word of bits at a time. One thread.
 */
#ifndef RELAXD_GRAPH_HIERARCHY_BIT_GRAPH_H
#define RELAXD_GRAPH_HIERARCHY_BIT_GRAPH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { BIT_GRAPH_VERTICES_MAX = 1024 };

struct bit_graph {
    uint32_t vertex_count;
    uint32_t words;   /* of a row */
    uint64_t *row;    /* [vertex_count][words] its neighbours */
    uint32_t *degree; /* [vertex_count] */
    uint64_t *room;   /* of all rows that there may be */
};

/* Room for any; 0 or -ENOMEM. finish() is fine after either and on zero bytes.
 */
int bit_graph_init(struct bit_graph *graph);
void bit_graph_finish(struct bit_graph *graph);

/* So many vertices without a neighbour. */
void bit_graph_clear(struct bit_graph *graph, uint32_t vertex_count);

void bit_graph_join(struct bit_graph *graph, uint32_t a, uint32_t b);

/* Pairs of neighbours that are not joined, each counted twice. */
uint32_t bit_graph_fill(const struct bit_graph *graph, uint32_t vertex);

/* Sets the bits of what is a neighbour of the vertex or of one of those, whose
 * fill may then be another: near[words]. What has gone keeps its own row and
 * degree. */
void bit_graph_eliminate(struct bit_graph *graph, uint32_t vertex,
                         uint64_t *near);

/* The same for a vertex without fill, whose neighbours alone change. */
void bit_graph_take_out(struct bit_graph *graph, uint32_t vertex);

/* [words] */
static inline const uint64_t *bit_graph_row(const struct bit_graph *graph,
                                            uint32_t vertex)
{
    return graph->row + (size_t)vertex * graph->words;
}

/* Whether b is in a's row. */
static inline bool bit_graph_joins(const struct bit_graph *graph, uint32_t a,
                                   uint32_t b)
{
    return bit_graph_row(graph, a)[b / 64] >> b % 64 & 1;
}

/* Whether two or more have both as neighbours. */
bool bit_graph_shares_two(const struct bit_graph *graph, uint32_t a,
                          uint32_t b);

#endif
