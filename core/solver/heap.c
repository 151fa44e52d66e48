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
        heap->place[(uint32_t)heap->entry[i]] = HEAP_ABSENT;
    heap->count = 0;
}

static uint64_t entry_of(uint32_t vertex, uint32_t cost)
{
    return (uint64_t)cost << 32 | vertex;
}

static void put(struct heap *heap, uint32_t at, uint64_t entry)
{
    heap->entry[at] = entry;
    heap->place[(uint32_t)entry] = at;
}

void heap_lower(struct heap *heap, uint32_t vertex, uint32_t cost)
{
    uint64_t entry = entry_of(vertex, cost);
    uint32_t at = heap->place[vertex];

    if (at == HEAP_ABSENT)
        at = heap->count++;
    while (at > 0) {
        uint32_t parent = (at - 1) / ARITY;

        if (heap->entry[parent] <= entry)
            break;
        put(heap, at, heap->entry[parent]);
        at = parent;
    }
    put(heap, at, entry);
}

/* The least of the children [child, child + ARITY), all there. Written so that
 * compilers choose without branches: which child is least, none can predict. */
static uint32_t least_of_all(const uint64_t *entry, uint32_t child)
{
    const uint64_t *e = &entry[child];
    uint32_t left = e[1] < e[0];
    uint32_t right = 2 + (e[3] < e[2]);

    return child + (e[right] < e[left] ? right : left);
}

static uint32_t least_of_some(const uint64_t *entry, uint32_t child,
                              uint32_t end)
{
    uint32_t least = child;

    for (uint32_t i = child + 1; i < end; i++) {
        if (entry[i] < entry[least])
            least = i;
    }
    return least;
}

/* Lets `last` sink from the root to where it belongs. */
static void sink(struct heap *heap, uint64_t last)
{
    uint32_t at = 0;

    for (;;) {
        uint32_t child = at * ARITY + 1;
        uint32_t least;

        if (child + ARITY <= heap->count)
            least = least_of_all(heap->entry, child);
        else if (child < heap->count)
            least = least_of_some(heap->entry, child, heap->count);
        else
            break;
        if (heap->entry[least] >= last)
            break;
        put(heap, at, heap->entry[least]);
        at = least;
    }
    put(heap, at, last);
}

struct heap_entry heap_pop(struct heap *heap)
{
    uint64_t top = heap->entry[0];
    uint64_t last = heap->entry[--heap->count];

    heap->place[(uint32_t)top] = HEAP_ABSENT;
    if (heap->count)
        sink(heap, last);
    return (struct heap_entry){(uint32_t)(top >> 32), (uint32_t)top};
}
