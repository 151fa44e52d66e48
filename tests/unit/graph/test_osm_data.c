/* osm_data: objects of one kind in any order fit together, and invalid ones are
 * counted. */
#include "tests/unit/cmocka_all.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/graph/import/osm/data/osm_data.h"
#include "tests/unit/graph/osm_add.h"

#define COUNT_OF(array) (sizeof(array) / sizeof((array)[0]))

static struct position at(int32_t lon_e7, int32_t lat_e7)
{
    return (struct position){lon_e7, lat_e7};
}

static void add_node(struct osm_data *data, int64_t id, int32_t lon_e7)
{
    assert_int_equal(osm_add(data, osm_node(id, at(lon_e7, 5), NULL, 0), NULL),
                     0);
}

static void add_way(struct osm_data *data, int64_t id, const int64_t *refs,
                    size_t count, const char *highway)
{
    struct osm_text_tag tag = {"highway", highway};

    assert_int_equal(
        osm_add(data, osm_way(id, refs, count, &tag, highway ? 1 : 0), NULL),
        0);
}

static void finish(struct osm_data *data)
{
    struct error error = {""};

    if (osm_add_finish(data, &error))
        fail_msg("%s", error.text);
    assert_null(data->gathering);
}

/* Every count but these is 0. */
struct expected {
    enum import_count count;
    uint64_t value;
};

static void assert_counts(const struct osm_data *data,
                          const struct expected *expected, size_t size)
{
    struct import_report want = {{0}};

    for (size_t i = 0; i < size; i++)
        want.count[expected[i].count] = expected[i].value;
    for (int c = 0; c < COUNT_KINDS; c++) {
        if (data->report.count[c] != want.count[c])
            fail_msg("%s: %llu, not %llu", import_count_name(c),
                     (unsigned long long)data->report.count[c],
                     (unsigned long long)want.count[c]);
    }
}

static const char *value_of(struct tags tags, const char *key)
{
    for (uint32_t i = 0; i < tags.count; i++) {
        if (!strcmp(tags.text + tags.tag[i].key, key))
            return tags.text + tags.tag[i].value;
    }
    return NULL;
}

static int64_t ref_id(const struct osm_data *data, uint32_t way, uint32_t at)
{
    uint32_t node = data->way_ref[data->first_ref[way] + at];

    return node == OSM_NODE_MISSING ? -999 : data->node_id[node];
}

static uint64_t ref_count(const struct osm_data *data, uint32_t way)
{
    return data->first_ref[way + 1] - data->first_ref[way];
}

static void nothing_added_is_empty_and_whole(void **state)
{
    struct osm_data data = {0};
    uint32_t found;

    finish(&data);
    assert_int_equal(data.way_count, 0);
    assert_int_equal(data.node_count, 0);
    assert_int_equal(data.tagged_count, 0);
    assert_int_equal(data.relation_count, 0);
    assert_int_equal(data.first_ref[0], 0);
    assert_int_equal(data.first_way_tag[0], 0);
    assert_int_equal(data.first_node_tag[0], 0);
    assert_int_equal(data.first_member[0], 0);
    assert_false(osm_find_way(&data, 0, &found));
    assert_false(osm_find_node(&data, 0, &found));
    assert_counts(&data, NULL, 0);
    osm_data_finish(&data);
    osm_data_finish(&data);
}

static void resolves_what_comes_in_any_order(void **state)
{
    const int64_t first[] = {30, 10, -7};
    const int64_t second[] = {10, 20};
    struct osm_data data = {0};
    uint32_t found;

    add_way(&data, 9, first, 3, "primary");
    add_way(&data, -4, second, 2, "service");
    add_node(&data, 20, 200);
    add_node(&data, 10, 100);
    add_node(&data, 30, 300);
    add_node(&data, -7, -70);
    finish(&data);

    assert_int_equal(data.way_count, 2);
    assert_int_equal(data.way_id[0], -4);
    assert_int_equal(data.way_id[1], 9);
    assert_int_equal(data.node_count, 4);
    assert_int_equal(data.node_id[0], -7);
    assert_int_equal(data.node_id[3], 30);
    assert_int_equal(data.node_position[3].lon_e7, 300);
    assert_int_equal(data.node_position[3].lat_e7, 5);
    assert_int_equal(ref_id(&data, 0, 0), 10);
    assert_int_equal(ref_id(&data, 0, 1), 20);
    assert_int_equal(ref_id(&data, 1, 0), 30);
    assert_int_equal(ref_id(&data, 1, 1), 10);
    assert_int_equal(ref_id(&data, 1, 2), -7);
    assert_string_equal(value_of(osm_way_tags(&data, 0), "highway"), "service");
    assert_string_equal(value_of(osm_way_tags(&data, 1), "highway"), "primary");
    assert_true(osm_find_way(&data, 9, &found));
    assert_int_equal(found, 1);
    assert_true(osm_find_node(&data, 10, &found));
    assert_int_equal(found, 1);
    assert_false(osm_find_node(&data, 11, &found));
    assert_counts(&data, (struct expected[]){{COUNT_NODES, 4}, {COUNT_WAYS, 2}},
                  2);
    osm_data_finish(&data);
}

