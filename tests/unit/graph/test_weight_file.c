/* weight_file: lines are read exactly; errors are reported with their line. */
#include "tests/unit/cmocka_all.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "core/graph/cost.h"
#include "core/graph/import/weight_file.h"
#include "core/graph/map_builder.h"

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

static void changes_name_every_arc_of_the_text(void **state)
{
    static const char text[] = "10 20 8\n10 30 9\n";
    static const uint32_t arcs[] = {0, 2, 3, 1};
    struct map *map = make_map();
    struct weight_changes changes;
    struct weight_edits edits;

    assert_int_equal(read_bytes(text, strlen(text), map, &edits, NULL), 0);
    changes = weight_edits_changes(&edits);
    assert_int_equal(changes.count, 4);
    assert_memory_equal(changes.arc, arcs, sizeof(arcs));
    weight_edits_finish(&edits);
    map_destroy(map);
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(unlisted_arcs_keep_their_weights),
        cmocka_unit_test(all_parallel_arcs_are_meant_or_the_one_that_is_named),
        cmocka_unit_test(arcs_are_closed_and_opened),
        cmocka_unit_test(the_last_line_about_an_arc_counts),
        cmocka_unit_test(changes_name_every_arc_of_the_text),
        cmocka_unit_test(what_is_wrong_is_told_with_its_line),
        cmocka_unit_test(a_nul_byte_is_no_end_of_a_field),
        cmocka_unit_test(words_about_a_file_begin_with_its_path),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
