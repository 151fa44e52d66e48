/* field: lays out the grid, offers roads to nodes, sweeps, and computes
 * depths. */
#include "core/service/isochrone/field.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>

#include "core/base/array.h"
#include "core/graph/roads/ground.h"

enum {
    NODES_MAX = 1 << 21,
    PARTS_PER_LOOK = 1 << 14, /* stretches between checks of the cancel flag */
};

enum {
    WALK_M = 100, /* off the roads */
    STEP_MIN_M = 5,
};

static const double WALK_MS_PER_M = 720; /* 5 km/h */
static const double MM_PER_M = 1000;

/* The best place on a road for a node. */
struct field_node {
    float x; /* columns; the place on the road */
    float y; /* rows */
    float spent;
    float apart_m; /* from the node to that place */
    float key;     /* nodes are compared by it; INFINITY: none yet */
};

/* Slope beyond the distance allowed off roads, so that nearer places always
 * win. */
static const double STEEP = 1e4;

/* Width of roads to each side, in cells. */
static const double FREE = 1.25;

/* ---- The grid ----------------------------------------------------------- */

struct extent {
    int32_t centre_lon_e7;
    int64_t west, east; /* of the centre */
    int64_t south, north;
};

static void extend(struct extent *extent, struct position position)
{
    int64_t x = lon_e7_apart(extent->centre_lon_e7, position.lon_e7);

    extent->west = x < extent->west ? x : extent->west;
    extent->east = x > extent->east ? x : extent->east;
    if (position.lat_e7 < extent->south)
        extent->south = position.lat_e7;
    if (position.lat_e7 > extent->north)
        extent->north = position.lat_e7;
}

static void extend_by_part(void *context, const struct stretch_part *part)
{
    extend(context, part->from);
    extend(context, part->to);
}

static struct extent extent_of(const struct roads *roads,
                               const struct weighting *weighting,
                               const struct reach *reach,
                               const struct measure *measure)
{
    struct extent extent = {0, INT64_MAX, INT64_MIN, INT64_MAX, INT64_MIN};

    if (reach->count)
        extent.centre_lon_e7 =
            roads
                ->node_position[reach->list[0].segment +
                                edge_piece(reach->list[0].edge)]
                .lon_e7;
    for (size_t i = 0; i < reach->count; i++)
        stretch_walk(&reach->list[i], measure, roads, weighting, extend_by_part,
                     &extent);
    return extent;
}

/* The length of a cell for the wanted number of cells, within the limit of
 * nodes. */
static double step_of(double width_m, double height_m, uint32_t cells)
{
    double step_m = fmax(fmax(width_m, height_m) / cells, STEP_MIN_M);
    double margin_m = 2 * WALK_M;

    while ((width_m + margin_m + 8 * step_m) *
               (height_m + margin_m + 8 * step_m) >
           step_m * step_m * NODES_MAX)
        step_m *= 1.2;
    return step_m;
}

static void lay_grid(struct field *field, const struct extent *extent,
                     uint32_t cells)
{
    struct ground ground =
        ground_at((int32_t)((extent->south + extent->north) / 2));
    double width_m = (double)(extent->east - extent->west) * ground.east_m;
    double height_m = (double)(extent->north - extent->south) * ground.north_m;
    double step_m = step_of(width_m, height_m, cells);
    double margin;
    struct grid *grid = &field->grid;

    field->beyond_m = fmax(WALK_M, 1.5 * step_m);
    field->free_m = FREE * step_m;
    margin = ceil(field->beyond_m / step_m) + 2;
    *grid = (struct grid){
        .centre_lon_e7 = extent->centre_lon_e7,
        .step_m = step_m,
        .step_lon_e7 = step_m / ground.east_m,
        .step_lat_e7 = step_m / ground.north_m,
        .columns = (uint32_t)(ceil(width_m / step_m) + 2 * margin + 1),
        .rows = (uint32_t)(ceil(height_m / step_m) + 2 * margin + 1),
    };
    grid->west_e7 = (double)extent->west - margin * grid->step_lon_e7;
    grid->south_e7 = (double)extent->south - margin * grid->step_lat_e7;
}

static int clear(struct field *field)
{
    const struct grid *grid = &field->grid;
    size_t count = (size_t)grid->columns * grid->rows;

    field->east_m = array_alloc(grid->rows, sizeof(*field->east_m));
    field->node = array_alloc(count, sizeof(*field->node));
    field->sharp = array_alloc(count, sizeof(*field->sharp));
    field->depth = array_alloc(count, sizeof(*field->depth));
    if (!field->east_m || !field->node || !field->sharp || !field->depth)
        return -ENOMEM;
    for (uint32_t row = 0; row < grid->rows; row++) {
        double lat_e7 = grid->south_e7 + row * grid->step_lat_e7;

        lat_e7 = fmin(fmax(lat_e7, -9e8), 9e8);
        field->east_m[row] =
            grid->step_lon_e7 * ground_at((int32_t)lat_e7).east_m;
    }
    for (size_t i = 0; i < count; i++)
        field->node[i].key = INFINITY;
    return 0;
}

