/* osm_fixture: a small network as OpenStreetMap data, in every format. */
#ifndef RELAXD_TESTS_UNIT_GRAPH_OSM_FIXTURE_H
#define RELAXD_TESTS_UNIT_GRAPH_OSM_FIXTURE_H

#include <stddef.h>
#include <stdint.h>

#include "tests/unit/graph/osm_bytes.h"
#include "tests/unit/scratch.h"

/* Selects ways with a highway tag, and nodes with a railway tag. */
extern const struct osm_filter osm_fixture_filter;

/* The network: five nodes, one of them on no way, three ways of which two are
 * selected, a restriction. Some ids are negative, some large. */
void osm_fixture_write(struct osm_writer *writer);

/* Fails where the data is not the selected part of that network. */
void osm_fixture_check(const struct osm_data *data);

/* A file of it, "pbf", "osm", "opl" or "o5m", as bytes; the caller free()s
 * them. */
char *osm_fixture_bytes(const char *format, size_t *ret_size);

/* The same bytes compressed, "gz", "bz2" or "zst"; the caller free()s them. */
char *osm_fixture_compress(const char *how, const char *bytes, size_t size,
                           size_t *ret_size);

struct osm_fixture_node {
    int64_t id;
    struct position position;
    struct osm_text_tag tag; /* its key NULL: none */
};

struct osm_fixture_way {
    int64_t id;
    const int64_t *refs;
    size_t ref_count;
    const struct osm_text_tag *tags;
    size_t tag_count;
};

struct osm_fixture_relation {
    int64_t id;
    const struct osm_member *members;
    size_t member_count;
    const struct osm_text_tag *tags;
    size_t tag_count;
};

struct osm_fixture_network {
    const struct osm_fixture_node *nodes;
    size_t node_count;
    const struct osm_fixture_way *ways;
    size_t way_count;
    const struct osm_fixture_relation *relations;
    size_t relation_count;
};

/* The network as o5m, which osm_writer does not write; the caller free()s it.
 */
char *osm_fixture_o5m(const struct osm_fixture_network *network,
                      size_t *ret_size);

/* Reads text that must be readable. */
void osm_fixture_read(const char *text, const char *format,
                      struct osm_data *ret_data);

/* Whether the data is empty. */
bool osm_fixture_is_empty(const struct osm_data *data);

/* A tag's value, NULL where there is none. */
const char *osm_fixture_value(struct tags tags, const char *key);

/* Every count that is not given, up to COUNT_KINDS, must be 0. */
struct osm_expected {
    enum import_count count;
    uint64_t value;
};
void osm_fixture_counts(const struct osm_data *data,
                        const struct osm_expected *expected);

#endif
