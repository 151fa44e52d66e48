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

/* The arrays of a map under construction, in the order of map_storage. */
struct builder_arrays {
    uint32_t *first_out;
    uint32_t *head;
    uint32_t *weight;
    uint64_t *external_id;
    uint32_t *vertex_by_id;
    uint8_t *road_class;
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
    void *items = builder->arcs;
    int r = array_reserve(&items, &builder->arc_capacity, needed,
                          sizeof(*builder->arcs));

    builder->arcs = items;
    return r;
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
    void *items = builder->road_classes;
    int r;

    if (array_reserve(&items, &builder->class_capacity, builder->arc_count + 1,
                      sizeof(*builder->road_classes)))
        return error_no_memory(error);
    builder->road_classes = items;
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

static void free_arrays(struct builder_arrays *arrays)
{
    free(arrays->first_out);
    free(arrays->head);
    free(arrays->weight);
    free(arrays->external_id);
    free(arrays->vertex_by_id);
    free(arrays->road_class);
}

/* Counting sort by tail, stable. */
static int sort_arcs(const struct map_builder *builder,
                     struct builder_arrays *arrays)
{
    uint32_t n = builder->vertex_count;
    size_t m = builder->arc_count;
    uint32_t *first_out = array_zero((size_t)n + 1, sizeof(*first_out));

    arrays->first_out = first_out;
    arrays->head = array_alloc(m, sizeof(*arrays->head));
    arrays->weight = array_alloc(m, sizeof(*arrays->weight));
    if (builder->class_count)
        arrays->road_class = array_alloc(m, sizeof(*arrays->road_class));
    if (!first_out || !arrays->head || !arrays->weight ||
        (builder->class_count && !arrays->road_class))
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

        arrays->head[at] = arc->head;
        arrays->weight[at] = arc->weight;
        if (arrays->road_class)
            arrays->road_class[at] = builder->road_classes[a];
    }
    return 0;
}

static int compare_by_id(const void *a, const void *b, void *context)
{
    const uint64_t *ids = context;
    uint64_t x = ids[*(const uint32_t *)a];
    uint64_t y = ids[*(const uint32_t *)b];

    return (x > y) - (x < y);
}

static int index_ids(struct map_builder *builder, struct builder_arrays *arrays,
                     struct error *error)
{
    uint32_t n = builder->vertex_count;
    bool given = builder->ids;
    bool ascending = true;

    arrays->vertex_by_id = array_alloc(n, sizeof(*arrays->vertex_by_id));
    arrays->external_id =
        given ? builder->ids : array_alloc(n, sizeof(*arrays->external_id));
    builder->ids = NULL;
    if (!arrays->vertex_by_id || !arrays->external_id)
        return error_no_memory(error);
    for (uint32_t v = 0; v < n; v++) {
        arrays->vertex_by_id[v] = v;
        if (!given)
            arrays->external_id[v] = builder->first_id + v;
        else if (v && arrays->external_id[v] <= arrays->external_id[v - 1])
            ascending = false;
    }
    if (ascending)
        return 0;
    qsort_r(arrays->vertex_by_id, n, sizeof(*arrays->vertex_by_id),
            compare_by_id, arrays->external_id);
    for (uint32_t i = 1; i < n; i++) {
        uint64_t id = arrays->external_id[arrays->vertex_by_id[i]];

        if (id == arrays->external_id[arrays->vertex_by_id[i - 1]])
            return error_set(error, -EINVAL,
                             "two vertices have the id %" PRIu64, id);
    }
    return 0;
}

static int wrap_map(struct map_builder *builder, struct builder_arrays *arrays,
                    struct map **ret_map, struct error *error)
{
    struct map *map = calloc(1, sizeof(*map));
    struct map_storage *storage = calloc(1, sizeof(*storage));

    if (!map || !storage) {
        free(map);
        free(storage);
        return error_no_memory(error);
    }
    map->topology = (struct topology){
        .vertex_count = builder->vertex_count,
        .arc_count = (uint32_t)builder->arc_count,
        .first_out = arrays->first_out,
        .head = arrays->head,
    };
    map->imported.arcs = (struct weights){
        .epoch = 1,
        .arc_count = (uint32_t)builder->arc_count,
        .weight = arrays->weight,
    };
    map->external_id = arrays->external_id;
    map->vertex_by_id = arrays->vertex_by_id;
    map->road_class = arrays->road_class;
    map->position = builder->positions;
    map->info = builder->info;
    storage->heap[0] = arrays->first_out;
    storage->heap[1] = arrays->head;
    storage->heap[2] = arrays->weight;
    storage->heap[3] = arrays->external_id;
    storage->heap[4] = arrays->vertex_by_id;
    storage->heap[5] = arrays->road_class;
    storage->heap[6] = builder->positions;
    builder->positions = NULL;
    map->storage = storage;
    *ret_map = map;
    return 0;
}

int map_builder_finish(struct map_builder *builder, struct map **ret_map,
                       struct error *error)
{
    struct builder_arrays arrays = {0};
    int r;

    if (builder->class_count && builder->class_count != builder->arc_count)
        return error_set(error, -EINVAL,
                         "of %zu arcs only %zu have a road class",
                         builder->arc_count, builder->class_count);
    r = sort_arcs(builder, &arrays);
    if (r)
        r = error_no_memory(error);
    if (!r) {
        free(builder->arcs);
        builder->arcs = NULL;
        r = index_ids(builder, &arrays, error);
    }
    if (!r)
        r = wrap_map(builder, &arrays, ret_map, error);
    if (r)
        free_arrays(&arrays);
    return r;
}
