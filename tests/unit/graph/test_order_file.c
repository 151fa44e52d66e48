/* order_file: an order is read exactly, and wrong ones are reported. */
#include "tests/unit/cmocka_all.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "core/graph/map_builder.h"
#include "core/graph/order/map_order.h"
#include "core/graph/order/order_file.h"
#include "tests/unit/graph/road_fixture.h"
#include "tests/unit/memory_source.h"
#include "tests/unit/scratch.h"

enum { VERTICES = 4 };

struct bad {
    const char *text;
    const char *words;
};

/* Ids 40, 30, 20, 10 of the vertices 0, 1, 2, 3: a path. */
static struct map *make_map(void)
{
    uint64_t *ids = malloc(VERTICES * sizeof(*ids));
    struct map_builder *builder;
    struct map *map;

    map_builder_create(VERTICES, &builder, NULL);
    for (uint32_t v = 0; v < VERTICES; v++) {
        ids[v] = (VERTICES - v) * 10;
        if (v)
            map_builder_add_arc(builder, v - 1, v, v, NULL);
    }
    map_builder_take_ids(builder, ids);
    assert_int_equal(map_builder_finish(builder, &map, NULL), 0);
    map_builder_destroy(builder);
    return map;
}

static int read_text(const struct map *map, const char *text, size_t size,
                     uint32_t **ret_order, struct error *error)
{
    struct byte_source *source;
    int r;

    assert_int_equal(memory_source_create(text, size, &source, NULL), 0);
    r = order_read(source, map, NULL, ret_order, error);
    byte_source_destroy(source);
    return r;
}

static void assert_reads(const char *text)
{
    struct map *map = make_map();
    uint32_t *order;

    assert_int_equal(read_text(map, text, strlen(text), &order, NULL), 0);
    assert_int_equal(order[0], 1);
    assert_int_equal(order[1], 3);
    assert_int_equal(order[2], 0);
    assert_int_equal(order[3], 2);
    free(order);
    map_destroy(map);
}

static void reads_ids_in_their_order(void **state)
{
    assert_reads("30\n10\n40\n20\n");
    assert_reads("30\r\n\n  10 \n\t40\n\n20");
    assert_reads("030\n10\n00000000000000000040\n20\n");
}

static void says_what_is_wrong_on_which_line(void **state)
{
    static const struct bad all[] = {
        {"30\n10\n50\n", "line 3: the map has no vertex 50"},
        {"30\n\n10\n30\n", "line 4: vertex 30 is already on line 1"},
        {"30\n10\n", "after line 2: 2 of 4 vertices are missing, the first is "
                     "20"},
        {"", "after line 0: 4 of 4 vertices are missing, the first is 10"},
        {"30\n10 20\n", "line 2: '10 20' is not a valid id"},
        {"30 # 1\n#\n10 20 # 2\n", "line 3: '10 20' is not a valid id"},
        {"-30\n", "line 1: '-30' is not a valid id"},
        {"30\n18446744073709551616\n",
         "'18446744073709551616' is not a valid id"},
        {"v\xff\n", "line 1: 'v?' is not a valid id"},
        {"3000000000000000000000000000000000000000\n", "line 1: '30000000"},
    };
    struct map *map = make_map();

    for (size_t i = 0; i < sizeof(all) / sizeof(all[0]); i++) {
        struct error error = {""};
        uint32_t *order = NULL;

        assert_int_equal(
            read_text(map, all[i].text, strlen(all[i].text), &order, &error),
            -EINVAL);
        if (!strstr(error.text, all[i].words))
            fail_msg("'%s' does not say '%s'", error.text, all[i].words);
        assert_null(order);
    }
    map_destroy(map);
}

static void refuses_a_nul_byte(void **state)
{
    struct map *map = make_map();
    struct error error = {""};
    uint32_t *order;

    assert_int_equal(read_text(map, "30\n10\0", 6, &order, &error), -EINVAL);
    assert_string_equal(error.text, "line 2: the line contains a NUL byte");
    map_destroy(map);
}

static void names_the_file(void **state)
{
    struct map *map = make_map();
    struct error error = {""};
    struct scratch scratch;
    uint32_t *order;

    scratch_init(&scratch);
    assert_int_equal(
        order_import(scratch_file(&scratch, "short.order", "30\n", 3), map,
                     NULL, &order, &error),
        -EINVAL);
    assert_non_null(strstr(error.text, "short.order': after line 1: 3 of 4"));
    scratch_finish(&scratch);
    map_destroy(map);
}

/* The order written for an ordered map reproduces it. */
static void writes_what_it_reads(void **state)
{
    struct map *map = make_map();
    struct map *ordered, *again;
    struct scratch scratch;
    uint32_t *order;

    scratch_init(&scratch);
    assert_int_equal(map_order(map, NULL, &ordered, NULL), 0);
    assert_int_equal(
        order_export(ordered, scratch_path(&scratch, "order"), NULL), 0);
    assert_int_equal(
        order_import(scratch_path(&scratch, "order"), map, NULL, &order, NULL),
        0);
    for (uint32_t i = 0; i < VERTICES; i++)
        assert_int_equal(map->external_id[order[i]], ordered->external_id[i]);
    assert_int_equal(map_order(map, order, &again, NULL), 0);
    assert_memory_equal(again->external_id, ordered->external_id,
                        VERTICES * sizeof(uint64_t));
    free(order);
    map_destroy(again);
    map_destroy(ordered);
    map_destroy(map);
    scratch_finish(&scratch);
}

static void writes_no_order_of_a_map_without(void **state)
{
    struct map *map = make_map();
    struct error error = {""};
    struct scratch scratch;

    scratch_init(&scratch);
    assert_int_equal(order_export(map, scratch_path(&scratch, "x"), &error),
                     -EINVAL);
    assert_string_equal(error.text, "the map is not ordered");
    assert_int_equal(scratch_files(&scratch, 0), 0);
    scratch_finish(&scratch);
    map_destroy(map);
}

static void refuses_a_map_of_roads_whose_ids_repeat(void **state)
{
    struct map *map = road_town(2, 1, true);
    struct byte_source *source;
    struct scratch scratch;
    struct error error;
    uint32_t *order = NULL;

    scratch_init(&scratch);
    assert_int_equal(memory_source_create("1\n", 2, &source, &error), 0);
    assert_int_equal(order_read(source, map, NULL, &order, &error), -EINVAL);
    assert_non_null(strstr(error.text, "nodes, which vertices share"));
    assert_null(order);
    assert_int_equal(order_export(map, scratch_path(&scratch, "x"), &error),
                     -EINVAL);
    assert_int_equal(scratch_files(&scratch, 0), 0);
    byte_source_destroy(source);
    scratch_finish(&scratch);
    map_destroy(map);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_ids_in_their_order),
        cmocka_unit_test(says_what_is_wrong_on_which_line),
        cmocka_unit_test(refuses_a_nul_byte),
        cmocka_unit_test(names_the_file),
        cmocka_unit_test(writes_what_it_reads),
        cmocka_unit_test(writes_no_order_of_a_map_without),
        cmocka_unit_test(refuses_a_map_of_roads_whose_ids_repeat),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
