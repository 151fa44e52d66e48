/* map_verify: whether the arrays of an .rlx file make a map.
 *
 * Each check is a plain loop without exit that the compiler can vectorize; only
 * when it finds something does a second, slow loop look for where. */
#include <errno.h>
#include <inttypes.h>

#include "core/graph/cost.h"
#include "core/graph/map_file/map_image.h"

static size_t byte_of(const void *element, const void *image)
{
    return (size_t)((const char *)element - (const char *)image);
}

static int verify_first_out(const struct topology *topology, const void *image,
                            struct error *error)
{
    const uint32_t *first_out = topology->first_out;
    uint32_t n = topology->vertex_count;
    uint32_t falls = first_out[0] != 0;

    for (uint32_t v = 0; v < n; v++)
        falls |= first_out[v] > first_out[v + 1];
    if (!falls && first_out[n] == topology->arc_count)
        return 0;
    for (uint32_t v = 0; v < n; v++) {
        if (first_out[v] > first_out[v + 1])
            return error_set(error, -EINVAL,
                             "section first_out: byte %zu: vertex %" PRIu32
                             " starts before the one before it",
                             byte_of(&first_out[v + 1], image), v + 1);
    }
    if (first_out[0])
        return error_set(error, -EINVAL,
                         "section first_out: byte %zu: starts with %" PRIu32
                         ", not 0",
                         byte_of(first_out, image), first_out[0]);
    return error_set(error, -EINVAL,
                     "section first_out: byte %zu: ends with %" PRIu32
                     ", but there are %" PRIu32 " arcs",
                     byte_of(&first_out[n], image), first_out[n],
                     topology->arc_count);
}

static int verify_heads(const struct topology *topology, const void *image,
                        struct error *error)
{
    const uint32_t *head = topology->head;
    uint32_t n = topology->vertex_count;
    uint32_t beyond = 0;
    uint32_t arc = 0;

    for (uint32_t a = 0; a < topology->arc_count; a++)
        beyond |= head[a] >= n;
    if (!beyond)
        return 0;
    while (head[arc] < n)
        arc++;
    return error_set(error, -EINVAL,
                     "section head: byte %zu: arc %" PRIu32
                     " leads to vertex %" PRIu32 " of %" PRIu32,
                     byte_of(&head[arc], image), arc, head[arc], n);
}

static int verify_weights(const struct weights *weights, const void *image,
                          struct error *error)
{
    const uint32_t *weight = weights->weight;
    uint32_t bad = 0;
    uint32_t arc = 0;

    for (uint32_t a = 0; a < weights->arc_count; a++)
        bad |= weight[a] == COST_OVERFLOW;
    if (!bad)
        return 0;
    while (weight[arc] != COST_OVERFLOW)
        arc++;
    return error_set(error, -EINVAL,
                     "section weight: byte %zu: arc %" PRIu32
                     " has the weight %" PRIu32 ", which means overflow",
                     byte_of(&weight[arc], image), arc, weight[arc]);
}

/* Ids ascend; equal ones, which maps with roads alone have, by their vertices.
 */
static bool comes_after(const struct map *map, uint32_t vertex, uint32_t before)
{
    uint64_t id = map->external_id[vertex];
    uint64_t id_before = map->external_id[before];

    if (id == id_before && map->roads.piece_count)
        return vertex > before;
    return id > id_before;
}

/* Strictly ascending entries mean that no vertex is listed twice, so that n
 * below n are all vertices. */
static int verify_ids(const struct map *map, const void *image,
                      struct error *error)
{
    const uint32_t *vertex_by_id = map->vertex_by_id;
    uint32_t n = map->topology.vertex_count;

    for (uint32_t i = 0; i < n; i++) {
        if (vertex_by_id[i] >= n)
            return error_set(error, -EINVAL,
                             "section vertex_by_id: byte %zu: vertex %" PRIu32
                             " of %" PRIu32,
                             byte_of(&vertex_by_id[i], image), vertex_by_id[i],
                             n);
        if (i && !comes_after(map, vertex_by_id[i], vertex_by_id[i - 1]))
            return error_set(error, -EINVAL,
                             "section vertex_by_id: byte %zu: id %" PRIu64
                             " does not come after id %" PRIu64,
                             byte_of(&vertex_by_id[i], image),
                             map->external_id[vertex_by_id[i]],
                             map->external_id[vertex_by_id[i - 1]]);
    }
    return 0;
}

static bool position_on_earth(struct position position)
{
    return position.lon_e7 >= -1800000000 && position.lon_e7 <= 1800000000 &&
           position.lat_e7 >= -900000000 && position.lat_e7 <= 900000000;
}

static int verify_positions(const struct map *map, const void *image,
                            struct error *error)
{
    uint32_t n = map->position ? map->topology.vertex_count : 0;

    for (uint32_t v = 0; v < n; v++) {
        if (!position_on_earth(map->position[v]))
            return error_set(error, -EINVAL,
                             "section position: byte %zu: vertex %" PRIu32
                             " at longitude %" PRId32 "e-7, latitude %" PRId32
                             "e-7",
                             byte_of(&map->position[v], image), v,
                             map->position[v].lon_e7, map->position[v].lat_e7);
    }
    return 0;
}

static int verify_road_classes(const struct map *map, const void *image,
                               struct error *error)
{
    uint32_t m = map->road_class ? map->topology.arc_count : 0;

    for (uint32_t a = 0; a < m; a++) {
        if (map->road_class[a] >= ROAD_CLASS_COUNT)
            return error_set(error, -EINVAL,
                             "section road_class: byte %zu: arc %" PRIu32
                             " has class %u of %d",
                             byte_of(&map->road_class[a], image), a,
                             map->road_class[a], ROAD_CLASS_COUNT);
    }
    return 0;
}

int map_image_verify(const struct map *map, const void *image,
                     struct error *error)
{
    int r = verify_first_out(&map->topology, image, error);

    if (!r)
        r = verify_heads(&map->topology, image, error);
    if (!r)
        r = verify_weights(&map->weights, image, error);
    if (!r)
        r = verify_ids(map, image, error);
    if (!r)
        r = verify_positions(map, image, error);
    if (!r)
        r = verify_road_classes(map, image, error);
    return r;
}
