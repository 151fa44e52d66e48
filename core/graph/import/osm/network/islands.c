/* islands: which spots hang together by used ways. */
#include "core/graph/import/osm/network/islands.h"

#include <errno.h>
#include <stdlib.h>

#include "core/base/array.h"

/* Halves the way to the root as it goes. */
static uint32_t find_root(uint32_t *root, uint32_t spot)
{
    while (root[spot] != spot) {
        root[spot] = root[root[spot]];
        spot = root[spot];
    }
    return spot;
}

/* The smaller island takes the root of the larger one. */
static void join(struct islands *islands, uint32_t a, uint32_t b)
{
    uint32_t large = find_root(islands->root, a);
    uint32_t small = find_root(islands->root, b);

    if (large == small)
        return;
    if (islands->size[large] < islands->size[small]) {
        uint32_t swap = large;

        large = small;
        small = swap;
    }
    islands->root[small] = large;
    islands->size[large] += islands->size[small];
}

static void join_all(const struct courses *courses, enum road_layer layer,
                     struct islands *islands)
{
    for (uint32_t c = 0; c < courses->course_count; c++) {
        uint32_t first = courses->first_ref[c];

        if (courses->way[courses->ref_way[first]].layer != layer)
            continue;
        for (uint32_t l = first; l + 1 < courses->first_ref[c + 1]; l++)
            join(islands, courses->ref_spot[l], courses->ref_spot[l + 1]);
    }
}

int islands_find(const struct courses *courses, enum road_layer layer,
                 struct islands *islands)
{
    uint32_t count = courses->spot_count;

    islands->root = array_alloc(count, sizeof(*islands->root));
    islands->size = array_alloc(count, sizeof(*islands->size));
    if (!islands->root || !islands->size)
        return -ENOMEM;
    for (uint32_t i = 0; i < count; i++) {
        islands->root[i] = i;
        islands->size[i] = 1;
    }
    join_all(courses, layer, islands);
    for (uint32_t i = 0; i < count; i++)
        islands->root[i] = find_root(islands->root, i);
    return 0;
}

void islands_finish(struct islands *islands)
{
    free(islands->root);
    free(islands->size);
    *islands = (struct islands){0};
}
