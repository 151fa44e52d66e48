/* tile_thin: from which zoom level on the roads of a map are shown. */
#include "core/service/tile/tile_thin.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"

/* From this level on all classes are shown anyway, or nearly so. */
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
    uint32_t *so_far;    /* [of the grid] pieces of the classes so far */
    uint32_t *rolled;    /* the same, at a level above */
    uint32_t most[GRID_ZOOM + 1]; /* on one tile of each level */
};

static uint32_t whole(double tile)
{
    return (uint32_t)fmax(0, fmin(GRID_TILES - 1, floor(tile)));
}

/* Where the middle of a piece is. */
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

/* Of four tiles one. In place: what is written has been read. */
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

/* The most important first: by their own levels. */
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

static void thin(struct counting *counting, struct tile_thinning *thinning)
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
        thinning->zoom[order[i]] = (uint8_t)zoom;
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

int tile_thin(const struct roads *roads, struct tile_thinning *ret_thinning)
{
    struct counting counting = {.roads = roads};
    int result = begin(&counting);

    if (!result)
        thin(&counting, ret_thinning);
    free(counting.tile);
    free(counting.tile_class);
    free(counting.so_far);
    free(counting.rolled);
    return result;
}
