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

struct field {
    struct grid grid;
    double pace;
    double beyond_m;         /* as used */
    double free_m;           /* distance from a road that costs nothing */
    double *east_m;          /* [rows] length of a step east; owned */
    struct field_node *node; /* [rows * columns]; owned */
    float *sharp;            /* [rows * columns]; owned, as the next */
    float *depth;            /* [rows * columns]; see field_fill_depth() */
};

/* `cells`: wanted along the longer side; fewer if they would be very short, or
 * nodes too many. 0, -ENOMEM, or -ECANCELED by the measure's flag; finish() is
 * fine after either. */
int field_init(struct field *field, const struct roads *roads,
               const struct weighting *weighting, const struct reach *reach,
               const struct measure *measure, uint32_t cells);
void field_finish(struct field *field);

/* Fills `depth`: how deep the nodes lie inside the area reached within a limit,
 * in metres, below 0 outside and at the grid's edge, clamped to two cells
 * either way. Each node's depth is averaged with the eight around it, weighted
 * 1, 2, 4: otherwise lines would have teeth where roads of very different times
 * end side by side. A straight line stays in place. At every node the depth
 * rises with the limit, so contours are nested. */
void field_fill_depth(struct field *field, double spent);

#endif
