/* fill_order: a small graph's elimination order of least fill.
 *
 * Next goes what joins the fewest pairs of its neighbours anew, one counted for
 * each step that has to come before it, so that trees stay low; of equal ones
 * what has fewer such steps, then the first. One thread. */
#ifndef RELAXD_GRAPH_HIERARCHY_FILL_ORDER_H
#define RELAXD_GRAPH_HIERARCHY_FILL_ORDER_H

#include <stdint.h>

#include "core/graph/hierarchy/bit_graph.h"

enum { FILL_ORDER_MAX = 256 };

struct fill_order {
    struct bit_graph graph;         /* whoever uses it draws it here */
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
