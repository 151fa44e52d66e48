/* osm_fixture: a small network as OpenStreetMap data, in every format. */
#include "tests/unit/graph/osm_fixture.h"

#include "tests/unit/cmocka_all.h"

#include <bzlib.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>
#include <zstd.h>

const char *osm_fixture_value(struct tags tags, const char *key)
{
    for (uint32_t i = 0; i < tags.count; i++) {
        if (!strcmp(tags.text + tags.tag[i].key, key))
            return tags.text + tags.tag[i].value;
    }
    return NULL;
}

static bool has_highway(void *context, const struct tags *tags)
{
    return osm_fixture_value(*tags, "highway");
}

static bool has_railway(void *context, const struct tags *tags)
{
    return osm_fixture_value(*tags, "railway");
}

const struct osm_filter osm_fixture_filter = {
    .wants_way = has_highway,
    .wants_node = has_railway,
};

/* ---- The network --------------------------------------------------------- */

#define LARGE_ID INT64_C(12345678901)

static const struct {
    int64_t id;
    struct position position;
    struct osm_text_tag tag;
} nodes[] = {
    {-3, {86912345, 494087654}, {NULL, NULL}},
    {1, {-1800000000, -900000000}, {"highway", "traffic_signals"}},
    {2, {1800000000, 900000000}, {"name", "passed by nothing"}},
    {7, {0, 0}, {"railway", "station"}},
    {LARGE_ID, {1, -1}, {NULL, NULL}},
};

static const int64_t first_refs[] = {1, -3, LARGE_ID};
static const int64_t second_refs[] = {LARGE_ID, 1};
static const int64_t building_refs[] = {2, 1};

static const struct osm_text_tag first_tags[] = {
    {"highway", "residential"},
    {"name", "Stra\xc3\x9f"
             "e, \"<&>\" = 'x' %"},
};
static const struct osm_text_tag second_tag = {"highway", "service"};
static const struct osm_text_tag building_tag = {"building", "yes"};

static const struct osm_member members[] = {
    {.id = -5, .kind = OSM_WAY, .role = ROLE_FROM},
    {.id = LARGE_ID, .kind = OSM_NODE, .role = ROLE_VIA},
    {.id = 20, .kind = OSM_WAY, .role = ROLE_TO},
};
static const struct osm_text_tag restriction_tags[] = {
    {"type", "restriction"},
    {"restriction", "no_left_turn"},
};
static const struct osm_text_tag route_tag = {"type", "route"};

enum { NODE_COUNT = sizeof(nodes) / sizeof(nodes[0]) };

void osm_fixture_write(struct osm_writer *writer)
{
    for (int i = 0; i < NODE_COUNT; i++)
        assert_int_equal(osm_writer_node(writer, nodes[i].id, nodes[i].position,
                                         &nodes[i].tag, nodes[i].tag.key != 0,
                                         NULL),
                         0);
    assert_int_equal(
        osm_writer_way(writer, -5, first_refs, 3, first_tags, 2, NULL), 0);
    assert_int_equal(
        osm_writer_way(writer, 10, building_refs, 2, &building_tag, 1, NULL),
        0);
    assert_int_equal(
        osm_writer_way(writer, 20, second_refs, 2, &second_tag, 1, NULL), 0);
    assert_int_equal(
        osm_writer_relation(writer, 30, members, 3, restriction_tags, 2, NULL),
        0);
    assert_int_equal(
        osm_writer_relation(writer, 31, members, 1, &route_tag, 1, NULL), 0);
}

static void check_node(const struct osm_data *data, int i)
{
    uint32_t node;

    assert_true(osm_find_node(data, nodes[i].id, &node));
    assert_int_equal(data->node_position[node].lon_e7,
                     nodes[i].position.lon_e7);
    assert_int_equal(data->node_position[node].lat_e7,
                     nodes[i].position.lat_e7);
}

static void check_way(const struct osm_data *data, int64_t id,
                      const int64_t *refs, size_t count,
                      const struct osm_text_tag *tags, size_t tag_count)
{
    struct tags got;
    uint32_t way;

    assert_true(osm_find_way(data, id, &way));
    assert_int_equal(data->first_ref[way + 1] - data->first_ref[way], count);
    for (size_t i = 0; i < count; i++)
        assert_true(data->node_id[data->way_ref[data->first_ref[way] + i]] ==
                    refs[i]);
    got = osm_way_tags(data, way);
    assert_int_equal(got.count, tag_count);
    for (size_t i = 0; i < tag_count; i++)
        assert_string_equal(osm_fixture_value(got, tags[i].key), tags[i].value);
}

