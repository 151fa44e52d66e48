/* contour: the lines around what is inside, of a value on the nodes of a grid.
 *
 * Marching squares (Lorensen and Cline, "Marching cubes", 1987, in the plane):
 * lines cross the grid between nodes at or above 0 and nodes below, where 0 is
 * by straight interpolation. In a cell with two of each across, what is inside
 * is joined where the mean of the four is. So lines never meet, and where a
 * value is nowhere below another its lines lie nowhere inside the other's.
 *
 * Rings have what is inside on their left: counterclockwise around it,
 * clockwise around holes. All rings of one connected inside have one label. */
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
    size_t first; /* of its points; the last is not the first again */
    size_t count; /* at least 4 */
    uint32_t label;
    double area;   /* in cells; below 0: a hole */
    bool left_out; /* by denoise() */
};

struct contour {
    struct contour_point *point; /* [point_count]; owned */
    size_t point_count;
    size_t point_capacity;
    struct contour_ring *ring; /* [ring_count], by label, what is around it
                                  before its holes; owned */
    size_t ring_count;
    size_t ring_capacity;
    uint32_t *parent; /* [rows * columns] of nodes inside; owned */
};

/* `value`: [rows * columns] finite, below 0 at the grid's rim. 0 or -ENOMEM. */
int contour_trace(const float *value, uint32_t columns, uint32_t rows,
                  struct contour *ret_contour);
void contour_finish(struct contour *contour); /* fine on zero bytes */

/* Of the connected inside that a node is of; one node has its own label. */
uint32_t contour_label(const struct contour *contour, uint32_t node);

/* Sets left_out of all rings: parts and holes below a share of the largest part
 * are left out, and parts that lie in one that the contour around leaves out:
 * so what is left is still nested, as that contour leaves out what is larger,
 * its holes are smaller, and what lies in a hole is smaller than that.
 * `around`: a contour of the same grid that holds this one, and has been
 * denoised by the same share; NULL: there is none. */
void denoise(struct contour *contour, double share,
             const struct contour *around);

#endif
