/* segment_box: boxes of segments and of boxes. */
#include "core/graph/roads/segment_box.h"

#include "core/graph/roads/roads.h"

uint32_t
segment_tree_levels(uint32_t segment_count,
                    struct tree_level ret_level[SEGMENT_TREE_LEVELS_MAX])
{
    uint32_t below = segment_count;
    uint32_t first = 0;
    uint32_t levels = 0;

    if (segment_count == 0)
        return 0;
    do {
        below = below / SEGMENT_TREE_FANOUT + (below % SEGMENT_TREE_FANOUT > 0);
        ret_level[levels++] = (struct tree_level){first, below};
        first += below;
    } while (below > 1);
    return levels;
}

uint32_t segment_tree_box_count(uint32_t segment_count)
{
    struct tree_level level[SEGMENT_TREE_LEVELS_MAX];
    uint32_t levels = segment_tree_levels(segment_count, level);

    return levels == 0 ? 0 : level[levels - 1].first + 1;
}

static void widen(struct segment_box *box, struct segment_box by)
{
    if (by.low.lon_e7 < box->low.lon_e7)
        box->low.lon_e7 = by.low.lon_e7;
    if (by.low.lat_e7 < box->low.lat_e7)
        box->low.lat_e7 = by.low.lat_e7;
    if (by.high.lon_e7 > box->high.lon_e7)
        box->high.lon_e7 = by.high.lon_e7;
    if (by.high.lat_e7 > box->high.lat_e7)
        box->high.lat_e7 = by.high.lat_e7;
}

static struct segment_box place_box(const struct roads *roads, uint32_t place)
{
    return segment_box_of(roads->node_position[place],
                          roads->node_position[place + 1]);
}

struct segment_box segment_leaf_box(const struct roads *roads,
                                    const uint32_t *place, uint32_t i)
{
    struct segment_box box;
    uint32_t first, end;

    segment_tree_children(i, roads->segment_count, &first, &end);
    box = place_box(roads, place[first]);
    for (uint32_t s = first + 1; s < end; s++)
        widen(&box, place_box(roads, place[s]));
    return box;
}

struct segment_box segment_branch_box(const struct segment_box *box,
                                      struct tree_level below, uint32_t i)
{
    struct segment_box all;
    uint32_t first, end;

    segment_tree_children(i, below.count, &first, &end);
    all = box[below.first + first];
    for (uint32_t b = first + 1; b < end; b++)
        widen(&all, box[below.first + b]);
    return all;
}
