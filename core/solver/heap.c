/* heap: an indexed 4-ary min-heap of vertices by cost, with decrease-key. */
#include "core/solver/heap.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"

enum { ARITY = 4 };

int heap_init(struct heap *heap, uint32_t vertex_count)
{
    heap->count = 0;
    heap->entry = array_alloc(vertex_count, sizeof(*heap->entry));
    heap->place = array_alloc(vertex_count, sizeof(*heap->place));
    if (!heap->entry || !heap->place)
        return -ENOMEM;
    memset(heap->place, 0xff, (size_t)vertex_count * sizeof(*heap->place));
    return 0;
}

void heap_finish(struct heap *heap)
{
    free(heap->entry);
    free(heap->place);
    *heap = (struct heap){0};
}

void heap_clear(struct heap *heap)
{
    for (uint32_t i = 0; i < heap->count; i++)
        heap->place[heap->entry[i].vertex] = HEAP_ABSENT;
    heap->count = 0;
}

static void put(struct heap *heap, uint32_t at, struct heap_entry entry)
{
    heap->entry[at] = entry;
    heap->place[entry.vertex] = at;
}

void heap_lower(struct heap *heap, uint32_t vertex, uint32_t cost)
{
    struct heap_entry entry = {cost, vertex};
    uint32_t at = heap->place[vertex];

    if (at == HEAP_ABSENT)
        at = heap->count++;
    while (at > 0) {
        uint32_t parent = (at - 1) / ARITY;

        if (heap->entry[parent].cost <= cost)
            break;
        put(heap, at, heap->entry[parent]);
        at = parent;
    }
    put(heap, at, entry);
}

struct heap_entry heap_pop(struct heap *heap)
{
    struct heap_entry top = heap->entry[0];
    struct heap_entry last = heap->entry[--heap->count];
    uint32_t at = 0;

    heap->place[top.vertex] = HEAP_ABSENT;
    if (heap->count == 0)
        return top;
    for (;;) {
        uint32_t child = at * ARITY + 1;
        uint32_t end =
            child + ARITY < heap->count ? child + ARITY : heap->count;
        uint32_t least = child;

        if (child >= heap->count)
            break;
        for (uint32_t i = child + 1; i < end; i++) {
            if (heap->entry[i].cost < heap->entry[least].cost)
                least = i;
        }
        if (heap->entry[least].cost >= last.cost)
            break;
        put(heap, at, heap->entry[least]);
        at = least;
    }
    put(heap, at, last);
    return top;
}
