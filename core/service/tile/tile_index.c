/* tile_index: the levels of classes, the tree of pieces, and the middle. */
#include "core/service/tile/tile_index.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"
#include "core/graph/roads/segment_box.h"

/* ---- Levels of classes -------------------------------------------------- */

/* From this level on nearly all classes are shown anyway. */
enum { GRID_ZOOM = 12, GRID_TILES = 1 << GRID_ZOOM };

/* Tiles [west, west + width) by [north, north + height) of a level. */
struct grid {
    uint32_t west;
    uint32_t north;
    uint32_t width;
    uint32_t height;
};

struct counting {
    const struct roads *roads;
    uint8_t *tile_class; /* [piece_count]; TILE_CLASS_COUNT: closed */
    uint32_t *tile;      /* [piece_count] x * GRID_TILES + y */
    struct grid grid;    /* at GRID_ZOOM */
    uint32_t *so_far;    /* per tile of the grid: pieces of the classes so
                            far */
    uint32_t *rolled;    /* the same, at a lower zoom level */
    uint32_t most[GRID_ZOOM + 1]; /* pieces on the fullest tile of each level */
};

static uint32_t whole(double tile)
{
    return (uint32_t)fmax(0, fmin(GRID_TILES - 1, floor(tile)));
}

/* The tile of a piece's middle. */
static uint32_t tile_of(const struct roads *roads, uint32_t piece)
{
    uint32_t first = roads->first_node[piece];
    uint32_t middle = first + (roads->first_node[piece + 1] - first) / 2;
    struct position at = roads->node_position[middle];
    double x = at.lon_e7 / 3600e6 + 0.5;
    double y = 0.5 - atanh(sin(at.lat_e7 * (M_PI / 1800e6))) / (2 * M_PI);

    return whole(x * GRID_TILES) * GRID_TILES + whole(y * GRID_TILES);
}

static void place_pieces(struct counting *counting)
{
    const struct roads *roads = counting->roads;
    uint32_t low[2] = {GRID_TILES, GRID_TILES};
    uint32_t high[2] = {0, 0};

    for (uint32_t p = 0; p < roads->piece_count; p++) {
        bool open =
            edge_is_open(roads, 2 * p) || edge_is_open(roads, 2 * p + 1);
        uint32_t tile = tile_of(roads, p);
        uint32_t at[2] = {tile / GRID_TILES, tile % GRID_TILES};

        counting->tile[p] = tile;
        counting->tile_class[p] =
            open ? tile_class_of(roads_attributes(roads, p)) : TILE_CLASS_COUNT;
        for (int axis = 0; axis < 2; axis++) {
            low[axis] = at[axis] < low[axis] ? at[axis] : low[axis];
            high[axis] = at[axis] > high[axis] ? at[axis] : high[axis];
        }
    }
    counting->grid = (struct grid){low[0], low[1], high[0] - low[0] + 1,
                                   high[1] - low[1] + 1};
}

static void add_class(struct counting *counting, enum tile_class tile_class)
{
    const struct grid *grid = &counting->grid;

    for (uint32_t p = 0; p < counting->roads->piece_count; p++) {
        uint32_t x = counting->tile[p] / GRID_TILES - grid->west;
        uint32_t y = counting->tile[p] % GRID_TILES - grid->north;

        if (counting->tile_class[p] == tile_class)
            counting->so_far[(size_t)y * grid->width + x]++;
    }
}

static struct grid grid_above(const struct grid *grid)
{
    uint32_t west = grid->west / 2;
    uint32_t north = grid->north / 2;

    return (struct grid){west, north,
                         (grid->west + grid->width - 1) / 2 - west + 1,
                         (grid->north + grid->height - 1) / 2 - north + 1};
}

static uint32_t most_of(const uint32_t *count, const struct grid *grid)
{
    uint32_t most = 0;

    for (size_t i = 0; i < (size_t)grid->width * grid->height; i++)
        most = count[i] > most ? count[i] : most;
    return most;
}

/* Merges four tiles into one. In place: writes stay behind reads. */
static void roll_up(uint32_t *count, struct grid *grid)
{
    struct grid above = grid_above(grid);

    for (uint32_t y = 0; y < grid->height; y++) {
        for (uint32_t x = 0; x < grid->width; x++) {
            uint32_t pieces = count[(size_t)y * grid->width + x];
            uint32_t to_x = (grid->west + x) / 2 - above.west;
            uint32_t to_y = (grid->north + y) / 2 - above.north;
            size_t to = (size_t)to_y * above.width + to_x;
            bool first = ((grid->west + x) % 2 == 0 || x == 0) &&
                         ((grid->north + y) % 2 == 0 || y == 0);

            count[to] = first ? pieces : count[to] + pieces;
        }
    }
    *grid = above;
}

static void find_most(struct counting *counting)
{
    struct grid grid = counting->grid;

    memcpy(counting->rolled, counting->so_far,
           (size_t)grid.width * grid.height * sizeof(*counting->rolled));
    for (unsigned z = GRID_ZOOM;; z--) {
        counting->most[z] = most_of(counting->rolled, &grid);
        if (!z)
            return;
        roll_up(counting->rolled, &grid);
    }
}

/* Most important first: by their own levels. */
static void order_classes(enum tile_class order[TILE_CLASS_COUNT])
{
    size_t count = 0;

    for (unsigned z = 0; z <= TILE_ZOOM_MAX; z++) {
        for (unsigned c = 0; c < TILE_CLASS_COUNT; c++) {
            if (tile_class_zoom((enum tile_class)c) == z)
                order[count++] = (enum tile_class)c;
        }
    }
}

