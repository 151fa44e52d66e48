/* osm_fixture: o5m, as the wiki describes it, without its table of strings and
 * without versions (wiki.openstreetmap.org/wiki/O5m). */
#include "tests/unit/graph/osm_fixture.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RECORD_NODE = 0x10, RECORD_WAY, RECORD_RELATION };

struct o5m {
    uint8_t bytes[1024];
    size_t size;
};

static void put(struct o5m *to, const void *bytes, size_t size)
{
    if (to->size + size > sizeof(to->bytes))
        abort();
    memcpy(to->bytes + to->size, bytes, size);
    to->size += size;
}

static void put_unsigned(struct o5m *to, uint64_t value)
{
    do {
        uint8_t byte = (uint8_t)((value & 0x7f) | (value > 0x7f ? 0x80 : 0));

        put(to, &byte, 1);
        value >>= 7;
    } while (value);
}

static void put_signed(struct o5m *to, int64_t value)
{
    put_unsigned(to, (uint64_t)value << 1 ^ (uint64_t)(value >> 63));
}

static void put_record(struct o5m *to, uint8_t type, const struct o5m *record)
{
    put(to, &type, 1);
    put_unsigned(to, record->size);
    put(to, record->bytes, record->size);
}

/* The difference to the last value of its kind. */
static int64_t step(int64_t *last, int64_t value)
{
    int64_t difference = value - *last;

    *last = value;
    return difference;
}

static void put_tags(struct o5m *to, const struct osm_text_tag *tags,
                     size_t count)
{
    for (size_t i = 0; i < count; i++) {
        put(to, "", 1);
        put(to, tags[i].key, strlen(tags[i].key) + 1);
        put(to, tags[i].value, strlen(tags[i].value) + 1);
    }
}

/* Differences start from 0 again. */
static void put_reset(struct o5m *to)
{
    put(to, "\xff", 1);
}

static void put_nodes(struct o5m *to, const struct osm_fixture_node *nodes,
                      size_t count)
{
    int64_t id = 0, lon = 0, lat = 0;

    put_reset(to);
    for (size_t i = 0; i < count; i++) {
        struct o5m record = {.size = 0};

        put_signed(&record, step(&id, nodes[i].id));
        put(&record, "", 1);
        put_signed(&record, step(&lon, nodes[i].position.lon_e7));
        put_signed(&record, step(&lat, nodes[i].position.lat_e7));
        put_tags(&record, &nodes[i].tag, nodes[i].tag.key != NULL);
        put_record(to, RECORD_NODE, &record);
    }
}

static void put_ways(struct o5m *to, const struct osm_fixture_way *ways,
                     size_t count)
{
    int64_t id = 0, ref = 0;

    put_reset(to);
    for (size_t i = 0; i < count; i++) {
        struct o5m record = {.size = 0};
        struct o5m refs = {.size = 0};

        for (size_t r = 0; r < ways[i].ref_count; r++)
            put_signed(&refs, step(&ref, ways[i].refs[r]));
        put_signed(&record, step(&id, ways[i].id));
        put(&record, "", 1);
        put_unsigned(&record, refs.size);
        put(&record, refs.bytes, refs.size);
        put_tags(&record, ways[i].tags, ways[i].tag_count);
        put_record(to, RECORD_WAY, &record);
    }
}

static void put_member(struct o5m *to, const struct osm_member *member,
                       int64_t last_id[OSM_RELATION + 1])
{
    static const char *const roles[] = {"from", "via", "to"};
    char role[16];

    snprintf(role, sizeof(role), "%d%s", member->kind, roles[member->role]);
    put_signed(to, step(&last_id[member->kind], member->id));
    put(to, "", 1);
    put(to, role, strlen(role) + 1);
}

static void put_relations(struct o5m *to,
                          const struct osm_fixture_relation *relations,
                          size_t count)
{
    int64_t last_id[OSM_RELATION + 1] = {0};
    int64_t id = 0;

    put_reset(to);
    for (size_t i = 0; i < count; i++) {
        struct o5m record = {.size = 0};
        struct o5m members = {.size = 0};

        for (size_t m = 0; m < relations[i].member_count; m++)
            put_member(&members, &relations[i].members[m], last_id);
        put_signed(&record, step(&id, relations[i].id));
        put(&record, "", 1);
        put_unsigned(&record, members.size);
        put(&record, members.bytes, members.size);
        put_tags(&record, relations[i].tags, relations[i].tag_count);
        put_record(to, RECORD_RELATION, &record);
    }
}

char *osm_fixture_o5m(const struct osm_fixture_network *network,
                      size_t *ret_size)
{
    struct o5m to = {.size = 0};
    char *bytes = malloc(sizeof(to.bytes));

    put(&to, "\xff\xe0\x04o5m2", 7);
    put_nodes(&to, network->nodes, network->node_count);
    put_ways(&to, network->ways, network->way_count);
    put_relations(&to, network->relations, network->relation_count);
    put(&to, "\xfe", 1);
    if (!bytes)
        abort();
    memcpy(bytes, to.bytes, to.size);
    *ret_size = to.size;
    return bytes;
}
