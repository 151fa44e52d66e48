/* osm_file: reads back what was written, in every format, from one file or
 * several. */
#include "tests/unit/cmocka_all.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "tests/unit/graph/osm_fixture.h"

static void every_format_is_read_as_it_was_written(void **state)
{
    static const char *const formats[] = {"osm.pbf", "pbf", "osm", "opl",
                                          "o5m"};

    for (size_t i = 0; i < sizeof(formats) / sizeof(formats[0]); i++) {
        struct error error = {""};
        struct osm_data data;
        size_t size;
        char *bytes = osm_fixture_bytes(formats[i], &size);

        if (osm_bytes_read(bytes, size, formats[i], &osm_fixture_filter, &data,
                           &error))
            fail_msg("%s: %s", formats[i], error.text);
        osm_fixture_check(&data);
        osm_data_finish(&data);
        free(bytes);
    }
}

static void assert_generator(const char *a, const char *b, const char *expected)
{
    const char *const text[] = {a, b};
    struct scratch scratch;
    const char *paths[2];
    struct osm_data data;

    scratch_init(&scratch);
    for (int i = 0; i < 2; i++) {
        char name[16];

        snprintf(name, sizeof(name), "%d.osm", i);
        paths[i] =
            strdup(scratch_file(&scratch, name, text[i], strlen(text[i])));
    }
    assert_int_equal(
        osm_files_read(paths, 2, &osm_fixture_filter, NULL, &data, NULL), 0);
    assert_string_equal(data.generator, expected);
    osm_data_finish(&data);
    for (int i = 0; i < 2; i++)
        free((char *)paths[i]);
    scratch_finish(&scratch);
}

static void what_wrote_the_files_is_known(void **state)
{
    static const char bare[] = "<osm version='0.6'></osm>";
    static const char ours[] =
        "<osm version='0.6' generator='relaxlab generate'></osm>";
    static const char theirs[] =
        "<osm version='0.6' generator='x&#10;y\xc3\xa9'></osm>";

    assert_generator(ours, ours, "relaxlab generate");
    assert_generator(ours, bare, "relaxlab generate, ?");
    assert_generator(ours, theirs, "relaxlab generate, x?y\xc3\xa9");
}

static void compressed_files_are_read(void **state)
{
    static const char *const formats[] = {"osm", "opl", "o5m", "pbf"};
    static const char *const ways[] = {"gz", "bz2", "zst"};

    for (size_t i = 0; i < 12; i++) {
        const char *format = formats[i / 3];
        const char *how = ways[i % 3];
        struct error error = {""};
        struct osm_data data;
        struct scratch scratch;
        char name[32];
        const char *path;
        size_t size, packed_size;
        char *bytes = osm_fixture_bytes(format, &size);
        char *packed = osm_fixture_compress(how, bytes, size, &packed_size);

        scratch_init(&scratch);
        snprintf(name, sizeof(name), "a b.%s.%s", format, how);
        path = scratch_file(&scratch, name, packed, packed_size);
        assert_true(osm_file_is_one(path));
        if (osm_files_read(&path, 1, &osm_fixture_filter, NULL, &data, &error))
            fail_msg("%s", error.text);
        osm_fixture_check(&data);
        osm_data_finish(&data);
        scratch_finish(&scratch);
        free(packed);
        free(bytes);
    }
}

static void names_tell_the_format(void **state)
{
    static const char *const good[] = {
        "a.osm.pbf",     "a.pbf",     "a.osm",     "a.osm.gz", "a.osm.bz2",
        "a.osm.zst",     "a.o5m",     "a.o5m.gz",  "a.opl",    "a.opl.bz2",
        "b/a.osm.opl",   "a.osh.pbf", "a.osh.bz2", "a.osh",    "osm",
        "a.osm.pbf.zst", "./.osm",
    };
    static const char *const bad[] = {"a.gr",  "a.osm.xz",    "a.gz",  "gz",
                                      "",      "aosm",        "a.",    "a.osc",
                                      "osm.d", "a.osm.gz.gz", "a.pbf/"};

    for (size_t i = 0; i < sizeof(good) / sizeof(good[0]); i++) {
        if (!osm_file_is_one(good[i]))
            fail_msg("%s", good[i]);
    }
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
        if (osm_file_is_one(bad[i]))
            fail_msg("%s", bad[i]);
    }
}

