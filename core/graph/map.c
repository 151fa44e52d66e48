#include "core/graph/map.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "core/base/array.h"

bool map_is_generated(const struct map *map)
{
    return !strcmp(map->info.generator, MAP_GENERATOR) ||
           !strcmp(map->info.generator, "relaxctl generate");
}

bool map_find_vertex(const struct map *map, uint64_t id, uint32_t *ret_vertex)
{
    uint32_t n = map->topology.vertex_count;
    uint32_t i = key_lower_bound(map->external_id, map->vertex_by_id, n, 0, id);

    if (i == n || map->external_id[map->vertex_by_id[i]] != id)
        return false;
    *ret_vertex = map->vertex_by_id[i];
    return true;
}

struct map *map_create(void)
{
    struct map *map = calloc(1, sizeof(*map));

    if (!map)
        return NULL;
    map->storage = calloc(1, sizeof(*map->storage));
    if (map->storage)
        return map;
    free(map);
    return NULL;
}

void *map_keep(struct map *map, void *array)
{
    void **place = map->storage->heap;

    while (array && *place)
        place++;
    if (array)
        *place = array;
    return array;
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

const char *hierarchy_lacking(const struct map *map)
{
    return map->info.too_large_bytes
               ? "the map is left without a hierarchy, which would take too "
                 "much memory; 'relaxctl check' says how much"
               : "the map is not ordered; 'relaxctl order' does that";
}
