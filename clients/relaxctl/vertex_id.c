/* Looks up ids in the map, with messages. */
#include "clients/relaxctl/vertex_id.h"

#include <errno.h>
#include <inttypes.h>

#include "core/service/place/place_ends.h"

static int find_vertex(const struct map *map, const char *path, uint64_t id,
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

int vertex_id_place(const struct map *map, const struct weighting *weighting,
                    const char *path, uint64_t id, struct place *ret_place,
                    struct error *error)
{
    bool closed;
    uint32_t first;

    if (place_of_node(&map->roads, weighting, (int64_t)id, ret_place))
        return 0;
    closed =
        weighting->closed && roads_find_node(&map->roads, (int64_t)id, &first);
    return error_set(error, -ENOENT, "node %" PRId64 " is %s of '%s'",
                     (int64_t)id,
                     closed ? "only on closed roads" : "on no road", path);
}

int vertex_id_seeds(const struct map *map, const struct weighting *weighting,
                    const char *path, uint64_t id,
                    struct seed ret_seeds[PLACE_POINTS_MAX],
                    uint32_t *ret_count, struct error *error)
{
    struct departure departures[PLACE_POINTS_MAX];
    struct place place;
    int r;

    if (!map->roads.piece_count) {
        ret_seeds[0] = (struct seed){VERTEX_NONE, 0};
        *ret_count = 1;
        return find_vertex(map, path, id, &ret_seeds[0].vertex, error);
    }
    r = vertex_id_place(map, weighting, path, id, &place, error);
    if (r)
        return r;
    *ret_count =
        place_departures(map, weighting, transit_any(&place), departures);
    for (uint32_t i = 0; i < *ret_count; i++)
        ret_seeds[i] = departures[i].seed;
    return 0;
}

int vertex_id_find(const struct map *map, const struct weighting *weighting,
                   const char *path, uint64_t id, uint32_t *ret_vertex,
                   struct error *error)
{
    struct seed seeds[PLACE_POINTS_MAX];
    uint32_t count;
    int r = vertex_id_seeds(map, weighting, path, id, seeds, &count, error);

    if (!r)
        *ret_vertex = seeds[0].vertex;
    return r;
}
