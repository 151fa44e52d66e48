/* map_order: a renumbered map is the same map by its ids, and has a hierarchy
 * with any order. */
#include "tests/unit/cmocka_all.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/base/random.h"
#include "core/graph/hierarchy/dissect.h"
#include "core/graph/import/dimacs/dimacs.h"
#include "core/graph/map_builder.h"
#include "core/graph/map_file/map_verify.h"
#include "core/graph/order/map_order.h"
#include "lab/generate/generate.h"
#include "tests/solver/graphs.h"

/* The hierarchy passes the checks of an opened file, and its largest depth and
 * front are exact. */
static void assert_hierarchy_right(const struct map *map)
{
    const struct hierarchy *hierarchy = &map->hierarchy;
    struct map copy = *map;
    struct error error = {""};

    if (!map->topology.vertex_count)
        return;
    assert_true(hierarchy->supernode_count > 0);
    copy.roads.piece_count = 0; /* a town's ids and weights are made up */
    copy.hierarchy.depth_count = 0;
    copy.hierarchy.front_max = 0;
    if (map_verify(&copy, NULL, 3, &error))
        fail_msg("%s", error.text);
    assert_int_equal(copy.hierarchy.depth_count, hierarchy->depth_count);
    assert_int_equal(copy.hierarchy.front_max, hierarchy->front_max);
}

struct road {
    uint64_t head_id;
    uint32_t weight;
    uint32_t road_class;
};

static int compare_roads(const void *a, const void *b)
{
    return memcmp(a, b, sizeof(struct road));
}

/* The roads that leave a vertex, in an order that does not depend on its
 * numbers. */
static struct road *roads_from(const struct map *map, uint32_t vertex,
                               size_t *ret_count)
{
    uint32_t first = map->topology.first_out[vertex];
    size_t count = map->topology.first_out[vertex + 1] - first;
    struct road *roads = calloc(count + 1, sizeof(*roads));

    for (uint32_t i = 0; i < count; i++) {
        roads[i].head_id = map->external_id[map->topology.head[first + i]];
        roads[i].weight = map->imported.arcs.weight[first + i];
        roads[i].road_class = map->road_class ? map->road_class[first + i] : 0;
    }
    qsort(roads, count, sizeof(*roads), compare_roads);
    *ret_count = count;
    return roads;
}

static void assert_same_vertex(const struct map *a, const struct map *b,
                               uint32_t va)
{
    size_t count_a, count_b;
    struct road *roads_a, *roads_b;
    uint32_t vb = VERTEX_NONE;

    assert_true(map_find_vertex(b, a->external_id[va], &vb));
    roads_a = roads_from(a, va, &count_a);
    roads_b = roads_from(b, vb, &count_b);
    assert_int_equal(count_a, count_b);
    assert_memory_equal(roads_a, roads_b, count_a * sizeof(*roads_a));
    if (a->position)
        assert_memory_equal(&a->position[va], &b->position[vb],
                            sizeof(struct position));
    free(roads_a);
    free(roads_b);
}

static void assert_same_by_ids(const struct map *a, const struct map *b)
{
    assert_int_equal(a->topology.vertex_count, b->topology.vertex_count);
    assert_int_equal(a->topology.arc_count, b->topology.arc_count);
    assert_int_equal(!a->position, !b->position);
    assert_int_equal(!a->road_class, !b->road_class);
    assert_string_equal(a->info.unit, b->info.unit);
    assert_string_equal(a->info.source, b->info.source);
    for (uint32_t v = 0; v < a->topology.vertex_count; v++)
        assert_same_vertex(a, b, v);
}

/* The size was predicted before it was built. */
static void assert_size_right(const struct map *map,
                              const struct hierarchy_size *size)
{
    const struct hierarchy *hierarchy = &map->hierarchy;
    uint32_t count = hierarchy->supernode_count;

    if (!map->topology.vertex_count)
        return;
    assert_true(size->panel_words == (double)hierarchy->first_panel[count]);
    assert_true(size->schur_words == (double)hierarchy->first_schur[count]);
}

/* Returns the ordered map. */
static struct map *order_and_check(const struct map *map, const uint32_t *order)
{
    struct hierarchy_size size = {-1, -1};
    struct error error = {""};
    struct map *ordered;

    if (map_order_within(map, order, INFINITY, &size, &ordered, &error))
        fail_msg("%s", error.text);
    assert_size_right(ordered, &size);
    assert_hierarchy_right(ordered);
    assert_same_by_ids(map, ordered);
    return ordered;
}

static void shuffle(uint32_t *order, uint32_t count, uint64_t seed)
{
    struct random random;

    random_seed(&random, seed);
    for (uint32_t i = count; i > 1; i--) {
        uint32_t j = random_below(&random, i);
        uint32_t last = order[i - 1];

        order[i - 1] = order[j];
        order[j] = last;
    }
}

static void any_map_takes_any_order(void **state)
{
    for (uint64_t number = 0; number < test_graph_variety(); number++) {
        struct test_graph graph;
        uint32_t order[64];
        uint32_t n;

        test_graph_make(number, 40, false, &graph);
        n = graph.map->topology.vertex_count;
        map_destroy(order_and_check(graph.map, NULL));
        for (uint32_t v = 0; v < n; v++)
            order[v] = v;
        map_destroy(order_and_check(graph.map, order));
        for (uint32_t v = 0; v < n; v++)
            order[v] = n - 1 - v;
        map_destroy(order_and_check(graph.map, order));
        shuffle(order, n, number);
        map_destroy(order_and_check(graph.map, order));
        test_graph_finish(&graph);
    }
}

