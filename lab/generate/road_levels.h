/* road_levels: turns streets into main roads, level by level; adds railways;
 * straightens both. */
#ifndef RELAXD_LAB_GENERATE_ROAD_LEVELS_H
#define RELAXD_LAB_GENERATE_ROAD_LEVELS_H

#include <stdint.h>

#include "core/graph/map.h"
#include "lab/generate/bisection.h"
#include "lab/generate/streets.h"

/* Chooses main roads among the candidates.
 *
 * Main roads come before the streets around them, so that they are straight.
 *
 * Each level joins its centres by shortest paths over the roads of the level
 * below: secondary roads join villages and towns by any street, primary roads
 * join towns by secondary roads, trunk roads larger towns by primary roads,
 * motorways cities by trunk roads. Linear except for heap and sort. */

/* Sets the road classes of streets. 0 or -ENOMEM. */
int hierarchy_build(struct streets *streets, const struct bisection *bisection,
                    const struct land *land, uint64_t seed);

/* Railway lines between stations, as additional arcs.
 *
 * Stations are vertices of the road map, in town centres and distributed like
 * the population. A line joins two stations whose territories on foot touch, by
 * the rule for links in road_levels.c. */

/* Appends the lines. 0 or -ENOMEM. */
int railway_build(struct streets *streets, const struct bisection *bisection,
                  const struct land *land, uint32_t station_every,
                  uint64_t seed);

/* Moves each vertex where exactly two main roads meet towards the midpoint of
 * its neighbours, a few times. 0 or -ENOMEM. */
int smooth_roads(const struct streets *streets, struct point *site,
                 uint32_t vertex_count);

#endif
