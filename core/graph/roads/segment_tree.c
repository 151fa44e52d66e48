/* segment_tree: its boxes, building and verifying; segment_tree_search.c
 * searches. */
#include "core/graph/roads/segment_tree.h"

#include <errno.h>
#include <inttypes.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"
#include "core/graph/roads/ground.h"
#include "core/graph/roads/roads.h"
#include "core/graph/roads/segment_box.h"

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

static struct segment_box segment_box_at(const struct roads *roads,
                                         uint32_t node)
{
    return segment_box_of(roads->node_position[node],
                          roads->node_position[node + 1]);
}

/* The box of leaf i, of the nodes in the order of leaves. */
static struct segment_box segment_leaf_box(const struct roads *roads,
                                           const uint32_t *node, uint32_t i)
{
    struct segment_box box = SEGMENT_BOX_EMPTY;
    uint32_t first, end;

    segment_tree_children(i, roads->segment_count, &first, &end);
    for (uint32_t s = first; s < end; s++)
        segment_box_add(&box, segment_box_at(roads, node[s]));
    return box;
}

struct segment_box segment_branch_box(const struct segment_box *box,
                                      struct tree_level below, uint32_t i)
{
    struct segment_box all = SEGMENT_BOX_EMPTY;
    uint32_t first, end;

    segment_tree_children(i, below.count, &first, &end);
    for (uint32_t b = first; b < end; b++)
        segment_box_add(&all, box[below.first + b]);
    return all;
}

/* ---- Building ------------------------------------------------------------ */

/* Sorts after all positions on the curve, whose last cell no longitude
 * reaches. */
#define KEY_NO_SEGMENT UINT64_MAX

static uint64_t segment_key(struct position a, struct position b)
{
    int64_t lon = lon_e7_wrap(a.lon_e7 + lon_e7_apart(a.lon_e7, b.lon_e7) / 2);
    int64_t lat = ((int64_t)a.lat_e7 + b.lat_e7) / 2;

    return hilbert_position((struct position){(int32_t)lon, (int32_t)lat});
}

/* The key of the segment that begins at each node. */
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

/* Nodes where segments begin come first. */
static int order_nodes(const struct roads *roads, uint32_t **ret_node)
{
    uint64_t *key = array_alloc(roads->node_count, sizeof(*key));
    int r;

    if (!key)
        return -ENOMEM;
    fill_keys(roads, key);
    r = key_order(key, roads->node_count, 0, ret_node);
    free(key);
    return r;
}

static void fill_boxes(const struct roads *roads, const uint32_t *node,
                       struct segment_box *box)
{
    struct tree_level level[SEGMENT_TREE_LEVELS_MAX];
    uint32_t levels = segment_tree_levels(roads->segment_count, level);

    for (uint32_t i = 0; i < level[0].count; i++)
        box[i] = segment_leaf_box(roads, node, i);
    for (uint32_t l = 1; l < levels; l++)
        for (uint32_t i = 0; i < level[l].count; i++)
            box[level[l].first + i] = segment_branch_box(box, level[l - 1], i);
}

int segment_tree_build(const struct roads *roads, uint32_t **ret_node,
                       struct segment_box **ret_box, struct error *error)
{
    uint32_t *node = NULL;
    struct segment_box *box = NULL;

    if (roads->segment_count > 0) {
        box = array_alloc(segment_tree_box_count(roads->segment_count),
                          sizeof(*box));
        if (!box || order_nodes(roads, &node)) {
            free(box);
            return error_no_memory(error);
        }
        fill_boxes(roads, node, box);
    }
    *ret_node = node;
    *ret_box = box;
    return 0;
}

/* ---- Verifying ----------------------------------------------------------- */

/* Marks every node where no segment begins, as if it had been seen. */
static void mark_ends(const struct roads *roads, uint8_t *seen)
{
    for (uint32_t p = 0; p < roads->piece_count; p++) {
        uint32_t last = roads->first_node[p + 1] - 1;

        seen[last / 8] |= (uint8_t)(1 << last % 8);
    }
}

/* Checks that all segments were seen: as many different ones as there are. */
static int verify_seen(const struct roads *roads, uint8_t *seen,
                       struct error *error)
{
    for (uint32_t i = 0; i < roads->segment_count; i++) {
        uint32_t node = roads->tree.node[i];

        if (node >= roads->node_count)
            return error_set(error, -EINVAL,
                             "segment tree: entry %" PRIu32 " is node %" PRIu32
                             " of %" PRIu32,
                             i, node, roads->node_count);
        if (seen[node / 8] & 1 << node % 8)
            return error_set(error, -EINVAL,
                             "segment tree: entry %" PRIu32 " is node %" PRIu32
                             ", which ends a piece or came before",
                             i, node);
        seen[node / 8] |= (uint8_t)(1 << node % 8);
    }
    return 0;
}

static int verify_nodes(const struct roads *roads, struct error *error)
{
    uint8_t *seen = calloc(roads->node_count / 8 + 1, 1);
    int r;

    if (!seen)
        return error_no_memory(error);
    mark_ends(roads, seen);
    r = verify_seen(roads, seen, error);
    free(seen);
    return r;
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
    int r = 0;

    for (uint32_t i = 0; r == 0 && levels > 0 && i < level[0].count; i++)
        r = verify_box(tree, i, segment_leaf_box(roads, tree->node, i), error);
    for (uint32_t l = 1; l < levels; l++)
        for (uint32_t i = 0; r == 0 && i < level[l].count; i++)
            r = verify_box(tree, level[l].first + i,
                           segment_branch_box(tree->box, level[l - 1], i),
                           error);
    return r;
}

int segment_tree_verify(const struct roads *roads, struct error *error)
{
    uint32_t boxes = segment_tree_box_count(roads->segment_count);
    int r;

    if (roads->tree.box_count != boxes)
        return error_set(error, -EINVAL,
                         "segment tree: %" PRIu32 " boxes, %" PRIu32
                         " segments have %" PRIu32,
                         roads->tree.box_count, roads->segment_count, boxes);
    r = verify_nodes(roads, error);
    return r ? r : verify_boxes(roads, error);
}
