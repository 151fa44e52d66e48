/* weight_file: lines are read exactly; errors are reported with their line; a
 * weighting with changed segments is that of a map with these segments. */
#include "tests/unit/cmocka_all.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/random.h"
#include "core/graph/cost.h"
#include "core/graph/import/weight_file.h"
#include "core/graph/map_builder.h"
#include "core/graph/road_network/road_map.h"
#include "core/weighting/weighting_edit.h"
#include "tests/unit/graph/road_fixture.h"
#include "tests/unit/memory_source.h"

enum { ARCS = 6, VERTICES = 4 };

/* Ids 10, 20, 30 and 2^64 - 1; three arcs from 10 to 20, of weight 1, 2, 3, and
 * one closed. Arcs in the order of their tails. */
static struct map *make_map(void)
{
    static const uint32_t arcs[ARCS][3] = {
        {0, 1, 1}, {0, 2, 9}, {0, 1, 2}, {0, 1, 3}, {1, 1, WEIGHT_CLOSED},
        {3, 0, 5},
    };
    static const uint64_t ids[VERTICES] = {10, 20, 30, UINT64_MAX};
    uint64_t *own = malloc(sizeof(ids));
    struct map_builder *builder;
    struct map *map;

    memcpy(own, ids, sizeof(ids));
    assert_int_equal(map_builder_create(VERTICES, &builder, NULL), 0);
    map_builder_take_ids(builder, own);
    for (size_t i = 0; i < ARCS; i++)
        assert_int_equal(map_builder_add_arc(builder, arcs[i][0], arcs[i][1],
                                             arcs[i][2], NULL),
                         0);
    assert_int_equal(map_builder_finish(builder, &map, NULL), 0);
    map_builder_destroy(builder);
    return map;
}

static int read_bytes(const char *bytes, size_t size, const struct map *map,
                      struct weight_edits *edits, struct error *error)
{
    struct byte_source *source;
    int r;

    assert_int_equal(memory_source_create(bytes, size, &source, NULL), 0);
    r = weight_edits_read(edits, map, source, NULL, error);
    byte_source_destroy(source);
    return r;
}

/* Asserts the map's weights, overridden by the text's. */
static void assert_weights(const char *text, const uint32_t expected[ARCS])
{
    struct map *map = make_map();
    uint32_t weight[ARCS];
    struct weight_edits edits;
    struct error error = {""};

    memcpy(weight, map->imported.arcs.weight, sizeof(weight));
    if (read_bytes(text, strlen(text), map, &edits, &error))
        fail_msg("%s", error.text);
    weight_edits_apply(&edits, weight);
    assert_memory_equal(weight, expected, sizeof(weight));
    weight_edits_finish(&edits);
    map_destroy(map);
}

static void unlisted_arcs_keep_their_weights(void **state)
{
    static const uint32_t same[] = {1, 9, 2, 3, WEIGHT_CLOSED, 5};
    static const uint32_t one[] = {1, 7, 2, 3, WEIGHT_CLOSED, 5};

    assert_weights("", same);
    assert_weights("# nothing\n\n  \t\n#", same);
    assert_weights("10 30 7", one);
    assert_weights("10\t30\t7 # an arc\r\n", one);
    assert_weights("  10 , 30,7\n", one);
}

static void all_parallel_arcs_are_meant_or_the_one_that_is_named(void **state)
{
    static const uint32_t all[] = {8, 9, 8, 8, WEIGHT_CLOSED, 5};
    static const uint32_t second[] = {1, 9, 8, 3, WEIGHT_CLOSED, 5};

    assert_weights("10 20 8\n", all);
    assert_weights("10 20 8 2\n", second);
}

static void arcs_are_closed_and_opened(void **state)
{
    static const uint32_t shut[] = {WEIGHT_CLOSED, 9, WEIGHT_CLOSED,
                                    WEIGHT_CLOSED, 0, 5};
    static const uint32_t own[] = {1, 9, 2, WEIGHT_CLOSED, WEIGHT_CLOSED, 5};

    assert_weights("10 20 closed\n20 20 0\n", shut);
    assert_weights("10 20 closed\n20 20 0\n10 20 open 1\n10,20,open,2\n"
                   "20 20 open\n",
                   own);
}

