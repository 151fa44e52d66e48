/* obvious: which way on needs no telling. */
#ifndef RELAXD_SERVICE_GUIDANCE_OBVIOUS_H
#define RELAXD_SERVICE_GUIDANCE_OBVIOUS_H

#include "core/service/guidance/crossing.h"

/* The road that travellers take unless told otherwise: where one's own road
 * goes on, or else the one that lies most straight ahead, if no other is to be
 * mistaken for it. 0: there is none. */
size_t obvious_road(const struct crossing *crossing);

/* Whether `road` is so much more the way on than `other` that nobody would
 * think of a fork. */
bool obvious_of_two(const struct crossing *crossing, size_t road, size_t other);

/* Whether `road` is by its importance alone, with `other` beside it. */
bool obvious_by_class(const struct crossing *crossing, size_t road,
                      size_t other);

#endif
