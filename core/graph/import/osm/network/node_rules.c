/* node_rules: the nodes that a profile has rules for. */
#include "core/graph/import/osm/network/node_rules.h"

#include <errno.h>
#include <stdlib.h>

#include "core/base/array.h"

static uint32_t count_nodes(const struct osm_data *data,
                            const struct profile *profile)
{
    struct node_rules rules;
    uint32_t count = 0;

    for (uint32_t t = 0; t < data->tagged_count; t++) {
        struct tags tags = osm_node_tags(data, t);

        count += profile_node(profile, &tags, &rules);
    }
    return count;
}

int ruled_nodes_make(const struct osm_data *data, const struct profile *profile,
                     struct ruled_nodes *nodes)
{
    uint32_t count = count_nodes(data, profile);

    nodes->node = array_alloc(count, sizeof(*nodes->node));
    nodes->rules = array_alloc(count, sizeof(*nodes->rules));
    if (!nodes->node || !nodes->rules)
        return -ENOMEM;
    for (uint32_t t = 0; t < data->tagged_count; t++) {
        struct tags tags = osm_node_tags(data, t);
        struct node_rules rules;

        if (!profile_node(profile, &tags, &rules))
            continue;
        nodes->node[nodes->count] = data->tagged_node[t];
        nodes->rules[nodes->count++] = rules;
    }
    return 0;
}

const struct node_rules *ruled_nodes_find(const struct ruled_nodes *nodes,
                                          uint32_t node)
{
    size_t at = array_find(nodes->node, nodes->count, node);

    return at < nodes->count ? &nodes->rules[at] : NULL;
}

void ruled_nodes_finish(struct ruled_nodes *nodes)
{
    free(nodes->node);
    free(nodes->rules);
    *nodes = (struct ruled_nodes){0};
}
