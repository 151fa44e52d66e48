/* importance: how important roads are beside each other. */
#ifndef RELAXD_SERVICE_GUIDANCE_IMPORTANCE_H
#define RELAXD_SERVICE_GUIDANCE_IMPORTANCE_H

#include "core/graph/roads/roads.h"

/* Ranks that people take for one: through roads, main roads and so on; 0 is the
 * highest. */
int road_rank_group(const struct road_attributes *attributes);

/* Whether it is clearly less important than the other. */
bool road_is_lesser(const struct road_attributes *a,
                    const struct road_attributes *b);

/* Whether it is there to lead to the other. */
bool road_is_link_to(const struct road_attributes *link,
                     const struct road_attributes *road);

#endif