static void thin(struct counting *counting, uint8_t *zooms)
{
    enum tile_class order[TILE_CLASS_COUNT];
    unsigned least = 0;

    order_classes(order);
    for (size_t i = 0; i < TILE_CLASS_COUNT; i++) {
        unsigned zoom = tile_class_zoom(order[i]);

        add_class(counting, order[i]);
        find_most(counting);
        if (zoom > GRID_ZOOM && counting->most[GRID_ZOOM] <= TILE_FULL)
            zoom = GRID_ZOOM;
        while (zoom <= GRID_ZOOM && zoom > least &&
               counting->most[zoom - 1] <= TILE_FULL)
            zoom--;
        zooms[order[i]] = (uint8_t)zoom;
        least = zoom;
    }
}

static int begin(struct counting *counting)
{
    uint32_t pieces = counting->roads->piece_count;
    size_t tiles;

    counting->tile = array_alloc(pieces, sizeof(*counting->tile));
    counting->tile_class = array_alloc(pieces, sizeof(*counting->tile_class));
    if (!counting->tile || !counting->tile_class)
        return -ENOMEM;
    place_pieces(counting);
    tiles = (size_t)counting->grid.width * counting->grid.height;
    counting->so_far = array_zero(tiles, sizeof(*counting->so_far));
    counting->rolled = array_alloc(tiles, sizeof(*counting->rolled));
    return counting->so_far && counting->rolled ? 0 : -ENOMEM;
}

/* Temporary memory: 5 bytes a piece, and 8 per tile of level 12 that the map
 * spans, 128 MiB for the whole world. 0 or -ENOMEM. */
static int choose_levels(const struct roads *roads,
                         uint8_t ret_zoom[TILE_CLASS_COUNT])
{
    struct counting counting = {.roads = roads};
    int r = begin(&counting);

    if (!r)
        thin(&counting, ret_zoom);
    free(counting.tile);
    free(counting.tile_class);
    free(counting.so_far);
    free(counting.rolled);
    return r;
}

/* ---- The tree ----------------------------------------------------------- */

/* Lower bits of a key, left for the curve. */
enum { ZOOM_SHIFT = 59 };

static unsigned zoom_of(const struct tile_index *index, uint32_t piece)
{
    return index
        ->class_zoom[tile_class_of(roads_attributes(index->roads, piece))];
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
    int r = -ENOMEM;

    if (!piece || !key)
        goto free_arrays;
    collect(index, piece, key);
    r = key_order(key, index->count, 0, &index->piece);
    if (r)
        goto free_arrays;
    for (uint32_t i = 0; i < index->count; i++)
        index->piece[i] = piece[index->piece[i]];

free_arrays:
    free(piece);
    free(key);
    return r;
}

struct segment_box tile_piece_box(const struct roads *roads, uint32_t piece)
{
    struct segment_box box = SEGMENT_BOX_EMPTY;
    uint32_t last = roads->first_node[piece + 1] - 1;

    for (uint32_t n = roads->first_node[piece]; n < last; n++)
        segment_box_add(&box, segment_box_of(roads->node_position[n],
                                             roads->node_position[n + 1]));
    return box;
}

static struct segment_box leaf_box(const struct tile_index *index, uint32_t i)
{
    struct segment_box box = SEGMENT_BOX_EMPTY;
    uint32_t first, end;

    segment_tree_children(i, index->count, &first, &end);
    for (uint32_t p = first; p < end; p++)
        segment_box_add(&box, tile_piece_box(index->roads, index->piece[p]));
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
    if (choose_levels(roads, index->class_zoom) || order(index) ||
        plant(index)) {
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

struct search {
    const struct tile_index *index;
    const struct segment_box *box;
    uint32_t end; /* of the pieces shown */
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
        struct segment_box box = tile_piece_box(index->roads, index->piece[p]);

        if (boxes_meet(&box, search->box))
            search->found(search->context, index->piece[p]);
    }
}

/* `pieces`: the number below each box of this level. */
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

/* ---- The middle --------------------------------------------------------- */

enum { SAMPLE = 2048, LEFT_OUT_PERCENT = 3 };

static int compare(const void *a, const void *b)
{
    int32_t one = *(const int32_t *)a;
    int32_t other = *(const int32_t *)b;

    return (one > other) - (one < other);
}

static void find_ends(int32_t *value, size_t count, int32_t *ret_low,
                      int32_t *ret_high)
{
    size_t left_out = count * LEFT_OUT_PERCENT / 100;

    qsort(value, count, sizeof(*value), compare);
    *ret_low = value[left_out];
    *ret_high = value[count - 1 - left_out];
}

struct segment_box tile_middle(const struct roads *roads)
{
    uint64_t nodes = roads->first_node[roads->piece_count];
    size_t count = nodes < SAMPLE ? (size_t)nodes : SAMPLE;
    int32_t lon_e7[SAMPLE];
    int32_t lat_e7[SAMPLE];
    struct segment_box box;

    for (size_t i = 0; i < count; i++) {
        struct position at = roads->node_position[i * nodes / count];

        lon_e7[i] = at.lon_e7;
        lat_e7[i] = at.lat_e7;
    }
    find_ends(lon_e7, count, &box.low.lon_e7, &box.high.lon_e7);
    find_ends(lat_e7, count, &box.low.lat_e7, &box.high.lat_e7);
    return box;
}
