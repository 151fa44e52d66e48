/* segment_tree_build: segments along a Hilbert curve, boxes around them. */
#include "core/graph/roads/segment_tree.h"

#include <errno.h>
#include <stdlib.h>

#include "core/base/array.h"
#include "core/base/key_order.h"
#include "core/graph/roads/hilbert.h"
#include "core/graph/roads/roads.h"
#include "core/graph/roads/segment_box.h"

/* After all places on the curve, whose last cell no longitude reaches. */
#define KEY_NO_SEGMENT UINT64_MAX

static uint64_t segment_key(struct position a, struct position b)
{
    int64_t lon = lon_e7_wrap(a.lon_e7 + lon_e7_apart(a.lon_e7, b.lon_e7) / 2);
    int64_t lat = ((int64_t)a.lat_e7 + b.lat_e7) / 2;

    return hilbert_position((struct position){(int32_t)lon, (int32_t)lat});
}

/* Of the segment that begins at each place. */
static void fill_keys(const struct roads *roads, uint64_t *key)
{
    for (uint32_t p = 0; p < roads->piece_count; p++) {
        uint32_t last = roads->first_node[p + 1] - 1;

        for (uint32_t i = roads->first_node[p]; i < last; i++)
            key[i] = segment_key(roads->node_position[i],
                                 roads->node_position[i + 1]);
        key[last] = KEY_NO_SEGMENT;
    }
}

/* All places where segments begin come first. */
static int order_places(const struct roads *roads, uint32_t **ret_place)
{
    uint64_t *key = array_alloc(roads->node_count, sizeof(*key));
    int result;

    if (!key)
        return -ENOMEM;
    fill_keys(roads, key);
    result = key_order(key, roads->node_count, 0, ret_place);
    free(key);
    return result;
}

static void fill_boxes(const struct roads *roads, const uint32_t *place,
                       struct segment_box *box)
{
    struct tree_level level[SEGMENT_TREE_LEVELS_MAX];
    uint32_t levels = segment_tree_levels(roads->segment_count, level);

    for (uint32_t i = 0; i < level[0].count; i++)
        box[i] = segment_leaf_box(roads, place, i);
    for (uint32_t l = 1; l < levels; l++)
        for (uint32_t i = 0; i < level[l].count; i++)
            box[level[l].first + i] = segment_branch_box(box, level[l - 1], i);
}

int segment_tree_build(const struct roads *roads, uint32_t **ret_place,
                       struct segment_box **ret_box, struct error *error)
{
    uint32_t *place = NULL;
    struct segment_box *box = NULL;

    if (roads->segment_count > 0) {
        box = array_alloc(segment_tree_box_count(roads->segment_count),
                          sizeof(*box));
        if (!box || order_places(roads, &place)) {
            free(box);
            return error_no_memory(error);
        }
        fill_boxes(roads, place, box);
    }
    *ret_place = place;
    *ret_box = box;
    return 0;
}
