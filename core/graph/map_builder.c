#include "core/graph/map_builder.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>

#include "core/base/array.h"
#include "core/base/text.h"
#include "core/graph/cost.h"

struct builder_arc {
    uint32_t tail;
    uint32_t head;
    uint32_t weight;
};

struct map_builder {
    uint32_t vertex_count;
    struct builder_arc *arcs; /* [arc_count] */
    size_t arc_count;
    size_t arc_capacity;
    uint8_t *road_classes; /* [arc_count], or none */
    size_t class_capacity;
    size_t class_count; /* arcs added with a class */
    uint64_t first_id;
    uint64_t *ids;              /* taken over, or NULL */
    struct position *positions; /* taken over, or NULL */
    struct map_info info;
};

int map_builder_create(uint32_t vertex_count, struct map_builder **ret_builder,
                       struct error *error)
{
    struct map_builder *builder;

    if (vertex_count > VERTEX_COUNT_MAX)
        return error_set(error, -EINVAL, "more than %u vertices",
                         (unsigned)VERTEX_COUNT_MAX);
    builder = calloc(1, sizeof(*builder));
    if (!builder)
        return error_no_memory(error);
    builder->vertex_count = vertex_count;
    map_builder_set_info(builder, "as in source", "");
    *ret_builder = builder;
    return 0;
}

void map_builder_destroy(struct map_builder *builder)
{
    if (!builder)
        return;
    free(builder->arcs);
    free(builder->road_classes);
    free(builder->ids);
    free(builder->positions);
    free(builder);
}

static int reserve_arcs(struct map_builder *builder, size_t needed)
{
    return array_reserve(&builder->arcs, &builder->arc_capacity, needed,
                         sizeof(*builder->arcs));
}

int map_builder_reserve(struct map_builder *builder, uint32_t arc_count,
                        struct error *error)
{
    return reserve_arcs(builder, arc_count) ? error_no_memory(error) : 0;
}

void map_builder_raise_vertex_count(struct map_builder *builder,
                                    uint32_t vertex_count)
{
    if (vertex_count > builder->vertex_count)
        builder->vertex_count = vertex_count;
}

int map_builder_add_arc(struct map_builder *builder, uint32_t tail,
                        uint32_t head, uint32_t weight, struct error *error)
{
    if (tail >= builder->vertex_count || head >= builder->vertex_count)
        return error_set(error, -EINVAL,
                         "arc from vertex %" PRIu32 " to %" PRIu32
                         ": there are only %" PRIu32 " vertices",
                         tail, head, builder->vertex_count);
    if (weight > WEIGHT_MAX && weight != WEIGHT_CLOSED)
        return error_set(error, -EINVAL,
                         "weight %" PRIu32 " is above the largest, %" PRIu32,
                         weight, WEIGHT_MAX);
    if (builder->arc_count >= ARC_COUNT_MAX)
        return error_set(error, -EINVAL, "more than %u arcs",
                         (unsigned)ARC_COUNT_MAX);
    if (reserve_arcs(builder, builder->arc_count + 1))
        return error_no_memory(error);
    builder->arcs[builder->arc_count++] =
        (struct builder_arc){tail, head, weight};
    return 0;
}

int map_builder_add_road(struct map_builder *builder, uint32_t tail,
                         uint32_t head, uint32_t weight,
                         enum road_class road_class, struct error *error)
{
    int r;

    if (array_reserve(&builder->road_classes, &builder->class_capacity,
                      builder->arc_count + 1, sizeof(*builder->road_classes)))
        return error_no_memory(error);
    r = map_builder_add_arc(builder, tail, head, weight, error);
    if (r)
        return r;
    builder->road_classes[builder->arc_count - 1] = (uint8_t)road_class;
    builder->class_count++;
    return 0;
}

void map_builder_number_from(struct map_builder *builder, uint64_t first)
{
    builder->first_id = first;
}

void map_builder_take_ids(struct map_builder *builder, uint64_t *ids)
{
    free(builder->ids);
    builder->ids = ids;
}