static void check_relation(const struct osm_data *data)
{
    assert_int_equal(data->relation_count, 1);
    assert_int_equal(data->relation_id[0], 30);
    assert_int_equal(data->first_member[1], 3);
    for (size_t i = 0; i < 3; i++) {
        assert_true(data->member[i].id == members[i].id);
        assert_int_equal(data->member[i].kind, members[i].kind);
        assert_int_equal(data->member[i].role, members[i].role);
    }
    assert_string_equal(
        osm_fixture_value(osm_relation_tags(data, 0), "restriction"),
        "no_left_turn");
}

void osm_fixture_check(const struct osm_data *data)
{
    assert_int_equal(data->node_count, 4);
    for (int i = 0; i < NODE_COUNT; i++) {
        if (nodes[i].id != 2)
            check_node(data, i);
    }
    assert_int_equal(data->tagged_count, 2);
    assert_int_equal(data->node_id[data->tagged_node[0]], 1);
    assert_string_equal(osm_fixture_value(osm_node_tags(data, 0), "highway"),
                        "traffic_signals");
    assert_int_equal(data->node_id[data->tagged_node[1]], 7);
    assert_int_equal(data->way_count, 2);
    check_way(data, -5, first_refs, 3, first_tags, 2);
    check_way(data, 20, second_refs, 2, &second_tag, 1);
    check_relation(data);
    osm_fixture_counts(data, (struct osm_expected[]){{COUNT_NODES, 5},
                                                     {COUNT_WAYS, 3},
                                                     {COUNT_RELATIONS, 2},
                                                     {COUNT_KINDS, 0}});
}

/* ---- Its bytes ----------------------------------------------------------- */

static char *read_file(const char *path, size_t *ret_size)
{
    FILE *file = fopen(path, "rb");
    char *bytes = malloc(1 << 20);

    if (!file || !bytes)
        abort();
    *ret_size = fread(bytes, 1, 1 << 20, file);
    fclose(file);
    return bytes;
}

static char *write_and_read(const char *format, size_t *ret_size)
{
    struct osm_writer *writer;
    struct scratch scratch;
    char name[16];
    char *bytes;

    scratch_init(&scratch);
    snprintf(name, sizeof(name), "x.%s", format);
    assert_int_equal(
        osm_writer_open(scratch_path(&scratch, name), "relaxd", &writer, NULL),
        0);
    osm_fixture_write(writer);
    assert_int_equal(osm_writer_close(writer, NULL), 0);
    bytes = read_file(scratch_path(&scratch, name), ret_size);
    scratch_finish(&scratch);
    return bytes;
}

/* o5m (wiki.openstreetmap.org/wiki/O5m), without its table of strings and
 * without versions. */
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

static void put_pair(struct o5m *to, const char *key, const char *value)
{
    put(to, "", 1);
    put(to, key, strlen(key) + 1);
    put(to, value, strlen(value) + 1);
}

static void put_record(struct o5m *to, uint8_t type, const struct o5m *record)
{
    put(to, &type, 1);
    put_unsigned(to, record->size);
    put(to, record->bytes, record->size);
}

/* Differences to the last of their kind. */
static int64_t step(int64_t *last, int64_t value)
{
    int64_t difference = value - *last;

    *last = value;
    return difference;
}

static void put_nodes(struct o5m *to)
{
    int64_t id = 0, lon = 0, lat = 0;

    for (int i = 0; i < NODE_COUNT; i++) {
        struct o5m record = {.size = 0};

        put_signed(&record, step(&id, nodes[i].id));
        put(&record, "", 1);
        put_signed(&record, step(&lon, nodes[i].position.lon_e7));
        put_signed(&record, step(&lat, nodes[i].position.lat_e7));
        if (nodes[i].tag.key)
            put_pair(&record, nodes[i].tag.key, nodes[i].tag.value);
        put_record(to, 0x10, &record);
    }
}

static void put_way(struct o5m *to, int64_t id, const int64_t *refs,
                    size_t count, int64_t *last_ref,
                    const struct osm_text_tag *tags, size_t tag_count)
{
    struct o5m record = {.size = 0};
    struct o5m own = {.size = 0};

    for (size_t i = 0; i < count; i++)
        put_signed(&own, step(last_ref, refs[i]));
    put_signed(&record, id);
    put(&record, "", 1);
    put_unsigned(&record, own.size);
    put(&record, own.bytes, own.size);
    for (size_t i = 0; i < tag_count; i++)
        put_pair(&record, tags[i].key, tags[i].value);
    put_record(to, 0x11, &record);
}

