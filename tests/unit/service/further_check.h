/* further_check: whether further ways of a route are worth offering. */
#ifndef RELAXD_TESTS_UNIT_SERVICE_FURTHER_CHECK_H
#define RELAXD_TESTS_UNIT_SERVICE_FURTHER_CHECK_H

#include "core/service/place/place_search.h"

enum { FURTHER_MAX = 3 };

/* Asserts of what place_search_further() told, that each way costs what its
 * steps do, no less than the one before it and not too much; that no two are
 * alike; that none shares too much with another, passes a junction twice, or
 * turns back on the spot, but where the least one does. */
void further_check(const struct place_search *search, const struct map *map,
                   const struct place *from, const struct place *to,
                   const struct place_way *ways, uint32_t count);

#endif
