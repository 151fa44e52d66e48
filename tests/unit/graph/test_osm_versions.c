/* osm_file: of several versions of an object the right one counts, whichever
 * the filter selects, in one file or in several. */
#include "tests/unit/cmocka_all.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/unit/graph/osm_fixture.h"

/* Nodes 1 to 4; each position equals the id. */
#define NODES "n1 x1 y1\nn2 x2 y2\nn3 x3 y3\nn4 x4 y4\n"

/* One file for each text, NULL after the last. */
static void read_files(const char *const *texts, struct osm_data *ret_data)
{
    struct error error = {""};
    struct scratch scratch;
    char path[4][512];
    const char *paths[4];
    size_t count = 0;

    scratch_init(&scratch);
    for (; texts[count]; count++) {
        char name[16];

        snprintf(name, sizeof(name), "%zu.opl", count);
        strcpy(path[count], scratch_file(&scratch, name, texts[count],
                                         strlen(texts[count])));
        paths[count] = path[count];
    }
    if (osm_files_read(paths, count, &osm_fixture_filter, NULL, ret_data,
                       &error))
        fail_msg("%s", error.text);
    scratch_finish(&scratch);
}

/* The number of refs of way 9; -1: it does not exist. */
static int way_9(const struct osm_data *data)
{
    uint32_t way;

    if (!osm_find_way(data, 9, &way))
        return -1;
    return (int)(data->first_ref[way + 1] - data->first_ref[way]);
}

/* Versions of way 9: an older one of two nodes, a newer one that is no road,
 * the newest of three or deleted. Every order and every distribution over two
 * files gives the same. */
static void the_highest_version_counts_in_every_order(void **state)
{
    static const char *const lines[][3] = {
        {"w9 v1 Thighway=a Nn1,n2\n", "w9 v2 Nn1\n",
         "w9 v3 Thighway=b Nn1,n2,n3\n"},
        {"w9 v1 Thighway=a Nn1,n2\n", "w9 v3 Thighway=b Nn1,n2,n3\n",
         "w9 v4 Nn1,n2\n"},
        {"w9 v1 Thighway=a Nn1,n2\n", "w9 v3 Thighway=b Nn1,n2,n3\n",
         "w9 v4 dD\n"},
        {"w9 v7 dD\n", "w9 v6 Thighway=b Nn1,n2,n3\n", "w9 v5 dD\n"},
    };
    static const int refs[] = {3, -1, -1, -1};
    static const int orders[][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2},
                                    {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};

    for (int i = 0; i < 4 * 6 * 4; i++) {
        const char *const *line = lines[i / 24];
        const int *order = orders[i / 4 % 6];
        char first[512] = NODES "w5 Thighway=x Nn1,n2\n";
        char second[512] = "w8 Thighway=x Nn1,n2\n";
        const char *texts[] = {first, second, NULL};
        struct osm_data data;

        for (int l = 0; l < 3; l++)
            strcat(l < i % 4 ? first : second, line[order[l]]);
        read_files(texts, &data);
        assert_int_equal(way_9(&data), refs[i / 24]);
        assert_int_equal(data.way_count, 2 + (refs[i / 24] > 0));
        assert_int_equal(data.report.count[COUNT_WAYS_TWICE], 2);
        assert_int_equal(data.report.count[COUNT_WAYS], 5);
        osm_data_finish(&data);
    }
}

/* The same in one file, where only the order shows that ids are repeated. */
static void one_file_with_history_is_its_last_state(void **state)
{
    struct osm_data data;

    osm_fixture_read("n1 v1 x9 y9 Thighway=stop\n"
                     "n1 v2 x1 y1\n"
                     "n2 v1 x2 y2\n"
                     "n2 v2 dD\n"
                     "n3 v1 dD\n"
                     "n3 v2 x3 y3\n"
                     "w8 v1 Thighway=a Nn1,n2\n"
                     "w8 v2 dD\n"
                     "w9 v1 Thighway=a Nn1,n2\n"
                     "w9 v2 Thighway=a Nn1,n2,n3\n"
                     "r1 v1 Ttype=restriction Mw9@from\n"
                     "r1 v2 Ttype=route Mw9@from\n"
                     "r2 v1 Ttype=route Mw9@from\n"
                     "r2 v2 Ttype=restriction Mw9@to\n",
                     "opl", &data);
    assert_int_equal(data.way_count, 1);
    assert_int_equal(way_9(&data), 3);
    assert_int_equal(data.way_ref[1], OSM_NODE_MISSING);
    assert_int_equal(data.node_count, 2);
    assert_int_equal(data.node_position[0].lon_e7, 10000000);
    assert_int_equal(data.node_position[1].lon_e7, 30000000);
    assert_int_equal(data.tagged_count, 0);
    assert_int_equal(data.relation_count, 1);
    assert_int_equal(data.relation_id[0], 2);
    assert_int_equal(data.member[0].role, ROLE_TO);
    osm_fixture_counts(&data,
                       (struct osm_expected[]){{COUNT_NODES, 6},
                                               {COUNT_WAYS, 4},
                                               {COUNT_RELATIONS, 4},
                                               {COUNT_NODES_TWICE, 3},
                                               {COUNT_WAYS_TWICE, 2},
                                               {COUNT_RELATIONS_TWICE, 2},
                                               {COUNT_DELETED, 3},
                                               {COUNT_REFS_MISSING, 1},
                                               {COUNT_KINDS, 0}});
    osm_data_finish(&data);
}