static void leaves_out_nodes_that_no_way_passes(void **state)
{
    const int64_t refs[] = {1, 2};
    struct osm_data data = {0};
    uint32_t found;

    add_way(&data, 1, refs, 2, NULL);
    assert_int_equal(osm_add_keep(&data, 4, NULL), 0);
    assert_int_equal(osm_add_keep(&data, 4, NULL), 0);
    assert_int_equal(osm_add_keep(&data, 1, NULL), 0);
    assert_int_equal(osm_add_keep(&data, 99, NULL), 0);
    for (int64_t id = 0; id < 6; id++)
        add_node(&data, id, (int32_t)id);
    finish(&data);
    assert_int_equal(data.node_count, 3);
    assert_true(osm_find_node(&data, 4, &found));
    assert_int_equal(data.node_position[found].lon_e7, 4);
    assert_false(osm_find_node(&data, 99, &found));
    assert_counts(&data, (struct expected[]){{COUNT_NODES, 6}, {COUNT_WAYS, 1}},
                  2);
    osm_data_finish(&data);
}

static void counts_gaps(void **state)
{
    const int64_t refs[] = {1, 50, 2, 51, 50};
    const int64_t gone[] = {60, 61};
    struct osm_data data = {0};

    add_way(&data, 1, refs, 5, NULL);
    add_way(&data, 2, gone, 2, NULL);
    add_node(&data, 2, 2);
    add_node(&data, 1, 1);
    finish(&data);
    assert_int_equal(data.way_count, 2);
    assert_int_equal(data.node_count, 2);
    assert_int_equal(ref_id(&data, 0, 0), 1);
    assert_int_equal(ref_id(&data, 0, 1), -999);
    assert_int_equal(ref_id(&data, 0, 2), 2);
    assert_int_equal(ref_id(&data, 0, 4), -999);
    assert_int_equal(ref_count(&data, 1), 2);
    assert_counts(&data,
                  (struct expected[]){{COUNT_NODES, 2},
                                      {COUNT_WAYS, 2},
                                      {COUNT_REFS_MISSING, 5}},
                  3);
    osm_data_finish(&data);
}

static void leaves_out_nodes_that_are_nowhere(void **state)
{
    static const struct position nowhere[] = {
        {1800000001, 0}, {-1800000001, 0},       {0, 900000001},
        {0, -900000001}, {INT32_MAX, INT32_MAX}, {INT32_MIN, 0},
    };
    static const struct position somewhere[] = {
        {1800000000, 900000000},
        {-1800000000, -900000000},
    };
    int64_t refs[COUNT_OF(nowhere) + COUNT_OF(somewhere)];
    struct osm_data data = {0};
    size_t count = COUNT_OF(refs);

    for (size_t i = 0; i < count; i++)
        refs[i] = (int64_t)i;
    add_way(&data, 1, refs, count, NULL);
    for (size_t i = 0; i < COUNT_OF(nowhere); i++)
        osm_add(&data, osm_node(refs[i], nowhere[i], NULL, 0), NULL);
    for (size_t i = 0; i < COUNT_OF(somewhere); i++)
        osm_add(&data,
                osm_node(refs[COUNT_OF(nowhere) + i], somewhere[i], NULL, 0),
                NULL);
    finish(&data);
    assert_int_equal(data.node_count, COUNT_OF(somewhere));
    assert_int_equal(ref_id(&data, 0, COUNT_OF(nowhere) - 1), -999);
    assert_int_equal(ref_id(&data, 0, COUNT_OF(nowhere)), COUNT_OF(nowhere));
    assert_counts(&data,
                  (struct expected[]){{COUNT_NODES, count},
                                      {COUNT_WAYS, 1},
                                      {COUNT_NODES_NOWHERE, COUNT_OF(nowhere)},
                                      {COUNT_REFS_MISSING, COUNT_OF(nowhere)}},
                  4);
    osm_data_finish(&data);
}