static void put_relation(struct o5m *to, int64_t id, size_t count,
                         int64_t last_id[2], const struct osm_text_tag *tags,
                         size_t tag_count)
{
    static const char *const roles[] = {"from", "via", "to"};
    struct o5m record = {.size = 0};
    struct o5m own = {.size = 0};

    for (size_t i = 0; i < count; i++) {
        char role[16];

        snprintf(role, sizeof(role), "%d%s", members[i].kind,
                 roles[members[i].role]);
        put_signed(&own, step(&last_id[members[i].kind], members[i].id));
        put(&own, "", 1);
        put(&own, role, strlen(role) + 1);
    }
    put_signed(&record, id);
    put(&record, "", 1);
    put_unsigned(&record, own.size);
    put(&record, own.bytes, own.size);
    for (size_t i = 0; i < tag_count; i++)
        put_pair(&record, tags[i].key, tags[i].value);
    put_record(to, 0x12, &record);
}

static char *make_o5m(size_t *ret_size)
{
    struct o5m to = {.size = 0};
    int64_t last_ref = 0;
    int64_t last_id[2] = {0};
    char *bytes = malloc(sizeof(to.bytes));

    put(&to, "\xff\xe0\x04o5m2", 7);
    put_nodes(&to);
    put(&to, "\xff", 1);
    put_way(&to, -5, first_refs, 3, &last_ref, first_tags, 2);
    put_way(&to, 15, building_refs, 2, &last_ref, &building_tag, 1);
    put_way(&to, 10, second_refs, 2, &last_ref, &second_tag, 1);
    put(&to, "\xff", 1);
    put_relation(&to, 30, 3, last_id, restriction_tags, 2);
    put_relation(&to, 1, 1, last_id, &route_tag, 1);
    put(&to, "\xfe", 1);
    if (!bytes)
        abort();
    memcpy(bytes, to.bytes, to.size);
    *ret_size = to.size;
    return bytes;
}

char *osm_fixture_bytes(const char *format, size_t *ret_size)
{
    return strcmp(format, "o5m") ? write_and_read(format, ret_size)
                                 : make_o5m(ret_size);
}

char *osm_fixture_compress(const char *how, const char *bytes, size_t size,
                           size_t *ret_size)
{
    size_t room = size * 2 + 1024;
    char *packed = malloc(room);
    unsigned filled = (unsigned)room;
    z_stream stream = {.next_in = (Bytef *)bytes,
                       .avail_in = (uInt)size,
                       .next_out = (Bytef *)packed,
                       .avail_out = (uInt)room};

    if (!packed)
        abort();
    if (!strcmp(how, "gz")) {
        assert_int_equal(deflateInit2(&stream, 6, Z_DEFLATED, 15 + 16, 8,
                                      Z_DEFAULT_STRATEGY),
                         Z_OK);
        assert_int_equal(deflate(&stream, Z_FINISH), Z_STREAM_END);
        *ret_size = stream.total_out;
        deflateEnd(&stream);
    } else if (!strcmp(how, "bz2")) {
        assert_int_equal(BZ2_bzBuffToBuffCompress(packed, &filled,
                                                  (char *)bytes, (unsigned)size,
                                                  9, 0, 0),
                         BZ_OK);
        *ret_size = filled;
    } else {
        *ret_size = ZSTD_compress(packed, room, bytes, size, 3);
        assert_false(ZSTD_isError(*ret_size));
    }
    return packed;
}

/* ---- Reading ------------------------------------------------------------- */

void osm_fixture_read(const char *text, const char *format,
                      struct osm_data *ret_data)
{
    struct error error = {""};

    if (osm_bytes_read(text, strlen(text), format, &osm_fixture_filter,
                       ret_data, &error))
        fail_msg("%s", error.text);
}

bool osm_fixture_is_empty(const struct osm_data *data)
{
    static const struct osm_data empty;

    return memcmp(data, &empty, sizeof(empty)) == 0;
}

void osm_fixture_counts(const struct osm_data *data,
                        const struct osm_expected *expected)
{
    struct import_report want = {{0}};

    for (; expected->count != COUNT_KINDS; expected++)
        want.count[expected->count] = expected->value;
    for (int c = 0; c < COUNT_KINDS; c++) {
        if (data->report.count[c] != want.count[c])
            fail_msg("%s: %llu, not %llu", import_count_name(c),
                     (unsigned long long)data->report.count[c],
                     (unsigned long long)want.count[c]);
    }
}