/* ---- Roads -------------------------------------------------------------- */

/* A part of a road, in columns and rows. */
struct line {
    double x, y;
    double dx, dy;
    double spent;
    double more; /* spent along it */
};

static double key_of(const struct field *field, double spent, double apart_m)
{
    double key = spent + field->pace * fmax(apart_m - field->free_m, 0);

    return apart_m > field->beyond_m
               ? key + STEEP * field->pace * (apart_m - field->beyond_m)
               : key;
}

/* Distance from a node, in metres. */
static double apart(const struct field *field, uint32_t column, uint32_t row,
                    double x, double y)
{
    double east_m = (x - column) * field->east_m[row];
    double north_m = (y - row) * field->grid.step_m;

    return sqrt(east_m * east_m + north_m * north_m);
}

/* The point of a line nearest to a node, as a share of the line. */
static double foot_on(const struct field *field, const struct line *line,
                      uint32_t column, uint32_t row)
{
    double scale = field->east_m[row] / field->grid.step_m;
    double dx = line->dx * scale;
    double length = dx * dx + line->dy * line->dy;
    double along = (column - line->x) * scale * dx + (row - line->y) * line->dy;

    if (length <= 0)
        return 0;
    return fmin(fmax(along / length, 0), 1);
}

/* The earliest place on the line within free_m of the node; else the
 * nearest. */
static double best_on(const struct field *field, const struct line *line,
                      uint32_t column, uint32_t row)
{
    double share = foot_on(field, line, column, row);
    double apart_m = apart(field, column, row, line->x + share * line->dx,
                           line->y + share * line->dy);
    double dx_m = line->dx * field->east_m[row];
    double dy_m = line->dy * field->grid.step_m;
    double length_m = sqrt(dx_m * dx_m + dy_m * dy_m);

    if (apart_m >= field->free_m || length_m <= 0)
        return share;
    share -= sqrt(field->free_m * field->free_m - apart_m * apart_m) / length_m;
    return fmax(share, 0);
}

static void offer(struct field *field, uint32_t column, uint32_t row,
                  const struct line *line)
{
    struct field_node *node =
        &field->node[(size_t)row * field->grid.columns + column];
    double share = best_on(field, line, column, row);
    double x = line->x + share * line->dx;
    double y = line->y + share * line->dy;
    double spent = line->spent + share * line->more;
    double apart_m = apart(field, column, row, x, y);
    double key = key_of(field, spent, apart_m);

    if (key < node->key)
        *node = (struct field_node){(float)x, (float)y, (float)spent,
                                    (float)apart_m, (float)key};
}

/* Offers a line to the corners of the cells in a row that it crosses. */
static void offer_row(struct field *field, const struct line *line,
                      uint32_t row)
{
    double low = row, high = row + 1.0;
    double from = line->x, to = line->x + line->dx;
    uint32_t first, last;

    if (line->dy != 0) {
        double a = (low - line->y) / line->dy;
        double b = (high - line->y) / line->dy;

        from = line->x + line->dx * fmin(fmax(fmin(a, b), 0), 1);
        to = line->x + line->dx * fmin(fmax(fmax(a, b), 0), 1);
    }
    first = (uint32_t)fmin(from, to);
    last = (uint32_t)fmax(from, to) + 1;
    for (uint32_t column = first; column <= last; column++) {
        offer(field, column, row, line);
        offer(field, column, row + 1, line);
    }
}

static void paint(void *context, const struct stretch_part *part)
{
    struct field *field = context;
    const struct grid *grid = &field->grid;
    struct line line;
    double x_e7 = (double)lon_e7_apart(grid->centre_lon_e7, part->from.lon_e7);
    double y_e7 = part->from.lat_e7;
    uint32_t last;

    line.x = (x_e7 - grid->west_e7) / grid->step_lon_e7;
    line.y = (y_e7 - grid->south_e7) / grid->step_lat_e7;
    line.dx =
        ((double)lon_e7_apart(grid->centre_lon_e7, part->to.lon_e7) - x_e7) /
        grid->step_lon_e7;
    line.dy = (part->to.lat_e7 - y_e7) / grid->step_lat_e7;
    line.spent = part->spent_from;
    line.more = part->spent_to - part->spent_from;
    last = (uint32_t)fmax(line.y, line.y + line.dy);
    for (uint32_t row = (uint32_t)fmin(line.y, line.y + line.dy); row <= last;
         row++)
        offer_row(field, &line, row);
}

