#include "core/graph/import/osm/data/osm_data.h"

#include <stdlib.h>

#include "core/graph/import/osm/data/osm_gathering.h"

void osm_data_finish(struct osm_data *data)
{
    free(data->way_id);
    free(data->first_ref);
    free(data->way_ref);
    free(data->first_way_tag);
    free(data->way_tag);
    free(data->node_id);
    free(data->node_position);
    free(data->tagged_node);
    free(data->first_node_tag);
    free(data->node_tag);
    free(data->relation_id);
    free(data->first_member);
    free(data->member);
    free(data->first_relation_tag);
    free(data->relation_tag);
    free(data->text);
    osm_gathering_destroy(data->gathering);
    *data = (struct osm_data){0};
}

static struct tags tags_of(const struct osm_data *data,
                           const struct osm_tag *tags, const uint64_t *first,
                           uint32_t i)
{
    return (struct tags){
        .tag = tags + first[i],
        .count = (uint32_t)(first[i + 1] - first[i]),
        .text = data->text,
    };
}

struct tags osm_way_tags(const struct osm_data *data, uint32_t way)
{
    struct tags tags = tags_of(data, data->way_tag, data->first_way_tag, way);
    uint64_t i = data->first_ref[way + 1];

    while (i > data->first_ref[way] && data->way_ref[i - 1] == OSM_NODE_MISSING)
        i--;
    if (i > data->first_ref[way])
        tags.at = &data->node_position[data->way_ref[i - 1]];
    return tags;
}

struct tags osm_node_tags(const struct osm_data *data, uint32_t tagged)
{
    return tags_of(data, data->node_tag, data->first_node_tag, tagged);
}

struct tags osm_relation_tags(const struct osm_data *data, uint32_t relation)
{
    return tags_of(data, data->relation_tag, data->first_relation_tag,
                   relation);
}

static bool find(const int64_t *ids, uint32_t count, int64_t id,
                 uint32_t *ret_index)
{
    uint32_t i = osm_lower_bound(ids, count, id);

    if (i == count || ids[i] != id)
        return false;
    *ret_index = i;
    return true;
}

bool osm_find_way(const struct osm_data *data, int64_t id, uint32_t *ret_way)
{
    return find(data->way_id, data->way_count, id, ret_way);
}

bool osm_find_node(const struct osm_data *data, int64_t id, uint32_t *ret_node)
{
    return find(data->node_id, data->node_count, id, ret_node);
}
