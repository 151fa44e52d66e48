/* segment_tree_verify: whether a tree is one of its roads. */
#include "core/graph/roads/segment_tree.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "core/graph/roads/roads.h"
#include "core/graph/roads/segment_box.h"

/* Marks every place where no segment begins, as if it had been seen. */
static void mark_ends(const struct roads *roads, uint8_t *seen)
{
    for (uint32_t p = 0; p < roads->piece_count; p++) {
        uint32_t last = roads->first_node[p + 1] - 1;

        seen[last / 8] |= (uint8_t)(1 << last % 8);
    }
}

/* As many as there are segments, all different, are all. */
static int verify_seen(const struct roads *roads, uint8_t *seen,
                       struct error *error)
{
    for (uint32_t i = 0; i < roads->segment_count; i++) {
        uint32_t place = roads->tree.place[i];

        if (place >= roads->node_count)
            return error_set(error, -EINVAL,
                             "segment tree: entry %" PRIu32 " is place %" PRIu32
                             " of %" PRIu32,
                             i, place, roads->node_count);
        if (seen[place / 8] & 1 << place % 8)
            return error_set(error, -EINVAL,
                             "segment tree: entry %" PRIu32 " is place %" PRIu32
                             ", which ends a piece or came before",
                             i, place);
        seen[place / 8] |= (uint8_t)(1 << place % 8);
    }
    return 0;
}

static int verify_places(const struct roads *roads, struct error *error)
{
    uint8_t *seen = calloc(roads->node_count / 8 + 1, 1);
    int result;

    if (!seen)
        return error_no_memory(error);
    mark_ends(roads, seen);
    result = verify_seen(roads, seen, error);
    free(seen);
    return result;
}

static int verify_box(const struct segment_tree *tree, uint32_t i,
                      struct segment_box box, struct error *error)
{
    if (memcmp(&tree->box[i], &box, sizeof(box)) == 0)
        return 0;
    return error_set(
        error, -EINVAL,
        "segment tree: box %" PRIu32 " is not the one around what is in it", i);
}

static int verify_boxes(const struct roads *roads, struct error *error)
{
    const struct segment_tree *tree = &roads->tree;
    struct tree_level level[SEGMENT_TREE_LEVELS_MAX];
    uint32_t levels = segment_tree_levels(roads->segment_count, level);
    int result = 0;

    for (uint32_t i = 0; result == 0 && levels > 0 && i < level[0].count; i++)
        result =
            verify_box(tree, i, segment_leaf_box(roads, tree->place, i), error);
    for (uint32_t l = 1; l < levels; l++)
        for (uint32_t i = 0; result == 0 && i < level[l].count; i++)
            result = verify_box(tree, level[l].first + i,
                                segment_branch_box(tree->box, level[l - 1], i),
                                error);
    return result;
}

int segment_tree_verify(const struct roads *roads, struct error *error)
{
    uint32_t boxes = segment_tree_box_count(roads->segment_count);
    int result;

    if (roads->tree.box_count != boxes)
        return error_set(error, -EINVAL,
                         "segment tree: %" PRIu32 " boxes, %" PRIu32
                         " segments have %" PRIu32,
                         roads->tree.box_count, roads->segment_count, boxes);
    result = verify_places(roads, error);
    return result ? result : verify_boxes(roads, error);
}
