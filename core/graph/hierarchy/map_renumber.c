/* map_renumber: a map with other numbers for its vertices. */
#include "core/graph/hierarchy/map_renumber.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"
#include "core/graph/roads/roads_arrays.h"

/* A map on its way to other numbers. */
struct renumbering {
    const struct map *from;
    struct map *to;
    const uint32_t *number; /* [vertex_count] new ones */
    uint32_t *vertex;       /* [vertex_count] old ones */
    uint32_t *arc;          /* [arc_count] old ones */
};

/* An array of the new map. */
static void *keep_array(struct renumbering *renumbering, uint64_t count,
                        size_t size)
{
    void *array = array_alloc(count, size);

    map_storage_keep(renumbering->to->storage, array);
    return array;
}

/* to[i] = from[at[i]]; NULL where memory is short. */
static void *gather(struct renumbering *renumbering, const void *from,
                    size_t size, const uint32_t *at, uint32_t count)
{
    char *to = keep_array(renumbering, count, size);

    for (uint32_t i = 0; to && i < count; i++)
        memcpy(to + i * size, (const char *)from + at[i] * size, size);
    return to;
}

/* The same for words, which most are, and quicker. */
static uint32_t *gather_words(struct renumbering *renumbering,
                              const uint32_t *from, const uint32_t *at,
                              uint32_t count)
{
    uint32_t *to = keep_array(renumbering, count, sizeof(*to));

    for (uint32_t i = 0; to && i < count; i++)
        to[i] = from[at[i]];
    return to;
}

/* New numbers in place of old ones; VERTEX_NONE stays. */
static uint32_t *map_words(struct renumbering *renumbering,
                           const uint32_t *vertices, uint64_t count)
{
    uint32_t *to = keep_array(renumbering, count, sizeof(*to));

    for (uint64_t i = 0; to && i < count; i++)
        to[i] = vertices[i] == VERTEX_NONE ? VERTEX_NONE
                                           : renumbering->number[vertices[i]];
    return to;
}

static int find_old(struct renumbering *renumbering)
{
    const struct topology *topology = &renumbering->from->topology;
    uint32_t n = topology->vertex_count;
    uint32_t *first_out =
        keep_array(renumbering, (uint64_t)n + 1, sizeof(*first_out));
    uint32_t at = 0;

    renumbering->vertex = array_alloc(n, sizeof(uint32_t));
    renumbering->arc = array_alloc(topology->arc_count, sizeof(uint32_t));
    if (!first_out || !renumbering->vertex || !renumbering->arc)
        return -ENOMEM;
    for (uint32_t v = 0; v < n; v++)
        renumbering->vertex[renumbering->number[v]] = v;
    for (uint32_t v = 0; v < n; v++) {
        uint32_t old = renumbering->vertex[v];

        first_out[v] = at;
        for (uint32_t a = topology->first_out[old];
             a < topology->first_out[old + 1]; a++)
            renumbering->arc[at++] = a;
    }
    first_out[n] = at;
    renumbering->to->topology = (struct topology){n, at, first_out, NULL};
    return 0;
}

static int take_arcs(struct renumbering *renumbering)
{
    const struct map *from = renumbering->from;
    struct map *to = renumbering->to;
    uint32_t m = from->topology.arc_count;
    uint32_t *head = keep_array(renumbering, m, sizeof(*head));

    to->topology.head = head;
    to->weights = (struct weights){
        .epoch = from->weights.epoch,
        .arc_count = m,
        .weight = gather_words(renumbering, from->weights.weight,
                               renumbering->arc, m),
    };
    if (!head || !to->weights.weight)
        return -ENOMEM;
    for (uint32_t a = 0; a < m; a++)
        head[a] = renumbering->number[from->topology.head[renumbering->arc[a]]];
    if (!from->road_class)
        return 0;
    to->road_class =
        gather(renumbering, from->road_class, 1, renumbering->arc, m);
    return to->road_class ? 0 : -ENOMEM;
}

static int compare_words(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a;
    uint32_t y = *(const uint32_t *)b;

    return (x > y) - (x < y);
}

