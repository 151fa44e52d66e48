/* Redrawn weights, then cutting a map down to its main roads. */
#include <errno.h>
#include <stdlib.h>

#include "core/base/array.h"
#include "core/base/random.h"
#include "core/graph/components.h"
#include "core/graph/map_builder.h"
#include "core/weighting/weighting.h"
#include "lab/main_roads.h"

/* ---- Redrawing weights --------------------------------------------------- */

int redrawn_init(struct redrawn *redrawn, const struct map *map, uint32_t least,
                 uint32_t most, uint64_t seed, struct error *error)
{
    uint32_t count = map->topology.arc_count;
    struct random random;

    redrawn->map = *map;
    redrawn->map.storage = NULL;
    redrawn->weight = array_alloc(count, sizeof(*redrawn->weight));
    if (!redrawn->weight)
        return error_no_memory(error);
    random_seed(&random, seed);
    for (uint32_t a = 0; a < count; a++)
        redrawn->weight[a] = least + random_below(&random, most - least + 1);
    redrawn->map.imported.arcs.weight = redrawn->weight;
    return 0;
}

void redrawn_finish(struct redrawn *redrawn)
{
    free(redrawn->weight);
    redrawn->weight = NULL;
}

/* ---- Main roads ---------------------------------------------------------- */

/* The vertices of a map to keep, with their new numbers. */
struct cut {
    const struct map *map;
    uint32_t *number; /* [vertex_count], VERTEX_NONE: dropped */
    uint32_t count;   /* kept vertices */
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

static int add_arcs(const struct cut *cut, bool main_only,
                    struct map_builder *builder, struct error *error)
{
    const struct map *map = cut->map;
    const struct topology *topology = &map->topology;
    int r = 0;

    for (uint32_t v = 0; !r && v < topology->vertex_count; v++) {
        for (uint32_t a = topology->first_out[v];
             !r && a < topology->first_out[v + 1]; a++) {
            uint32_t tail = cut->number[v];
            uint32_t head = cut->number[topology->head[a]];

            if (tail != VERTEX_NONE && head != VERTEX_NONE &&
                (!main_only || is_main(map, a)))
                r = map_builder_add_road(builder, tail, head,
                                         imported_weights(map)->weight[a],
                                         map->road_class[a], error);
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

static int build(const struct cut *cut, bool main_only, struct map **ret_map,
                 struct error *error)
{
    struct map_builder *builder;
    int r = map_builder_create(cut->count, &builder, error);

    if (r)
        return r;
    map_builder_set_info(builder, cut->map->info.unit, cut->map->info.source);
    r = add_vertices(cut, builder, error);
    if (!r)
        r = add_arcs(cut, main_only, builder, error);
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
    struct cut cut = {.map = map, .number = array_alloc(n, sizeof(uint32_t))};
    struct components components;
    uint32_t largest;
    int r;

    if (!cut.number ||
        components_strong_members(map, &components, cut.number, &largest)) {
        free(cut.number);
        return error_no_memory(error);
    }
    for (uint32_t v = 0; v < n; v++)
        cut.number[v] = cut.number[v] == largest ? cut.count++ : VERTEX_NONE;
    r = build(&cut, false, ret_map, error);
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
    r = build(cut, true, &joined, error);
    if (r)
        return r;
    r = keep_largest(joined, ret_map, error);
    map_destroy(joined);
    return r;
}

int main_roads_cut(const struct map *map, struct map **ret_map,
                   struct error *error)
{
    struct cut cut = {.map = map};
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
