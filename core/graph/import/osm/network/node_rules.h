/* node_rules: the nodes that a profile has rules for. */
#ifndef RELAXD_GRAPH_IMPORT_OSM_NETWORK_NODE_RULES_H
#define RELAXD_GRAPH_IMPORT_OSM_NETWORK_NODE_RULES_H

#include <stdint.h>

#include "core/graph/import/osm/data/osm_data.h"
#include "core/graph/profile/profile.h"

struct ruled_nodes {
    uint32_t count;
    uint32_t *node; /* [count] ascending */
    struct node_rules *rules;
};

/* 0 or -ENOMEM; finish is right after that, too. */
int ruled_nodes_make(const struct osm_data *data, const struct profile *profile,
                     struct ruled_nodes *nodes);

/* NULL: it has none. */
const struct node_rules *ruled_nodes_find(const struct ruled_nodes *nodes,
                                          uint32_t node);

void ruled_nodes_finish(struct ruled_nodes *nodes);

#endif
