/* map_verify: whether the arrays of an .rlx file make a map.
 *
 * Each check is a plain loop without exit that the compiler can vectorize; only
 * if it finds an error does a second, slow loop locate it. */
#include "core/graph/map_file/map_image.h"

#include <errno.h>
#include <inttypes.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>

#include "core/base/array.h"
#include "core/base/parallel.h"
#include "core/graph/cost.h"

/* ---- Vertices and arcs --------------------------------------------------- */

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
        r = verify_weights(&map->imported.arcs, image, error);
    if (!r)
        r = verify_ids(map, image, error);
    if (!r)
        r = verify_positions(map, image, error);
    if (!r)
        r = verify_road_classes(map, image, error);
    return r;
}

/* ---- A hierarchy: parts, blame, offsets ---------------------------------- */

/* Offsets are checked first, so that later checks stay within their arrays. */
struct hierarchy_check {
    const struct topology *topology;
    const struct hierarchy *hierarchy;
    uint64_t child_count;  /* elements of `child` */
    uint64_t upward_count; /* elements of `upward` and `parent_index` */
    const void *image;
    unsigned threads;
};

/* Checks the elements [begin, end). */
typedef int check_range(const struct hierarchy_check *check, uint32_t begin,
                        uint32_t end, struct error *error);

/* Elements per part. */
enum { PART = 1 << 15 };

struct parts {
    const struct hierarchy_check *check;
    uint32_t count;
    check_range *range;
};

static int run_part(void *context, size_t part, struct error *error)
{
    const struct parts *parts = context;
    uint32_t begin = (uint32_t)part * PART;
    uint32_t end = parts->count - begin > PART ? begin + PART : parts->count;

    return parts->range(parts->check, begin, end, error);
}

/* Runs `range` over [0, count) in parts, on all threads; reports the first
 * error in the order of elements. */
static int hierarchy_check_all(const struct hierarchy_check *check,
                               uint32_t count, check_range *range,
                               struct error *error)
{
    struct parts parts = {check, count, range};

    return parallel_run(check->threads, ((size_t)count + PART - 1) / PART,
                        run_part, &parts, error);
}

/* Prefixes the error with the section and the byte offset of `element`; returns
 * -EINVAL. */
static int hierarchy_blame(const struct hierarchy_check *check,
                           const char *section, const void *element,
                           struct error *error)
{
    error_prefix(error, "section %s: byte %td", section,
                 (const char *)element - (const char *)check->image);
    return -EINVAL;
}

/* An array of offsets: [count + 1], from 0 to `end`. */
struct offsets {
    const char *section;
    const void *array;
    size_t element_size; /* 4 or 8 */
    uint32_t count;
    uint64_t end;
    uint64_t least; /* minimal difference of successive offsets */
};

static uint64_t offset_at(const struct offsets *offsets, uint64_t i)
{
    if (offsets->element_size == sizeof(uint32_t))
        return ((const uint32_t *)offsets->array)[i];
    return ((const uint64_t *)offsets->array)[i];
}

static int check_offsets(const struct hierarchy_check *check,
                         const struct offsets *offsets, struct error *error)
{
    uint64_t last = 0;
    uint64_t i = 0;

    if (offset_at(offsets, 0) == 0) {
        for (i = 1; i <= offsets->count; i++) {
            uint64_t offset = offset_at(offsets, i);

            if (offset < last || offset - last < offsets->least ||
                offset > offsets->end)
                break;
            last = offset;
        }
        if (i > offsets->count && last == offsets->end)
            return 0;
        i -= i > offsets->count;
    }
    error_set(error, -EINVAL,
              "offset %" PRIu64 " is %" PRIu64 " after %" PRIu64
              ", on a way from 0 to %" PRIu64,
              i, offset_at(offsets, i), i ? offset_at(offsets, i - 1) : 0,
              offsets->end);
    return hierarchy_blame(
        check, offsets->section,
        (const char *)offsets->array + i * offsets->element_size, error);
}

static int hierarchy_check_offsets(const struct hierarchy_check *check,
                                   struct error *error)
{
    const struct hierarchy *h = check->hierarchy;
    uint32_t count = h->supernode_count;
    const struct offsets all[] = {
        {"first_vertex", h->first_vertex, 4, count,
         check->topology->vertex_count, 1},
        {"first_child", h->first_child, 4, count, check->child_count, 0},
        {"first_of_level", h->first_of_level, 4, h->level_count, count, 1},
        {"first_upper", h->first_upward, 8, count, check->upward_count, 0},
    };