static void leaves_out_short_ways(void **state)
{
    const int64_t refs[] = {1, 1, 1, 2, 2, 1};
    struct osm_data data = {0};
    uint32_t found;

    add_way(&data, 1, refs, 0, "a");
    add_way(&data, 2, refs, 1, "b");
    add_way(&data, 3, refs, 3, "c");
    add_way(&data, 4, refs, 6, "d");
    add_node(&data, 1, 1);
    add_node(&data, 2, 2);
    finish(&data);
    assert_int_equal(data.way_count, 1);
    assert_false(osm_find_way(&data, 3, &found));
    assert_true(osm_find_way(&data, 4, &found));
    assert_string_equal(value_of(osm_way_tags(&data, found), "highway"), "d");
    assert_int_equal(ref_count(&data, found), 3);
    assert_int_equal(ref_id(&data, found, 0), 1);
    assert_int_equal(ref_id(&data, found, 1), 2);
    assert_int_equal(ref_id(&data, found, 2), 1);
    assert_counts(&data,
                  (struct expected[]){{COUNT_NODES, 2},
                                      {COUNT_WAYS, 4},
                                      {COUNT_WAYS_SHORT, 3},
                                      {COUNT_REFS_REPEATED, 2 + 3}},
                  4);
    osm_data_finish(&data);
}

static void of_two_with_one_id_the_later_counts(void **state)
{
    const int64_t refs[] = {1, 2, 3};
    const struct osm_text_tag old_tags[] = {{"barrier", "gate"}, {"a", "b"}};
    const struct osm_text_tag new_tag = {"highway", "crossing"};
    const struct osm_member member = {.id = 5, .kind = OSM_WAY};
    struct osm_data data = {0};
    uint32_t found;

    add_way(&data, 7, refs, 2, "old");
    add_way(&data, 6, refs + 1, 2, "other");
    add_way(&data, 7, refs, 3, "new");
    osm_add(&data, osm_relation(4, &member, 1, old_tags, 1), NULL);
    osm_add(&data, osm_relation(4, &member, 0, &new_tag, 1), NULL);
    osm_add(&data, osm_node(1, at(1, 1), old_tags, 2), NULL);
    osm_add(&data, osm_node(2, at(2, 2), old_tags, 2), NULL);
    osm_add(&data, osm_node(3, at(3, 3), NULL, 0), NULL);
    osm_add(&data, osm_node(1, at(10, 10), &new_tag, 1), NULL);
    osm_add(&data, osm_node(2, at(20, 20), NULL, 0), NULL);
    osm_add(&data, osm_node(2, at(21, 21), NULL, 0), NULL);
    finish(&data);

    assert_int_equal(data.node_count, 3);
    assert_int_equal(data.node_position[0].lon_e7, 10);
    assert_int_equal(data.node_position[1].lon_e7, 21);
    assert_int_equal(data.tagged_count, 1);
    assert_int_equal(data.tagged_node[0], 0);
    assert_int_equal(osm_node_tags(&data, 0).count, 1);
    assert_string_equal(value_of(osm_node_tags(&data, 0), "highway"),
                        "crossing");
    assert_int_equal(data.way_count, 2);
    assert_true(osm_find_way(&data, 7, &found));
    assert_int_equal(ref_count(&data, found), 3);
    assert_string_equal(value_of(osm_way_tags(&data, found), "highway"), "new");
    assert_int_equal(data.relation_count, 1);
    assert_int_equal(data.first_member[1], 0);
    assert_string_equal(value_of(osm_relation_tags(&data, 0), "highway"),
                        "crossing");
    assert_counts(&data,
                  (struct expected[]){{COUNT_NODES, 6},
                                      {COUNT_WAYS, 3},
                                      {COUNT_RELATIONS, 2},
                                      {COUNT_NODES_TWICE, 3},
                                      {COUNT_WAYS_TWICE, 1},
                                      {COUNT_RELATIONS_TWICE, 1}},
                  6);
    osm_data_finish(&data);
}

