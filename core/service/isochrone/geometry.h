/* geometry: GEOS's geometries, made and taken apart; inside isochrone/.
 *
 * What GEOS fails at is memory that is short: everything else that it could
 * refuse is made right before. */
#ifndef RELAXD_SERVICE_ISOCHRONE_GEOMETRY_H
#define RELAXD_SERVICE_ISOCHRONE_GEOMETRY_H

#include <geos_c.h>
#include <stddef.h>

#include "core/service/isochrone/contour.h"

/* Owns what is in it. */
struct geometry_list {
    GEOSGeometry **list; /* [count] */
    size_t count;
    size_t capacity;
};

/* Takes the geometry over, also on failure; NULL is one. 0 or -ENOMEM. */
int geometry_list_add(GEOSContextHandle_t geos, struct geometry_list *list,
                      GEOSGeometry *geometry);
void geometry_list_finish(GEOSContextHandle_t geos, struct geometry_list *list);

/* A closed ring, in columns and rows. NULL: out of memory. */
GEOSGeometry *geometry_of_ring(GEOSContextHandle_t geos,
                               const struct contour *contour,
                               const struct contour_ring *ring);

/* Takes shell and holes over, and ends the list. NULL: out of memory. */
GEOSGeometry *geometry_polygon(GEOSContextHandle_t geos, GEOSGeometry *shell,
                               struct geometry_list *holes);

/* Several polygons as one, which takes them over and ends the list. NULL: out
 * of memory. */
GEOSGeometry *geometry_collect(GEOSContextHandle_t geos,
                               struct geometry_list *polygons);

/* Takes a geometry and gives one that is valid and covers the same, as far as
 * it had an inside. NULL for NULL or out of memory. */
GEOSGeometry *geometry_mend(GEOSContextHandle_t geos, GEOSGeometry *given);

/* Takes any geometry and gives its polygons alone. NULL as above. */
GEOSGeometry *geometry_polygons(GEOSContextHandle_t geos, GEOSGeometry *given);

/* The points of a ring, x and y in turn; the caller free()s. 0 or -ENOMEM. */
int geometry_ring_points(GEOSContextHandle_t geos, const GEOSGeometry *ring,
                         double **ret_xy, size_t *ret_count);

#endif
