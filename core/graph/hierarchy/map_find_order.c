/* map_find_order: the elimination order that a map gets where nobody gives one.
 */
#include "core/graph/hierarchy/map_find_order.h"

#include <stdlib.h>

#include "core/base/array.h"
#include "core/base/parallel.h"
#include "core/graph/hierarchy/dissect.h"
#include "core/graph/hierarchy/dissect_groups.h"
#include "core/graph/hierarchy/order_refine.h"

#define GROUP_NONE UINT32_MAX

/* The vertices of a piece's edges together; each plain junction for itself. */
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
