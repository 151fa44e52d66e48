/* rivals: which roads could be mistaken for the one that is meant. */
#ifndef RELAXD_SERVICE_GUIDANCE_RIVALS_H
#define RELAXD_SERVICE_GUIDANCE_RIVALS_H

#include "core/service/guidance/crossing.h"

/* Whether nobody who is to take a road would take another instead: it is by far
 * the most straight on, or what lies beside it is less important, called
 * otherwise where ours keeps its name or number, or crosses ours. */
bool road_is_distinct(const struct crossing *crossing, size_t road);

#endif