static void objects_may_come_in_any_order(void **state)
{
    struct osm_data data;
    uint32_t way;

    osm_fixture_read("r7 Ttype=restriction:hgv Mw9@from,n3@via,n3@location_hint"
                     ",w-4@to\n"
                     "w9 Thighway=path Nn3,n1,n2\n"
                     "n2 x2 y2\n"
                     "w-4 Thighway=track Nn2,n1\n"
                     "n3 x3 y3\n"
                     "n1 x1 y1\n",
                     "opl", &data);
    assert_int_equal(data.way_count, 2);
    assert_true(osm_find_way(&data, 9, &way));
    assert_int_equal(data.node_id[data.way_ref[data.first_ref[way]]], 3);
    assert_int_equal(data.node_position[2].lat_e7, 30000000);
    assert_int_equal(data.relation_count, 1);
    assert_int_equal(data.first_member[1], 3);
    assert_int_equal(data.member[2].role, ROLE_TO);
    assert_int_equal(data.member[2].id, -4);
    osm_fixture_counts(&data, (struct osm_expected[]){{COUNT_NODES, 3},
                                                      {COUNT_WAYS, 2},
                                                      {COUNT_RELATIONS, 1},
                                                      {COUNT_KINDS, 0}});
    osm_data_finish(&data);
}

static void what_does_not_fit_is_counted(void **state)
{
    struct osm_data data;

    osm_fixture_read(
        "<osm version='0.6'>"
        "<node id='1' lat='91' lon='0'/>"
        "<node id='2' lat='1' lon='180.0000001'/>"
        "<node id='3' lat='1'/>"
        "<node id='4' lat='-90' lon='-180'/>"
        "<node id='5' lat='4' lon='4'/>"
        "<node id='6' lat='4' lon='4' visible='false'/>"
        "<node id='9' lat='95' lon='4'/>"
        "<way id='1'><nd ref='1'/><nd ref='2'/><nd ref='3'/><nd ref='4'/>"
        "<nd ref='5'/><nd ref='6'/><nd ref='7'/>"
        "<tag k='highway' v='a'/><tag k='highway' v='b'/></way>"
        "<way id='2'><nd ref='4'/><tag k='highway' v='a'/></way>"
        "<way id='3'><tag k='highway' v='a'/></way>"
        "<way id='4'><nd ref='4'/><nd ref='4'/><nd ref='5'/>"
        "<tag k='highway' v='&#x85;'/></way>"
        "<way id='5' visible='false'><nd ref='4'/><nd ref='5'/>"
        "<tag k='highway' v='a'/></way>"
        "</osm>",
        "osm", &data);
    assert_int_equal(data.way_count, 2);
    assert_int_equal(data.node_count, 2);
    assert_int_equal(data.first_ref[1], 7);
    assert_int_equal(data.way_ref[0], OSM_NODE_MISSING);
    assert_int_equal(data.way_ref[3], 0);
    assert_string_equal(osm_fixture_value(osm_way_tags(&data, 0), "highway"),
                        "a");
    osm_fixture_counts(&data, (struct osm_expected[]){{COUNT_NODES, 7},
                                                      {COUNT_WAYS, 5},
                                                      {COUNT_DELETED, 2},
                                                      {COUNT_NODES_NOWHERE, 3},
                                                      {COUNT_REFS_MISSING, 5},
                                                      {COUNT_WAYS_SHORT, 2},
                                                      {COUNT_REFS_REPEATED, 1},
                                                      {COUNT_TAGS_TWICE, 1},
                                                      {COUNT_TEXTS_MENDED, 1},
                                                      {COUNT_KINDS, 0}});
    osm_data_finish(&data);
}

/* No tool writes them, but files may contain them. */
static void lists_that_are_mixed_are_whole(void **state)
{
    struct osm_data data;

    osm_fixture_read(
        "<osm version='0.6'><way id='1'><nd ref='1'/><tag k='a' v='b'/>"
        "<nd ref='2'/><tag k='highway' v='c'/><nd ref='3'/></way>"
        "<relation id='1'><member type='way' ref='1' role='from'/>"
        "<tag k='a' v='b'/><member type='node' ref='2' role='via'/>"
        "<tag k='type' v='restriction'/></relation></osm>",
        "osm", &data);
    assert_int_equal(data.way_count, 1);
    assert_int_equal(data.first_ref[1], 3);
    assert_int_equal(osm_way_tags(&data, 0).count, 2);
    assert_int_equal(data.relation_count, 1);
    assert_int_equal(data.first_member[1], 2);
    assert_int_equal(data.member[1].role, ROLE_VIA);
    osm_data_finish(&data);
}

static bool never(void *context, const struct tags *tags)
{
    size_t *calls = context;

    ++*calls;
    for (uint32_t i = 0; i < tags->count; i++) {
        for (uint32_t other = 0; other < i; other++)
            assert_string_not_equal(tags->text + tags->tag[i].key,
                                    tags->text + tags->tag[other].key);
    }
    return false;
}

static void filters_see_no_key_twice(void **state)
{
    static const char text[] = "n1 x1 y1 Ta=1,a=2,a=1,b=1\n"
                               "w1 Ta=1,b=2,b=2,a=3 Nn1,n2\n";
    size_t calls = 0;
    struct osm_filter filter = {never, never, &calls};
    struct osm_data data;

    assert_int_equal(
        osm_bytes_read(text, strlen(text), "opl", &filter, &data, NULL), 0);
    assert_int_equal(calls, 2);
    assert_int_equal(data.way_count, 0);
    assert_int_equal(data.node_count, 0);
    osm_data_finish(&data);
}