static void the_last_line_about_an_arc_counts(void **state)
{
    static const uint32_t last[] = {4, 9, 6, 4, WEIGHT_CLOSED, WEIGHT_MAX};

    assert_weights("10 20 5\n10 20 4\n10 20 6 2\n"
                   "18446744073709551615 10 4294967293\n",
                   last);
}

struct bad {
    const char *text;
    const char *words;
};

static void what_is_wrong_is_told_with_its_line(void **state)
{
    static const struct bad bad[] = {
        {"10 20 1\n10\n", "line 2: a line is 'TAIL HEAD WEIGHT' or 'TAIL HEAD "
                          "WEIGHT WHICH', but this one has one field"},
        {"10 20\n", "this one has two fields"},
        {"10 20 1 1 1\n", "this one has more fields"},
        {"a 10 20\n", "line 1: the tail 'a' is not an id, which is digits; an "
                      "arc of a .gr file is meant here without its 'a'"},
        {"10 -3 1\n", "the head '-3' is not an id"},
        {"10,,20,1\n", "the head '' is not an id"},
        {"10 40 1\n", "the map has no vertex with the id 40"},
        {"18446744073709551616 20 1\n",
         "the tail '18446744073709551616' is not an id"},
        {"00000000000000000000000000000000010 20 1\n",
         "the tail '0000000000000000000000000000...' is not an id"},
        {"20 10 1\n", "the map has no arc from 20 to 10"},
        {"10 30 fast\n", "the weight 'fast' is not a whole number from 0 to "
                         "4294967293, 'closed' or 'open'"},
        {"10 30 4294967294\n", "the weight '4294967294' is not"},
        {"10 30 1.5\n", "the weight '1.5' is not a whole number"},
        {"10 30 -1\n", "the weight '-1' is not a whole number"},
        {"10 30 Closed\n", "the weight 'Closed' is not"},
        {"10 20 1 0\n", "the fourth field '0' is not which of several arcs is "
                        "meant, a number from 1 on"},
        {"10 20 1 first\n", "the fourth field 'first' is not"},
        {"10 20 1 4\n", "of arcs from 10 to 20 there are 3, but the fourth "
                        "field says 4"},
        {"10 30 1 2\n", "of arcs from 10 to 30 there is 1, but the fourth "
                        "field says 2"},
        {"10 30 a\xffz\n", "the weight 'a?z' is not"},
    };
    struct map *map = make_map();

    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
        struct error error = {""};
        struct weight_edits edits;

        assert_int_equal(
            read_bytes(bad[i].text, strlen(bad[i].text), map, &edits, &error),
            -EINVAL);
        if (!strstr(error.text, bad[i].words))
            fail_msg("'%s' instead of '%s'", error.text, bad[i].words);
    }
    map_destroy(map);
}

static void a_nul_byte_is_no_end_of_a_field(void **state)
{
    static const char text[] = "10 30 7\0 5\n";
    struct map *map = make_map();
    struct weight_edits edits;
    struct error error = {""};

    assert_int_equal(read_bytes(text, sizeof(text) - 1, map, &edits, &error),
                     -EINVAL);
    assert_string_equal(error.text, "line 1: the line contains a NUL byte");
    map_destroy(map);
}

static void words_about_a_file_begin_with_its_path(void **state)
{
    struct map *map = make_map();
    struct weight_edits edits;
    struct error error = {""};

    memset(&edits, 0xff, sizeof(edits));
    assert_true(weight_edits_open(&edits, map, "/none/at/all", NULL, &error) <
                0);
    weight_edits_finish(&edits); /* nothing is there */
    assert_non_null(strstr(error.text, "'/none/at/all': "));
    map_destroy(map);
}

/* ---- Segments ------------------------------------------------------------ */

enum { SIDE = 6, EDITS = 60 };

static void make_network(uint64_t seed, struct road_network *ret_network)
{
    struct road_draft draft;

    road_town_draft(SIDE, seed, &draft);
    road_draft_network(&draft, ret_network);
}

static struct map *make_town(struct road_network *network)
{
    const struct road_map_settings settings = {.source = "a town"};
    struct map *map;

    assert_int_equal(road_map_make(network, &settings, &map, NULL), 0);
    road_network_finish(network);
    return map;
}

