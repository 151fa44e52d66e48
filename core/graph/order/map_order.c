/* map_order: finds an order, renumbers the map, builds its hierarchy. */
#include "core/graph/order/map_order.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"
#include "core/base/error.h"
#include "core/base/parallel.h"
#include "core/graph/hierarchy/dissect.h"
#include "core/graph/hierarchy/hierarchy_build.h"
#include "core/graph/hierarchy/order_refine.h"
#include "core/graph/map_arrays.h"

/* ---- Finding an order ---------------------------------------------------- */

#define GROUP_NONE UINT32_MAX

/* Groups the vertices of a piece's edges; each plain junction is its own
 * group. */
static void group_by_piece(const struct map *map, uint32_t *piece_group,
                           uint32_t *ret_group, uint32_t *ret_count)
{
    uint32_t count = 0;

    for (uint32_t p = 0; p < map->roads.piece_count; p++)
        piece_group[p] = GROUP_NONE;
    for (uint32_t v = 0; v < map->topology.vertex_count; v++) {
        uint32_t edge = map->roads.vertex_edge[v];
        uint32_t own = GROUP_NONE;
        uint32_t *group =
            edge == EDGE_NONE ? &own : &piece_group[edge_piece(edge)];

        if (*group == GROUP_NONE)
            *group = count++;
        ret_group[v] = *group;
    }
    *ret_count = count;
}

static int order_pieces(const struct map *map, uint32_t **ret_order,
                        struct error *error)
{
    uint32_t *piece_group =
        array_alloc(map->roads.piece_count, sizeof(*piece_group));
    uint32_t *group = array_alloc(map->topology.vertex_count, sizeof(*group));
    uint32_t count;
    int r;

    if (piece_group && group) {
        group_by_piece(map, piece_group, group, &count);
        r = dissect_groups(&map->topology, group, count, ret_order, error);
    } else {
        r = error_no_memory(error);
    }
    free(piece_group);
    free(group);
    return r;
}

int map_find_order(const struct map *map, uint32_t **ret_order,
                   struct error *error)
{
    uint32_t *order;
    int r;

    if (!map->roads.piece_count)
        return dissect(&map->topology, ret_order, error);
    r = order_pieces(map, &order, error);
    if (r)
        return r;
    r = order_refine(&map->topology, order, parallel_thread_count(), error);
    if (r)
        free(order);
    else
        *ret_order = order;
    return r;
}

/* ---- Renumbering --------------------------------------------------------- */

/* A map being renumbered. */
struct renumbering {
    const struct map *from;
    struct map *to;
    const uint32_t *number; /* [vertex_count] new numbers */
    uint32_t *vertex;       /* [vertex_count] old numbers */
    uint32_t *arc;          /* [arc_count] old indices */
};

/* Allocates an array of the new map. */
static void *keep_array(struct renumbering *renumbering, uint64_t count,
                        size_t size)
{
    return map_keep(renumbering->to, array_alloc(count, size));
}

/* to[i] = from[at[i]]; NULL if memory is short. Words are the most frequent
 * case, and faster. */
static void *gather(struct renumbering *renumbering, const void *from,
                    size_t size, const uint32_t *at, uint32_t count)
{
    char *to = keep_array(renumbering, count, size);

    if (!to)
        return NULL;
    if (size == sizeof(uint32_t)) {
        for (uint32_t i = 0; i < count; i++)
            ((uint32_t *)to)[i] = ((const uint32_t *)from)[at[i]];
    } else {
        for (uint32_t i = 0; i < count; i++)
            memcpy(to + i * size, (const char *)from + at[i] * size, size);
    }
    return to;
}

/* Replaces old numbers by new ones; VERTEX_NONE stays. */
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
    renumbering->to->topology.first_out = first_out;
    return 0;
}

/* Durations that are the weights stay shared. */
static bool is_shared(const struct weight_arrays *weights,
                      enum map_section_id id)
{
    return (id == SECTION_SEGMENT_MS &&
            weights->segment_duration_ms == weights->segment) ||
           (id == SECTION_TURN_MS &&
            weights->turn_duration_ms == weights->turn);
}

static uint32_t *take_heads(struct renumbering *renumbering)
{
    const struct topology *topology = &renumbering->from->topology;
    uint32_t *head = gather(renumbering, topology->head, sizeof(*head),
                            renumbering->arc, topology->arc_count);

    for (uint32_t a = 0; head && a < topology->arc_count; a++)
        head[a] = renumbering->number[head[a]];
    return head;
}

static int compare_items(const void *a, const void *b)
{
    const struct condition *one = a;
    const struct condition *other = b;

    return compare_numbers(one->item, other->item);
}

/* Finds each old arc's turns, in the order of the new ones; edges keep their
 * numbers. */
