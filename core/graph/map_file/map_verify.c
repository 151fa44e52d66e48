/* map_verify: the graph, then the hierarchy; roads_verify.c has the roads. */
#include "core/graph/map_file/map_verify.h"

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#include "core/base/array.h"
#include "core/base/parallel.h"
#include "core/graph/cost.h"

/* ---- Parts, blame, offsets ----------------------------------------------- */

/* Elements per part. */
enum { PART = 1 << 15 };

struct parts {
    const struct map_check *check;
    uint32_t count;
    map_check_range *range;
};

static int run_part(void *context, size_t part, struct error *error)
{
    const struct parts *parts = context;
    uint32_t begin = (uint32_t)part * PART;
    uint32_t end = parts->count - begin > PART ? begin + PART : parts->count;

    return parts->range(parts->check, begin, end, error);
}

int map_check_all(const struct map_check *check, uint32_t count,
                  map_check_range *range, struct error *error)
{
    struct parts parts = {check, count, range};

    return parallel_run(check->threads, ((size_t)count + PART - 1) / PART,
                        run_part, &parts, error);
}

int map_blame(const struct map_check *check, enum map_section_id id,
              uint64_t index, struct error *error, const char *format, ...)
{
    const struct map_array *array = map_array(id);
    const char *elements = map_elements(check->map, id);
    char words[ERROR_TEXT_SIZE];
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(words, sizeof(words), format, arguments);
    va_end(arguments);
    if (!check->image)
        return error_set(error, -EINVAL, "%s[%" PRIu64 "]: %s", array->name,
                         index, words);
    return error_set(error, -EINVAL, "section %s: byte %td: %s", array->name,
                     elements - (const char *)check->image +
                         (ptrdiff_t)(index * array->element_size),
                     words);
}

int map_check_offsets(const struct map_check *check, enum map_section_id id,
                      uint64_t least, uint64_t end, struct error *error)
{
    const struct map_array *array = map_array(id);
    const void *offsets = map_elements(check->map, id);
    uint64_t count = map_length(check->map, array->length);
    uint64_t least_here = 0;
    uint64_t offset = 0;
    uint64_t i = 0;

    for (; i < count; i++) {
        offset = array->element_size == sizeof(uint32_t)
                     ? ((const uint32_t *)offsets)[i]
                     : ((const uint64_t *)offsets)[i];
        if (offset < least_here || offset > end || (!i && offset))
            break;
        least_here = offset + least;
    }
    if (i == count && offset == end)
        return 0;
    if (i == count)
        return map_blame(check, id, count - 1, error,
                         "ends with %" PRIu64 ", not %" PRIu64, offset, end);
    if (!i)
        return map_blame(check, id, 0, error, "begins with %" PRIu64 ", not 0",
                         offset);
    return map_blame(check, id, i, error,
                     "%" PRIu64 " after %" PRIu64 "; offsets ascend%s to "
                     "%" PRIu64,
                     offset, least_here - least, least ? " by 1 or more" : "",
                     end);
}

/* ---- Vertices and arcs --------------------------------------------------- */

static int check_arcs(const struct map_check *check, uint32_t begin,
                      uint32_t end, struct error *error)
{
    const struct map *map = check->map;
    uint32_t n = map->topology.vertex_count;

    for (uint32_t a = begin; a < end; a++) {
        if (map->topology.head[a] >= n)
            return map_blame(check, SECTION_HEAD, a, error,
                             "arc %" PRIu32 " leads to vertex %" PRIu32
                             " of %" PRIu32,
                             a, map->topology.head[a], n);
        if (map->imported.arcs.weight[a] == COST_OVERFLOW)
            return map_blame(check, SECTION_WEIGHT, a, error,
                             "arc %" PRIu32 " has the weight %" PRIu32
                             ", which means overflow",
                             a, COST_OVERFLOW);
        if (map->road_class && map->road_class[a] >= ROAD_CLASS_COUNT)
            return map_blame(check, SECTION_ROAD_CLASS, a, error,
                             "arc %" PRIu32 " has class %u of %d", a,
                             map->road_class[a], ROAD_CLASS_COUNT);
    }
    return 0;
}

/* Ids ascend; equal ids, which only maps with roads have, by vertex. */
static bool comes_after(const struct map *map, uint32_t vertex, uint32_t before)
{
    uint64_t id = map->external_id[vertex];
    uint64_t id_before = map->external_id[before];

    if (id == id_before && map->roads.piece_count)
        return vertex > before;
    return id > id_before;
}

/* Strictly ascending entries mean that no vertex is listed twice, so n of them
 * below n are all vertices. */
