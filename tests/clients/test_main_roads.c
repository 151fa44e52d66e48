/* main_roads: maps made of others. */
#include "tests/unit/cmocka_all.h"

#include <string.h>

#include "core/graph/map_builder.h"
#include "lab/main_roads.h"
#include "tests/unit/graph/road_fixture.h"

struct road {
    uint32_t tail, head, weight;
    enum road_class road_class;
};

static struct map *make_map(uint32_t vertex_count, const struct road *roads,
                            size_t count)
{
    struct map_builder *builder;
    struct map *map;

    assert_int_equal(map_builder_create(vertex_count, &builder, NULL), 0);
    map_builder_number_from(builder, 10);
    for (size_t i = 0; i < count; i++)
        assert_int_equal(map_builder_add_road(builder, roads[i].tail,
                                              roads[i].head, roads[i].weight,
                                              roads[i].road_class, NULL),
                         0);
    assert_int_equal(map_builder_finish(builder, &map, NULL), 0);
    map_builder_destroy(builder);
    return map;
}

static void keeps_the_largest_part_that_main_roads_make(void **state)
{
    /* A pair by trunk roads; a ring of three by secondary ones with a one-way
     * out of it; local streets and a railway between all. */
    static const struct road roads[] = {
        {0, 1, 5, ROAD_TRUNK},     {1, 0, 6, ROAD_TRUNK},
        {1, 2, 7, ROAD_LOCAL},     {2, 3, 8, ROAD_SECONDARY},
        {3, 4, 9, ROAD_SECONDARY}, {4, 2, 10, ROAD_SECONDARY},
        {4, 3, 11, ROAD_RAIL},     {4, 5, 12, ROAD_MOTORWAY},
        {2, 1, 13, ROAD_LOCAL},
    };
    struct map *map = make_map(6, roads, sizeof(roads) / sizeof(roads[0]));
    struct map *main_roads;

    assert_int_equal(main_roads_cut(map, &main_roads, NULL), 0);
    assert_int_equal(main_roads->topology.vertex_count, 3);
    assert_int_equal(main_roads->topology.arc_count, 3);
    for (uint32_t v = 0; v < 3; v++) {
        assert_int_equal(main_roads->external_id[v], 12 + v);
        assert_int_equal(main_roads->topology.first_out[v], v);
        assert_int_equal(main_roads->topology.head[v], (v + 1) % 3);
        assert_int_equal(main_roads->imported.arcs.weight[v], 8 + v);
        assert_int_equal(main_roads->road_class[v], ROAD_SECONDARY);
    }
    map_destroy(main_roads);
    map_destroy(map);
}

static void tells_a_map_that_has_no_main_road(void **state)
{
    static const struct road local[] = {{0, 1, 5, ROAD_LOCAL}};
    struct map *map = make_map(2, local, 1);
    struct map *main_roads = NULL;
    struct error error;

    assert_int_equal(main_roads_cut(map, &main_roads, &error), MAIN_ROADS_NONE);
    assert_non_null(strstr(error.text, "no main road"));
    map->road_class = NULL;
    assert_int_equal(main_roads_cut(map, &main_roads, &error), MAIN_ROADS_NONE);
    assert_non_null(strstr(error.text, "classes"));
    assert_null(main_roads);
    map_destroy(map);
}

static void numbers_the_main_roads_of_a_map_whose_ids_repeat(void **state)
{
    struct map *map = road_town(5, 1, false);
    struct map *main_roads;

    assert_int_equal(main_roads_cut(map, &main_roads, NULL), 0);
    assert_in_range(main_roads->topology.vertex_count, 2,
                    map->topology.vertex_count - 1);
    for (uint32_t v = 1; v < main_roads->topology.vertex_count; v++)
        assert_true(main_roads->external_id[v - 1] <
                    main_roads->external_id[v]);
    assert_int_equal(main_roads->roads.piece_count, 0);
    map_destroy(main_roads);
    map_destroy(map);
}

static void draws_weights_in_their_range_by_seed(void **state)
{
    enum { ARCS = 1000 };
    struct road roads[ARCS];
    unsigned seen[11] = {0};
    struct map *one;
    struct map *again;
    struct map *map;

    for (uint32_t i = 0; i < ARCS; i++)
        roads[i] = (struct road){0, 0, 500, ROAD_LOCAL};
    map = make_map(1, roads, ARCS);
    assert_int_equal(map_redraw(map, 1, 10, 4, &one, NULL), 0);
    assert_int_equal(map_redraw(map, 1, 10, 4, &again, NULL), 0);
    for (uint32_t a = 0; a < ARCS; a++) {
        assert_in_range(one->imported.arcs.weight[a], 1, 10);
        assert_int_equal(one->imported.arcs.weight[a],
                         again->imported.arcs.weight[a]);
        assert_int_equal(map->imported.arcs.weight[a], 500);
        seen[one->imported.arcs.weight[a]]++;
    }
    for (int weight = 1; weight <= 10; weight++)
        assert_in_range(seen[weight], 50, 150);
    map_destroy(one);
    map_destroy(again);
    map_destroy(map);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(keeps_the_largest_part_that_main_roads_make),
        cmocka_unit_test(tells_a_map_that_has_no_main_road),
        cmocka_unit_test(numbers_the_main_roads_of_a_map_whose_ids_repeat),
        cmocka_unit_test(draws_weights_in_their_range_by_seed),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
