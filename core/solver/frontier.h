/* frontier: one search in progress: labels, links, and the queue of open
 * vertices.
 *
 * The state of Dijkstra's algorithm, in either direction. clear() visits only
 * vertices with a label, so a short search on a large map stays short. 24 bytes
 * a vertex. One thread. */
#ifndef RELAXD_SOLVER_FRONTIER_H
#define RELAXD_SOLVER_FRONTIER_H

#include <stdbool.h>
#include <stdint.h>

#include "core/base/heap.h"
#include "core/graph/cost.h"
#include "core/solver/query.h"

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

/* Labels the query's seeds. */
void search_frontier_seed(struct search_frontier *frontier,
                          const struct query *query);

/* Gives a vertex this label if it is lower than its own; false: it is not. */
static inline bool search_frontier_lower(struct search_frontier *frontier,
                                         uint32_t vertex, uint32_t cost,
                                         uint32_t arc)
{
    if (cost >= frontier->cost[vertex])
        return false;
    if (frontier->cost[vertex] == COST_INFINITY)
        frontier->touched[frontier->touched_count++] = vertex;
    frontier->cost[vertex] = cost;
    frontier->link[vertex] = arc;
    heap_lower(&frontier->open, vertex, cost);
    return true;
}

/* Relaxes the arcs out of a settled vertex. */
__attribute__((always_inline)) static inline void
search_frontier_relax(struct search_frontier *frontier,
                      const struct topology *topology, const uint32_t *weight,
                      struct heap_entry from)
{
    uint32_t end = topology->first_out[from.vertex + 1];

    for (uint32_t a = topology->first_out[from.vertex]; a < end; a++)
        search_frontier_lower(frontier, topology->head[a],
                              cost_add(from.cost, weight[a]), a);
}

#endif