static void without_filters_all_ways_and_no_nodes_are_wanted(void **state)
{
    static const char text[] = "n1 x1 y1\nn2 x1 y1\nn3 x1 y1 Ta=b\n"
                               "w1 Nn1,n2\n";
    struct osm_filter filter = {0};
    struct osm_data data;

    assert_int_equal(
        osm_bytes_read(text, strlen(text), "opl", &filter, &data, NULL), 0);
    assert_int_equal(data.way_count, 1);
    assert_int_equal(data.node_count, 2);
    osm_data_finish(&data);
}

static void a_file_without_roads_is_read(void **state)
{
    static const char *const texts[][2] = {
        {"osm", "<osm version='0.6'/>"},
        {"opl", "\n"},
        {"o5m", "\xff\xe0\x04o5m2\xfe"},
    };

    for (size_t i = 0; i < 3; i++) {
        struct osm_data data;

        osm_fixture_read(texts[i][1], texts[i][0], &data);
        assert_int_equal(data.way_count, 0);
        assert_non_null(data.first_ref);
        osm_data_finish(&data);
    }
}

struct watcher {
    struct progress base;
    uint64_t done;
    uint64_t total;
    unsigned calls;
};

static void watch(struct progress *base, const char *what, uint64_t done,
                  uint64_t total)
{
    struct watcher *watcher = (struct watcher *)base;

    assert_true(done >= watcher->done && done <= total);
    assert_true(!watcher->calls || total == watcher->total);
    watcher->done = done;
    watcher->total = total;
    watcher->calls++;
}

static void progress_goes_up_to_all_of_it(void **state)
{
    static const char text[] = "n1 x1 y1\n";
    struct watcher watcher = {.base = {watch}};
    struct scratch scratch;
    struct osm_data data;
    char first[512];
    const char *paths[2];

    scratch_init(&scratch);
    strcpy(first, scratch_file(&scratch, "a.opl", text, strlen(text)));
    paths[0] = first;
    paths[1] = scratch_file(&scratch, "b.opl", text, strlen(text));
    assert_int_equal(osm_files_read(paths, 2, &osm_fixture_filter,
                                    &watcher.base, &data, NULL),
                     0);
    assert_int_equal(watcher.total, 4 * strlen(text));
    assert_int_equal(watcher.done, watcher.total);
    osm_data_finish(&data);
    scratch_finish(&scratch);
}

static bool note_tags(void *context, const struct tags *tags)
{
    struct tags *seen = context;

    seen->count = tags->count;
    for (uint32_t i = 0; i < tags->count; i++)
        assert_ptr_equal(tags_get(tags, tags->text + tags->tag[i].key),
                         tags->text + tags->tag[i].value);
    return true;
}

/* Neither a filter nor the data. */
static void no_key_is_seen_twice_of_many(void **state)
{
    static const uint32_t counts[] = {31, 32, 33, 34, 1000};

    for (size_t c = 0; c < sizeof(counts) / sizeof(counts[0]); c++) {
        uint32_t count = counts[c];
        struct tags seen = {0};
        const struct osm_filter filter = {.wants_way = note_tags,
                                          .context = &seen};
        struct error error = {""};
        struct osm_data data;
        static char text[40000];
        char *at = text + sprintf(text, "w1 T");

        for (uint32_t i = 0; i < count; i++)
            at += sprintf(at, "key%u=first,key%u=again,", i, i / 2);
        strcpy(at - 1, " Nn1,n2\n");
        if (osm_bytes_read(text, strlen(text), "opl", &filter, &data, &error))
            fail_msg("%s", error.text);
        assert_int_equal(seen.count, count);
        assert_int_equal(osm_way_tags(&data, 0).count, count);
        for (uint32_t i = 0; i < count; i++) {
            char key[16];

            sprintf(key, "key%u", i);
            assert_string_equal(osm_fixture_value(osm_way_tags(&data, 0), key),
                                "first");
        }
        assert_int_equal(data.report.count[COUNT_TAGS_TWICE], count);
        osm_data_finish(&data);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_format_is_read_as_it_was_written),
        cmocka_unit_test(what_wrote_the_files_is_known),
        cmocka_unit_test(compressed_files_are_read),
        cmocka_unit_test(names_tell_the_format),
        cmocka_unit_test(objects_may_come_in_any_order),
        cmocka_unit_test(what_does_not_fit_is_counted),
        cmocka_unit_test(lists_that_are_mixed_are_whole),
        cmocka_unit_test(filters_see_no_key_twice),
        cmocka_unit_test(without_filters_all_ways_and_no_nodes_are_wanted),
        cmocka_unit_test(a_file_without_roads_is_read),
        cmocka_unit_test(progress_goes_up_to_all_of_it),
        cmocka_unit_test(no_key_is_seen_twice_of_many),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
