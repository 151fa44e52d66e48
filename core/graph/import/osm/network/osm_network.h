/* osm_network: makes a road network of OpenStreetMap data and a profile.
 *
 * Finds junctions, cuts ways there, turns nodes without a choice into geometry,
 * restrictions into forbidden turns and sequences of edges, stations into links
 * between layers. docs/osm.md specifies each rule. */
#ifndef RELAXD_GRAPH_IMPORT_OSM_NETWORK_OSM_NETWORK_H
#define RELAXD_GRAPH_IMPORT_OSM_NETWORK_OSM_NETWORK_H

#include "core/base/error.h"
#include "core/graph/import/osm/data/osm_data.h"
#include "core/graph/profile/profile.h"
#include "core/graph/road_network/road_network.h"

/* Linear time except for sorting. `ret_report`: the data's counts and what this
 * profile left out. -ENOMEM; -EINVAL: more than a map can hold. A network
 * without a piece is a valid result. */
int osm_network_make(const struct osm_data *data, const struct profile *profile,
                     struct road_network *ret_network,
                     struct import_report *ret_report, struct error *error);

#endif