static void *take_conditions(struct renumbering *renumbering)
{
    const struct roads *roads = &renumbering->from->roads;
    const struct condition *first = roads->conditions;
    const struct condition *end = first + roads->condition_count;
    uint32_t arcs = renumbering->from->topology.arc_count;
    struct condition *to =
        keep_array(renumbering, roads->condition_count, sizeof(*to));
    uint32_t count = 0;

    for (uint32_t a = 0; to && count < roads->condition_count && a < arcs;
         a++) {
        const struct condition key = {renumbering->arc[a], 0};
        const struct condition *turn = bsearch(
            &key, first, roads->condition_count, sizeof(key), compare_items);

        while (turn && turn > first && turn[-1].item == key.item)
            turn--;
        for (; turn && turn < end && turn->item == key.item; turn++)
            to[count++] = (struct condition){a, turn->text};
    }
    if (to && count < roads->condition_count)
        memcpy(to + count, first + count,
               (roads->condition_count - count) * sizeof(*to));
    return to;
}

/* After the ids themselves. */
static uint32_t *take_ids(struct renumbering *renumbering)
{
    struct map *to = renumbering->to;
    uint32_t *by_id;

    if (key_order(to->external_id, to->topology.vertex_count, 0, &by_id))
        return NULL;
    return map_keep(to, by_id);
}

static const void *renumbered_array(struct renumbering *renumbering,
                                    enum map_section_id id,
                                    const void *elements)
{
    const struct map *from = renumbering->from;
    const struct map_array *array = map_array(id);
    uint64_t count = map_length(from, array->length);
    void *copy;

    if (id == SECTION_HEAD)
        return take_heads(renumbering);
    if (id == SECTION_VERTEX_BY_ID)
        return take_ids(renumbering);
    if (id == SECTION_CONDITIONS)
        return take_conditions(renumbering);
    if (id == SECTION_END_VERTEX || id == SECTION_STATE_VERTEX)
        return map_words(renumbering, elements, count);
    if (array->length == LENGTH_VERTICES)
        return gather(renumbering, elements, array->element_size,
                      renumbering->vertex, from->topology.vertex_count);
    if (array->length == LENGTH_ARCS)
        return gather(renumbering, elements, array->element_size,
                      renumbering->arc, from->topology.arc_count);
    copy = keep_array(renumbering, count, array->element_size);
    if (copy)
        memcpy(copy, elements, count * array->element_size);
    return copy;
}

/* Whether renumbering copies an array as the table says. */
static bool is_taken(const struct map *from, enum map_section_id id)
{
    return map_array(id)->length != LENGTH_TEXT && id != SECTION_FIRST_OUT &&
           (id < SECTION_HIERARCHY_FIRST || id > SECTION_HIERARCHY_LAST) &&
           map_elements(from, id) && !is_shared(&from->imported, id);
}

static int take_arrays(struct renumbering *renumbering)
{
    struct map *to = renumbering->to;

    for (uint32_t id = SECTION_INFO; id < SECTION_END; id++) {
        const void *taken;

        if (!is_taken(renumbering->from, id))
            continue;
        taken = renumbered_array(renumbering, id,
                                 map_elements(renumbering->from, id));
        if (!taken)
            return -ENOMEM;
        map_elements_set(to, id, taken);
    }
    if (is_shared(&renumbering->from->imported, SECTION_SEGMENT_MS))
        to->imported.segment_duration_ms = to->imported.segment;
    if (is_shared(&renumbering->from->imported, SECTION_TURN_MS))
        to->imported.turn_duration_ms = to->imported.turn;
    return 0;
}

/* The new map is a copy except for its arrays. */
static int take_all(struct renumbering *renumbering)
{
    struct map *to = renumbering->to;
    struct map_storage *storage = to->storage;
    int r;

    *to = *renumbering->from;
    to->storage = storage;
    to->hierarchy = (struct hierarchy){0};
    to->info.too_large_bytes = 0;
    r = find_old(renumbering);
    return r ? r : take_arrays(renumbering);
}

/* Vertex v becomes number[v]; each number once. Arcs follow their tails and
 * keep their order there; all else stays. The new map is independent and has no
 * hierarchy. 0 or -ENOMEM. */
static int map_renumber(const struct map *map, const uint32_t *number,
                        struct map **ret_map, struct error *error)
{
    struct renumbering renumbering = {
        .from = map,
        .to = map_create(),
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

/* ---- Ordering ------------------------------------------------------------ */

static int check_order(const struct map *map, const uint32_t *order,
                       struct error *error)
{
    uint32_t n = map->topology.vertex_count;
    uint8_t *seen = array_zero(n, sizeof(*seen));
    int r = 0;