static int check_ids(const struct map_check *check, uint32_t begin,
                     uint32_t end, struct error *error)
{
    const struct map *map = check->map;
    const uint32_t *vertex_by_id = map->vertex_by_id;
    uint32_t n = map->topology.vertex_count;

    for (uint32_t i = begin; i < end; i++) {
        if (vertex_by_id[i] >= n)
            return map_blame(check, SECTION_VERTEX_BY_ID, i, error,
                             "vertex %" PRIu32 " of %" PRIu32, vertex_by_id[i],
                             n);
        if (i && vertex_by_id[i - 1] < n &&
            !comes_after(map, vertex_by_id[i], vertex_by_id[i - 1]))
            return map_blame(check, SECTION_VERTEX_BY_ID, i, error,
                             "id %" PRIu64 " does not come after id %" PRIu64,
                             map->external_id[vertex_by_id[i]],
                             map->external_id[vertex_by_id[i - 1]]);
    }
    return 0;
}

static int check_positions(const struct map_check *check, uint32_t begin,
                           uint32_t end, struct error *error)
{
    const struct position *position = check->map->position;

    for (uint32_t v = begin; v < end; v++) {
        if (!position_on_earth(position[v]))
            return map_blame(check, SECTION_POSITION, v, error,
                             "vertex %" PRIu32 " at longitude %" PRId32
                             "e-7, latitude %" PRId32 "e-7",
                             v, position[v].lon_e7, position[v].lat_e7);
    }
    return 0;
}

static int check_graph(const struct map_check *check, struct error *error)
{
    const struct topology *topology = &check->map->topology;
    uint32_t n = topology->vertex_count;
    int r = map_check_offsets(check, SECTION_FIRST_OUT, 0, topology->arc_count,
                              error);

    if (!r)
        r = map_check_all(check, topology->arc_count, check_arcs, error);
    if (!r)
        r = map_check_all(check, n, check_ids, error);
    if (!r && check->map->position)
        r = map_check_all(check, n, check_positions, error);
    return r;
}

/* ---- The forest of supernodes -------------------------------------------- */

/* Supernodes and their parents, each of which is already valid by itself. */

#define LEVEL_NONE UINT32_MAX

static int check_places(const struct map_check *check, uint32_t s,
                        struct error *error)
{
    const struct hierarchy *h = &check->map->hierarchy;
    uint32_t parent = h->parent[s];
    uint32_t size;
    uint32_t upward;

    if (parent == SUPERNODE_NONE)
        return 0;
    size = supernode_size(h, parent);
    upward = supernode_upward(h, parent);
    for (uint64_t i = h->first_upward[s]; i < h->first_upward[s + 1]; i++) {
        uint32_t place = h->parent_index[i];

        if (place < size
                ? h->first_vertex[parent] + place == h->upward[i]
                : place - size < upward &&
                      h->upward[h->first_upward[parent] + place - size] ==
                          h->upward[i])
            continue;
        return map_blame(check, SECTION_PLACE, i, error,
                         "neighbour %" PRIu32 " of supernode %" PRIu32
                         " is not at %" PRIu32 " in the front of %" PRIu32,
                         h->upward[i], s, place, parent);
    }
    return 0;
}

static int check_depth(const struct map_check *check, uint32_t s,
                       struct error *error)
{
    const struct hierarchy *h = &check->map->hierarchy;
    uint32_t parent = h->parent[s];
    uint32_t depth = parent == SUPERNODE_NONE
                         ? 0
                         : h->depth[h->first_vertex[parent + 1] - 1] + 1;

    for (uint32_t v = h->first_vertex[s]; v < h->first_vertex[s + 1]; v++) {
        if (h->depth[v] == depth++)
            continue;
        return map_blame(check, SECTION_DEPTH, v, error,
                         "vertex %" PRIu32 " has the depth %" PRIu32
                         ", not %" PRIu32,
                         v, h->depth[v], depth - 1);
    }
    return 0;
}

/* The first supernode of its subtree. Every supernode is on exactly one such
 * chain, of those from a root or from a child that is not the first. */
static uint32_t lowest_below(const struct hierarchy *h, uint32_t s)
{
    while (h->first_child[s] < h->first_child[s + 1])
        s = h->child[h->first_child[s]];
    return s;
}

/* Each subtree is a range right before the next one, the last right before the
 * parent. */
static int check_postorder(const struct map_check *check, uint32_t s,
                           struct error *error)
{
    const struct hierarchy *h = &check->map->hierarchy;
    uint32_t begin = h->first_child[s];
    uint32_t next = s;