/* A change by the text, from `before`, which is released. */
static struct weighting *change(struct weighting *before, const struct map *map,
                                const char *text)
{
    const uint32_t *old = before->arrays.arcs.weight;
    struct weight_edits edits;
    struct error error = {""};
    struct weighting *after;
    size_t count, differing = 0;
    uint32_t *arcs;

    if (read_bytes(text, strlen(text), map, &edits, &error) ||
        weighting_change(before, map, &edits, &after, &arcs, &count, &error))
        fail_msg("%s", error.text);
    for (uint32_t a = 0; a < map->topology.arc_count; a++)
        differing += after->arrays.arcs.weight[a] != old[a];
    assert_int_equal(count, differing);
    for (size_t i = 0; i < count; i++)
        assert_int_not_equal(after->arrays.arcs.weight[arcs[i]], old[arcs[i]]);
    assert_int_equal(after->arrays.arcs.epoch, before->arrays.arcs.epoch + 1);
    free(arcs);
    weight_edits_finish(&edits);
    weighting_release(before);
    return after;
}

/* Draws a segment of an open edge. */
static uint32_t draw_segment(const struct road_network *network,
                             struct random *random, uint32_t *ret_edge)
{
    uint32_t edge, piece, segments;

    do {
        edge = random_below(random, 2 * network->piece_count);
    } while (!road_network_has(network, edge));
    piece = edge / 2;
    segments = network->first_node[piece + 1] - network->first_node[piece] - 1;
    *ret_edge = edge;
    return network->first_node[piece] - piece + random_below(random, segments);
}

/* Appends a line, and changes the segments of that direction between its nodes
 * in the network as well. */
static void draw_edit(struct road_network *network, struct random *random,
                      FILE *text)
{
    uint32_t edge, back, weight = random_below(random, 100000);
    uint32_t segment = draw_segment(network, random, &edge);
    uint32_t node = segment + edge / 2;
    int64_t tail = network->node_id[node + edge % 2];
    int64_t head = network->node_id[node + 1 - edge % 2];

    fprintf(text, "%lld %lld %u\n", (long long)tail, (long long)head, weight);
    for (uint32_t p = 0; p < network->piece_count; p++) {
        for (uint32_t n = network->first_node[p];
             n + 1 < network->first_node[p + 1]; n++) {
            back =
                network->node_id[n] != tail || network->node_id[n + 1] != head;
            if (back && (network->node_id[n] != head ||
                         network->node_id[n + 1] != tail))
                continue;
            if (road_network_has(network, 2 * p + back))
                network->segment_weight[2 * (n - p) + back] = weight;
        }
    }
}

static void changed_segments_are_those_of_a_map_made_of_them(void **state)
{
    for (uint64_t seed = 1; seed <= 20; seed++) {
        struct road_network own, altered;
        struct map *map, *other;
        struct weighting *changed;
        struct random random;
        size_t size;
        char *text;
        FILE *stream = open_memstream(&text, &size);

        random_seed(&random, seed);
        make_network(seed, &own);
        make_network(seed, &altered);
        for (int i = 0; i < EDITS; i++)
            draw_edit(&altered, &random, stream);
        fclose(stream);
        map = make_town(&own);
        other = make_town(&altered);
        changed = change(weighting_of_map(map, 1), map, text);
        assert_memory_equal(changed->arrays.segment, other->imported.segment,
                            2 * map->roads.segment_count * sizeof(uint32_t));
        assert_memory_equal(changed->arrays.arcs.weight,
                            other->imported.arcs.weight,
                            map->topology.arc_count * sizeof(uint32_t));
        assert_null(changed->closed);
        weighting_release(changed);
        map_destroy(map);
        map_destroy(other);
        free(text);
    }
}

/* Two junctions with a road of three segments, and roads that lead away. */
static struct map *make_street(void)
{
    struct road_draft draft;
    uint32_t a, b, c, d;

    road_draft_init(&draft);
    a = road_draft_junction(&draft, 0, 0, false);
    b = road_draft_junction(&draft, 300, 0, false);
    c = road_draft_junction(&draft, 300, 100, false);
    d = road_draft_junction(&draft, 300, 200, false);
    road_draft_road(&draft, a, b, "long", 3, false);
    road_draft_road(&draft, b, c, "short", 1, true);
    road_draft_road(&draft, c, d, "end", 1, false);
    return road_draft_map(&draft, false);
}

