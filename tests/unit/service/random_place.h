/* random_place: random places on the roads of a map. */
#ifndef RELAXD_TESTS_UNIT_SERVICE_RANDOM_PLACE_H
#define RELAXD_TESTS_UNIT_SERVICE_RANDOM_PLACE_H

#include "core/base/random.h"
#include "core/graph/map.h"
#include "core/service/place/place.h"

/* A snap to a piece, in both directions or one. */
struct snap snap_at(const struct roads *roads, uint32_t piece, uint32_t segment,
                    double fraction, bool forward, bool backward);

/* A node, within a piece or at its end, or a position on the piece: at a node
 * or between, for both directions or one. */
struct place random_place_on(const struct map *map, struct random *random,
                             uint32_t piece);

#endif
