/* further_check: whether alternative routes are worth offering. */
#ifndef RELAXD_TESTS_UNIT_SERVICE_FURTHER_CHECK_H
#define RELAXD_TESTS_UNIT_SERVICE_FURTHER_CHECK_H

#include "core/service/place/place_search.h"

enum { FURTHER_MAX = 3 };

/* Asserts of the result of place_search_further(): each alternative costs what
 * its steps do, no less than the one before and not too much; no two are alike;
 * none shares too much with another, passes a junction twice, or makes a
 * U-turn, unless the shortest path does. */
void further_check(const struct place_search *search, const struct map *map,
                   const struct place *from, const struct place *to,
                   const struct place_way *ways, uint32_t count);

#endif
