/* attributes: what roads are called and are, each kind and each text once. */
#ifndef RELAXD_GRAPH_IMPORT_OSM_NETWORK_ATTRIBUTES_H
#define RELAXD_GRAPH_IMPORT_OSM_NETWORK_ATTRIBUTES_H

#include <stdint.h>

#include "core/base/intern_pool.h"
#include "core/graph/import/osm/network/sign_text.h"
#include "core/graph/profile/profile.h"
#include "core/graph/roads/road_network.h"

/* Zeroed is empty. */
struct attribute_pool {
    struct intern_pool text;
    struct intern_pool item; /* struct road_attributes */
    struct sign_text sign;   /* being made */
};

/* Those of a way, as who goes along it sees them and who goes against it:
 * indices, equal where both see the same. 0, -ENOMEM, -EINVAL: too much. */
int attribute_pool_add(struct attribute_pool *pool,
                       const struct way_rules *rules, uint32_t ret_index[2]);

/* Hands those that pieces have to the network, whose piece_attributes are
 * indices of the pool and then of its own. */
int attribute_pool_give(struct attribute_pool *pool,
                        struct road_network *network);

/* Valid until the next is added. */
const struct road_attributes *
attribute_pool_get(const struct attribute_pool *pool, uint32_t index);

void attribute_pool_finish(struct attribute_pool *pool);

#endif
