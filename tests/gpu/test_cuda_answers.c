/* test_cuda_answers: the answers of the CUDA solvers on a map larger than their
 * blocks: whole trees, many seeds, many long paths, a sink that stops early. */
#include "tests/unit/cmocka_all.h"

#include "core/base/random.h"
#include "core/solver/catalog.h"
#include "tests/gpu/city.h"
#include "tests/gpu/devices_or_skip.h"

enum { SEEDS = 3000, TARGETS = 60000, ARCS_AT_ONCE = 1 << 20 };

static void answers_of_several_blocks_arrive_whole(void **state)
{
    city_for_each_solver(city_expect_whole);
}

/* Many seeds, several at one vertex, against dijkstra. */
static void plant_many(const struct solver_ops *ops)
{
    static struct seed seeds[SEEDS];
    struct label_sink expected;
    struct label_sink sink;
    struct query query = city_query(QUERY_TREE, &expected.base);
    struct random random;

    random_seed(&random, 3);
    for (int i = 0; i < SEEDS; i++)
        seeds[i] = (struct seed){random_below(&random, 2 * SEEDS),
                                 random_below(&random, 100000)};
    query.seeds = seeds;
    query.seed_count = SEEDS;
    label_sink_init(&expected);
    label_sink_init(&sink);
    assert_int_equal(city_solve(&dijkstra_solver, device_cpu(), &query, NULL),
                     0);
    query.sink = &sink.base;
    assert_int_equal(city_solve(ops, city.device, &query, NULL), 0);
    assert_memory_equal(sink.cost, expected.cost,
                        CITY_VERTICES * sizeof(*sink.cost));
    label_sink_finish(&expected);
    label_sink_finish(&sink);
}

static void takes_more_seeds_than_one_launch_does(void **state)
{
    city_for_each_solver(plant_many);
}

struct path_targets {
    struct target_vertex vertex[TARGETS];
    struct target target[TARGETS];
    uint32_t cost[TARGETS];
    struct path path[TARGETS];
};

static void expect_path(const struct path *path, uint32_t cost, uint32_t end)
{
    const struct topology *topology = &city.map->topology;

    assert_int_equal(cost, city.expected[end]);
    assert_int_equal(path->first_vertex, city_corner.vertex);
    assert_int_equal(path_vertex(path, topology, path->arc_count), end);
    assert_int_equal(path_cost(path, &city.map->imported.arcs), cost);
    for (size_t i = 0; i < path->arc_count; i++)
        assert_int_equal(topology_tail(topology, path->arc[i]),
                         path_vertex(path, topology, i));
}

/* More arcs than are copied together. */
static void walk_many(const struct solver_ops *ops)
{
    static struct path_targets targets;
    struct query query = city_query(QUERY_PATHS, NULL);
    size_t arcs = 0;

    for (uint32_t i = 0; i < TARGETS; i++) {
        targets.vertex[i] = (struct target_vertex){CITY_VERTICES - 1 - i, 0};
        targets.target[i] = (struct target){&targets.vertex[i], 1};
        path_init(&targets.path[i]);
    }
    query.targets = targets.target;
    query.target_count = TARGETS;
    query.cost = targets.cost;
    query.path = targets.path;
    assert_int_equal(city_solve(ops, city.device, &query, NULL), 0);
    for (uint32_t i = 0; i < TARGETS; i++) {
        expect_path(&targets.path[i], targets.cost[i],
                    targets.vertex[i].vertex);
        arcs += targets.path[i].arc_count;
        path_finish(&targets.path[i]);
    }
    assert_true(arcs > ARCS_AT_ONCE);
}

static void many_long_paths_arrive_whole(void **state)
{
    city_for_each_solver(walk_many);
}

static void stop_at_sink(const struct solver_ops *ops)
{
    struct label_sink sink;
    struct query query = city_query(QUERY_TREE, &sink.base);

    label_sink_init(&sink);
    sink.blocks_left = 1;
    assert_int_equal(city_solve(ops, city.device, &query, NULL), 0);
    assert_int_equal(query.status, QUERY_CANCELLED);
    assert_in_range(sink.labels, 1, CITY_VERTICES - 1);
    label_sink_finish(&sink);
}

static void a_sink_that_refuses_ends_the_query(void **state)
{
    city_for_each_solver(stop_at_sink);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(answers_of_several_blocks_arrive_whole),
        cmocka_unit_test(takes_more_seeds_than_one_launch_does),
        cmocka_unit_test(many_long_paths_arrive_whole),
        cmocka_unit_test(a_sink_that_refuses_ends_the_query),
    };

    city.device = device_or_skip();
    return cmocka_run_group_tests(tests, city_setup, city_teardown);
}
