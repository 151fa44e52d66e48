/* osm_add: adds objects of OpenStreetMap in one line each, to a file, or to
 * data: to a zeroed struct, ways, relations and what to keep before nodes, as
 * files are read. */
#ifndef RELAXD_TESTS_UNIT_GRAPH_OSM_ADD_H
#define RELAXD_TESTS_UNIT_GRAPH_OSM_ADD_H

#include <assert.h>

#include "core/graph/import/osm/data/osm_gathering.h"
#include "core/graph/import/osm/file/osm_file.h"

static inline struct osm_object osm_node(int64_t id, struct position position,
                                         const struct osm_text_tag *tags,
                                         size_t tag_count)
{
    return (struct osm_object){
        .kind = OSM_NODE,
        .id = id,
        .position = position,
        .tags = tags,
        .tag_count = tag_count,
    };
}

static inline struct osm_object osm_way(int64_t id, const int64_t *refs,
                                        size_t ref_count,
                                        const struct osm_text_tag *tags,
                                        size_t tag_count)
{
    return (struct osm_object){
        .kind = OSM_WAY,
        .id = id,
        .refs = refs,
        .ref_count = ref_count,
        .tags = tags,
        .tag_count = tag_count,
    };
}

static inline struct osm_object
osm_relation(int64_t id, const struct osm_member *members, size_t member_count,
             const struct osm_text_tag *tags, size_t tag_count)
{
    return (struct osm_object){
        .kind = OSM_RELATION,
        .id = id,
        .members = members,
        .member_count = member_count,
        .tags = tags,
        .tag_count = tag_count,
    };
}

static inline int osm_add_begin(struct osm_data *data, struct error *error)
{
    return data->gathering ? 0 : osm_gathering_begin(data, error);
}

static inline int osm_add_choose(struct osm_data *data, struct error *error)
{
    int r = osm_add_begin(data, error);

    return r || data->way_id ? r : osm_gathering_choose(data, error);
}

static inline int osm_add(struct osm_data *data, struct osm_object object,
                          struct error *error)
{
    uint64_t *count = data->report.count;
    int r;

    if (object.kind == OSM_NODE) {
        count[COUNT_NODES]++;
        r = osm_add_choose(data, error);
        return r ? r : osm_gathering_node(data, &object, true, error);
    }
    assert(!data->way_id);
    object.stamp.ordinal =
        count[object.kind == OSM_WAY ? COUNT_WAYS : COUNT_RELATIONS]++;
    r = osm_add_begin(data, error);
    return r ? r : osm_gathering_pile(data, &object, error);
}

/* Keeps a node even if no way passes it. */
static inline int osm_add_keep(struct osm_data *data, int64_t id,
                               struct error *error)
{
    int r = osm_add_begin(data, error);

    return r ? r : osm_gathering_keep(data, id, error);
}

static inline int osm_add_finish(struct osm_data *data, struct error *error)
{
    int r = osm_add_choose(data, error);

    return r ? r : osm_gathering_settle(data, error);
}

static inline int osm_write(struct osm_writer *writer, struct osm_object object,
                            struct error *error)
{
    return osm_writer_add(writer, &object, error);
}

#endif