static int paint_all(struct field *field, const struct roads *roads,
                     const struct weighting *weighting,
                     const struct reach *reach, const struct measure *measure)
{
    for (size_t i = 0; i < reach->count; i++) {
        stretch_walk(&reach->list[i], measure, roads, weighting, paint, field);
        if (i % PARTS_PER_LOOK == 0 && cancel_due(measure->cancel))
            return -ECANCELED;
    }
    return 0;
}

/* ---- Off roads ---------------------------------------------------------- */

/* A node takes its neighbour's place if that is better. */
static inline void take_from(struct field *field, uint32_t column, uint32_t row,
                             const struct field_node *neighbour)
{
    struct field_node *node =
        &field->node[(size_t)row * field->grid.columns + column];
    double apart_m, key;

    if (neighbour->key >= node->key)
        return;
    apart_m = apart(field, column, row, neighbour->x, neighbour->y);
    if (apart_m > field->beyond_m + 2 * field->grid.step_m)
        return;
    key = key_of(field, neighbour->spent, apart_m);
    if (key < node->key) {
        *node = *neighbour;
        node->apart_m = (float)apart_m;
        node->key = (float)key;
    }
}

/* One row: first from `other`, the row swept before it, then from both
 * sides. */
static void sweep_row(struct field *field, uint32_t row, uint32_t other)
{
    uint32_t columns = field->grid.columns;
    const struct field_node *here = field->node + (size_t)row * columns;
    const struct field_node *there = field->node + (size_t)other * columns;

    for (uint32_t c = 1; c + 1 < columns; c++) {
        take_from(field, c, row, &there[c - 1]);
        take_from(field, c, row, &there[c]);
        take_from(field, c, row, &there[c + 1]);
        take_from(field, c, row, &here[c - 1]);
    }
    for (uint32_t c = columns - 2; c > 0; c--)
        take_from(field, c, row, &here[c + 1]);
}

static void sweep(struct field *field)
{
    uint32_t rows = field->grid.rows;

    for (uint32_t row = 1; row + 1 < rows; row++)
        sweep_row(field, row, row - 1);
    for (uint32_t row = rows - 2; row > 0; row--)
        sweep_row(field, row, row + 1);
}

int field_init(struct field *field, const struct roads *roads,
               const struct weighting *weighting, const struct reach *reach,
               const struct measure *measure, uint32_t cells)
{
    struct extent extent = extent_of(roads, weighting, reach, measure);
    int r;

    *field = (struct field){
        .pace = measure->distance ? MM_PER_M : WALK_MS_PER_M,
    };
    if (!reach->count)
        extent.west = extent.east = extent.south = extent.north = 0;
    lay_grid(field, &extent, cells);
    r = clear(field);
    if (!r)
        r = paint_all(field, roads, weighting, reach, measure);
    if (!r)
        sweep(field);
    return r;
}

void field_finish(struct field *field)
{
    free(field->east_m);
    free(field->node);
    free(field->sharp);
    free(field->depth);
    *field = (struct field){.node = NULL};
}

/* ---- Depths ------------------------------------------------------------- */

/* In cells. */
static const float DEEPEST = 2;

static float depth_at(const struct field *field, const struct field_node *node,
                      double spent)
{
    float deepest_m = DEEPEST * (float)field->grid.step_m;
    float walk_m = (float)((spent - node->spent) / field->pace) -
                   fmaxf(node->apart_m - (float)field->free_m, 0);
    float left_m = fminf(walk_m, (float)field->beyond_m - node->apart_m);

    if (isinf(node->key))
        return -deepest_m;
    return fmaxf(fminf(left_m, deepest_m), -deepest_m);
}

static float row_sum(const float *row)
{
    return row[-1] + 2 * row[0] + row[1];
}

static void smooth_row(struct field *field, uint32_t row)
{
    uint32_t columns = field->grid.columns;
    const float *at = field->sharp + (size_t)row * columns;
    float *to = field->depth + (size_t)row * columns;

    for (uint32_t c = 1; c + 1 < columns; c++)
        to[c] = (row_sum(at + c - columns) + 2 * row_sum(at + c) +
                 row_sum(at + c + columns)) /
                16;
}

static void close_rim(struct field *field)
{
    uint32_t columns = field->grid.columns;
    uint32_t rows = field->grid.rows;
    float *last_row = field->depth + (size_t)(rows - 1) * columns;

    for (uint32_t c = 0; c < columns; c++)
        field->depth[c] = last_row[c] = -1;
    for (uint32_t r = 0; r < rows; r++) {
        float *row = field->depth + (size_t)r * columns;

        row[0] = row[columns - 1] = -1;
    }
}

void field_fill_depth(struct field *field, double spent)
{
    size_t count = (size_t)field->grid.columns * field->grid.rows;

    for (size_t i = 0; i < count; i++)
        field->sharp[i] = depth_at(field, &field->node[i], spent);
    for (uint32_t row = 1; row + 1 < field->grid.rows; row++)
        smooth_row(field, row);
    close_rim(field);
}
