/* osm_network: OpenStreetMap data seen through a profile: a road network.
 *
 * Junctions are found, ways cut there, nodes without a choice become geometry,
 * restrictions become forbidden turns and sequences of edges, stations links
 * between layers. docs/osm.md says how each rule is read. */
#ifndef RELAXD_GRAPH_IMPORT_OSM_NETWORK_OSM_NETWORK_H
#define RELAXD_GRAPH_IMPORT_OSM_NETWORK_OSM_NETWORK_H

#include "core/base/error.h"
#include "core/graph/import/osm/data/osm_data.h"
#include "core/graph/profile/profile.h"
#include "core/graph/road_network/road_network.h"

/* Linear time but for sorting. `ret_report`: the data's counts and what this
 * profile left out. -ENOMEM; -EINVAL: more than a map can hold. A network
 * without a piece is a right answer. */
int osm_network_make(const struct osm_data *data, const struct profile *profile,
                     struct road_network *ret_network,
                     struct import_report *ret_report, struct error *error);

#endif