void map_builder_take_positions(struct map_builder *builder,
                                struct position *positions)
{
    free(builder->positions);
    builder->positions = positions;
}

void map_builder_set_info(struct map_builder *builder, const char *unit,
                          const char *source)
{
    text_copy_line(builder->info.unit, sizeof(builder->info.unit), unit);
    text_copy_line(builder->info.source, sizeof(builder->info.source), source);
}

/* Counting sort by tail, stable. */
static int sort_arcs(const struct map_builder *builder, struct map *map)
{
    uint32_t n = builder->vertex_count;
    size_t m = builder->arc_count;
    uint32_t *first_out = map_keep(map, array_zero((size_t)n + 1, sizeof(n)));
    uint32_t *head = map_keep(map, array_alloc(m, sizeof(*head)));
    uint32_t *weight = map_keep(map, array_alloc(m, sizeof(*weight)));
    uint8_t *road_class = NULL;

    if (builder->class_count)
        road_class = map_keep(map, array_alloc(m, sizeof(*road_class)));
    if (!first_out || !head || !weight || (builder->class_count && !road_class))
        return -ENOMEM;
    for (size_t a = 0; a < m; a++)
        first_out[builder->arcs[a].tail]++;
    for (uint32_t v = 0, sum = 0; v <= n; v++) {
        sum += first_out[v];
        first_out[v] = sum;
    }
    for (size_t a = m; a-- > 0;) {
        const struct builder_arc *arc = &builder->arcs[a];
        uint32_t at = --first_out[arc->tail];

        head[at] = arc->head;
        weight[at] = arc->weight;
        if (road_class)
            road_class[at] = builder->road_classes[a];
    }
    map->topology = (struct topology){n, (uint32_t)m, first_out, head};
    map->imported.arcs = (struct weights){1, (uint32_t)m, weight};
    map->road_class = road_class;
    return 0;
}

/* Takes the ids over, or numbers the vertices. */
static int take_ids(struct map_builder *builder, struct map *map)
{
    uint32_t n = builder->vertex_count;
    uint64_t *ids = builder->ids;

    builder->ids = NULL;
    if (!ids) {
        ids = array_alloc(n, sizeof(*ids));
        for (uint32_t v = 0; ids && v < n; v++)
            ids[v] = builder->first_id + v;
    }
    map->external_id = map_keep(map, ids);
    return ids ? 0 : -ENOMEM;
}

static int index_ids(struct map_builder *builder, struct map *map,
                     struct error *error)
{
    uint32_t n = builder->vertex_count;
    uint32_t *by_id;

    if (take_ids(builder, map) || key_order(map->external_id, n, 0, &by_id))
        return error_no_memory(error);
    map->vertex_by_id = map_keep(map, by_id);
    for (uint32_t i = 1; i < n; i++) {
        uint64_t id = map->external_id[by_id[i]];

        if (id == map->external_id[by_id[i - 1]])
            return error_set(error, -EINVAL,
                             "two vertices have the id %" PRIu64, id);
    }
    return 0;
}

static int fill_map(struct map_builder *builder, struct map *map,
                    struct error *error)
{
    if (sort_arcs(builder, map))
        return error_no_memory(error);
    free(builder->arcs);
    builder->arcs = NULL;
    map->position = map_keep(map, builder->positions);
    builder->positions = NULL;
    map->info = builder->info;
    return index_ids(builder, map, error);
}

int map_builder_finish(struct map_builder *builder, struct map **ret_map,
                       struct error *error)
{
    struct map *map;
    int r;

    if (builder->class_count && builder->class_count != builder->arc_count)
        return error_set(error, -EINVAL,
                         "of %zu arcs only %zu have a road class",
                         builder->arc_count, builder->class_count);
    map = map_create();
    r = map ? fill_map(builder, map, error) : error_no_memory(error);
    if (r)
        map_destroy(map);
    else
        *ret_map = map;
    return r;
}
