/* frontier: one search in progress: labels, links, and the queue of open
 * vertices.
 *
 * The state of Dijkstra's algorithm, in either direction. clear() visits only
 * vertices with a label, so a short search on a large map stays short. 24 bytes
 * a vertex. One thread. */
#ifndef RELAXD_SOLVER_FRONTIER_H
#define RELAXD_SOLVER_FRONTIER_H

#include <stdint.h>

#include "core/base/heap.h"
#include "core/graph/cost.h"

struct search_frontier {
    struct heap open; /* labelled, not settled */
    uint32_t *cost;   /* [vertex_count], COST_INFINITY: no label */
    uint32_t *link;   /* [vertex_count] the arc behind the label, ARC_NONE where
                         the search began; undefined without a label */
    uint32_t *touched; /* [touched_count] vertices with a label */
    uint32_t touched_count;
};

/* 0 or -ENOMEM. finish() is fine after either and on zero bytes. */
int search_frontier_init(struct search_frontier *frontier,
                         uint32_t vertex_count);
void search_frontier_finish(struct search_frontier *frontier);

/* Removes all labels. */
void search_frontier_clear(struct search_frontier *frontier);

/* Gives a vertex that is open or has no label a lower label. */
static inline void search_frontier_label(struct search_frontier *frontier,
                                         uint32_t vertex, uint32_t cost,
                                         uint32_t arc)
{
    if (frontier->cost[vertex] == COST_INFINITY)
        frontier->touched[frontier->touched_count++] = vertex;
    frontier->cost[vertex] = cost;
    frontier->link[vertex] = arc;
    heap_lower(&frontier->open, vertex, cost);
}

#endif