/* Asserts that of the long road these directions are open. */
static void assert_open(const struct weighting *weighting,
                        const struct map *map, bool forward, bool backward)
{
    struct weights arcs;

    assert_int_equal(
        weighting_arcs((struct weighting *)weighting, map, &arcs, NULL), 0);
    assert_int_equal(weighting_edge_is_open(weighting, &map->roads, 0),
                     forward);
    assert_int_equal(weighting_edge_is_open(weighting, &map->roads, 1),
                     backward);
    for (uint32_t a = 0; a < map->topology.arc_count; a++) {
        uint32_t edge = map->roads.arc_edge[a];

        assert_int_equal(arcs.weight[a] != WEIGHT_CLOSED, edge == 0   ? forward
                                                          : edge == 1 ? backward
                                                                      : true);
    }
}

static void a_closed_segment_closes_its_edge_until_all_are_open(void **state)
{
    struct map *map = make_street();
    struct weighting *weighting = weighting_of_map(map, 1);

    assert_open(weighting, map, true, true);
    weighting = change(weighting, map, "1000001 1000002 closed\n");
    assert_open(weighting, map, false, true);
    weighting = change(weighting, map,
                       "1000 1000001 closed\n1000001 1000 closed\n"
                       "1000001 1000002 7\n");
    assert_open(weighting, map, false, false);
    weighting = change(weighting, map, "1000 1000001 open\n");
    assert_open(weighting, map, true, false);
    assert_int_equal(weighting_edge_sums(weighting, &map->roads, 0).weight,
                     20007);
    weighting_release(weighting);
    map_destroy(map);
}

static void what_no_open_road_joins_is_refused(void **state)
{
    static const struct bad bad[] = {
        {"1000 1001 5\n", "line 1: no open road of the map leads from node "
                          "1000 straight to node 1001"},
        {"1002 1001 5\n", "from node 1002 straight to node 1001"},
        {"1000 77 5\n", "from node 1000 straight to node 77"},
        {"1000 1000001 5 2\n", "of roads from 1000 to 1000001 there is 1, but "
                               "the fourth field says 2"},
    };
    struct map *map = make_street();

    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
        struct error error = {""};
        struct weight_edits edits;

        assert_int_equal(
            read_bytes(bad[i].text, strlen(bad[i].text), map, &edits, &error),
            -EINVAL);
        if (!strstr(error.text, bad[i].words))
            fail_msg("'%s' instead of '%s'", error.text, bad[i].words);
    }
    map_destroy(map);
}

static void a_sum_that_does_not_fit_is_refused(void **state)
{
    static const char text[] = "1000 1000001 4294967293\n";
    struct map *map = make_street();
    struct weighting *weighting = weighting_of_map(map, 1);
    struct weighting *changed;
    struct weight_edits edits;
    struct error error = {""};
    uint32_t *arcs;
    size_t count;

    assert_int_equal(read_bytes(text, strlen(text), map, &edits, &error), 0);
    assert_int_equal(weighting_change(weighting, map, &edits, &changed, &arcs,
                                      &count, &error),
                     -EINVAL);
    assert_string_equal(error.text,
                        "the weights of the road from node 1000 to 1001 and of "
                        "the turn into it add up to more than 4294967293");
    weight_edits_finish(&edits);
    weighting_release(weighting);
    map_destroy(map);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(unlisted_arcs_keep_their_weights),
        cmocka_unit_test(all_parallel_arcs_are_meant_or_the_one_that_is_named),
        cmocka_unit_test(arcs_are_closed_and_opened),
        cmocka_unit_test(the_last_line_about_an_arc_counts),
        cmocka_unit_test(what_is_wrong_is_told_with_its_line),
        cmocka_unit_test(a_nul_byte_is_no_end_of_a_field),
        cmocka_unit_test(words_about_a_file_begin_with_its_path),
        cmocka_unit_test(changed_segments_are_those_of_a_map_made_of_them),
        cmocka_unit_test(a_closed_segment_closes_its_edge_until_all_are_open),
        cmocka_unit_test(what_no_open_road_joins_is_refused),
        cmocka_unit_test(a_sum_that_does_not_fit_is_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
