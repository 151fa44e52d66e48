#include "core/base/heap.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"

enum { ARITY = 4 };

/* Where `indexed` is constant, the compiler makes a function for each kind. */
#define EACH_KIND static inline __attribute__((always_inline))

int heap_init_indexed(struct heap *heap, uint32_t vertex_count)
{
    *heap = (struct heap){
        .key = array_alloc(vertex_count, sizeof(*heap->key)),
        .index = array_alloc(vertex_count, sizeof(*heap->index)),
    };
    if (!heap->key || !heap->index)
        return -ENOMEM;
    memset(heap->index, 0xff, (size_t)vertex_count * sizeof(*heap->index));
    return 0;
}

void heap_finish(struct heap *heap)
{
    free(heap->key);
    free(heap->index);
    *heap = (struct heap){0};
}

void heap_clear(struct heap *heap)
{
    for (uint32_t i = 0; i < heap->count && heap->index; i++)
        heap->index[(uint32_t)heap->key[i]] = HEAP_ABSENT;
    heap->count = 0;
}

EACH_KIND void put(struct heap *heap, bool indexed, uint32_t at, uint64_t key)
{
    heap->key[at] = key;
    if (indexed)
        heap->index[(uint32_t)key] = at;
}

/* Sifts a key up from the hole at `at`. */
EACH_KIND void rise(struct heap *heap, bool indexed, uint32_t at, uint64_t key)
{
    while (at > 0) {
        uint32_t parent = (at - 1) / ARITY;

        if (heap->key[parent] <= key)
            break;
        put(heap, indexed, at, heap->key[parent]);
        at = parent;
    }
    put(heap, indexed, at, key);
}

int heap_push(struct heap *heap, uint32_t vertex, uint32_t cost)
{
    int r = array_reserve(&heap->key, &heap->capacity, (size_t)heap->count + 1,
                          sizeof(*heap->key));

    if (r)
        return r;
    rise(heap, false, heap->count++, (uint64_t)cost << 32 | vertex);
    return 0;
}

void heap_lower(struct heap *heap, uint32_t vertex, uint32_t cost)
{
    uint32_t at = heap->index[vertex];

    rise(heap, true, at == HEAP_ABSENT ? heap->count++ : at,
         (uint64_t)cost << 32 | vertex);
}

/* The least of the children [child, child + ARITY), all present. Written so
 * that compilers emit no branches: no predictor knows which child is least. */
static uint32_t least_of_all(const uint64_t *key, uint32_t child)
{
    const uint64_t *k = &key[child];
    uint32_t left = k[1] < k[0];
    uint32_t right = 2 + (k[3] < k[2]);

    return child + (k[right] < k[left] ? right : left);
}

static uint32_t least_of_some(const uint64_t *key, uint32_t child, uint32_t end)
{
    uint32_t least = child;

    for (uint32_t i = child + 1; i < end; i++) {
        if (key[i] < key[least])
            least = i;
    }
    return least;
}

/* Sifts `last` down from the root. */
EACH_KIND void sink(struct heap *heap, bool indexed, uint64_t last)
{
    uint32_t at = 0;

    for (;;) {
        uint32_t child = at * ARITY + 1;
        uint32_t least;

        if (child + ARITY <= heap->count)
            least = least_of_all(heap->key, child);
        else if (child < heap->count)
            least = least_of_some(heap->key, child, heap->count);
        else
            break;
        if (heap->key[least] >= last)
            break;
        put(heap, indexed, at, heap->key[least]);
        at = least;
    }
    put(heap, indexed, at, last);
}

struct heap_entry heap_pop(struct heap *heap)
{
    uint64_t top = heap->key[0];
    uint64_t last = heap->key[--heap->count];

    if (heap->index)
        heap->index[(uint32_t)top] = HEAP_ABSENT;
    if (heap->count && heap->index)
        sink(heap, true, last);
    else if (heap->count)
        sink(heap, false, last);
    return (struct heap_entry){(uint32_t)(top >> 32), (uint32_t)top};
}
