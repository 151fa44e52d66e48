/* osm_file: real extracts hold what their publishers and osmium state. They lie
 * beside the checkout; without them the test is skipped. */
#include "tests/unit/cmocka_all.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tests/unit/graph/osm_fixture.h"

/* `ways`: those with a highway tag, of which `short_ways` have fewer than two
 * nodes; `restrictions`: of type=restriction alone. */
static const struct extract {
    const char *name;
    uint64_t nodes, ways, restrictions, short_ways;
} extracts[] = {
    {"heidelberg.osm.pbf", 221009, 25359, 476, 0},
    {"malta.osm.pbf", 252937, 21137, 180, 0},
    {"isle-of-man.osm.pbf", 221860, 9219, 24, 0},
    {"monaco-osrm.osm.pbf", 180118, 2927, 27, 3},
    {"andorra-valhalla.osm.pbf", 256677, 4981, 65, 0},
    {"north-bayreuth.osm.gz", 58631, 2056, 40, 0},
    {"milan-small.osm.pbf", 262352, 58481, 1329, 1},
    {"columbus.osm.pbf", 110560, 12006, 30, 0},
};

enum { EXTRACT_COUNT = sizeof(extracts) / sizeof(extracts[0]) };

/* Skips the test where it does not exist. */
static const char *find(char *path, size_t size, const char *name)
{
    snprintf(path, size, "%s/../shared/data/osm/%s", getenv("SOURCE_ROOT"),
             name);
    if (access(path, R_OK)) {
        print_message("no %s\n", path);
        skip();
    }
    return path;
}

static uint64_t plain_restrictions(const struct osm_data *data)
{
    uint64_t count = 0;

    for (uint32_t r = 0; r < data->relation_count; r++)
        count += !strcmp(osm_fixture_value(osm_relation_tags(data, r), "type"),
                         "restriction");
    return count;
}

/* The promises of osm_data.h for every array. */
static void check_shape(const struct osm_data *data)
{
    for (uint32_t n = 1; n < data->node_count; n++)
        assert_true(data->node_id[n - 1] < data->node_id[n]);
    for (uint32_t k = 1; k < data->tagged_count; k++)
        assert_true(data->tagged_node[k - 1] < data->tagged_node[k]);
    for (uint32_t w = 0; w < data->way_count; w++) {
        if (w)
            assert_true(data->way_id[w - 1] < data->way_id[w]);
        assert_true(data->first_ref[w] + 2 <= data->first_ref[w + 1]);
        for (uint64_t i = data->first_ref[w]; i < data->first_ref[w + 1]; i++)
            assert_true(data->way_ref[i] < data->node_count ||
                        data->way_ref[i] == OSM_NODE_MISSING);
    }
    for (uint64_t i = 0; i < data->first_way_tag[data->way_count]; i++)
        assert_true(data->way_tag[i].key < data->text_size &&
                    data->way_tag[i].value < data->text_size);
}

static void each_holds_what_it_should(void **state)
{
    for (int i = 0; i < EXTRACT_COUNT; i++) {
        const struct extract *extract = &extracts[i];
        struct error error = {""};
        struct osm_filter filter = osm_fixture_filter;
        struct osm_data data;
        char room[512];
        const char *path = find(room, sizeof(room), extract->name);

        filter.wants_node = NULL;
        if (osm_files_read(&path, 1, &filter, NULL, &data, &error))
            fail_msg("%s", error.text);
        assert_int_equal(data.report.count[COUNT_NODES], extract->nodes);
        assert_int_equal(data.way_count + extract->short_ways, extract->ways);
        assert_int_equal(plain_restrictions(&data), extract->restrictions);
        assert_int_equal(data.report.count[COUNT_WAYS_SHORT],
                         extract->short_ways);
        assert_int_equal(data.report.count[COUNT_REFS_MISSING], 0);
        assert_int_equal(data.report.count[COUNT_WAYS_TWICE], 0);
        check_shape(&data);
        osm_data_finish(&data);
    }
}

static void gaps_of_a_cut_extract_are_counted(void **state)
{
    const struct osm_filter all = {0};
    struct osm_data data;
    char room[512];
    const char *path = find(room, sizeof(room), "milan-small.osm.pbf");
    uint64_t missing = 0;

    assert_int_equal(osm_files_read(&path, 1, &all, NULL, &data, NULL), 0);
    for (uint64_t i = 0; i < data.first_ref[data.way_count]; i++)
        missing += data.way_ref[i] == OSM_NODE_MISSING;
    assert_int_equal(missing, 42142);
    assert_int_equal(data.report.count[COUNT_REFS_MISSING], 42142);
    osm_data_finish(&data);
}

static void all_of_them_are_one_map(void **state)
{
    struct osm_data data;
    char rooms[EXTRACT_COUNT][512];
    const char *paths[EXTRACT_COUNT];
    uint64_t nodes = 0, ways = 0;

    for (int i = 0; i < EXTRACT_COUNT; i++) {
        paths[i] = find(rooms[i], sizeof(rooms[i]), extracts[i].name);
        nodes += extracts[i].nodes;
        ways += extracts[i].ways - extracts[i].short_ways;
    }
    assert_int_equal(osm_files_read(paths, EXTRACT_COUNT, &osm_fixture_filter,
                                    NULL, &data, NULL),
                     0);
    assert_int_equal(data.report.count[COUNT_NODES], nodes);
    assert_int_equal(data.way_count + data.report.count[COUNT_WAYS_TWICE],
                     ways);
    check_shape(&data);
    osm_data_finish(&data);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_holds_what_it_should),
        cmocka_unit_test(gaps_of_a_cut_extract_are_counted),
        cmocka_unit_test(all_of_them_are_one_map),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
