/* foot: the place on a segment that is below a position, in web mercator.
 *
 * That plane keeps angles, and what is straight on maps of the web is straight
 * there; but it is of a ball, and what is near to a pole is larger. So a foot
 * there is beside the one on the ground (ground.h) by a share of up to 0.3 % of
 * the distance, and by as much as the scale differs between the two ends. */
#ifndef RELAXD_SERVICE_PLACE_FOOT_H
#define RELAXD_SERVICE_PLACE_FOOT_H

#include "core/graph/roads/roads.h"

/* Sets fraction and position of what was found near a position, but where any
 * of the three is beyond the latitudes that the plane has, 85.05 degrees. */
void foot_in_mercator(const struct roads *roads, struct position position,
                      struct near_segment *near);

#endif