static void keeps_tags_and_members(void **state)
{
    const int64_t refs[] = {8, 9};
    const struct osm_text_tag node_tags[] = {{"barrier", "bollard"},
                                             {"access", "no"}};
    const struct osm_text_tag tags[] = {{"type", "restriction"},
                                        {"restriction", "no_u_turn"}};
    const struct osm_member members[] = {
        {.id = 1, .kind = OSM_WAY, .role = ROLE_FROM},
        {.id = -5, .kind = OSM_NODE, .role = ROLE_VIA},
        {.id = 1, .kind = OSM_WAY, .role = ROLE_TO},
    };
    struct osm_data data = {0};

    osm_add(&data, osm_relation(11, members, 3, tags, 2), NULL);
    osm_add(&data, osm_relation(10, NULL, 0, NULL, 0), NULL);
    add_way(&data, 1, refs, 2, NULL);
    osm_add(&data, osm_node(7, at(0, 0), node_tags, 2), NULL);
    osm_add(&data, osm_node(9, at(0, 0), node_tags, 2), NULL);
    osm_add(&data, osm_node(8, at(0, 0), node_tags, 1), NULL);
    finish(&data);

    assert_int_equal(data.relation_count, 2);
    assert_int_equal(data.relation_id[1], 11);
    assert_int_equal(data.first_member[1], 0);
    assert_int_equal(data.first_member[2], 3);
    for (size_t i = 0; i < 3; i++) {
        assert_int_equal(data.member[i].id, members[i].id);
        assert_int_equal(data.member[i].kind, members[i].kind);
        assert_int_equal(data.member[i].role, members[i].role);
    }
    assert_string_equal(value_of(osm_relation_tags(&data, 1), "restriction"),
                        "no_u_turn");
    assert_int_equal(data.tagged_count, 2);
    assert_int_equal(data.tagged_node[0], 0);
    assert_int_equal(osm_node_tags(&data, 0).count, 1);
    assert_int_equal(data.tagged_node[1], 1);
    assert_string_equal(value_of(osm_node_tags(&data, 1), "access"), "no");
    osm_data_finish(&data);
}

static void keeps_each_text_once(void **state)
{
    const int64_t refs[] = {1, 2};
    const struct osm_text_tag tags[] = {
        {"name", "name"}, {"", ""}, {"ref", ""}};
    struct osm_data data = {0};
    struct tags got;
    size_t names = 0;

    for (int64_t way = 0; way < 5000; way++) {
        char name[32];
        struct osm_text_tag own = {"ref", name};

        snprintf(name, sizeof(name), "road %d", (int)(way / 2));
        osm_add(&data, osm_way(way, refs, 2, &own, 1), NULL);
    }
    osm_add(&data, osm_way(5000, refs, 2, tags, 3), NULL);
    finish(&data);
    got = osm_way_tags(&data, 5000);
    assert_int_equal(got.count, 3);
    assert_string_equal(value_of(got, "name"), "name");
    assert_string_equal(value_of(got, ""), "");
    assert_string_equal(value_of(got, "ref"), "");
    assert_string_equal(value_of(osm_way_tags(&data, 4999), "ref"),
                        "road 2499");
    assert_int_equal(data.way_tag[0].value, data.way_tag[1].value);
    for (uint64_t i = 0; i < data.text_size; i += strlen(data.text + i) + 1)
        names += !strcmp(data.text + i, "name") || !data.text[i];
    assert_int_equal(names, 2);
    osm_data_finish(&data);
}

static void mends_texts_that_are_no_characters(void **state)
{
    const int64_t refs[] = {1, 2};
    const struct osm_text_tag tags[] = {{"name", "Gro\xdf"},
                                        {"ref", "a\nb"},
                                        {"alt_name", "Stra\xc3\x9f"
                                                     "e"}};
    struct osm_data data = {0};
    struct tags got;

    osm_add(&data, osm_way(1, refs, 2, tags, 3), NULL);
    finish(&data);
    got = osm_way_tags(&data, 0);
    assert_string_equal(value_of(got, "name"), "Gro?");
    assert_string_equal(value_of(got, "ref"), "a?b");
    assert_string_equal(value_of(got, "alt_name"), "Stra\xc3\x9f"
                                                   "e");
    assert_int_equal(data.report.count[COUNT_TEXTS_MENDED], 2);
    osm_data_finish(&data);
}

