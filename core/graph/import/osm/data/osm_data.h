/* osm_data: the OpenStreetMap data that routing needs, in memory.
 *
 * Ways that a profile uses, the nodes that they pass, restrictions, all read
 * from files (osm_file.h). Inconsistent data is left out and counted.
 *
 * One thread while it is made; any thread may read it then. */
#ifndef RELAXD_GRAPH_IMPORT_OSM_DATA_OSM_DATA_H
#define RELAXD_GRAPH_IMPORT_OSM_DATA_OSM_DATA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/error.h"
#include "core/graph/import_report.h"
#include "core/graph/position.h"
#include "core/graph/profile/tags.h"

#define OSM_NODE_MISSING UINT32_MAX

enum osm_kind { OSM_NODE, OSM_WAY, OSM_RELATION };

/* In a restriction. Members with other roles are left out. */
enum osm_role { ROLE_FROM, ROLE_VIA, ROLE_TO };

struct osm_member {
    int64_t id;
    uint8_t kind; /* enum osm_kind */
    uint8_t role; /* enum osm_role */
};

struct osm_data {
    /* Ways by ascending id, each id once. Way w passes the nodes way_ref[i], i
     * in [first_ref[w], first_ref[w + 1]), and has the tags way_tag[i], i in
     * [first_way_tag[w], first_way_tag[w + 1]). A missing node is
     * OSM_NODE_MISSING: the way has a gap. */
    uint32_t way_count;
    int64_t *way_id;
    uint64_t *first_ref;
    uint32_t *way_ref;
    uint64_t *first_way_tag;
    struct osm_tag *way_tag;

    /* Nodes by ascending id, each once: all that ways pass, and stations. */
    uint32_t node_count;
    int64_t *node_id;
    struct position *node_position;

    /* The nodes with tags, ascending: tagged_node[k] has the tags node_tag[i],
     * i in [first_node_tag[k], first_node_tag[k + 1]). */
    uint32_t tagged_count;
    uint32_t *tagged_node;
    uint64_t *first_node_tag;
    struct osm_tag *node_tag;

    /* Relations whose type begins with restriction, by ascending id, each once,
     * their members in order. */
    uint32_t relation_count;
    int64_t *relation_id;
    uint64_t *first_member;
    struct osm_member *member;
    uint64_t *first_relation_tag;
    struct osm_tag *relation_tag;

    char *text; /* [text_size] of all tags, each text once */
    uint64_t text_size;

    char generator[128]; /* the programs that wrote the files, each once,
                            separated by commas, as far as there is room;
                            "?": a file without one; UTF-8, one line */

    struct import_report report;     /* what was left out */
    struct osm_gathering *gathering; /* while it is made */
};

/* A tag of an object. */
struct osm_text_tag {
    const char *key;
    const char *value;
};

/* Decides which of two objects with one id counts: the higher version; of equal
 * ones the later. */
struct osm_stamp {
    uint64_t ordinal; /* counts all objects read */
    uint32_t version; /* 0: the file has none */
};

/* An object that is read or written. */
struct osm_object {
    enum osm_kind kind;
    int64_t id;
    struct osm_stamp stamp;   /* set by readers of files */
    bool deleted;             /* marked as deleted in the file */
    struct position position; /* of a node */
    const int64_t *refs;      /* [ref_count] of a way */
    size_t ref_count;
    const struct osm_member *members; /* [member_count] of a relation */
    size_t member_count;
    const struct osm_text_tag *tags; /* no key twice */
    size_t tag_count;
    size_t tags_twice; /* left out, as their key came before */
};

void osm_data_finish(struct osm_data *data); /* frees; zeroed is fine */

struct tags osm_way_tags(const struct osm_data *data, uint32_t way);
struct tags osm_node_tags(const struct osm_data *data, uint32_t tagged);
struct tags osm_relation_tags(const struct osm_data *data, uint32_t relation);

/* The way or node with an id; false if there is none. */
bool osm_find_way(const struct osm_data *data, int64_t id, uint32_t *ret_way);
bool osm_find_node(const struct osm_data *data, int64_t id, uint32_t *ret_node);

#endif
