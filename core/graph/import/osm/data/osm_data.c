#include "core/graph/import/osm/data/osm_data.h"

#include <errno.h>
#include <stdlib.h>

#include "core/graph/import/osm/data/osm_gathering.h"

/* Counts the object and returns its header. */
static struct osm_object next_object(struct osm_data *data,
                                     enum import_count count, int64_t id,
                                     const struct osm_text_tag *tags,
                                     size_t tag_count)
{
    return (struct osm_object){
        .id = id,
        .stamp = {.ordinal = data->report.count[count]++},
        .tags = tags,
        .tag_count = tag_count,
    };
}

int osm_data_add_node(struct osm_data *data, int64_t id,
                      struct position position, const struct osm_text_tag *tags,
                      size_t tag_count, struct error *error)
{
    struct osm_object object;
    int r = osm_gathering_begin(data, error);

    if (r)
        return r;
    object = next_object(data, COUNT_NODES, id, tags, tag_count);
    return osm_gathering_pile_node(data, &object, position, error);
}

int osm_data_add_way(struct osm_data *data, int64_t id, const int64_t *refs,
                     size_t ref_count, const struct osm_text_tag *tags,
                     size_t tag_count, struct error *error)
{
    struct osm_object object;
    int r = osm_gathering_begin(data, error);

    if (r)
        return r;
    object = next_object(data, COUNT_WAYS, id, tags, tag_count);
    return osm_gathering_way(data, &object, refs, ref_count, error);
}

int osm_data_add_relation(struct osm_data *data, int64_t id,
                          const struct osm_member *members, size_t member_count,
                          const struct osm_text_tag *tags, size_t tag_count,
                          struct error *error)
{
    struct osm_object object;
    int r = osm_gathering_begin(data, error);

    if (r)
        return r;
    object = next_object(data, COUNT_RELATIONS, id, tags, tag_count);
    return osm_gathering_relation(data, &object, members, member_count, error);
}

int osm_data_keep_node(struct osm_data *data, int64_t id, struct error *error)
{
    int r = osm_gathering_begin(data, error);

    return r ? r : osm_gathering_keep(data, id, error);
}

int osm_data_finish_adding(struct osm_data *data, struct error *error)
{
    int r = osm_gathering_begin(data, error);

    if (!r)
        r = osm_gathering_choose(data, error);
    if (!r)
        r = osm_gathering_unpile_nodes(data, error);
    return r ? r : osm_gathering_settle(data, error);
}

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
    return tags_of(data, data->way_tag, data->first_way_tag, way);
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