static void takes_extreme_ids(void **state)
{
    const int64_t refs[] = {INT64_MIN, INT64_MAX, 0, -1};
    struct osm_data data = {0};

    add_way(&data, INT64_MAX, refs, 4, NULL);
    add_way(&data, INT64_MIN, refs, 4, NULL);
    for (size_t i = 0; i < COUNT_OF(refs); i++)
        add_node(&data, refs[i], (int32_t)i);
    finish(&data);
    assert_int_equal(data.way_id[0], INT64_MIN);
    for (uint32_t w = 0; w < 2; w++) {
        for (uint32_t i = 0; i < COUNT_OF(refs); i++)
            assert_true(ref_id(&data, w, i) == refs[i]);
    }
    assert_int_equal(data.report.count[COUNT_REFS_MISSING], 0);
    osm_data_finish(&data);
}

/* Random ids, added in a different order each time: the result is right, and
 * the same. */
static void a_larger_network_is_the_same_in_every_order(void **state)
{
    enum { NODES = 3001, WAYS = 401, LENGTH = 9 };
    static int64_t refs[WAYS][LENGTH];

    srand(7);
    for (int w = 0; w < WAYS; w++) {
        for (int i = 0; i < LENGTH; i++)
            refs[w][i] = (int64_t)(rand() % NODES) * 12345677 - 999999999;
    }
    for (int step = 1; step < 8; step += 2) {
        struct osm_data data = {0};

        /* The counts are primes, so that the steps reach all. */
        for (int i = 0, w = 0; i < WAYS; i++, w = (w + step * 7) % WAYS)
            add_way(&data, w, refs[w], LENGTH, NULL);
        for (int i = 0, n = 0; i < NODES; i++, n = (n + step * 11) % NODES)
            if (n % 5)
                add_node(&data, (int64_t)n * 12345677 - 999999999, n);
        finish(&data);
        assert_int_equal(data.way_count, WAYS);
        for (uint32_t n = 0; n < data.node_count; n++) {
            if (n)
                assert_true(data.node_id[n - 1] < data.node_id[n]);
            assert_int_equal((int64_t)data.node_position[n].lon_e7 * 12345677,
                             data.node_id[n] + 999999999);
        }
        for (uint32_t w = 0; w < WAYS; w++) {
            uint64_t own = 0;

            for (int i = 0; i < LENGTH; i++) {
                bool there = (refs[w][i] + 999999999) / 12345677 % 5;

                if (i && refs[w][i] == refs[w][i - 1])
                    continue;
                assert_true(ref_id(&data, w, (uint32_t)own++) ==
                            (there ? refs[w][i] : -999));
            }
            assert_int_equal(ref_count(&data, w), own);
        }
        osm_data_finish(&data);
    }
}

static void data_can_be_thrown_away_half_made(void **state)
{
    const int64_t refs[] = {1, 2};
    const struct osm_text_tag tag = {"highway", "stop"};
    struct osm_data data = {0};

    add_way(&data, 1, refs, 2, "path");
    osm_add(&data, osm_relation(1, NULL, 0, &tag, 1), NULL);
    osm_add_keep(&data, 3, NULL);
    osm_add(&data, osm_node(1, at(1, 1), &tag, 1), NULL);
    osm_data_finish(&data);
    assert_null(data.gathering);
}

static void every_count_has_a_name_and_words(void **state)
{
    for (int c = 0; c < COUNT_KINDS; c++) {
        assert_non_null(import_count_name(c));
        assert_non_null(import_count_words(c));
        for (int other = 0; other < c; other++)
            assert_string_not_equal(import_count_name(c),
                                    import_count_name(other));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_added_is_empty_and_whole),
        cmocka_unit_test(resolves_what_comes_in_any_order),
        cmocka_unit_test(leaves_out_nodes_that_no_way_passes),
        cmocka_unit_test(counts_gaps),
        cmocka_unit_test(leaves_out_nodes_that_are_nowhere),
        cmocka_unit_test(leaves_out_short_ways),
        cmocka_unit_test(of_two_with_one_id_the_later_counts),
        cmocka_unit_test(keeps_tags_and_members),
        cmocka_unit_test(keeps_each_text_once),
        cmocka_unit_test(mends_texts_that_are_no_characters),
        cmocka_unit_test(takes_extreme_ids),
        cmocka_unit_test(a_larger_network_is_the_same_in_every_order),
        cmocka_unit_test(data_can_be_thrown_away_half_made),
        cmocka_unit_test(every_count_has_a_name_and_words),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