static void refuses_what_is_no_order(void **state)
{
    uint32_t twice[] = {0, 1, 1}, beyond[] = {0, 3, 1};
    struct error error = {""};
    struct map *ordered = NULL;
    struct map *map;

    assert_int_equal(generate_map(&(struct generate_request){models[0], 3, 1},
                                  NULL, &map, NULL),
                     0);
    assert_int_equal(map_order(map, twice, &ordered, &error), -EINVAL);
    assert_non_null(strstr(error.text, "vertex 1, was there already"));
    assert_int_equal(map_order(map, beyond, &ordered, &error), -EINVAL);
    assert_non_null(strstr(error.text, "vertex 3, is not in the map"));
    assert_null(ordered);
    map_destroy(map);
}

static void leaves_a_map_whose_hierarchy_would_be_too_large(void **state)
{
    const struct generate_request request = {models[0], 3000, 1};
    struct hierarchy_size size = {0}, again = {0};
    struct map *ordered = NULL;
    struct map *map;
    double bytes;

    assert_int_equal(generate_map(&request, NULL, &map, NULL), 0);
    assert_int_equal(map_order_within(map, NULL, 0, &size, &ordered, NULL),
                     MAP_ORDER_TOO_LARGE);
    bytes = hierarchy_size_bytes(&size);
    assert_true(bytes > 3000 * 4);
    assert_int_equal(
        map_order_within(map, NULL, bytes - 1, &again, &ordered, NULL),
        MAP_ORDER_TOO_LARGE);
    assert_null(ordered);
    assert_true(hierarchy_size_bytes(&again) == bytes);
    assert_int_equal(map_order_within(map, NULL, bytes, &again, &ordered, NULL),
                     0);
    assert_true(hierarchy_size_bytes(&again) == bytes);
    map_destroy(ordered);
    map_destroy(map);
}

/* The hub of a star comes first, which joins all others. */
static void refuses_what_no_computer_has_memory_for(void **state)
{
    enum { COUNT = 131072 };
    struct map_builder *builder;
    struct error error = {""};
    struct map *ordered = NULL;
    struct map *map;
    uint32_t *order = calloc(COUNT, sizeof(*order));

    assert_non_null(order);
    assert_int_equal(map_builder_create(COUNT, &builder, NULL), 0);
    for (uint32_t v = 0; v < COUNT; v++) {
        order[v] = v;
        if (v)
            map_builder_add_arc(builder, 0, v, 1, NULL);
    }
    assert_int_equal(map_builder_finish(builder, &map, NULL), 0);
    map_builder_destroy(builder);
    assert_int_equal(map_order(map, order, &ordered, &error), -EINVAL);
    assert_non_null(strstr(error.text, "joins 8.59e+09 pairs"));
    assert_null(ordered);
    map_destroy(map);
    free(order);
}

static void refuses_more_than_metis_counts_before_it_reads_any(void **state)
{
    const struct topology vertices = {.vertex_count = INT32_MAX};
    const struct topology arcs = {.vertex_count = 1,
                                  .arc_count = INT32_MAX / 2 + 1};
    struct error error = {""};
    uint32_t *order = NULL;

    assert_int_equal(dissect(&vertices, &order, &error), -EINVAL);
    assert_non_null(strstr(error.text, "2147483647 vertices"));
    assert_int_equal(dissect(&arcs, &order, &error), -EINVAL);
    assert_non_null(strstr(error.text, "1073741824 arcs"));
    assert_null(order);
}

/* Few levels, and supernodes of several vertices. */
static struct map *order_network(const struct map *map)
{
    struct map *ordered = order_and_check(map, NULL);

    assert_true(ordered->hierarchy.level_count < 40);
    assert_true(ordered->hierarchy.supernode_count <
                map->topology.vertex_count / 4 * 3);
    return ordered;
}

static void a_network_gets_few_levels_however_it_was_numbered(void **state)
{
    const struct generate_request request = {models[0], 70000, 1};
    struct map *map, *ordered;

    assert_int_equal(generate_map(&request, NULL, &map, NULL), 0);
    ordered = order_network(map);
    map_destroy(order_network(ordered));
    map_destroy(ordered);
    map_destroy(map);
}

static void new_york_gets_few_levels(void **state)
{
    static const char folder[] = "../shared/data/dimacs/USA-road-d.NY.";
    const char *root = getenv("SOURCE_ROOT");
    char graph[512], coordinates[512];
    struct dimacs_files files = {.graph = graph, .coordinates = coordinates};
    struct map *map;

    snprintf(graph, sizeof(graph), "%s/%sgr.gz", root ? root : ".", folder);
    snprintf(coordinates, sizeof(coordinates), "%s/%sco.gz", root ? root : ".",
             folder);
    if (access(graph, R_OK) || access(coordinates, R_OK)) {
        print_message("no New York at ../shared/data\n");
        skip();
    }
    assert_int_equal(dimacs_import(&files, NULL, &map, NULL), 0);
    map_destroy(order_network(map));
    map_destroy(map);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(any_map_takes_any_order),
        cmocka_unit_test(refuses_what_is_no_order),
        cmocka_unit_test(leaves_a_map_whose_hierarchy_would_be_too_large),
        cmocka_unit_test(refuses_what_no_computer_has_memory_for),
        cmocka_unit_test(refuses_more_than_metis_counts_before_it_reads_any),
        cmocka_unit_test(a_network_gets_few_levels_however_it_was_numbered),
        cmocka_unit_test(new_york_gets_few_levels),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
