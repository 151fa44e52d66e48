/* contour: the boundary of the inside, for a value on the nodes of a grid.
 *
 * Marching squares (Lorensen and Cline, "Marching cubes", 1987, in the plane):
 * lines cross the grid between nodes at or above 0 and nodes below, at the
 * linearly interpolated 0. In a cell with two nodes of each kind diagonally
 * across, the inside is connected if the mean of the four is inside. So lines
 * never meet, and if one value is nowhere below another, its inside contains
 * the other's.
 *
 * Rings have the inside on their left: counterclockwise around it, clockwise
 * around holes. All rings of one connected inside share a label. */
#ifndef RELAXD_SERVICE_ISOCHRONE_CONTOUR_H
#define RELAXD_SERVICE_ISOCHRONE_CONTOUR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct contour_point {
    double x; /* columns */
    double y; /* rows */
};

struct contour_ring {
    size_t first; /* of its points; the first is not repeated at the end */
    size_t count; /* at least 4 */
    uint32_t label;
    double area;   /* in cells; below 0: a hole */
    bool left_out; /* by denoise() */
};

struct contour {
    struct contour_point *point; /* [point_count]; owned */
    size_t point_count;
    size_t point_capacity;
    struct contour_ring *ring; /* [ring_count], by label, the outer ring before
                                  its holes; owned */
    size_t ring_count;
    size_t ring_capacity;
    uint32_t *parent; /* [rows * columns] union-find of the nodes inside;
                         owned */
};

/* `value`: [rows * columns] finite, below 0 at the grid's edge. 0 or
 * -ENOMEM. */
int contour_trace(const float *value, uint32_t columns, uint32_t rows,
                  struct contour *ret_contour);
void contour_finish(struct contour *contour); /* fine on zero bytes */

/* Sets left_out of all rings: drops parts and holes smaller than a share of the
 * largest part, and parts inside a part that `around` drops. The result is
 * still nested in `around`, which has the higher threshold and smaller holes;
 * and what lies in a hole is smaller than the hole. `around`: a contour of the
 * same grid that contains this one and was denoised with the same share; NULL:
 * none. */
void denoise(struct contour *contour, double share,
             const struct contour *around);

#endif
