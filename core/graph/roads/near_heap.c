/* near_heap: the nearest segments so far, the farthest of them on top. */
#include "core/graph/roads/near_heap.h"

/* Lets it rise from the hole at `i`. */
static void rise(struct near_segment *near, uint32_t i, struct near_segment it)
{
    while (i > 0 && near_is_before(&near[(i - 1) / 2], &it)) {
        near[i] = near[(i - 1) / 2];
        i = (i - 1) / 2;
    }
    near[i] = it;
}

/* Lets it sink from the hole at the top of `count`. */
static void sink(struct near_segment *near, uint32_t count,
                 struct near_segment it)
{
    uint32_t i = 0;

    for (;;) {
        uint64_t child = 2 * (uint64_t)i + 1;

        if (child + 1 < count && near_is_before(&near[child], &near[child + 1]))
            child++;
        if (child >= count || !near_is_before(&it, &near[child]))
            break;
        near[i] = near[child];
        i = (uint32_t)child;
    }
    near[i] = it;
}

void near_heap_put(struct near_heap *heap, const struct near_segment *near)
{
    if (near_heap_is_full(heap))
        sink(heap->near, heap->count, *near);
    else
        rise(heap->near, heap->count++, *near);
}

void near_heap_sort(struct near_heap *heap)
{
    for (uint32_t count = heap->count; count > 1; count--) {
        struct near_segment last = heap->near[count - 1];

        heap->near[count - 1] = heap->near[0];
        sink(heap->near, count - 1, last);
    }
}
