/* twins: roads that lie on each other and take the same. */
#ifndef RELAXD_GRAPH_IMPORT_OSM_NETWORK_TWINS_H
#define RELAXD_GRAPH_IMPORT_OSM_NETWORK_TWINS_H

#include "core/graph/import/osm/network/attributes.h"
#include "core/graph/roads/road_leaving.h"
#include "core/graph/roads/road_network.h"

/* Of pieces over the same nodes whose edges are open alike and take the same,
 * all get the attributes of one, so that an answer does not depend on which is
 * travelled: of the one that has a name, and the least one by its bytes. Those
 * that are drawn the other way around are no twins. Takes time by the square of
 * how many edges leave a junction for the same one. */
void twins_settle(const struct road_leaving *leaving,
                  const struct attribute_pool *pool,
                  struct road_network *network);

#endif