    for (size_t i = 0; i < sizeof(all) / sizeof(all[0]); i++) {
        int r = check_offsets(check, &all[i], error);

        if (r)
            return r;
    }
    return 0;
}

/* ---- The forest of supernodes -------------------------------------------- */

/* Supernodes and their parents, each of which is already valid by itself. */

#define LEVEL_NONE UINT32_MAX

struct level_check {
    struct hierarchy_check base;
    _Atomic uint32_t *level; /* [supernode_count], LEVEL_NONE: not seen */
};

static int check_places(const struct hierarchy_check *check, uint32_t s,
                        struct error *error)
{
    const struct hierarchy *h = check->hierarchy;
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
        error_set(error, -EINVAL,
                  "neighbour %" PRIu32 " of supernode %" PRIu32
                  " is not at %" PRIu32 " in the front of %" PRIu32,
                  h->upward[i], s, place, parent);
        return hierarchy_blame(check, "place", &h->parent_index[i], error);
    }
    return 0;
}

static int check_depth(const struct hierarchy_check *check, uint32_t s,
                       struct error *error)
{
    const struct hierarchy *h = check->hierarchy;
    uint32_t parent = h->parent[s];
    uint32_t depth = parent == SUPERNODE_NONE
                         ? 0
                         : h->depth[h->first_vertex[parent + 1] - 1] + 1;

