/* random_osm: small data with every feature of roads, by number. */
#ifndef RELAXD_TESTS_UNIT_GRAPH_RANDOM_OSM_H
#define RELAXD_TESTS_UNIT_GRAPH_RANDOM_OSM_H

#include "core/graph/import/osm/data/osm_data.h"

/* Up to ten nodes, 100 m apart or more, some missing, some with signals or
 * barriers; up to ten ways over them, roads and rails, one-way, of few names;
 * up to ten restrictions, many of which fit. `backwards`: the same, added in
 * the opposite order. Finished. Aborts where memory is short. */
void random_osm(uint64_t seed, bool backwards, struct osm_data *ret_data);

#endif
