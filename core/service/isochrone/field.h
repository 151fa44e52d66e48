/* field: the cost of being near a reached road, on a grid.
 *
 * The grid has `columns` by `rows` nodes, from the south-west, at equal steps
 * in degrees whose lengths are equal in its middle. Each node stores the place
 * on a reached road from which it is reached best: off roads travel has a pace
 * of its own, and goes no farther than `beyond_m`.
 *
 * How: each part of a road is offered to the corners of the cells that it
 * crosses; then nodes pass theirs on to their neighbours, in two sweeps there
 * and back (Danielsson, "Euclidean distance mapping", 1980, section 5).
 * Accurate to a small part of a cell.
 *
 * Roads are `free_m` wide to both sides and ahead, one cell and a quarter:
 * otherwise the end of a fast road would be a needle that falls between
 * nodes. */
#ifndef RELAXD_SERVICE_ISOCHRONE_FIELD_H
#define RELAXD_SERVICE_ISOCHRONE_FIELD_H

#include "core/service/isochrone/reach.h"

/* The node at column 0 and row 0 is at the origin. */
struct grid {
    double west_e7; /* east of the centre's longitude, to avoid a jump at the
                       antimeridian */
    double south_e7;
    int32_t centre_lon_e7;
    double step_lon_e7;
    double step_lat_e7;
    double step_m; /* north; east in the middle */
    uint32_t columns;
    uint32_t rows;
};

/* Of a column or row, also fractional; east of the centre, as above. */
static inline double grid_lon_e7(const struct grid *grid, double column)
{
    return grid->centre_lon_e7 + grid->west_e7 + column * grid->step_lon_e7;
}

static inline double grid_lat_e7(const struct grid *grid, double row)
{
    return grid->south_e7 + row * grid->step_lat_e7;
}

struct field_options {
    struct measure measure;
    double pace;       /* units of the measure per metre off the roads */
    double beyond_m;   /* at least; never less than 1.5 cells */
    uint32_t cells;    /* wanted along the longer side; fewer if cells would be
                          shorter than step_min_m, or nodes too many */
    double step_min_m; /* of a cell */
    struct cancel *cancel;
};

struct field_node {
    float x; /* columns; the place on the road */
    float y; /* rows */
    float spent;
    float apart_m; /* from the node to that place */
    float key;     /* nodes are compared by it; INFINITY: none yet */
};

struct field {
    struct grid grid;
    double pace;
    double beyond_m;         /* as used */
    double free_m;           /* distance from a road that costs nothing */
    double *east_m;          /* [rows] length of a step east; owned */
    struct field_node *node; /* [rows * columns]; owned */
};

/* 0, -ENOMEM or -ECANCELED. */
int field_init(struct field *field, const struct roads *roads,
               const struct weighting *weighting, const struct reach *reach,
               const struct field_options *options);
void field_finish(struct field *field);

/* How deep the nodes of a field lie inside the area reached within a limit: in
 * metres, below 0 outside, clamped to two cells either way. Each node's depth
 * is averaged with the eight around it, weighted 1, 2, 4: otherwise lines would
 * have teeth where roads of very different times end side by side. A straight
 * line stays in place. At every node the depth rises with the limit, so
 * contours are nested. */
struct depth {
    const struct field *field;
    float *sharp;  /* [columns * rows] owned */
    float *smooth; /* [columns * rows] owned; below 0 at the grid's edge */
};

/* 0 or -ENOMEM. finish() is fine after either and on zero bytes. */
int depth_init(struct depth *depth, const struct field *field);
void depth_finish(struct depth *depth);

/* Fills `smooth` for a limit. */
void depth_fill(struct depth *depth, double spent);

#endif