    for (uint32_t i = h->first_child[s + 1]; i-- > begin;) {
        if (h->child[i] + 1 != next) {
            return map_blame(check, SECTION_CHILD, i, error,
                             "supernode %" PRIu32 ": its child %" PRIu32
                             " ends before %" PRIu32 ": no postorder",
                             s, h->child[i], next);
        }
        if (i > begin)
            next = lowest_below(h, h->child[i]);
    }
    return 0;
}

static int check_forest(const struct map_check *check, uint32_t begin,
                        uint32_t end, struct error *error)
{
    int r = 0;

    for (uint32_t s = begin; s < end && !r; s++) {
        r = check_places(check, s, error);
        if (!r)
            r = check_depth(check, s, error);
        if (!r)
            r = check_postorder(check, s, error);
    }
    return r;
}

/* Records the levels of the supernodes at [begin, end) of by_level. */
static int see_levels(const struct map_check *check, uint32_t begin,
                      uint32_t end, struct error *error)
{
    const struct hierarchy *h = &check->map->hierarchy;
    uint32_t level =
        (uint32_t)array_range(h->first_of_level, h->level_count, begin);

    for (uint32_t i = begin; i < end; i++) {
        uint32_t s = h->by_level[i];

        level += i == h->first_of_level[level + 1];
        if (s >= h->supernode_count ||
            (i > h->first_of_level[level] && s <= h->by_level[i - 1])) {
            return map_blame(check, SECTION_BY_LEVEL, i, error,
                             "supernode %" PRIu32 " of %" PRIu32
                             ", or not after the one before in level %" PRIu32,
                             s, h->supernode_count, level);
        }
        atomic_store_explicit(&check->level[s], level, memory_order_relaxed);
    }
    return 0;
}

/* by_level has as many entries as supernodes: if all have a level, each is
 * there once. */
static int check_levels(const struct map_check *check, uint32_t begin,
                        uint32_t end, struct error *error)
{
    const struct hierarchy *h = &check->map->hierarchy;
    _Atomic uint32_t *level = check->level;

    for (uint32_t s = begin; s < end; s++) {
        uint32_t wanted = 0;

        for (uint32_t i = h->first_child[s]; i < h->first_child[s + 1]; i++) {
            uint32_t below = level[h->child[i]];

            wanted = below < wanted ? wanted : below + 1;
        }
        if (level[s] == wanted)
            continue;
        return map_blame(check, SECTION_BY_LEVEL, 0, error,
                         "supernode %" PRIu32 " is not in level %" PRIu32, s,
                         wanted);
    }
    return 0;
}

static int check_all_levels(struct map_check *check, struct error *error)
{
    uint32_t count = check->map->hierarchy.supernode_count;
    int r;

    check->level = array_alloc(count, sizeof(*check->level));
    if (!check->level)
        return error_no_memory(error);
    for (uint32_t s = 0; s < count; s++)
        atomic_init(&check->level[s], LEVEL_NONE);
    r = map_check_all(check, count, see_levels, error);
    if (!r)
        r = map_check_all(check, count, check_levels, error);
    free(check->level);
    return r;
}

/* ---- Supernodes ---------------------------------------------------------- */

/* Checks one supernode: its vertices, upward neighbours, parent, children and
 * sizes. */

static int check_vertices(const struct map_check *check, uint32_t s,
                          struct error *error)
{
    const struct hierarchy *h = &check->map->hierarchy;

    for (uint32_t v = h->first_vertex[s]; v < h->first_vertex[s + 1]; v++) {
        if (h->supernode[v] == s)
            continue;
        return map_blame(check, SECTION_SUPERNODE, v, error,
                         "vertex %" PRIu32 " of supernode %" PRIu32
                         " is listed as of %" PRIu32,
                         v, s, h->supernode[v]);
    }
    return 0;
}

static int check_upward(const struct map_check *check, uint32_t s,
                        struct error *error)
{
    const struct hierarchy *h = &check->map->hierarchy;
    uint32_t above = h->first_vertex[s + 1];

    for (uint64_t i = h->first_upward[s]; i < h->first_upward[s + 1]; i++) {
        uint32_t neighbour = h->upward[i];

        if (neighbour < above ||
            neighbour >= check->map->topology.vertex_count) {
            return map_blame(check, SECTION_UPPER, i, error,
                             "neighbour %" PRIu32 " of supernode %" PRIu32
                             " is not within %" PRIu32 " and %" PRIu32,
                             neighbour, s, above,
                             check->map->topology.vertex_count);
        }
        above = neighbour + 1;
    }
    return 0;
}

/* Checks the parent: the supernode of the first upward neighbour, which
 * check_upward() has verified. */
