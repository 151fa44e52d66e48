/* isochrone_check: whether areas are what they should be. */
#ifndef RELAXD_TESTS_UNIT_SERVICE_ISOCHRONE_CHECK_H
#define RELAXD_TESTS_UNIT_SERVICE_ISOCHRONE_CHECK_H

#include "core/service/isochrone/isochrone.h"
#include "core/service/isochrone/reach.h"

/* Valid, each within the one before, shells and holes the right way round. */
void isochrone_check_shapes(const struct isochrone *made);

/* That each node is in the areas that it is reached within, and far from what
 * is reached in none, as the search from these places finds. */
void isochrone_check_nodes(const struct isochrone *made, const struct map *map,
                           const struct place *places, size_t count,
                           const struct measure *measure);

#endif
