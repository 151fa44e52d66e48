/* osm_add: adds objects of OpenStreetMap in one line each, to data or to a
 * file. */
#ifndef RELAXD_TESTS_UNIT_GRAPH_OSM_ADD_H
#define RELAXD_TESTS_UNIT_GRAPH_OSM_ADD_H

#include "core/graph/import/osm/data/osm_data.h"
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

static inline int osm_add(struct osm_data *data, struct osm_object object,
                          struct error *error)
{
    return osm_data_add(data, &object, error);
}

static inline int osm_write(struct osm_writer *writer, struct osm_object object,
                            struct error *error)
{
    return osm_writer_add(writer, &object, error);
}

#endif
