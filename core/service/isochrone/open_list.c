/* open_list: vertices that wait to be settled, by cost. */
#include "core/service/isochrone/open_list.h"

#include "core/base/array.h"

enum { ARITY = 4 };

int open_list_put(struct open_list *list, uint32_t vertex, uint32_t cost)
{
    uint64_t entry = (uint64_t)cost << 32 | vertex;
    void *items = list->entry;
    size_t at = list->count;
    int r = array_reserve(&items, &list->capacity, at + 1, sizeof(entry));

    if (r)
        return r;
    list->entry = items;
    list->count++;
    while (at && list->entry[(at - 1) / ARITY] > entry) {
        list->entry[at] = list->entry[(at - 1) / ARITY];
        at = (at - 1) / ARITY;
    }
    list->entry[at] = entry;
    return 0;
}

static size_t least_child(const struct open_list *list, size_t parent)
{
    size_t first = parent * ARITY + 1;
    size_t end = first + ARITY < list->count ? first + ARITY : list->count;
    size_t least = first;

    for (size_t i = first + 1; i < end; i++) {
        if (list->entry[i] < list->entry[least])
            least = i;
    }
    return least;
}

uint64_t open_list_take(struct open_list *list)
{
    uint64_t taken = list->entry[0];
    uint64_t last = list->entry[--list->count];
    size_t at = 0;

    for (size_t child; (child = least_child(list, at)) < list->count;
         at = child) {
        if (list->entry[child] >= last)
            break;
        list->entry[at] = list->entry[child];
    }
    list->entry[at] = last;
    return taken;
}
