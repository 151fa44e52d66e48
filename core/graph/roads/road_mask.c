#include "core/graph/roads/road_mask.h"

#include "core/base/array.h"
#include "core/graph/cost.h"

struct map road_mask_view(const struct map *map, uint16_t classes)
{
    struct map view = *map;

    view.roads.closed_classes |= classes;
    view.storage = NULL;
    return view;
}

uint32_t *road_mask_weights(const struct map *map, uint16_t classes)
{
    const struct roads *roads = &map->roads;
    uint32_t count = map->weights.arc_count;
    uint32_t *weight = array_alloc_huge(count, sizeof(*weight));

    if (!weight)
        return NULL;
    for (uint32_t a = 0; a < count; a++) {
        uint32_t piece = edge_piece(roads->arc_edge[a]);
        bool closed = roads_attributes(roads, piece)->class_bits & classes;

        weight[a] = closed ? WEIGHT_CLOSED : map->weights.weight[a];
    }
    return weight;
}
