/* map_order: a map renumbered by an elimination order, with its hierarchy. */
#include "core/graph/hierarchy/map_order.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#include "core/base/array.h"
#include "core/base/parallel.h"
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

/* What the ordered map is made of. */
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
    uint32_t *number = NULL;
    int r;

    if (find_numbers(building->supernodes, building->order,
                     building->map->topology.vertex_count, &number))
        return error_no_memory(error);
    r = map_renumber(building->map, number, &building->ordered, error);
    free(number);
    return r;
}

/* Neither waits for the other. */
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
