/* heap: a 4-ary min-heap of vertices by cost.
 *
 * Plain, zeroed at first: it grows with what is in it, and a vertex whose cost
 * falls is pushed again; the caller tells by its own label which of the two is
 * stale. Indexed: it knows where each vertex stands, so that costs are lowered
 * in place and a vertex is in it at most once, for 12 bytes a vertex of the
 * map. Equal costs leave by ascending vertex. */
#ifndef RELAXD_BASE_HEAP_H
#define RELAXD_BASE_HEAP_H

#include <stddef.h>
#include <stdint.h>

struct heap_entry {
    uint32_t cost;
    uint32_t vertex;
};

struct heap {
    uint64_t *key; /* [count], cost << 32 | vertex */
    uint32_t count;
    uint32_t *index; /* [vertex_count] into key, HEAP_ABSENT; NULL: plain */
    size_t capacity; /* of a plain one */
};

#define HEAP_ABSENT UINT32_MAX

/* An indexed one. 0 or -ENOMEM. finish() is fine after either and on zero
 * bytes, and for a plain one. */
int heap_init_indexed(struct heap *heap, uint32_t vertex_count);
void heap_finish(struct heap *heap);

/* Costs what is left in it. */
void heap_clear(struct heap *heap);

/* Of a plain one. 0 or -ENOMEM. */
int heap_push(struct heap *heap, uint32_t vertex, uint32_t cost);

/* Of an indexed one: inserts the vertex, or lowers its cost; a cost that is not
 * lower than the one it has must not be given. */
void heap_lower(struct heap *heap, uint32_t vertex, uint32_t cost);

/* The least cost in it; the heap must not be empty. */
static inline uint32_t heap_least_cost(const struct heap *heap)
{
    return (uint32_t)(heap->key[0] >> 32);
}

/* Takes out the entry of least cost; the heap must not be empty. */
struct heap_entry heap_pop(struct heap *heap);

#endif
