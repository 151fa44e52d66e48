/* shape: areas from lines, by GEOS: simplified, made valid, cut to an enclosing
 * area.
 *
 * The cancel flag is polled between steps, each of which may take a second on a
 * grid's millions of nodes: GEOS 3.11 can only interrupt by a process-wide
 * flag, which stops the work of any thread.
 *
 * Input lines are in columns and rows of a grid; output is in 10^-7 degrees,
 * whole numbers, and valid as such. A struct shaper belongs to one thread. */
#ifndef RELAXD_SERVICE_ISOCHRONE_SHAPE_H
#define RELAXD_SERVICE_ISOCHRONE_SHAPE_H

#include "core/service/isochrone/contour.h"
#include "core/service/isochrone/field.h"
#include "core/service/isochrone/isochrone.h"

struct shaper;

/* `tolerance`: of simplification, in cells, above 0. NULL: out of memory. */
struct shaper *shaper_create(const struct grid *grid, double tolerance);
void shaper_destroy(struct shaper *shaper); /* NULL is fine */

/* Appends the area of the contour's rings that are not left out, cut to the one
 * drawn before. `cancel` may be NULL. 0, -ENOMEM or -ECANCELED. */
int shaper_draw(struct shaper *shaper, const struct contour *lines,
                struct cancel *cancel, uint32_t contour,
                struct isochrone *isochrone);

/* A contour without simplification: appends an area of the rings that are not
 * left out, without points on the line between their neighbours. 0 or -ENOMEM.
 *
 * Rounding keeps rings valid and nested: points lie on lines of the grid, which
 * stay straight and in order, with at most one point of a contour between two
 * nodes and apart from both. So lines that cross a cell still do so without
 * meeting, and a contour within another stays within it, to the unit. */
int outline_write(const struct grid *grid, const struct contour *lines,
                  uint32_t contour, struct isochrone *isochrone);

#endif
