/* isochrone_check: whether areas are valid and contain the right nodes. */
#ifndef RELAXD_TESTS_UNIT_SERVICE_ISOCHRONE_CHECK_H
#define RELAXD_TESTS_UNIT_SERVICE_ISOCHRONE_CHECK_H

#include "core/service/isochrone/isochrone.h"
#include "core/service/isochrone/reach.h"

/* Valid, each within the one before, shells and holes oriented correctly. */
void isochrone_check_shapes(const struct isochrone *made);

/* Asserts that each node is in exactly the areas within whose limit a search
 * from these places reaches it, except near their edges. */
void isochrone_check_nodes(const struct isochrone *made, const struct map *map,
                           const struct place *places, size_t count,
                           const struct measure *measure);

#endif
