/* drawn_crossings: what is where streets meet: ramps, roundabouts, signals,
 * restrictions, stations. */
#ifndef RELAXD_GRAPH_GENERATE_OSM_DRAWN_CROSSINGS_H
#define RELAXD_GRAPH_GENERATE_OSM_DRAWN_CROSSINGS_H

#include "lab/generate/osm/drawn_roads.h"

/* Sets the flags of vertices, DRAWN_VIA, and ramps of streets; kinds are set.
 */
void drawn_crossings_set(struct drawn_roads *roads);

#endif
