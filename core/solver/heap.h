/* heap: an indexed 4-ary min-heap of vertices by cost, with decrease-key.
 *
 * Knows where each vertex stands, so a vertex is in it at most once. 8 bytes an
 * entry plus 4 a vertex of the map. Emptying costs what is left in it. */
#ifndef RELAXD_SOLVER_HEAP_H
#define RELAXD_SOLVER_HEAP_H

#include <stdint.h>

struct heap_entry {
    uint32_t cost;
    uint32_t vertex;
};

struct heap {
    uint64_t *entry; /* [count], cost << 32 | vertex, room for vertex_count */
    uint32_t count;
    uint32_t *place; /* [vertex_count], index into entry; HEAP_ABSENT */
};

#define HEAP_ABSENT UINT32_MAX

/* 0 or -ENOMEM. finish() is fine after either and on zero bytes. */
int heap_init(struct heap *heap, uint32_t vertex_count);
void heap_finish(struct heap *heap);

void heap_clear(struct heap *heap);

/* Inserts the vertex, or lowers its cost; a cost that is not lower than the one
 * it has must not be given. */
void heap_lower(struct heap *heap, uint32_t vertex, uint32_t cost);

/* The least cost in it; the heap must not be empty. */
static inline uint32_t heap_least_cost(const struct heap *heap)
{
    return (uint32_t)(heap->entry[0] >> 32);
}

/* Takes out the entry of least cost; the heap must not be empty. */
struct heap_entry heap_pop(struct heap *heap);

#endif
