#include "core/base/union_find.h"

#include <errno.h>
#include <stdlib.h>

#include "core/base/array.h"

void union_find_separate(uint32_t *parent, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        parent[i] = i;
}

int union_find_init(struct union_find *sets, uint32_t count)
{
    *sets = (struct union_find){
        .parent = array_alloc(count, sizeof(*sets->parent)),
        .size = array_alloc(count, sizeof(*sets->size)),
    };
    if (!sets->parent || !sets->size)
        return -ENOMEM;
    union_find_separate(sets->parent, count);
    for (uint32_t i = 0; i < count; i++)
        sets->size[i] = 1;
    return 0;
}

void union_find_finish(struct union_find *sets)
{
    free(sets->parent);
    free(sets->size);
    *sets = (struct union_find){0};
}

bool union_find_join(struct union_find *sets, uint32_t a, uint32_t b)
{
    uint32_t large = union_find_root(sets->parent, a);
    uint32_t small = union_find_root(sets->parent, b);

    if (large == small)
        return false;
    if (sets->size[large] < sets->size[small]) {
        uint32_t other = large;

        large = small;
        small = other;
    }
    sets->parent[small] = large;
    sets->size[large] += sets->size[small];
    return true;
}