/* By id as they were; those of one id by their new numbers. */
static void sort_equal_ids(const struct map *map, uint32_t *by_id)
{
    uint32_t n = map->topology.vertex_count;

    for (uint32_t first = 0, end; first < n; first = end) {
        uint64_t id = map->external_id[by_id[first]];

        end = first + 1;
        while (end < n && map->external_id[by_id[end]] == id)
            end++;
        if (end - first > 1)
            qsort(by_id + first, end - first, sizeof(*by_id), compare_words);
    }
}

static int take_vertices(struct renumbering *renumbering)
{
    const struct map *from = renumbering->from;
    struct map *to = renumbering->to;
    uint32_t n = from->topology.vertex_count;
    uint32_t *by_id = map_words(renumbering, from->vertex_by_id, n);

    to->vertex_by_id = by_id;
    to->external_id =
        gather(renumbering, from->external_id, sizeof(*from->external_id),
               renumbering->vertex, n);
    if (!by_id || !to->external_id)
        return -ENOMEM;
    sort_equal_ids(to, by_id);
    if (!from->position)
        return 0;
    to->position = gather(renumbering, from->position, sizeof(*from->position),
                          renumbering->vertex, n);
    return to->position ? 0 : -ENOMEM;
}

static const void *renumbered_array(struct renumbering *renumbering,
                                    const struct roads_array *array,
                                    const void *elements)
{
    const struct topology *topology = &renumbering->from->topology;
    uint64_t count = roads_array_length(renumbering->from, array->length);
    void *copy;

    if (array->length == ROADS_VERTICES)
        return gather_words(renumbering, elements, renumbering->vertex,
                            topology->vertex_count);
    if (array->length == ROADS_ARCS)
        return gather_words(renumbering, elements, renumbering->arc,
                            topology->arc_count);
    if (elements == renumbering->from->roads.end_vertex ||
        elements == renumbering->from->roads.state_vertex)
        return map_words(renumbering, elements, count);
    copy = keep_array(renumbering, count, array->element_size);
    if (copy)
        memcpy(copy, elements, count * array->element_size);
    return copy;
}

/* Durations that are the weights stay so. */
static void share_arrays(const struct roads *from, struct roads *to)
{
    if (from->segment_duration_ms == from->segment_weight)
        to->segment_duration_ms = to->segment_weight;
    if (from->turn_duration_ms == from->turn_weight)
        to->turn_duration_ms = to->turn_weight;
}

static bool is_shared(const struct roads *roads, const void *elements,
                      const struct roads_array *array)
{
    return (elements == roads->segment_weight &&
            array->offset == offsetof(struct roads, segment_duration_ms)) ||
           (elements == roads->turn_weight &&
            array->offset == offsetof(struct roads, turn_duration_ms));
}

static int take_roads(struct renumbering *renumbering)
{
    const struct roads *from = &renumbering->from->roads;
    struct roads *to = &renumbering->to->roads;

    *to = *from;
    for (size_t i = 0; i < ROADS_ARRAY_COUNT; i++) {
        const struct roads_array *array = &roads_arrays[i];
        const void *elements = roads_array_get(from, array);
        const void *taken;

        if (!elements || is_shared(from, elements, array))
            continue;
        taken = renumbered_array(renumbering, array, elements);
        if (!taken)
            return -ENOMEM;
        roads_array_set(to, array, taken);
    }
    share_arrays(from, to);
    return 0;
}

static int take_all(struct renumbering *renumbering)
{
    const struct map *from = renumbering->from;
    struct map *to = renumbering->to;
    int r;

    to->storage = calloc(1, sizeof(*to->storage));
    r = to->storage ? find_old(renumbering) : -ENOMEM;
    if (!r)
        r = take_arcs(renumbering);
    if (!r)
        r = take_vertices(renumbering);
    if (!r && from->roads.piece_count)
        r = take_roads(renumbering);
    to->report = from->report;
    to->info = from->info;
    to->info.too_large_bytes = 0;
    return r;
}

int map_renumber(const struct map *map, const uint32_t *number,
                 struct map **ret_map, struct error *error)
{
    struct renumbering renumbering = {
        .from = map,
        .to = calloc(1, sizeof(struct map)),
        .number = number,
    };
    int r = renumbering.to ? take_all(&renumbering) : -ENOMEM;

    free(renumbering.vertex);
    free(renumbering.arc);
    if (r) {
        map_destroy(renumbering.to);
        return error_no_memory(error);
    }
    *ret_map = renumbering.to;
    return 0;
}
