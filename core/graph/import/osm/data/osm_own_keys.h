/* osm_own_keys: whether an object has two tags of one key. */
#ifndef RELAXD_GRAPH_IMPORT_OSM_DATA_OSM_OWN_KEYS_H
#define RELAXD_GRAPH_IMPORT_OSM_DATA_OSM_OWN_KEYS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/intern_pool.h"
#include "core/graph/profile/tags.h"

/* Zeroed is empty. */
struct osm_own_keys {
    struct intern_pool key; /* of the object in hand, once it has many tags */
};

/* Whether the key is among `own`, the object's tags so far. Asked tag by tag,
 * from an object's first on; in time that grows as the tags do. 0 or -ENOMEM.
 */
int osm_own_keys_find(struct osm_own_keys *keys, const struct osm_tag *own,
                      size_t own_count, uint32_t key, bool *ret_found);

void osm_own_keys_finish(struct osm_own_keys *keys);

#endif
