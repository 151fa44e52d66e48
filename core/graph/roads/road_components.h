/* road_components: which roads belong together. */
#ifndef RELAXD_GRAPH_ROADS_ROAD_COMPONENTS_H
#define RELAXD_GRAPH_ROADS_ROAD_COMPONENTS_H

#include <stdint.h>

#include "core/graph/roads/road_leaving.h"
#include "core/graph/roads/road_network.h"

struct road_components {
    uint32_t *component; /* [piece_count] as in struct roads */
    uint32_t count;
    uint32_t large_count;
};

/* Those of fewer pieces than `small_component` are small, be it all of them;
 * ROAD_SMALL_AUTO: see road_map.h. Linear time. 0 or -ENOMEM; finish() is fine
 * after either and on zero bytes. */
int road_components_init(struct road_components *components,
                         const struct road_network *network,
                         const struct road_leaving *leaving,
                         uint32_t small_component);
void road_components_finish(struct road_components *components);

#endif
