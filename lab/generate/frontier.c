/* frontier: a binary min-heap of vertices by length, without decrease-key. */
#include "lab/generate/frontier.h"

#include <errno.h>
#include <stdlib.h>

#include "core/base/array.h"

void frontier_finish(struct frontier *frontier)
{
    free(frontier->key);
    *frontier = (struct frontier){0};
}

int frontier_push(struct frontier *frontier, uint32_t length, uint32_t vertex)
{
    uint64_t key = (uint64_t)length << 32 | vertex;
    void *items = frontier->key;
    size_t at = frontier->count;

    if (array_reserve(&items, &frontier->capacity, at + 1, sizeof(key)))
        return -ENOMEM;
    frontier->key = items;
    frontier->count++;
    for (; at && frontier->key[(at - 1) / 2] > key; at = (at - 1) / 2)
        frontier->key[at] = frontier->key[(at - 1) / 2];
    frontier->key[at] = key;
    return 0;
}

static void sink(struct frontier *frontier, uint64_t key)
{
    size_t at = 0;

    for (size_t child = 1; child < frontier->count; child = 2 * at + 1) {
        if (child + 1 < frontier->count &&
            frontier->key[child + 1] < frontier->key[child])
            child++;
        if (frontier->key[child] >= key)
            break;
        frontier->key[at] = frontier->key[child];
        at = child;
    }
    frontier->key[at] = key;
}

bool frontier_pop(struct frontier *frontier, uint32_t *ret_length,
                  uint32_t *ret_vertex)
{
    if (frontier->count == 0)
        return false;
    *ret_length = (uint32_t)(frontier->key[0] >> 32);
    *ret_vertex = (uint32_t)frontier->key[0];
    frontier->count--;
    if (frontier->count)
        sink(frontier, frontier->key[frontier->count]);
    return true;
}
