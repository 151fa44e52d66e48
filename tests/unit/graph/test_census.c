/* census, components: counts that can be checked by hand. */
#include "tests/unit/cmocka_all.h"

#include <stdlib.h>

#include "core/base/random.h"
#include "core/graph/components.h"
#include "core/graph/cost.h"
#include "core/graph/map_builder.h"
#include "core/graph/statistics.h"

struct arc {
    uint32_t tail, head, weight;
};

static struct map *make_map(uint32_t vertex_count, const struct arc *arcs,
                            size_t arc_count)
{
    struct map_builder *builder;
    struct map *map;

    assert_int_equal(map_builder_create(vertex_count, &builder, NULL), 0);
    for (size_t i = 0; i < arc_count; i++)
        assert_int_equal(map_builder_add_arc(builder, arcs[i].tail,
                                             arcs[i].head, arcs[i].weight,
                                             NULL),
                         0);
    assert_int_equal(map_builder_finish(builder, &map, NULL), 0);
    map_builder_destroy(builder);
    return map;
}

static void counts_loops_and_parallel_arcs(void **state)
{
    static const struct arc arcs[] = {
        {0, 1, 1}, {0, 1, 2}, {0, 2, 3}, {0, 1, 4},
        {1, 0, 5}, {1, 1, 6}, {1, 1, 7}, {2, 1, 8},
    };
    struct map *map = make_map(3, arcs, 8);
    struct census census;

    assert_int_equal(census_take(map, &census), 0);
    assert_int_equal(census.self_loops, 2);
    assert_int_equal(census.parallel_arcs, 3);
    assert_int_equal(census.degree_most, 4);
    assert_int_equal(census.weight_median, 4);
    map_destroy(map);
}

static int compare_weights(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a;
    uint32_t y = *(const uint32_t *)b;

    return (x > y) - (x < y);
}

static void takes_the_lower_median_of_open_arcs(void **state)
{
    enum { ARCS = 1001 };
    struct arc arcs[ARCS + 1];
    uint32_t sorted[ARCS];
    struct random random;
    struct census census;
    struct map *map;

    random_seed(&random, 5);
    for (int i = 0; i < ARCS; i++) {
        sorted[i] = random_below(&random, UINT32_MAX - 1);
        arcs[i] = (struct arc){0, 1, sorted[i]};
    }
    arcs[ARCS] = (struct arc){1, 0, WEIGHT_CLOSED};
    qsort(sorted, ARCS, sizeof(sorted[0]), compare_weights);
    map = make_map(2, arcs, ARCS + 1);
    assert_int_equal(census_take(map, &census), 0);
    assert_int_equal(census.weight_median, sorted[ARCS / 2]);
    map_destroy(map);
}

static void finds_the_box_around_all_positions(void **state)
{
    struct position *positions = malloc(2 * sizeof(*positions));
    struct map_builder *builder;
    struct census census;
    struct map *map;

    positions[0] = (struct position){-5, 9};
    positions[1] = (struct position){7, -3};
    assert_int_equal(map_builder_create(2, &builder, NULL), 0);
    map_builder_take_positions(builder, positions);
    assert_int_equal(map_builder_finish(builder, &map, NULL), 0);
    map_builder_destroy(builder);
    assert_int_equal(census_take(map, &census), 0);
    assert_int_equal(census.southwest.lon_e7, -5);
    assert_int_equal(census.southwest.lat_e7, -3);
    assert_int_equal(census.northeast.lon_e7, 7);
    assert_int_equal(census.northeast.lat_e7, 9);
    map_destroy(map);
}

static void expect_components(const struct map *map, uint32_t strong,
                              uint32_t strong_largest, uint32_t weak,
                              uint32_t weak_largest)
{
    struct components components;

    assert_int_equal(components_strong(map, &components), 0);
    assert_int_equal(components.count, strong);
    assert_int_equal(components.largest, strong_largest);
    assert_int_equal(components_weak(map, &components), 0);
    assert_int_equal(components.count, weak);
    assert_int_equal(components.largest, weak_largest);
}

static void tells_strong_from_weak_components(void **state)
{
    /* A ring of three, an exit to a pair, an isolated vertex; the arc that
     * would lead back is closed. */
    static const struct arc arcs[] = {
        {0, 1, 1},
        {1, 2, 1},
        {2, 0, 1},
        {2, 3, 1},
        {3, 4, 1},
        {4, 3, 1},
        {4, 0, WEIGHT_CLOSED},
    };
    struct map *map = make_map(6, arcs, 7);

    expect_components(map, 3, 3, 2, 5);
    map_destroy(map);
}

