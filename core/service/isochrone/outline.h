/* outline: areas of a contour as it is, without simplifying.
 *
 * Rounding keeps them valid and nested: points lie on lines of the grid, which
 * stay straight and in order, one point at most of a contour between two nodes
 * and apart from both, so that what crosses a cell still does so without
 * meeting, and what is within another still is, to the unit. */
#ifndef RELAXD_SERVICE_ISOCHRONE_OUTLINE_H
#define RELAXD_SERVICE_ISOCHRONE_OUTLINE_H

#include "core/service/isochrone/contour.h"
#include "core/service/isochrone/field.h"
#include "core/service/isochrone/isochrone.h"

/* Appends an area, of the rings that are not left out, without points that lie
 * on the line between their neighbours. 0 or -ENOMEM. */
int outline_tell(const struct grid *grid, const struct contour *lines,
                 uint32_t contour, struct isochrone *isochrone);

#endif
