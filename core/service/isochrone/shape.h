/* shape: areas of lines, by GEOS: simplified, made valid, cut to the area that
 * they have to lie in.
 *
 * Cancelling is looked at between steps, each of which may take a second on a
 * grid's millions of nodes: what GEOS has to interrupt one (3.11) is a flag of
 * the process, which ends the work of any thread that comes by.
 *
 * Lines are in columns and rows of a grid; what comes out is in 10^-7 degrees,
 * whole numbers, and valid as such. A struct shaper belongs to one thread. */
#ifndef RELAXD_SERVICE_ISOCHRONE_SHAPE_H
#define RELAXD_SERVICE_ISOCHRONE_SHAPE_H

#include "core/service/isochrone/contour.h"
#include "core/service/isochrone/field.h"
#include "core/service/isochrone/isochrone.h"

struct shaper;
struct shape; /* an area */

/* NULL: out of memory. */
struct shaper *shaper_create(const struct grid *grid);
void shaper_destroy(struct shaper *shaper); /* NULL is fine */

/* What the contour's rings enclose that are not left out, and within `around`
 * unless that is NULL. `tolerance`: of simplifying, in cells, above 0; `cancel`
 * may be NULL. 0, -ENOMEM or -ECANCELED. */
int shape_make(struct shaper *shaper, const struct contour *contour,
               double tolerance, struct cancel *cancel,
               const struct shape *around, struct shape **ret_shape);
void shape_destroy(struct shaper *shaper, struct shape *shape);

/* Appends its rings, and an area of them. 0 or -ENOMEM. */
int shape_write(const struct shaper *shaper, const struct shape *shape,
                uint32_t contour, struct isochrone *isochrone);

/* A contour as it is, without simplifying: appends an area, of the rings that
 * are not left out, without points that lie on the line between their
 * neighbours. 0 or -ENOMEM.
 *
 * Rounding keeps rings valid and nested: points lie on lines of the grid, which
 * stay straight and in order, one point at most of a contour between two nodes
 * and apart from both, so that what crosses a cell still does so without
 * meeting, and what is within another still is, to the unit. */
int outline_write(const struct grid *grid, const struct contour *lines,
                  uint32_t contour, struct isochrone *isochrone);

#endif
