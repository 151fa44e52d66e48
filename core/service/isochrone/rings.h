/* rings: the areas of an isochrone, ring by ring; inside isochrone/. */
#ifndef RELAXD_SERVICE_ISOCHRONE_RINGS_H
#define RELAXD_SERVICE_ISOCHRONE_RINGS_H

#include "core/service/isochrone/isochrone.h"

/* An area is begun, gets its rings, holes after what they are in, and is ended
 * even where a ring failed. */
void rings_begin(struct isochrone *isochrone, uint32_t contour);
void rings_end(struct isochrone *isochrone);

/* `xy`: [count] points in 10^-7 degrees, whole numbers, the last the first
 * again, either way round. 0 or -ENOMEM. */
int rings_add(struct isochrone *isochrone, const double *xy, size_t count,
              bool hole);

#endif
