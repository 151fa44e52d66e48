/* Maps made of another. */
#include <stdlib.h>

#include "core/base/array.h"
#include "core/base/random.h"
#include "core/graph/components.h"
#include "core/graph/map_builder.h"
#include "core/weighting/weighting.h"
#include "lab/main_roads.h"

static bool is_main(const struct map *map, uint32_t arc)
{
    return map->road_class[arc] <= ROAD_SECONDARY;
}

/* Those that are main roads. `number`: [vertex_count] in the new map;
 * VERTEX_NONE: not there. */
static int add_arcs(const struct map *map, const uint32_t *number,
                    struct map_builder *builder, struct error *error)
{
    const struct topology *topology = &map->topology;
    int r = 0;

    for (uint32_t v = 0; !r && v < topology->vertex_count; v++) {
        for (uint32_t a = topology->first_out[v];
             !r && a < topology->first_out[v + 1]; a++) {
            uint32_t head = number[topology->head[a]];

            if (number[v] != VERTEX_NONE && head != VERTEX_NONE &&
                is_main(map, a))
                r = map_builder_add_road(builder, number[v], head,
                                         imported_weights(map)->weight[a],
                                         map->road_class[a], error);
        }
    }
    return r;
}

static int add_vertices(const struct map *map, const uint32_t *number,
                        uint32_t count, struct map_builder *builder,
                        struct error *error)
{
    uint64_t *ids = array_alloc(count, sizeof(*ids));
    struct position *positions =
        map->position ? array_alloc(count, sizeof(*positions)) : NULL;

    if (!ids || (map->position && !positions)) {
        free(ids);
        free(positions);
        return error_no_memory(error);
    }
    for (uint32_t v = 0; v < map->topology.vertex_count; v++) {
        if (number[v] == VERTEX_NONE)
            continue;
        ids[number[v]] = map->external_id[v];
        if (positions)
            positions[number[v]] = map->position[v];
    }
    /* Vertices of maps with roads share ids, so they get numbers. */
    if (map->roads.piece_count)
        free(ids);
    else
        map_builder_take_ids(builder, ids);
    if (positions)
        map_builder_take_positions(builder, positions);
    return 0;
}

static int build(const struct map *map, const uint32_t *number, uint32_t count,
                 struct map **ret_map, struct error *error)
{
    struct map_builder *builder;
    int r = map_builder_create(count, &builder, error);

    if (r)
        return r;
    map_builder_set_info(builder, map->info.unit, map->info.source);
    r = add_vertices(map, number, count, builder, error);
    if (!r)
        r = add_arcs(map, number, builder, error);
    if (!r)
        r = map_builder_finish(builder, ret_map, error);
    map_builder_destroy(builder);
    return r;
}

/* `weight`: [arc_count], `number`: [vertex_count], both to be filled. */
static int cut(const struct map *map, uint32_t *weight, uint32_t *number,
               struct map **ret_map, struct error *error)
{
    struct components components;
    uint32_t main_arcs = 0;
    uint32_t largest;
    uint32_t count = 0;

    for (uint32_t a = 0; a < map->topology.arc_count; a++) {
        main_arcs += is_main(map, a);
        weight[a] =
            is_main(map, a) ? imported_weights(map)->weight[a] : WEIGHT_CLOSED;
    }
    if (!main_arcs)
        return error_set(error, MAIN_ROADS_NONE, "it has no main road");
    if (components_strong_members(&map->topology, weight, &components, number,
                                  &largest))
        return error_no_memory(error);
    for (uint32_t v = 0; v < map->topology.vertex_count; v++)
        number[v] = number[v] == largest ? count++ : VERTEX_NONE;
    return build(map, number, count, ret_map, error);
}

int main_roads_cut(const struct map *map, struct map **ret_map,
                   struct error *error)
{
    uint32_t *weight;
    uint32_t *number;
    int r;

    if (!map->road_class)
        return error_set(error, MAIN_ROADS_NONE,
                         "the map does not say its road classes; a generated "
                         "one does");
    weight = array_alloc(map->topology.arc_count, sizeof(*weight));
    number = array_alloc(map->topology.vertex_count, sizeof(*number));
    r = weight && number ? cut(map, weight, number, ret_map, error)
                         : error_no_memory(error);
    free(weight);
    free(number);
    return r;
}

int map_redraw(const struct map *map, uint32_t least, uint32_t most,
               uint64_t seed, struct map **ret_map, struct error *error)
{
    const struct topology *topology = &map->topology;
    struct map_builder *builder;
    struct random random;
    int r = map_builder_create(topology->vertex_count, &builder, error);

    if (r)
        return r;
    random_seed(&random, seed);
    for (uint32_t v = 0; v < topology->vertex_count; v++) {
        for (uint32_t a = topology->first_out[v];
             !r && a < topology->first_out[v + 1]; a++)
            r = map_builder_add_arc(
                builder, v, topology->head[a],
                least + random_below(&random, most - least + 1), error);
    }
    if (!r)
        r = map_builder_finish(builder, ret_map, error);
    map_builder_destroy(builder);
    return r;
}