static int check_parent(const struct map_check *check, uint32_t s,
                        struct error *error)
{
    const struct hierarchy *h = &check->map->hierarchy;
    uint32_t parent = h->parent[s];
    uint32_t wanted = supernode_upward(h, s)
                          ? h->supernode[h->upward[h->first_upward[s]]]
                          : SUPERNODE_NONE;

    if (parent == wanted && (parent == SUPERNODE_NONE ||
                             (parent > s && parent < h->supernode_count)))
        return 0;
    return map_blame(check, SECTION_PARENT, s, error,
                     "supernode %" PRIu32 " has the parent %" PRIu32
                     ", its first neighbour is of %" PRIu32,
                     s, parent, wanted);
}

static int check_children(const struct map_check *check, uint32_t s,
                          struct error *error)
{
    const struct hierarchy *h = &check->map->hierarchy;
    uint32_t least = 0;

    for (uint32_t i = h->first_child[s]; i < h->first_child[s + 1]; i++) {
        uint32_t child = h->child[i];

        if (child < least || child >= s || h->parent[child] != s) {
            return map_blame(check, SECTION_CHILD, i, error,
                             "%" PRIu32 " is not a child of supernode %" PRIu32
                             ", or not after the one before",
                             child, s);
        }
        least = child + 1;
    }
    return 0;
}

/* A sum that overflows would decrease. */
static int check_words(const struct map_check *check, enum map_section_id id,
                       const uint64_t *first, uint32_t s, uint64_t wanted,
                       struct error *error)
{
    if ((s || !first[0]) && first[s + 1] >= first[s] &&
        first[s + 1] - first[s] == wanted)
        return 0;
    return map_blame(check, id, s + 1, error,
                     "words of supernode %" PRIu32 " from %" PRIu64
                     " to %" PRIu64 ", not %" PRIu64 " of them",
                     s, first[s], first[s + 1], wanted);
}

static int check_sizes(const struct map_check *check, uint32_t s,
                       struct error *error)
{
    const struct hierarchy *h = &check->map->hierarchy;
    uint64_t size = supernode_size(h, s);
    uint64_t upward = supernode_upward(h, s);
    int r = check_words(check, SECTION_FIRST_ENTRY, h->first_panel, s,
                        size * (size + 2 * upward), error);

    return r ? r
             : check_words(check, SECTION_FIRST_SCHUR, h->first_schur, s,
                           upward * upward, error);
}

static int check_supernodes(const struct map_check *check, uint32_t begin,
                            uint32_t end, struct error *error)
{
    int r = 0;

    for (uint32_t s = begin; s < end && !r; s++) {
        r = check_vertices(check, s, error);
        if (!r)
            r = check_upward(check, s, error);
        if (!r)
            r = check_parent(check, s, error);
        if (!r)
            r = check_children(check, s, error);
        if (!r)
            r = check_sizes(check, s, error);
    }
    return r;
}

/* Listed children all differ, so as many as have a parent are all of them. */
static int count_children(const struct map_check *check, struct error *error)
{
    const struct hierarchy *h = &check->map->hierarchy;
    uint32_t count = 0;

    for (uint32_t s = 0; s < h->supernode_count; s++)
        count += h->parent[s] != SUPERNODE_NONE;
    if (count == h->child_count)
        return 0;
    return map_blame(check, SECTION_CHILD, 0, error,
                     "%" PRIu32 " children are listed, %" PRIu32
                     " supernodes have a parent",
                     h->child_count, count);
}

/* ---- Arcs in panels ------------------------------------------------------ */

/* Whether each arc's slot is where the weight from its tail to its head
 * belongs, and all of them are sorted. */

/* Whether panel word `entry` belongs to the arc from `tail` to `head`, which
 * differ; hierarchy.h draws the panel. The entry itself gives the upward
 * neighbour, so no search is needed. */
static bool slot_fits(const struct hierarchy *h, uint64_t entry, uint32_t tail,
                      uint32_t head)
{
    uint32_t low = tail < head ? tail : head;
    uint32_t high = tail < head ? head : tail;
    uint32_t s = h->supernode[low];
    uint32_t first = h->first_vertex[s];
    uint64_t size = supernode_size(h, s);
    uint64_t upward = supernode_upward(h, s);
    uint64_t row = low - first;
    uint64_t at = entry - h->first_panel[s];
    uint64_t begin; /* words before those for upward neighbours */

    if (high - first < size)
        return at == (tail - first) * (size + upward) + (head - first);
    begin = low == tail ? row * (size + upward) + size
                        : size * (size + upward) + row * upward;
    return at >= begin && at - begin < upward &&
           h->upward[h->first_upward[s] + (at - begin)] == high;
}

