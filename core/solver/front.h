/* front: one search in progress: labels, links, and the queue of open vertices.
 *
 * What Dijkstra's algorithm keeps, in whichever direction it runs. Cleared
 * through the list of vertices that got a label, so a short search on a large
 * map stays short. 24 bytes a vertex. One thread. */
#ifndef RELAXD_SOLVER_FRONT_H
#define RELAXD_SOLVER_FRONT_H

#include <stdint.h>

#include "core/base/heap.h"
#include "core/graph/cost.h"

struct front {
    struct heap open; /* labelled, not settled */
    uint32_t *cost;   /* [vertex_count], COST_INFINITY: no label */
    uint32_t *link;   /* [vertex_count] the arc that the label came by, ARC_NONE
                         where the search began; not set without a label */
    uint32_t *touched; /* [touched_count] vertices with a label */
    uint32_t touched_count;
};

/* 0 or -ENOMEM. finish() is fine after either and on zero bytes. */
int front_init(struct front *front, uint32_t vertex_count);
void front_finish(struct front *front);

/* Takes all labels away. */
void front_clear(struct front *front);

/* Gives an open or new vertex a label lower than the one it has. */
static inline void front_label(struct front *front, uint32_t vertex,
                               uint32_t cost, uint32_t arc)
{
    if (front->cost[vertex] == COST_INFINITY)
        front->touched[front->touched_count++] = vertex;
    front->cost[vertex] = cost;
    front->link[vertex] = arc;
    heap_lower(&front->open, vertex, cost);
}

#endif
