/* gone_maps: maps that are served no more and may still be asked. */
#include "daemon/gone_maps.h"

#include <malloc.h>
#include <stdlib.h>

#include "api/tile/tile_store.h"
#include "core/base/array.h"
#include "daemon/maps.h"

int gone_maps_reserve(struct gone_maps *gone, size_t more)
{
    void *list = gone->list;
    int r = array_reserve(&list, &gone->capacity, gone->count + more,
                          sizeof(*gone->list));

    if (!r)
        gone->list = list;
    return r;
}

void gone_maps_add(struct gone_maps *gone, struct served_map *served)
{
    gone->list[gone->count++] = served;
}

static void bury(struct served_map *served, const struct map_set *now)
{
    const struct served_map *other = map_set_find(now, served->name);

    if (served->imported.path && other && other->imported.path)
        imported_remove(&served->imported, &other->imported, served->name);
    served_map_release(served);
}

bool gone_maps_drain(struct gone_maps *gone, const struct map_set *now,
                     struct tile_store *tiles)
{
    size_t left = 0;

    if (!gone->count)
        return true;
    tile_store_forget(tiles);
    for (size_t i = 0; i < gone->count; i++) {
        struct served_map *served = gone->list[i];

        if (served_map_drain(served))
            bury(served, now);
        else
            gone->list[left++] = served;
    }
    gone->count = left;
    if (!left)
        malloc_trim(0);
    return !left;
}

void gone_maps_finish(struct gone_maps *gone)
{
    for (size_t i = 0; i < gone->count; i++)
        served_map_release(gone->list[i]);
    free(gone->list);
    *gone = (struct gone_maps){0};
}
