/* fill_order: a small graph's elimination order of least fill.
 *
 * Next goes what joins the fewest new pairs of its neighbours, one counted for
 * each step that has to come before it, so that trees stay low; of equal ones
 * what has fewer such steps, then the first. One thread. */
#ifndef RELAXD_GRAPH_HIERARCHY_FILL_ORDER_H
#define RELAXD_GRAPH_HIERARCHY_FILL_ORDER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A small graph as a matrix of bits, to eliminate vertices from.
 *
 * Eliminating a vertex joins all its neighbours and takes it out. What a vertex
 * would newly join, its fill, is counted a word of bits at a time. */
enum { BIT_GRAPH_VERTICES_MAX = 1024 };

struct bit_graph {
    uint32_t vertex_count;
    uint32_t words;   /* of a row */
    uint64_t *row;    /* [vertex_count][words] its neighbours */
    uint32_t *degree; /* [vertex_count] */
    uint64_t *room;   /* of all rows that there may be */
};

/* So many vertices without a neighbour. */
void bit_graph_clear(struct bit_graph *graph, uint32_t vertex_count);

void bit_graph_join(struct bit_graph *graph, uint32_t a, uint32_t b);

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

enum { FILL_ORDER_MAX = 256 };

struct fill_order {
    struct bit_graph graph;         /* the caller draws it here */
    uint32_t found[FILL_ORDER_MAX]; /* the order, once it is run */
    uint32_t fill[FILL_ORDER_MAX];
    uint32_t height[FILL_ORDER_MAX]; /* steps that come before */
    uint64_t key[FILL_ORDER_MAX];    /* the least goes next */
    uint64_t near[BIT_GRAPH_VERTICES_MAX / 64];
};

/* 0 or -ENOMEM. finish() is fine after either and on zero bytes. */
int fill_order_init(struct fill_order *order);
void fill_order_finish(struct fill_order *order);

/* Arcs and triangles of a vertex with so many neighbours above. */
uint64_t fill_order_work(uint32_t above);

/* Eliminates the first `own` vertices, FILL_ORDER_MAX at most. Returns what all
 * of it works; it ends early where that is not below `most`. */
uint64_t fill_order_run(struct fill_order *order, uint32_t own, uint64_t most);

#endif
