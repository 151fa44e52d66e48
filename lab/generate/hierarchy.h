/* hierarchy: which candidates become main roads.
 *
 * Main roads come before the streets around them, so that they are straight.
 *
 * Each level joins its centres by shortest ways over the roads of the level
 * below: secondary roads join villages and towns by any street, primary roads
 * join towns by secondary roads, trunk roads larger towns by primary roads,
 * motorways cities by trunk roads. Linear but for heap and sort. */
#ifndef RELAXD_GRAPH_GENERATE_HIERARCHY_H
#define RELAXD_GRAPH_GENERATE_HIERARCHY_H

#include "lab/generate/bisection.h"
#include "lab/generate/network.h"

/* Sets the road classes of the network's own streets. 0 or -ENOMEM. */
int hierarchy_build(struct streets *streets, const struct network *network,
                    const struct bisection *bisection, const struct land *land,
                    uint64_t seed);

#endif
