/* guidance_check: whether the steps describe their leg. */
#ifndef RELAXD_TESTS_UNIT_SERVICE_GUIDANCE_CHECK_H
#define RELAXD_TESTS_UNIT_SERVICE_GUIDANCE_CHECK_H

#include "core/service/guidance/guidance.h"

/* Asserts that steps begin with a departure and end with an arrival, are
 * consecutive, add up to the leg, and that their references exist. */
void guidance_check(const struct map *map, const struct route_leg *leg,
                    const struct guidance *guidance);

/* Makes the guidance of a leg that connects its requested places, and checks
 * it. */
void guidance_check_leg(const struct map *map, const struct route_leg *leg);

#endif