    for (uint32_t v = h->first_vertex[s]; v < h->first_vertex[s + 1]; v++) {
        if (h->depth[v] == depth++)
            continue;
        error_set(error, -EINVAL,
                  "vertex %" PRIu32 " has the depth %" PRIu32 ", not %" PRIu32,
                  v, h->depth[v], depth - 1);
        return hierarchy_blame(check, "depth", &h->depth[v], error);
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
static int check_postorder(const struct hierarchy_check *check, uint32_t s,
                           struct error *error)
{
    const struct hierarchy *h = check->hierarchy;
    uint32_t begin = h->first_child[s];
    uint32_t next = s;

    for (uint32_t i = h->first_child[s + 1]; i-- > begin;) {
        if (h->child[i] + 1 != next) {
            error_set(error, -EINVAL,
                      "supernode %" PRIu32 ": its child %" PRIu32
                      " ends before %" PRIu32 ": no postorder",
                      s, h->child[i], next);
            return hierarchy_blame(check, "child", &h->child[i], error);
        }
        if (i > begin)
            next = lowest_below(h, h->child[i]);
    }
    return 0;
}

static int check_forest(const struct hierarchy_check *check, uint32_t begin,
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

static const struct level_check *
level_check(const struct hierarchy_check *check)
{
    return (const struct level_check *)check;
}

static uint32_t level_at(const struct hierarchy *h, uint32_t place)
{
    uint32_t low = 0;
    uint32_t high = h->level_count;

    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;

        if (h->first_of_level[middle] <= place)
            low = middle;
        else
            high = middle;
    }
    return low;
}

/* Records the levels of the supernodes at [begin, end) of by_level. */
static int see_levels(const struct hierarchy_check *check, uint32_t begin,
                      uint32_t end, struct error *error)
{
    const struct hierarchy *h = check->hierarchy;
    uint32_t level = level_at(h, begin);

    for (uint32_t i = begin; i < end; i++) {
        uint32_t s = h->by_level[i];

        level += i == h->first_of_level[level + 1];
        if (s >= h->supernode_count ||
            (i > h->first_of_level[level] && s <= h->by_level[i - 1])) {
            error_set(error, -EINVAL,
                      "supernode %" PRIu32 " of %" PRIu32
                      ", or not after the one before in level %" PRIu32,
                      s, h->supernode_count, level);
            return hierarchy_blame(check, "by_level", &h->by_level[i], error);
        }
        atomic_store_explicit(&level_check(check)->level[s], level,
                              memory_order_relaxed);
    }
    return 0;
}

/* by_level has as many entries as supernodes: if all have a level, each is
 * there once. */
static int check_levels(const struct hierarchy_check *check, uint32_t begin,
                        uint32_t end, struct error *error)
{
    const struct hierarchy *h = check->hierarchy;
    _Atomic uint32_t *level = level_check(check)->level;

    for (uint32_t s = begin; s < end; s++) {
        uint32_t wanted = 0;

        for (uint32_t i = h->first_child[s]; i < h->first_child[s + 1]; i++) {
            uint32_t below = level[h->child[i]];

            wanted = below < wanted ? wanted : below + 1;
        }
        if (level[s] == wanted)
            continue;
        error_set(error, -EINVAL,
                  "supernode %" PRIu32 " is not in level %" PRIu32, s, wanted);
        return hierarchy_blame(check, "by_level", h->by_level, error);
    }
    return 0;
}

static int check_all_levels(const struct hierarchy_check *check,
                            struct error *error)
{
    uint32_t count = check->hierarchy->supernode_count;
    struct level_check levels = {
        .base = *check,
        .level = array_alloc(count, sizeof(*levels.level)),
    };
    int r;

    if (!levels.level)
        return error_no_memory(error);
    for (uint32_t s = 0; s < count; s++)
        atomic_init(&levels.level[s], LEVEL_NONE);
    r = hierarchy_check_all(&levels.base, count, see_levels, error);
    if (!r)
        r = hierarchy_check_all(&levels.base, count, check_levels, error);
    free(levels.level);
    return r;
}

static int hierarchy_check_forest(const struct hierarchy_check *check,
                                  struct error *error)
{
    int r = hierarchy_check_all(check, check->hierarchy->supernode_count,
                                check_forest, error);

    return r ? r : check_all_levels(check, error);
}

/* ---- Supernodes ---------------------------------------------------------- */

/* Checks one supernode: its vertices, upward neighbours, parent, children and
 * sizes. */

static int check_vertices(const struct hierarchy_check *check, uint32_t s,
                          struct error *error)
{
    const struct hierarchy *h = check->hierarchy;

    for (uint32_t v = h->first_vertex[s]; v < h->first_vertex[s + 1]; v++) {
        if (h->supernode[v] == s)
            continue;
        error_set(error, -EINVAL,
                  "vertex %" PRIu32 " of supernode %" PRIu32
                  " is said to be of %" PRIu32,
                  v, s, h->supernode[v]);
        return hierarchy_blame(check, "supernode", &h->supernode[v], error);
    }
    return 0;
}

static int check_upward(const struct hierarchy_check *check, uint32_t s,
                        struct error *error)
{
    const struct hierarchy *h = check->hierarchy;
    uint32_t above = h->first_vertex[s + 1];

    for (uint64_t i = h->first_upward[s]; i < h->first_upward[s + 1]; i++) {
        uint32_t neighbour = h->upward[i];

        if (neighbour < above || neighbour >= check->topology->vertex_count) {
            error_set(error, -EINVAL,
                      "neighbour %" PRIu32 " of supernode %" PRIu32
                      " is not within %" PRIu32 " and %" PRIu32,
                      neighbour, s, above, check->topology->vertex_count);
            return hierarchy_blame(check, "upper", &h->upward[i], error);
        }
        above = neighbour + 1;
    }
    return 0;
}

/* Checks the parent: the supernode of the first upward neighbour, which
 * check_upward() has verified. */
static int check_parent(const struct hierarchy_check *check, uint32_t s,
                        struct error *error)
{
    const struct hierarchy *h = check->hierarchy;
    uint32_t parent = h->parent[s];
    uint32_t wanted = supernode_upward(h, s)
                          ? h->supernode[h->upward[h->first_upward[s]]]
                          : SUPERNODE_NONE;

    if (parent == wanted && (parent == SUPERNODE_NONE ||
                             (parent > s && parent < h->supernode_count)))
        return 0;
    error_set(error, -EINVAL,
              "supernode %" PRIu32 " has the parent %" PRIu32
              ", its first neighbour is of %" PRIu32,
              s, parent, wanted);
    return hierarchy_blame(check, "parent", &h->parent[s], error);
}

static int check_children(const struct hierarchy_check *check, uint32_t s,
                          struct error *error)
{
    const struct hierarchy *h = check->hierarchy;
    uint32_t least = 0;

    for (uint32_t i = h->first_child[s]; i < h->first_child[s + 1]; i++) {
        uint32_t child = h->child[i];

        if (child < least || child >= s || h->parent[child] != s) {
            error_set(error, -EINVAL,
                      "%" PRIu32 " is no child of supernode %" PRIu32
                      ", or not after the one before",
                      child, s);
            return hierarchy_blame(check, "child", &h->child[i], error);
        }
        least = child + 1;
    }
    return 0;
}

/* A sum that overflows would decrease. */
static int check_words(const struct hierarchy_check *check, const char *section,
                       const uint64_t *first, uint32_t s, uint64_t wanted,
                       struct error *error)
{
    if ((s || !first[0]) && first[s + 1] >= first[s] &&
        first[s + 1] - first[s] == wanted)
        return 0;
    error_set(error, -EINVAL,
              "words of supernode %" PRIu32 " from %" PRIu64 " to %" PRIu64
              ", not %" PRIu64 " of them",
              s, first[s], first[s + 1], wanted);
    return hierarchy_blame(check, section, &first[s + 1], error);
}

static int check_sizes(const struct hierarchy_check *check, uint32_t s,
                       struct error *error)
{
    const struct hierarchy *h = check->hierarchy;
    uint64_t size = supernode_size(h, s);
    uint64_t upward = supernode_upward(h, s);
    int r = check_words(check, "first_entry", h->first_panel, s,
                        size * (size + 2 * upward), error);

    return r ? r
             : check_words(check, "first_schur", h->first_schur, s,
                           upward * upward, error);
}

static int check_supernodes(const struct hierarchy_check *check, uint32_t begin,
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
static int count_children(const struct hierarchy_check *check,
                          struct error *error)
{
    const struct hierarchy *h = check->hierarchy;
    uint32_t count = 0;

    for (uint32_t s = 0; s < h->supernode_count; s++)
        count += h->parent[s] != SUPERNODE_NONE;
    if (count == check->child_count)
        return 0;
    error_set(error, -EINVAL,
              "%" PRIu64 " children are listed, %" PRIu32
              " supernodes have a parent",
              check->child_count, count);
    return hierarchy_blame(check, "child", h->child, error);
}

static int hierarchy_check_supernodes(const struct hierarchy_check *check,
                                      struct error *error)
{
    int r = hierarchy_check_all(check, check->hierarchy->supernode_count,
                                check_supernodes, error);

    return r ? r : count_children(check, error);
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

static int refuse_slot(const struct hierarchy_check *check, uint32_t arc,
                       uint32_t tail, struct error *error)
{
    const struct hierarchy *h = check->hierarchy;

    error_set(error, -EINVAL,
              "arc %" PRIu32 " from vertex %" PRIu32 " to %" PRIu32
              " does not belong at word %" PRIu64,
              arc, tail, check->topology->head[arc], h->arc_slot[arc]);
    return hierarchy_blame(check, "arc_entry", &h->arc_slot[arc], error);
}

static int check_slots(const struct hierarchy_check *check, uint32_t begin,
                       uint32_t end, struct error *error)
{
    const struct topology *topology = check->topology;
    const struct hierarchy *h = check->hierarchy;

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
static int check_sorted(const struct hierarchy_check *check, uint32_t begin,
                        uint32_t end, struct error *error)
{
    const struct hierarchy *h = check->hierarchy;
    const uint32_t *arcs = h->arc_by_slot;
    uint32_t count = check->topology->arc_count;

    for (uint32_t i = begin; i < end; i++) {
        uint32_t arc = arcs[i];
        uint32_t before = i ? arcs[i - 1] : 0;

        if (arc < count &&
            (!i ||
             (before < count &&
              (h->arc_slot[before] < h->arc_slot[arc] ||
               (h->arc_slot[before] == h->arc_slot[arc] && before < arc)))))
            continue;
        error_set(error, -EINVAL,
                  "arc %" PRIu32 " of %" PRIu32 ", or not after arc %" PRIu32
                  " by their entries",
                  arc, count, before);
        return hierarchy_blame(check, "arc_by_entry", &arcs[i], error);
    }
    return 0;
}

static int hierarchy_check_arcs(const struct hierarchy_check *check,
                                struct error *error)
{
    int r = hierarchy_check_all(check, check->topology->vertex_count,
                                check_slots, error);

    return r ? r
             : hierarchy_check_all(check, check->topology->arc_count,
                                   check_sorted, error);
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

int map_hierarchy_verify(const struct topology *topology,
                         struct hierarchy *hierarchy, uint64_t child_count,
                         uint64_t upward_count, const void *image,
                         unsigned threads, struct error *error)
{
    const struct hierarchy_check check = {
        .topology = topology,
        .hierarchy = hierarchy,
        .child_count = child_count,
        .upward_count = upward_count,
        .image = image,
        .threads = threads,
    };
    int r = hierarchy_check_offsets(&check, error);

    if (!r)
        r = hierarchy_check_supernodes(&check, error);
    if (!r)
        r = hierarchy_check_forest(&check, error);
    if (!r)
        r = hierarchy_check_arcs(&check, error);
    if (!r)
        measure(hierarchy);
    return r;
}
