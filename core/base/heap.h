/* heap: a 4-ary min-heap of vertices by cost.
 *
 * A plain heap starts zeroed and grows with its content. When a vertex's cost
 * falls, the caller pushes it again and detects stale entries by its own
 * labels. An indexed heap records the position of each vertex, so it lowers
 * costs in place and holds a vertex at most once, for 12 bytes a vertex of the
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
    size_t capacity; /* of a plain heap */
};

#define HEAP_ABSENT UINT32_MAX

/* Makes an indexed heap. 0 or -ENOMEM. finish() is fine after either, on zero
 * bytes, and for a plain heap. */
int heap_init_indexed(struct heap *heap, uint32_t vertex_count);
void heap_finish(struct heap *heap);

/* Takes time by the entries that are left. */
void heap_clear(struct heap *heap);

/* Plain heaps only. 0 or -ENOMEM. */
int heap_push(struct heap *heap, uint32_t vertex, uint32_t cost);

/* Indexed heaps only: inserts the vertex or lowers its cost. `cost` must be
 * lower than its present one. */
void heap_lower(struct heap *heap, uint32_t vertex, uint32_t cost);

/* The least cost; the heap must not be empty. */
static inline uint32_t heap_least_cost(const struct heap *heap)
{
    return (uint32_t)(heap->key[0] >> 32);
}

/* Removes the entry of least cost; the heap must not be empty. */
struct heap_entry heap_pop(struct heap *heap);

#endif
