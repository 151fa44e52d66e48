/* driving_side: the side of the road that traffic keeps to, by country. */
#ifndef RELAXD_GRAPH_PROFILE_DRIVING_SIDE_H
#define RELAXD_GRAPH_PROFILE_DRIVING_SIDE_H

#include <stdbool.h>

#include "core/graph/position.h"

/* Whether traffic keeps left there. Countries are a few boxes each: within some
 * 20 km of a border on land, where the side changes, the answer may be wrong;
 * tags of roads say better. False beyond all boxes. */
bool traffic_keeps_left(struct position position);

#endif
