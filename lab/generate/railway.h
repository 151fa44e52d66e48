/* railway: lines between stations, joined in as arcs of their own.
 *
 * Stations are vertices of the road map, in the towns' middles and spread as
 * people are; a line joins two stations whose territories on foot meet, by the
 * rule of links.h. */
#ifndef RELAXD_GRAPH_GENERATE_RAILWAY_H
#define RELAXD_GRAPH_GENERATE_RAILWAY_H

#include "lab/generate/bisection.h"
#include "lab/generate/network.h"

/* Appends the lines to `streets`, which may be those of the network: it is not
 * good for anything but finish() afterwards. 0 or -ENOMEM. */
int railway_build(struct streets *streets, const struct network *network,
                  const struct bisection *bisection, const struct land *land,
                  uint32_t station_every, uint64_t seed);

#endif
