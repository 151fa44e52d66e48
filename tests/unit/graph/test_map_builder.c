/* map_builder: the map holds what was added, in order, and nothing out of
 * range. */
#include "tests/unit/cmocka_all.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "core/graph/cost.h"
#include "core/graph/map_builder.h"

static int set_up(void **state)
{
    return map_builder_create(3, (struct map_builder **)state, NULL);
}

static int tear_down(void **state)
{
    map_builder_destroy(*state);
    return 0;
}

static struct map *finish(struct map_builder *builder)
{
    struct map *map;

    assert_int_equal(map_builder_finish(builder, &map, NULL), 0);
    return map;
}

static void take_ids(struct map_builder *builder, uint64_t a, uint64_t b,
                     uint64_t c)
{
    uint64_t *ids = malloc(3 * sizeof(*ids));

    ids[0] = a;
    ids[1] = b;
    ids[2] = c;
    map_builder_take_ids(builder, ids);
}

static void keeps_the_order_of_the_arcs_of_a_tail(void **state)
{
    static const uint32_t tails[] = {2, 0, 2, 0, 2, 2};
    static const uint32_t heads[] = {1, 2, 0, 2, 1, 2};
    static const uint32_t sorted_heads[] = {2, 2, 1, 0, 1, 2};
    static const uint32_t sorted_weights[] = {1, 3, 0, 2, 4, 5};
    static const uint32_t first_out[] = {0, 2, 2, 6};
    struct map *map;

    for (uint32_t i = 0; i < 6; i++)
        map_builder_add_arc(*state, tails[i], heads[i], i, NULL);
    map = finish(*state);
    assert_memory_equal(map->topology.first_out, first_out, sizeof(first_out));
    assert_memory_equal(map->topology.head, sorted_heads, sizeof(sorted_heads));
    assert_memory_equal(map->imported.arcs.weight, sorted_weights,
                        sizeof(sorted_weights));
    assert_null(map->road_class);
    map_destroy(map);
}

static void moves_road_classes_with_their_arcs(void **state)
{
    struct map *map;

    map_builder_add_road(*state, 1, 0, 5, ROAD_RAIL, NULL);
    map_builder_add_road(*state, 0, 1, 6, ROAD_TRUNK, NULL);
    map = finish(*state);
    assert_int_equal(map->road_class[0], ROAD_TRUNK);
    assert_int_equal(map->road_class[1], ROAD_RAIL);
    map_destroy(map);
}

static void refuses_road_classes_for_some_arcs_only(void **state)
{
    struct error error;
    struct map *map = NULL;

    map_builder_add_arc(*state, 1, 0, 5, NULL);
    map_builder_add_road(*state, 1, 0, 5, ROAD_RAIL, NULL);
    assert_int_equal(map_builder_finish(*state, &map, &error), -EINVAL);
    assert_string_equal(error.text, "of 2 arcs only 1 have a road class");
    assert_null(map);
}

static void a_refused_road_leaves_no_road_classes(void **state)
{
    struct map *map;

    assert_int_equal(map_builder_add_road(*state, 0, 3, 1, ROAD_LOCAL, NULL),
                     -EINVAL);
    for (uint32_t i = 0; i < 100; i++)
        map_builder_add_arc(*state, 0, 1, i, NULL);
    map = finish(*state);
    assert_null(map->road_class);
    map_destroy(map);
}

static void refuses_vertices_that_are_not_there(void **state)
{
    struct error error;

    assert_int_equal(map_builder_add_arc(*state, 3, 0, 1, &error), -EINVAL);
    assert_int_equal(map_builder_add_arc(*state, 0, 3, 1, &error), -EINVAL);
    assert_non_null(strstr(error.text, "there are only 3 vertices"));
    map_builder_raise_vertex_count(*state, 4);
    assert_int_equal(map_builder_add_arc(*state, 0, 3, 1, &error), 0);
}

static void takes_closed_arcs_but_no_weight_that_means_overflow(void **state)
{
    struct error error;

    assert_int_equal(map_builder_add_arc(*state, 0, 1, WEIGHT_MAX, NULL), 0);
    assert_int_equal(map_builder_add_arc(*state, 0, 1, WEIGHT_CLOSED, NULL), 0);
    assert_int_equal(map_builder_add_arc(*state, 0, 1, COST_OVERFLOW, &error),
                     -EINVAL);
    assert_non_null(strstr(error.text, "is above the largest"));
}

static void finds_vertices_by_ids_in_any_order(void **state)
{
    struct map *map;
    uint32_t vertex = 77;

    take_ids(*state, 30, UINT64_MAX, 20);
    map = finish(*state);
    assert_true(map_find_vertex(map, UINT64_MAX, &vertex));
    assert_int_equal(vertex, 1);
    assert_true(map_find_vertex(map, 20, &vertex));
    assert_int_equal(vertex, 2);
    assert_false(map_find_vertex(map, 25, &vertex));
    assert_int_equal(vertex, 2);
    map_destroy(map);
}

static void refuses_two_vertices_with_one_id(void **state)
{
    struct error error;
    struct map *map = NULL;

    take_ids(*state, 7, 9, 7);
    assert_int_equal(map_builder_finish(*state, &map, &error), -EINVAL);
    assert_string_equal(error.text, "two vertices have the id 7");
    assert_null(map);
}

static void numbers_vertices_from_where_it_is_told(void **state)
{
    struct map *map;
    uint32_t vertex;

    map_builder_number_from(*state, 1);
    map = finish(*state);
    assert_true(map_find_vertex(map, 3, &vertex));
    assert_int_equal(vertex, 2);
    assert_false(map_find_vertex(map, 0, &vertex));
    map_destroy(map);
}

static void knows_generated_data_by_the_names_of_its_generator(void **state)
{
    struct map *map = finish(*state);

    assert_false(map_is_generated(map));
    strcpy(map->info.generator, "relaxlab generate, JOSM");
    assert_false(map_is_generated(map));
    strcpy(map->info.generator, "relaxlab generate");
    assert_true(map_is_generated(map));
    strcpy(map->info.generator, "relaxctl generate");
    assert_true(map_is_generated(map));
    map_destroy(map);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(keeps_the_order_of_the_arcs_of_a_tail),
        TEST(moves_road_classes_with_their_arcs),
        TEST(refuses_road_classes_for_some_arcs_only),
        TEST(a_refused_road_leaves_no_road_classes),
        TEST(refuses_vertices_that_are_not_there),
        TEST(takes_closed_arcs_but_no_weight_that_means_overflow),
        TEST(finds_vertices_by_ids_in_any_order),
        TEST(refuses_two_vertices_with_one_id),
        TEST(numbers_vertices_from_where_it_is_told),
        TEST(knows_generated_data_by_the_names_of_its_generator),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
