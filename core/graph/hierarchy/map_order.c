/* map_order: a map renumbered by an elimination order, with its hierarchy. */
#include "core/graph/hierarchy/map_order.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#include "core/base/array.h"
#include "core/graph/hierarchy/hierarchy_build.h"
#include "core/graph/hierarchy/map_find_order.h"
#include "core/graph/hierarchy/map_renumber.h"

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

/* number[v]: the new number of the old vertex v. */
static int find_numbers(const struct supernodes *supernodes,
                        const uint32_t *order, uint32_t n,
                        uint32_t **ret_number)
{
    uint32_t *number = array_alloc(n, sizeof(*number));

    if (!number)
        return -ENOMEM;
    for (uint32_t rank = 0; rank < n; rank++)
        number[order[rank]] = supernodes->number[rank];
    *ret_number = number;
    return 0;
}

/* The map keeps what was built. */
static void take_over(struct map *map, struct hierarchy_build *build)
{
    for (size_t i = 0; i < build->heap_count; i++)
        map_storage_keep(map->storage, build->heap[i]);
    map->hierarchy = build->hierarchy;
    build->heap_count = 0;
}

static int build_map(const struct map *map,
                     const struct elimination *elimination,
                     const struct supernodes *supernodes, const uint32_t *order,
                     struct map **ret_map, struct error *error)
{
    struct hierarchy_build build = {.heap_count = 0};
    struct map *ordered = NULL;
    uint32_t *number = NULL;
    int r = 0;

    if (find_numbers(supernodes, order, map->topology.vertex_count, &number))
        r = error_no_memory(error);
    if (!r)
        r = map_renumber(map, number, &ordered, error);
    if (!r)
        r = hierarchy_build_init(&build, &ordered->topology, elimination,
                                 supernodes, error);
    if (!r)
        take_over(ordered, &build);
    hierarchy_build_finish(&build);
    free(number);
    if (r)
        map_destroy(ordered);
    else
        *ret_map = ordered;
    return r;
}

/* Refuses what would take more than 4 GiB of neighbours, and 32 GiB of words in
 * panels or in Schur complements: no road map comes near, and other solvers
 * are better for what does. */
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
    struct elimination elimination;
    int r = elimination_init(&elimination, tree, &map->topology, order, error);

    if (!r)
        r = build_map(map, &elimination, supernodes, order, ret_map, error);
    elimination_finish(&elimination);
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
