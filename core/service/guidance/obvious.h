/* obvious: the road that needs no instruction. */
#ifndef RELAXD_SERVICE_GUIDANCE_OBVIOUS_H
#define RELAXD_SERVICE_GUIDANCE_OBVIOUS_H

#include "core/service/guidance/crossing.h"

/* The road that travellers take without an instruction: the continuation of
 * their own road, or else the straightest one, unless another could be mistaken
 * for it. 0: there is none. */
size_t obvious_road(const struct crossing *crossing);

/* Whether `road` is so much more obvious than `other` that nobody expects a
 * fork. */
bool obvious_of_two(const struct crossing *crossing, size_t road, size_t other);

/* Whether `road` is obvious compared with `other` by its importance alone. */
bool obvious_by_class(const struct crossing *crossing, size_t road,
                      size_t other);

#endif
