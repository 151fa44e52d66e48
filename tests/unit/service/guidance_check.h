/* guidance_check: whether the steps of a leg are what it is. */
#ifndef RELAXD_TESTS_UNIT_SERVICE_GUIDANCE_CHECK_H
#define RELAXD_TESTS_UNIT_SERVICE_GUIDANCE_CHECK_H

#include "core/service/guidance/guidance.h"

/* Asserts that steps begin with a departure and end with an arrival, join one
 * another, add up to the leg, and that what they point to is there. */
void guidance_check(const struct map *map, const struct route_leg *leg,
                    const struct guidance *guidance);

/* Makes it, of a leg that leads from and to where it was asked, and checks. */
void guidance_check_leg(const struct map *map, const struct route_leg *leg);

#endif