static void counts_nothing_on_an_empty_map(void **state)
{
    struct map *map = make_map(0, NULL, 0);
    struct census census;

    expect_components(map, 0, 0, 0, 0);
    assert_int_equal(census_take(map, &census), 0);
    assert_int_equal(census.weight_median, 0);
    map_destroy(map);
}

/* As deep as a search can get: recursion would overflow the stack. */
static void stands_a_ring_of_a_million_vertices(void **state)
{
    enum { VERTICES = 1000000 };
    struct arc *arcs = malloc(VERTICES * sizeof(*arcs));
    struct map *map;

    for (uint32_t v = 0; v < VERTICES; v++)
        arcs[v] = (struct arc){v, (v + 1) % VERTICES, 1};
    map = make_map(VERTICES, arcs, VERTICES);
    expect_components(map, 1, VERTICES, 1, VERTICES);
    map_destroy(map);
    map = make_map(VERTICES, arcs, VERTICES - 1);
    expect_components(map, VERTICES, 1, 1, VERTICES);
    map_destroy(map);
    free(arcs);
}

enum { SMALL = 12, SMALL_ARCS = 16 };

struct reach {
    bool from[SMALL][SMALL]; /* [v][w]: v reaches w */
};

static void draw_arcs(struct random *random, struct arc *arcs)
{
    for (int i = 0; i < SMALL_ARCS; i++)
        arcs[i] = (struct arc){random_below(random, SMALL),
                               random_below(random, SMALL), 1};
}

/* Warshall's closure. */
static void close_reach(struct reach *reach, const struct arc *arcs)
{
    for (int v = 0; v < SMALL; v++)
        reach->from[v][v] = true;
    for (int i = 0; i < SMALL_ARCS; i++)
        reach->from[arcs[i].tail][arcs[i].head] = true;
    for (int k = 0; k < SMALL; k++) {
        for (int v = 0; v < SMALL; v++) {
            for (int w = 0; w < SMALL; w++)
                reach->from[v][w] |= reach->from[v][k] && reach->from[k][w];
        }
    }
}

/* Each component counts once, at its first vertex. */
static uint32_t count_strong(const struct reach *reach)
{
    uint32_t count = 0;

    for (int v = 0; v < SMALL; v++) {
        int w = 0;

        while (!reach->from[v][w] || !reach->from[w][v])
            w++;
        count += w == v;
    }
    return count;
}

static void agrees_with_reachability_on_random_graphs(void **state)
{
    struct random random;

    random_seed(&random, 11);
    for (int round = 0; round < 200; round++) {
        struct reach reach = {0};
        struct arc arcs[SMALL_ARCS];
        struct components components;
        struct map *map;

        draw_arcs(&random, arcs);
        close_reach(&reach, arcs);
        map = make_map(SMALL, arcs, SMALL_ARCS);
        assert_int_equal(components_strong(map, &components), 0);
        assert_int_equal(components.count, count_strong(&reach));
        map_destroy(map);
    }
}

static void puts_vertices_together_that_reach_each_other(void **state)
{
    struct random random;

    random_seed(&random, 12);
    for (int round = 0; round < 200; round++) {
        struct reach reach = {0};
        struct arc arcs[SMALL_ARCS];
        struct components components;
        uint32_t component[SMALL];
        uint32_t size[SMALL] = {0};
        uint32_t largest;
        struct map *map;

        draw_arcs(&random, arcs);
        close_reach(&reach, arcs);
        map = make_map(SMALL, arcs, SMALL_ARCS);
        assert_int_equal(
            components_strong_members(&map->topology, map->imported.arcs.weight,
                                      &components, component, &largest),
            0);
        for (int v = 0; v < SMALL; v++) {
            assert_true(component[v] < components.count);
            size[component[v]]++;
            for (int w = 0; w < SMALL; w++)
                assert_int_equal(component[v] == component[w],
                                 reach.from[v][w] && reach.from[w][v]);
        }
        assert_int_equal(size[largest], components.largest);
        map_destroy(map);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(counts_loops_and_parallel_arcs),
        cmocka_unit_test(takes_the_lower_median_of_open_arcs),
        cmocka_unit_test(finds_the_box_around_all_positions),
        cmocka_unit_test(tells_strong_from_weak_components),
        cmocka_unit_test(counts_nothing_on_an_empty_map),
        cmocka_unit_test(stands_a_ring_of_a_million_vertices),
        cmocka_unit_test(agrees_with_reachability_on_random_graphs),
        cmocka_unit_test(puts_vertices_together_that_reach_each_other),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