    if (!seen)
        return error_no_memory(error);
    for (uint32_t i = 0; i < n && !r; i++) {
        if (order[i] >= n || seen[order[i]]++)
            r = error_set(error, -EINVAL,
                          "no order: entry %" PRIu32 ", vertex %" PRIu32 ", %s",
                          i, order[i],
                          order[i] >= n ? "is not in the map"
                                        : "was there already");
    }
    free(seen);
    return r;
}

/* Moves the built arrays into the map. */
static void take_over(struct map *map, struct hierarchy_build *build)
{
    for (size_t i = 0; i < build->heap_count; i++)
        map_keep(map, build->heap[i]);
    map->hierarchy = build->hierarchy;
    build->heap_count = 0;
}

/* The inputs of the ordered map. */
struct building {
    const struct map *map;
    const uint32_t *order;
    const struct elimination_tree *tree;
    const struct supernodes *supernodes;
    struct elimination elimination;
    struct map *ordered;
};

static int renumber(struct building *building, struct error *error)
{
    uint32_t n = building->map->topology.vertex_count;
    uint32_t *number = array_alloc(n, sizeof(*number));
    int r;

    if (!number)
        return error_no_memory(error);
    for (uint32_t rank = 0; rank < n; rank++)
        number[building->order[rank]] = building->supernodes->number[rank];
    r = map_renumber(building->map, number, &building->ordered, error);
    free(number);
    return r;
}

/* The two are independent. */
enum { ELIMINATE, RENUMBER, PART_COUNT };

static int build_part(void *context, size_t part, struct error *error)
{
    struct building *building = context;

    return part == RENUMBER
               ? renumber(building, error)
               : elimination_init(&building->elimination, building->tree,
                                  &building->map->topology, building->order,
                                  error);
}

static int add_hierarchy(struct building *building, struct error *error)
{
    struct hierarchy_build build;
    int r = hierarchy_build_init(&build, &building->ordered->topology,
                                 &building->elimination, building->supernodes,
                                 error);

    if (!r)
        take_over(building->ordered, &build);
    hierarchy_build_finish(&build);
    return r;
}

/* Refuses more than 4 GiB of neighbours, or 32 GiB of words in panels or in
 * Schur complements: no road map comes near, and other solvers suit such graphs
 * better. */
static int check_size(const struct elimination_tree *tree,
                      const struct hierarchy_size *size, struct error *error)
{
    const double above_max = (double)((uint64_t)1 << 30);
    const double words_max = (double)((uint64_t)1 << 33);
    double above = 0;

    for (uint32_t rank = 0; rank < tree->vertex_count; rank++)
        above += tree->above_count[rank];
    if (above <= above_max && size->panel_words <= words_max &&
        size->schur_words <= words_max)
        return 0;
    return error_set(error, -EINVAL,
                     "the hierarchy of this order joins %.3g pairs of vertices "
                     "and needs %.3g words; serve the map unordered, or try "
                     "another order",
                     above, 4 * size->panel_words + size->schur_words);
}

static int build_by(const struct map *map, const struct elimination_tree *tree,
                    const struct supernodes *supernodes, const uint32_t *order,
                    struct map **ret_map, struct error *error)
{
    struct building building = {
        .map = map,
        .order = order,
        .tree = tree,
        .supernodes = supernodes,
    };
    int r = parallel_run(parallel_thread_count(), PART_COUNT, build_part,
                         &building, error);

    if (!r)
        r = add_hierarchy(&building, error);
    elimination_finish(&building.elimination);
    if (r)
        map_destroy(building.ordered);
    else
        *ret_map = building.ordered;
    return r;
}

static int order_by(const struct map *map, const uint32_t *order,
                    double bytes_max, struct hierarchy_size *ret_size,
                    struct map **ret_map, struct error *error)
{
    struct hierarchy_size size = {0};
    struct supernodes supernodes = {0};
    struct elimination_tree tree;
    int r = elimination_tree_init(&tree, &map->topology, order, error);

    if (!r)
        r = supernodes_init(&supernodes, &tree, error);
    if (!r) {
        size = hierarchy_size_of(&supernodes, &tree);
        r = hierarchy_size_bytes(&size) > bytes_max
                ? MAP_ORDER_TOO_LARGE
                : check_size(&tree, &size, error);
    }
    if (!r)
        r = build_by(map, &tree, &supernodes, order, ret_map, error);
    supernodes_finish(&supernodes);
    elimination_tree_finish(&tree);
    if (r >= 0)
        *ret_size = size;
    return r;
}

int map_order_within(const struct map *map, const uint32_t *order,
                     double bytes_max, struct hierarchy_size *ret_size,
                     struct map **ret_map, struct error *error)
{
    uint32_t *found = NULL;
    int r = order ? check_order(map, order, error)
                  : map_find_order(map, &found, error);

    if (!r)
        r = order_by(map, order ? order : found, bytes_max, ret_size, ret_map,
                     error);
    free(found);
    return r;
}

int map_order(const struct map *map, const uint32_t *order,
              struct map **ret_map, struct error *error)
{
    struct hierarchy_size size;

    return map_order_within(map, order, INFINITY, &size, ret_map, error);
}
