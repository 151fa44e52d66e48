/* frontier: a binary min-heap of vertices by length, without decrease-key.
 *
 * core/graph stands below core/solver, so the solvers' heap is out of reach. A
 * vertex may be in it several times; the reader drops entries that are no
 * longer true. Equal lengths leave by ascending vertex. */
#ifndef RELAXD_GRAPH_GENERATE_FRONTIER_H
#define RELAXD_GRAPH_GENERATE_FRONTIER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct frontier {
    uint64_t *key; /* [count] length in the upper half, vertex in the lower */
    size_t count;
    size_t capacity;
};

/* Zero bytes are an empty one. */
void frontier_finish(struct frontier *frontier);

/* 0 or -ENOMEM. */
int frontier_push(struct frontier *frontier, uint32_t length, uint32_t vertex);

/* False when it is empty. */
bool frontier_pop(struct frontier *frontier, uint32_t *ret_length,
                  uint32_t *ret_vertex);

#endif