static void without_versions_the_later_file_counts(void **state)
{
    const char *const texts[] = {
        NODES "w8 Thighway=a Nn1,n2\nw9 Thighway=a Nn1,n2\nr1 Ttype=x\n",
        "n2 x5 y5 Tname=moved\nw8 Tbuilding=yes Nn1,n2\n"
        "w9 Thighway=a Nn1,n2,n3\nr1 Ttype=restriction\n",
        NULL,
    };
    const char *const turned[] = {texts[1], texts[0], NULL};
    struct osm_data data;
    uint32_t node;

    read_files(texts, &data);
    assert_int_equal(way_9(&data), 3);
    assert_int_equal(data.way_count, 1);
    assert_true(osm_find_node(&data, 2, &node));
    assert_int_equal(data.node_position[node].lon_e7, 50000000);
    assert_int_equal(data.tagged_count, 1);
    assert_int_equal(data.relation_count, 1);
    osm_fixture_counts(&data,
                       (struct osm_expected[]){{COUNT_NODES, 5},
                                               {COUNT_WAYS, 4},
                                               {COUNT_RELATIONS, 2},
                                               {COUNT_NODES_TWICE, 1},
                                               {COUNT_WAYS_TWICE, 2},
                                               {COUNT_RELATIONS_TWICE, 1},
                                               {COUNT_WAYS_NO_ROAD, 1},
                                               {COUNT_KINDS, 0}});
    osm_data_finish(&data);

    read_files(turned, &data);
    assert_int_equal(way_9(&data), 2);
    assert_int_equal(data.way_count, 2);
    assert_true(osm_find_node(&data, 2, &node));
    assert_int_equal(data.node_position[node].lon_e7, 20000000);
    assert_int_equal(data.tagged_count, 0);
    assert_int_equal(data.relation_count, 0);
    osm_data_finish(&data);
}

static void a_file_given_twice_is_itself(void **state)
{
    static const char text[] =
        NODES "w9 Thighway=a Nn1,n2\nr1 Ttype=restriction Mw9@to\n";
    const char *const texts[] = {text, text, NULL};
    struct osm_data data;

    read_files(texts, &data);
    assert_int_equal(way_9(&data), 2);
    assert_int_equal(data.node_count, 2);
    assert_int_equal(data.relation_count, 1);
    assert_int_equal(data.first_member[1], 1);
    osm_fixture_counts(&data,
                       (struct osm_expected[]){{COUNT_NODES, 8},
                                               {COUNT_WAYS, 2},
                                               {COUNT_RELATIONS, 2},
                                               {COUNT_NODES_TWICE, 2},
                                               {COUNT_WAYS_TWICE, 1},
                                               {COUNT_RELATIONS_TWICE, 1},
                                               {COUNT_KINDS, 0}});
    osm_data_finish(&data);
}

static void halves_of_a_way_meet_across_files(void **state)
{
    const char *const texts[] = {
        "n1 x1 y1\nw9 Thighway=a Nn1,n2,n3\n",
        "n3 x3 y3\nn2 x2 y2\nw7 Thighway=a Nn4,n3\n",
        "n4 x4 y4\n",
        NULL,
    };
    struct osm_data data;

    read_files(texts, &data);
    assert_int_equal(data.way_count, 2);
    assert_int_equal(data.node_count, 4);
    assert_int_equal(data.report.count[COUNT_REFS_MISSING], 0);
    osm_data_finish(&data);
}

/* Whether node 5, which is on no way, is kept. */
static bool keeps_node_5(const char *first, const char *second)
{
    const char *const texts[] = {first, second, NULL};
    struct osm_data data;
    uint32_t node;
    bool kept;

    read_files(texts, &data);
    kept = osm_find_node(&data, 5, &node);
    if (kept)
        assert_string_equal(
            osm_fixture_value(osm_node_tags(&data, 0), "railway"), "station");
    osm_data_finish(&data);
    return kept;
}

static void a_station_is_kept_while_it_is_one(void **state)
{
    assert_true(keeps_node_5("n5 v1 x5 y5 Trailway=station\n", "\n"));
    assert_true(keeps_node_5("n5 v2 x5 y5 Trailway=station\n",
                             "n5 v1 x5 y5 Tname=a\n"));
    assert_false(keeps_node_5("n5 v1 x5 y5 Trailway=station\n",
                              "n5 v2 x5 y5 Tname=a\n"));
    assert_false(keeps_node_5("n5 v1 x5 y5 Trailway=station\n", "n5 v2 dD\n"));
    assert_false(keeps_node_5("n5 v1 dD Trailway=station\n", "\n"));
    assert_false(
        keeps_node_5("n5 v1 x5 y5 Trailway=station\n", "n5 v2 x5 y5\n"));
    assert_true(keeps_node_5("n5 v1 x5 y5 Trailway=station\nn5 v2 x5 y5\n",
                             "n5 v3 x5 y5 Trailway=station\n"));
    assert_false(keeps_node_5("n5 v1 Trailway=station\n", "\n"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_highest_version_counts_in_every_order),
        cmocka_unit_test(one_file_with_history_is_its_last_state),
        cmocka_unit_test(without_versions_the_later_file_counts),
        cmocka_unit_test(a_file_given_twice_is_itself),
        cmocka_unit_test(halves_of_a_way_meet_across_files),
        cmocka_unit_test(a_station_is_kept_while_it_is_one),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
