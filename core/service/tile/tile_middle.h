/* tile_middle: where most of a map's roads lie, which is what to look at first:
 * one long ferry or cycle route must not make a town a dot. */
#ifndef RELAXD_SERVICE_TILE_MIDDLE_H
#define RELAXD_SERVICE_TILE_MIDDLE_H

#include "core/graph/roads/roads.h"

/* The box that leaves out the 3 % of places farthest to each side, as one in so
 * many lies that a few thousand are looked at. Meridian 180 is an end of the
 * world here. `roads` have pieces. */
struct segment_box tile_middle(const struct roads *roads);

#endif