static int refuse_slot(const struct map_check *check, uint32_t arc,
                       uint32_t tail, struct error *error)
{
    const struct hierarchy *h = &check->map->hierarchy;

    return map_blame(check, SECTION_ARC_ENTRY, arc, error,
                     "arc %" PRIu32 " from vertex %" PRIu32 " to %" PRIu32
                     " does not belong at word %" PRIu64,
                     arc, tail, check->map->topology.head[arc],
                     h->arc_slot[arc]);
}

static int check_slots(const struct map_check *check, uint32_t begin,
                       uint32_t end, struct error *error)
{
    const struct topology *topology = &check->map->topology;
    const struct hierarchy *h = &check->map->hierarchy;

    for (uint32_t v = begin; v < end; v++) {
        for (uint32_t a = topology->first_out[v];
             a < topology->first_out[v + 1]; a++) {
            uint32_t head = topology->head[a];

            if (head == v ? h->arc_slot[a] != SLOT_NONE
                          : !slot_fits(h, h->arc_slot[a], v, head))
                return refuse_slot(check, a, v, error);
        }
    }
    return 0;
}

/* Strictly ascending pairs of slot and arc mean that no arc is listed twice, so
 * as many as there are arcs are all of them. */
static int check_sorted(const struct map_check *check, uint32_t begin,
                        uint32_t end, struct error *error)
{
    const struct hierarchy *h = &check->map->hierarchy;
    const uint32_t *arcs = h->arc_by_slot;
    uint32_t count = check->map->topology.arc_count;

    for (uint32_t i = begin; i < end; i++) {
        uint32_t arc = arcs[i];
        uint32_t before = i ? arcs[i - 1] : 0;

        if (arc < count &&
            (!i ||
             (before < count &&
              (h->arc_slot[before] < h->arc_slot[arc] ||
               (h->arc_slot[before] == h->arc_slot[arc] && before < arc)))))
            continue;
        return map_blame(check, SECTION_ARC_BY_ENTRY, i, error,
                         "arc %" PRIu32 " of %" PRIu32
                         ", or not after arc %" PRIu32 " by their entries",
                         arc, count, before);
    }
    return 0;
}

/* ---- The hierarchy ------------------------------------------------------- */

static void measure(struct hierarchy *hierarchy)
{
    for (uint32_t s = 0; s < hierarchy->supernode_count; s++) {
        uint32_t front =
            supernode_size(hierarchy, s) + supernode_upward(hierarchy, s);
        uint32_t last = hierarchy->depth[hierarchy->first_vertex[s + 1] - 1];

        if (front > hierarchy->front_max)
            hierarchy->front_max = front;
        if (last >= hierarchy->depth_count)
            hierarchy->depth_count = last + 1;
    }
}

static int check_offsets(const struct map_check *check, struct error *error)
{
    const struct hierarchy *h = &check->map->hierarchy;
    int r = map_check_offsets(check, SECTION_FIRST_VERTEX, 1,
                              check->map->topology.vertex_count, error);

    if (!r)
        r = map_check_offsets(check, SECTION_FIRST_CHILD, 0, h->child_count,
                              error);
    if (!r)
        r = map_check_offsets(check, SECTION_FIRST_OF_LEVEL, 1,
                              h->supernode_count, error);
    if (!r)
        r = map_check_offsets(check, SECTION_FIRST_UPPER, 0, h->upward_count,
                              error);
    return r;
}

static int check_hierarchy(struct map_check *check, struct error *error)
{
    const struct map *map = check->map;
    uint32_t count = map->hierarchy.supernode_count;
    int r = check_offsets(check, error);

    if (!r)
        r = map_check_all(check, count, check_supernodes, error);
    if (!r)
        r = count_children(check, error);
    if (!r)
        r = map_check_all(check, count, check_forest, error);
    if (!r)
        r = check_all_levels(check, error);
    if (!r)
        r = map_check_all(check, map->topology.vertex_count, check_slots,
                          error);
    if (!r)
        r = map_check_all(check, map->topology.arc_count, check_sorted, error);
    return r;
}

/* ---- All of it ----------------------------------------------------------- */

int map_verify(struct map *map, const void *image, unsigned threads,
               struct error *error)
{
    struct map_check check = {.map = map, .image = image, .threads = threads};
    int r = check_graph(&check, error);

    if (!r && map->hierarchy.supernode_count) {
        r = check_hierarchy(&check, error);
        if (!r)
            measure(&map->hierarchy);
    }
    if (!r && map->roads.piece_count)
        r = roads_verify(&check, error);
    return r;
}
