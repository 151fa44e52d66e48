/* junction_components: from which junctions one can come back. */
#ifndef RELAXD_GRAPH_ROADS_JUNCTION_COMPONENTS_H
#define RELAXD_GRAPH_ROADS_JUNCTION_COMPONENTS_H

#include <stdint.h>

#include "core/graph/roads/road_leaving.h"
#include "core/graph/roads/road_network.h"

/* The strong components of junctions joined by open edges, whatever turns say:
 * ret_component[j] is a number, the same for junctions that can be reached from
 * each other. [junction_count], free()d by the caller. Linear time; 28 bytes a
 * junction and 16 a piece while it runs. 0 or -ENOMEM. */
int junction_components(const struct road_network *network,
                        const struct road_leaving *leaving,
                        uint32_t **ret_component);

#endif
