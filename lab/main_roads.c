/* Maps made of the vertices and arcs of another. */
#include <stdlib.h>

#include "core/base/array.h"
#include "core/base/random.h"
#include "core/graph/components.h"
#include "core/graph/map_builder.h"
#include "core/weighting/weighting.h"
#include "lab/main_roads.h"

/* The vertices of a map to keep, with their new numbers. */
struct cut {
    const struct map *map;
    uint32_t *number;       /* [vertex_count], VERTEX_NONE: dropped */
    uint32_t count;         /* kept vertices */
    const uint32_t *weight; /* [arc_count] of the new map */
    bool main_only;         /* drop arcs that are no main roads */
};

static bool is_main(const struct map *map, uint32_t arc)
{
    return map->road_class[arc] <= ROAD_SECONDARY;
}

/* Numbers the vertices with a main road, in the map's order. */
static void number_joined(struct cut *cut)
{
    const struct topology *topology = &cut->map->topology;
    uint32_t n = topology->vertex_count;

    for (uint32_t v = 0; v < n; v++)
        cut->number[v] = VERTEX_NONE;
    for (uint32_t v = 0; v < n; v++) {
        for (uint32_t a = topology->first_out[v];
             a < topology->first_out[v + 1]; a++) {
            if (is_main(cut->map, a))
                cut->number[v] = cut->number[topology->head[a]] = 0;
        }
    }
    cut->count = 0;
    for (uint32_t v = 0; v < n; v++) {
        if (cut->number[v] != VERTEX_NONE)
            cut->number[v] = cut->count++;
    }
}

static int add_arc(const struct cut *cut, struct map_builder *builder,
                   uint32_t tail, uint32_t arc, struct error *error)
{
    const struct map *map = cut->map;
    uint32_t head = cut->number[map->topology.head[arc]];

    if (head == VERTEX_NONE || (cut->main_only && !is_main(map, arc)))
        return 0;
    if (!map->road_class)
        return map_builder_add_arc(builder, tail, head, cut->weight[arc],
                                   error);
    return map_builder_add_road(builder, tail, head, cut->weight[arc],
                                map->road_class[arc], error);
}

static int add_arcs(const struct cut *cut, struct map_builder *builder,
                    struct error *error)
{
    const struct topology *topology = &cut->map->topology;
    int r = 0;

    for (uint32_t v = 0; !r && v < topology->vertex_count; v++) {
        for (uint32_t a = topology->first_out[v];
             !r && a < topology->first_out[v + 1]; a++) {
            if (cut->number[v] != VERTEX_NONE)
                r = add_arc(cut, builder, cut->number[v], a, error);
        }
    }
    return r;
}

static int add_vertices(const struct cut *cut, struct map_builder *builder,
                        struct error *error)
{
    const struct map *map = cut->map;
    uint64_t *ids = array_alloc(cut->count, sizeof(*ids));
    struct position *positions =
        map->position ? array_alloc(cut->count, sizeof(*positions)) : NULL;

    if (!ids || (map->position && !positions)) {
        free(ids);
        free(positions);
        return error_no_memory(error);
    }
    for (uint32_t v = 0; v < map->topology.vertex_count; v++) {
        if (cut->number[v] == VERTEX_NONE)
            continue;
        ids[cut->number[v]] = map->external_id[v];
        if (positions)
            positions[cut->number[v]] = map->position[v];
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

static int build(const struct cut *cut, struct map **ret_map,
                 struct error *error)
{
    struct map_builder *builder;
    int r = map_builder_create(cut->count, &builder, error);

    if (r)
        return r;
    map_builder_set_info(builder, cut->map->info.unit, cut->map->info.source);
    r = add_vertices(cut, builder, error);
    if (!r)
        r = add_arcs(cut, builder, error);
    if (!r)
        r = map_builder_finish(builder, ret_map, error);
    map_builder_destroy(builder);
    return r;
}

/* Keeps the largest strong component. */
static int keep_largest(const struct map *map, struct map **ret_map,
                        struct error *error)
{
    uint32_t n = map->topology.vertex_count;
    struct cut cut = {
        .map = map,
        .number = array_alloc(n, sizeof(uint32_t)),
        .weight = imported_weights(map)->weight,
    };
    struct components components;
    uint32_t largest;
    int r;

    if (!cut.number ||
        components_strong_members(&map->topology, imported_weights(map)->weight,
                                  &components, cut.number, &largest)) {
        free(cut.number);
        return error_no_memory(error);
    }
    for (uint32_t v = 0; v < n; v++)
        cut.number[v] = cut.number[v] == largest ? cut.count++ : VERTEX_NONE;
    r = build(&cut, ret_map, error);
    free(cut.number);
    return r;
}

static int cut_main(const struct map *map, struct cut *cut,
                    struct map **ret_map, struct error *error)
{
    struct map *joined;
    int r;

    number_joined(cut);
    if (!cut->count)
        return error_set(error, MAIN_ROADS_NONE, "it has no main road");
    r = build(cut, &joined, error);
    if (r)
        return r;
    r = keep_largest(joined, ret_map, error);
    map_destroy(joined);
    return r;
}

int main_roads_cut(const struct map *map, struct map **ret_map,
                   struct error *error)
{
    struct cut cut = {
        .map = map,
        .weight = imported_weights(map)->weight,
        .main_only = true,
    };
    int r;

    if (!map->road_class)
        return error_set(error, MAIN_ROADS_NONE,
                         "the map does not say its road classes; a generated "
                         "one does");
    cut.number = array_alloc(map->topology.vertex_count, sizeof(*cut.number));
    r = cut.number ? cut_main(map, &cut, ret_map, error)
                   : error_no_memory(error);
    free(cut.number);
    return r;
}

int map_redraw(const struct map *map, uint32_t least, uint32_t most,
               uint64_t seed, struct map **ret_map, struct error *error)
{
    uint32_t n = map->topology.vertex_count;
    uint32_t m = map->topology.arc_count;
    uint32_t *number = array_alloc(n, sizeof(*number));
    uint32_t *weight = array_alloc(m, sizeof(*weight));
    const struct cut cut = {map, number, n, weight, false};
    struct random random;
    int r;

    random_seed(&random, seed);
    for (uint32_t v = 0; number && v < n; v++)
        number[v] = v;
    for (uint32_t a = 0; weight && a < m; a++)
        weight[a] = least + random_below(&random, most - least + 1);
    r = number && weight ? build(&cut, ret_map, error) : error_no_memory(error);
    free(number);
    free(weight);
    return r;
}
