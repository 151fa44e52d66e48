/* map: a road map, in memory or mapped from an .rlx file; immutable. */
#include "core/graph/map.h"

#include <stdlib.h>
#include <sys/mman.h>

const char *road_class_name(enum road_class road_class)
{
    static const char *const names[ROAD_CLASS_COUNT] = {
        "motorway", "trunk", "primary", "secondary", "local", "rail",
    };

    return road_class < ROAD_CLASS_COUNT ? names[road_class] : "unknown";
}

bool map_find_vertex(const struct map *map, uint64_t id, uint32_t *ret_vertex)
{
    uint32_t low = 0;
    uint32_t high = map->topology.vertex_count;

    /* The first that is not below. */
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;

        if (map->external_id[map->vertex_by_id[middle]] < id)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == map->topology.vertex_count ||
        map->external_id[map->vertex_by_id[low]] != id)
        return false;
    *ret_vertex = map->vertex_by_id[low];
    return true;
}

void map_storage_keep(struct map_storage *storage, void *pointer)
{
    size_t place = 0;

    if (!pointer)
        return;
    while (storage->heap[place])
        place++;
    storage->heap[place] = pointer;
}

void map_trim(const struct map *map)
{
    const struct map_storage *storage = map->storage;

    if (storage && storage->mapped)
        madvise(storage->mapped, storage->mapped_size, MADV_DONTNEED);
}

void map_destroy(struct map *map)
{
    if (!map)
        return;
    if (map->storage) {
        struct map_storage *storage = map->storage;

        if (storage->mapped)
            munmap(storage->mapped, storage->mapped_size);
        for (size_t i = 0; i < sizeof(storage->heap) / sizeof(void *); i++)
            free(storage->heap[i]);
        free(storage);
    }
    free(map);
}
