/* osm_fixture: writes and checks the network. */
#include "tests/unit/graph/osm_fixture.h"

#include "tests/unit/cmocka_all.h"
#include "tests/unit/graph/osm_add.h"

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

#define LARGE_ID        INT64_C(12345678901)
#define COUNT_OF(array) (sizeof(array) / sizeof((array)[0]))

static const struct osm_fixture_node nodes[] = {
    {-3, {86912345, 494087654}, {NULL, NULL}},
    {1, {-1800000000, -900000000}, {"highway", "traffic_signals"}},
    {2, {1800000000, 900000000}, {"name", "passed by nothing"}},
    {7, {0, 0}, {"railway", "station"}},
    {LARGE_ID, {1, -1}, {NULL, NULL}},
};

static const int64_t first_refs[] = {1, -3, LARGE_ID};
static const int64_t building_refs[] = {2, 1};
static const int64_t second_refs[] = {LARGE_ID, 1};

static const struct osm_text_tag first_tags[] = {
    {"highway", "residential"},
    {"name", "Stra\xc3\x9f"
             "e, \"<&>\" = 'x' %"},
};
static const struct osm_text_tag building_tag = {"building", "yes"};
static const struct osm_text_tag second_tag = {"highway", "service"};

/* The filter excludes the second. */
static const struct osm_fixture_way ways[] = {
    {-5, first_refs, 3, first_tags, 2},
    {10, building_refs, 2, &building_tag, 1},
    {20, second_refs, 2, &second_tag, 1},
};

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

/* And the second of these. */
static const struct osm_fixture_relation relations[] = {
    {30, members, 3, restriction_tags, 2},
    {31, members, 1, &route_tag, 1},
};

static const struct osm_fixture_network network = {
    nodes,          COUNT_OF(nodes), ways,
    COUNT_OF(ways), relations,       COUNT_OF(relations)};

void osm_fixture_write(struct osm_writer *writer)
{
    for (size_t i = 0; i < network.node_count; i++)
        assert_int_equal(
            osm_write(writer,
                      osm_node(nodes[i].id, nodes[i].position, &nodes[i].tag,
                               nodes[i].tag.key != 0),
                      NULL),
            0);
    for (size_t i = 0; i < network.way_count; i++)
        assert_int_equal(
            osm_write(writer,
                      osm_way(ways[i].id, ways[i].refs, ways[i].ref_count,
                              ways[i].tags, ways[i].tag_count),
                      NULL),
            0);
    for (size_t i = 0; i < network.relation_count; i++)
        assert_int_equal(
            osm_write(writer,
                      osm_relation(relations[i].id, relations[i].members,
                                   relations[i].member_count, relations[i].tags,
                                   relations[i].tag_count),
                      NULL),
            0);
}

static void check_node(const struct osm_data *data, size_t i)
{
    uint32_t node;

    assert_true(osm_find_node(data, nodes[i].id, &node));
    assert_int_equal(data->node_position[node].lon_e7,
                     nodes[i].position.lon_e7);
    assert_int_equal(data->node_position[node].lat_e7,
                     nodes[i].position.lat_e7);
}

static void check_way(const struct osm_data *data,
                      const struct osm_fixture_way *expected)
{
    struct tags got;
    uint32_t way;

    assert_true(osm_find_way(data, expected->id, &way));
    assert_int_equal(data->first_ref[way + 1] - data->first_ref[way],
                     expected->ref_count);
    for (size_t i = 0; i < expected->ref_count; i++)
        assert_true(data->node_id[data->way_ref[data->first_ref[way] + i]] ==
                    expected->refs[i]);
    got = osm_way_tags(data, way);
    assert_int_equal(got.count, expected->tag_count);
    for (size_t i = 0; i < expected->tag_count; i++)
        assert_string_equal(osm_fixture_value(got, expected->tags[i].key),
                            expected->tags[i].value);
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
    for (size_t i = 0; i < COUNT_OF(nodes); i++) {
        if (nodes[i].id != 2)
            check_node(data, i);
    }
    assert_int_equal(data->tagged_count, 2);
    assert_int_equal(data->node_id[data->tagged_node[0]], 1);
    assert_string_equal(osm_fixture_value(osm_node_tags(data, 0), "highway"),
                        "traffic_signals");
    assert_int_equal(data->node_id[data->tagged_node[1]], 7);
    assert_int_equal(data->way_count, 2);
    check_way(data, &ways[0]);
    check_way(data, &ways[2]);
    check_relation(data);
    osm_fixture_counts(data, (struct osm_expected[]){{COUNT_NODES, 5},
                                                     {COUNT_WAYS, 3},
                                                     {COUNT_RELATIONS, 2},
                                                     {COUNT_WAYS_NO_ROAD, 1},
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

char *osm_fixture_bytes(const char *format, size_t *ret_size)
{
    return strcmp(format, "o5m") ? write_and_read(format, ret_size)
                                 : osm_fixture_o5m(&network, ret_size);
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
