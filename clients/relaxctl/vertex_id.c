/* vertex_id: the vertices that a command line names. */
#include "clients/relaxctl/vertex_id.h"

#include <errno.h>
#include <inttypes.h>

int vertex_id_find(const struct map *map, const char *path, uint64_t id,
                   uint32_t *ret_vertex, struct error *error)
{
    uint32_t n = map->topology.vertex_count;

    if (map_find_vertex(map, id, ret_vertex))
        return 0;
    if (n == 0)
        return error_set(error, -ENOENT, "'%s' has no vertices", path);
    return error_set(error, -ENOENT,
                     "vertex %" PRIu64 ": no such id in '%s' (ids %" PRIu64
                     " to %" PRIu64 ")",
                     id, path, map->external_id[map->vertex_by_id[0]],
                     map->external_id[map->vertex_by_id[n - 1]]);
}
