/* field: what it takes to be anywhere near a road that is reached, on a grid.
 *
 * Nodes of the grid are `columns` by `rows`, from the south-west, apart by
 * equal steps in degrees that are of equal length in the middle of it. Each
 * knows the place on a reached road from which it is come to best: off roads
 * one moves at a pace of its own, and no farther than `beyond_m`.
 *
 * How: each part of a road is offered to the corners of the cells that it
 * crosses; then nodes offer theirs to their neighbours, in two sweeps there and
 * back (Danielsson, "Euclidean distance mapping", 1980, section 5). Right but
 * for a small part of a cell.
 *
 * Roads are `free_m` wide to both sides and ahead, one cell and a quarter: else
 * the end of a quick road would be a needle that falls between nodes. */
#ifndef RELAXD_SERVICE_ISOCHRONE_FIELD_H
#define RELAXD_SERVICE_ISOCHRONE_FIELD_H

#include "core/service/isochrone/reach.h"

/* The node at column 0 and row 0 is at the origin. */
struct grid {
    double west_e7; /* east of the centre's longitude, so that it does not
                       jump at the antimeridian */
    double south_e7;
    int32_t centre_lon_e7;
    double step_lon_e7;
    double step_lat_e7;
    double step_m; /* north, and east in the middle */
    uint32_t columns;
    uint32_t rows;
};

/* Of a column or row, and between; east of the centre, as above. */
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
    double pace;       /* of the measure's units, a metre off the roads */
    double beyond_m;   /* at least; never less than 1.5 cells */
    uint32_t cells;    /* wanted along the longer side; more where that leaves
                          them under step_min_m, fewer where nodes are too many */
    double step_min_m; /* of a cell */
    struct cancel *cancel;
};

struct field_node {
    float x; /* columns, the place on the road */
    float y; /* rows */
    float spent;
    float apart_m; /* from the node to there */
    float key;     /* what nodes are compared by; INFINITY: none yet */
};

struct field {
    struct grid grid;
    double pace;
    double beyond_m;         /* in the end */
    double free_m;           /* beside a road that takes nothing */
    double *east_m;          /* [rows] how long a step east is there; owned */
    struct field_node *node; /* [rows * columns]; owned */
};

/* 0, -ENOMEM or -ECANCELED. */
int field_init(struct field *field, const struct roads *roads,
               const struct weighting *weighting, const struct reach *reach,
               const struct field_options *options);
void field_finish(struct field *field);

/* How far nodes of a field lie within what is reached by so much: in metres,
 * below 0 outside, no more than two cells either way, each node's the mean of
 * it and the eight around it, weighted 1, 2, 4: where roads of very different
 * times end side by side lines would have teeth. A straight line stays where it
 * is. A depth rises with what may be spent, at every node, so that contours are
 * nested. */
struct depth {
    const struct field *field;
    float *sharp;  /* [columns * rows] owned */
    float *smooth; /* [columns * rows] owned; below 0 at the rim */
};

/* 0 or -ENOMEM. finish() is fine after either and on zero bytes. */
int depth_init(struct depth *depth, const struct field *field);
void depth_finish(struct depth *depth);

/* Fills `smooth`. */
void depth_fill(struct depth *depth, double spent);

#endif
