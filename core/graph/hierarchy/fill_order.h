/* fill_order: a minimum-fill elimination order of a small graph.
 *
 * Always eliminates the vertex with the least key: the pairs of neighbours that
 * it newly joins, plus one for each step that must precede it, which keeps
 * trees low; on ties the one with fewer such steps, then the first. One
 * thread. */
#ifndef RELAXD_GRAPH_HIERARCHY_FILL_ORDER_H
#define RELAXD_GRAPH_HIERARCHY_FILL_ORDER_H

#include <stddef.h>
#include <stdint.h>

/* A small graph as a bit matrix, for elimination.
 *
 * Eliminating a vertex joins all its neighbours and removes it. The number of
 * new pairs, its fill, is counted a word of bits at a time. */
enum { BIT_GRAPH_VERTICES_MAX = 1024 };

struct bit_graph {
    uint32_t vertex_count;
    uint32_t words;   /* in a row */
    uint64_t *row;    /* [vertex_count][words] neighbours */
    uint32_t *degree; /* [vertex_count] */
};

/* Sets the vertex count and removes all edges. */
void bit_graph_clear(struct bit_graph *graph, uint32_t vertex_count);

void bit_graph_join(struct bit_graph *graph, uint32_t a, uint32_t b);

enum { FILL_ORDER_MAX = 256 };

struct fill_order {
    struct bit_graph graph;         /* the caller fills it in */
    uint32_t found[FILL_ORDER_MAX]; /* the order, after fill_order_run() */
    uint32_t fill[FILL_ORDER_MAX];
    uint32_t height[FILL_ORDER_MAX]; /* steps that must precede the vertex */
    uint64_t key[FILL_ORDER_MAX];    /* the least goes next */
    uint64_t near[BIT_GRAPH_VERTICES_MAX / 64];
};

/* 0 or -ENOMEM. finish() is fine after either and on zero bytes. */
int fill_order_init(struct fill_order *order);
void fill_order_finish(struct fill_order *order);

/* Arcs and triangles of a vertex with that many upward neighbours. */
uint64_t fill_order_work(uint32_t above);

/* Eliminates the first `own` vertices, FILL_ORDER_MAX at most. Returns the
 * total work; ends early once that reaches `most`. */
uint64_t fill_order_run(struct fill_order *order, uint32_t own, uint64_t most);

#endif
