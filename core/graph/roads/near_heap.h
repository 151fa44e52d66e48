/* near_heap: the nearest segments so far, the farthest of them on top, in
 * memory of the caller's. */
#ifndef RELAXD_GRAPH_ROADS_NEAR_HEAP_H
#define RELAXD_GRAPH_ROADS_NEAR_HEAP_H

#include <stdbool.h>
#include <stdint.h>

#include "core/graph/roads/segment_tree.h"

struct near_heap {
    struct near_segment *near; /* [room] */
    uint32_t room;
    uint32_t count;
};

/* Nearer, or as near and of a lower number. */
static inline bool near_is_before(const struct near_segment *a,
                                  const struct near_segment *b)
{
    return a->distance_m < b->distance_m ||
           (a->distance_m == b->distance_m && a->segment < b->segment);
}

static inline bool near_heap_is_full(const struct near_heap *heap)
{
    return heap->count == heap->room;
}

/* In the place of the farthest where it is full. There is room for one. */
void near_heap_put(struct near_heap *heap, const struct near_segment *near);

/* Nearest first; no heap any more. */
void near_heap_sort(struct near_heap *heap);

#endif
