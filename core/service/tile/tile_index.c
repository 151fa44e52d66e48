/* tile_index: which pieces a tile may show. */
#include "core/service/tile/tile_index.h"

#include <errno.h>
#include <stdlib.h>

#include "core/base/array.h"
#include "core/base/key_order.h"
#include "core/graph/roads/hilbert.h"

/* Bits of a key that are left for the curve. */
enum { ZOOM_SHIFT = 59 };

static unsigned zoom_of(const struct tile_index *index, uint32_t piece)
{
    return index->thinning
        .zoom[tile_class_of(roads_attributes(index->roads, piece))];
}

static bool is_open(const struct roads *roads, uint32_t piece)
{
    return edge_is_open(roads, 2 * piece) || edge_is_open(roads, 2 * piece + 1);
}

static uint64_t key_of(const struct tile_index *index, uint32_t piece)
{
    const struct roads *roads = index->roads;
    uint32_t first = roads->first_node[piece];
    uint32_t middle = first + (roads->first_node[piece + 1] - first) / 2;

    return (uint64_t)zoom_of(index, piece) << ZOOM_SHIFT |
           hilbert_position(roads->node_position[middle]) >> (64 - ZOOM_SHIFT);
}

/* Both arrays: [piece_count]. */
static void collect(struct tile_index *index, uint32_t *piece, uint64_t *key)
{
    const struct roads *roads = index->roads;

    for (uint32_t p = 0; p < roads->piece_count; p++) {
        if (!is_open(roads, p))
            continue;
        piece[index->count] = p;
        key[index->count++] = key_of(index, p);
        index->shown[zoom_of(index, p)]++;
    }
    for (unsigned z = 1; z <= TILE_ZOOM_MAX; z++)
        index->shown[z] += index->shown[z - 1];
}

static int order(struct tile_index *index)
{
    uint32_t room = index->roads->piece_count;
    uint32_t *piece = array_alloc(room, sizeof(*piece));
    uint64_t *key = array_alloc(room, sizeof(*key));
    int result = -ENOMEM;

    if (!piece || !key)
        goto free_arrays;
    collect(index, piece, key);
    result = key_order(key, index->count, 0, &index->piece);
    if (result)
        goto free_arrays;
    for (uint32_t i = 0; i < index->count; i++)
        index->piece[i] = piece[index->piece[i]];

free_arrays:
    free(piece);
    free(key);
    return result;
}

static int32_t least(int32_t a, int32_t b)
{
    return a < b ? a : b;
}

static int32_t most(int32_t a, int32_t b)
{
    return a > b ? a : b;
}

static void box_add(struct segment_box *box, const struct segment_box *more)
{
    box->low.lon_e7 = least(box->low.lon_e7, more->low.lon_e7);
    box->low.lat_e7 = least(box->low.lat_e7, more->low.lat_e7);
    box->high.lon_e7 = most(box->high.lon_e7, more->high.lon_e7);
    box->high.lat_e7 = most(box->high.lat_e7, more->high.lat_e7);
}

static const struct segment_box nowhere = {{INT32_MAX, INT32_MAX},
                                           {INT32_MIN, INT32_MIN}};

static struct segment_box piece_box(const struct roads *roads, uint32_t piece)
{
    struct segment_box box = nowhere;
    uint32_t last = roads->first_node[piece + 1] - 1;

    for (uint32_t n = roads->first_node[piece]; n < last; n++) {
        struct segment_box one = segment_box_of(roads->node_position[n],
                                                roads->node_position[n + 1]);

        box_add(&box, &one);
    }
    return box;
}

static struct segment_box leaf_box(const struct tile_index *index, uint32_t i)
{
    struct segment_box box = nowhere;
    uint32_t first, end;

    segment_tree_children(i, index->count, &first, &end);
    for (uint32_t p = first; p < end; p++) {
        struct segment_box one = piece_box(index->roads, index->piece[p]);

        box_add(&box, &one);
    }
    return box;
}

static int plant(struct tile_index *index)
{
    const struct tree_level *top;
    const struct tree_level *leaves = &index->level[0];

    index->level_count = segment_tree_levels(index->count, index->level);
    if (!index->level_count)
        return 0;
    top = &index->level[index->level_count - 1];
    index->box = array_alloc(top->first + top->count, sizeof(*index->box));
    if (!index->box)
        return -ENOMEM;
    for (uint32_t i = 0; i < leaves->count; i++)
        index->box[i] = leaf_box(index, i);
    for (uint32_t l = 1; l < index->level_count; l++) {
        for (uint32_t i = 0; i < index->level[l].count; i++)
            index->box[index->level[l].first + i] =
                segment_branch_box(index->box, index->level[l - 1], i);
    }
    return 0;
}

int tile_index_create(const struct roads *roads, struct tile_index **ret_index,
                      struct error *error)
{
    struct tile_index *index = calloc(1, sizeof(*index));

    if (!index)
        return error_no_memory(error);
    index->roads = roads;
    if (tile_thin(roads, &index->thinning) || order(index) || plant(index)) {
        tile_index_destroy(index);
        return error_no_memory(error);
    }
    *ret_index = index;
    return 0;
}

void tile_index_destroy(struct tile_index *index)
{
    if (!index)
        return;
    free(index->piece);
    free(index->box);
    free(index);
}

struct segment_box tile_index_bounds(const struct tile_index *index)
{
    const struct tree_level *top;

    if (!index->level_count)
        return nowhere;
    top = &index->level[index->level_count - 1];
    return index->box[top->first];
}

struct search {
    const struct tile_index *index;
    const struct segment_box *box;
    uint32_t end; /* of the pieces that are shown */
    void (*found)(void *context, uint32_t piece);
    void *context;
};

static bool boxes_meet(const struct segment_box *a, const struct segment_box *b)
{
    return a->low.lon_e7 <= b->high.lon_e7 && b->low.lon_e7 <= a->high.lon_e7 &&
           a->low.lat_e7 <= b->high.lat_e7 && b->low.lat_e7 <= a->high.lat_e7;
}

static void visit_leaf(const struct search *search, uint32_t i)
{
    const struct tile_index *index = search->index;
    uint32_t first, end;

    segment_tree_children(i, index->count, &first, &end);
    if (end > search->end)
        end = search->end;
    for (uint32_t p = first; p < end; p++) {
        struct segment_box box = piece_box(index->roads, index->piece[p]);

        if (boxes_meet(&box, search->box))
            search->found(search->context, index->piece[p]);
    }
}

/* `pieces`: that a box of this level has under it. */
static void visit(const struct search *search, uint32_t level, uint32_t i,
                  uint64_t pieces)
{
    const struct tile_index *index = search->index;
    uint32_t first, end;

    if (i * pieces >= search->end ||
        !boxes_meet(&index->box[index->level[level].first + i], search->box))
        return;
    if (level == 0) {
        visit_leaf(search, i);
        return;
    }
    segment_tree_children(i, index->level[level - 1].count, &first, &end);
    for (uint32_t b = first; b < end; b++)
        visit(search, level - 1, b, pieces / SEGMENT_TREE_FANOUT);
}

void tile_index_find(const struct tile_index *index, unsigned zoom,
                     const struct segment_box *box,
                     void (*found)(void *context, uint32_t piece),
                     void *context)
{
    struct search search = {
        .index = index,
        .box = box,
        .end = index->shown[zoom],
        .found = found,
        .context = context,
    };
    uint64_t pieces = 1;

    for (uint32_t l = 0; l < index->level_count; l++)
        pieces *= SEGMENT_TREE_FANOUT;
    if (index->level_count)
        visit(&search, index->level_count - 1, 0, pieces);
}
