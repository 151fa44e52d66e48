/* watch: what solvers report of the vertices that they reach. */
#include "tests/unit/cmocka_all.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"
#include "core/solver/catalog.h"
#include "tests/solver/graphs.h"
#include "tests/solver/one_pair.h"
#include "tests/solver/oracle.h"
#include "tests/solver/watched.h"

enum { GRAPHS = 60, VERTICES = 600 };

/* A pair on a graph, solved with an observer. */
struct scene {
    struct test_graph graph;
    uint32_t from;
    uint32_t to;
    uint64_t *ahead; /* [vertex_count] exact costs from `from` */
    struct one_pair pair;
    struct path path;
    struct watched watched;
};

static void solve(struct scene *scene, const struct solver_ops *ops,
                  struct phase_observer *observer)
{
    const struct map *map = scene->graph.map;
    struct prepared *prepared;
    struct metric *metric;
    struct solver *solver;

    one_pair_init(&scene->pair, scene->from, scene->to);
    scene->pair.query.output = QUERY_PATHS;
    scene->pair.query.path = &scene->path;
    scene->pair.batch.observer = observer;
    assert_int_equal(ops->form->prepare(device_cpu(), map, &prepared, NULL), 0);
    assert_int_equal(
        ops->form->customize(prepared, &map->imported.arcs, &metric, NULL), 0);
    assert_int_equal(ops->create(prepared, NULL, 0, &solver, NULL), 0);
    assert_int_equal(ops->solve(solver, metric, &scene->pair.batch, NULL), 0);
    ops->destroy(solver);
    ops->form->metric_destroy(metric);
    ops->form->prepared_destroy(prepared);
}

static void look_ahead(struct scene *scene)
{
    const struct map *map = scene->graph.map;
    struct seed seed = {scene->from, 0};
    struct query query = {
        .seeds = &seed, .seed_count = 1, .bound = COST_OVERFLOW};

    scene->ahead =
        array_alloc(map->topology.vertex_count, sizeof(*scene->ahead));
    assert_non_null(scene->ahead);
    oracle_labels(&map->topology, &map->imported.arcs, &query, scene->ahead);
}

static void scene_init(struct scene *scene, const struct solver_ops *ops,
                       uint64_t number)
{
    struct random random;
    uint32_t n;

    random_seed(&random, number);
    test_graph_make(number, VERTICES, ops->capabilities & SOLVER_NEEDS_ORDER,
                    &scene->graph);
    n = scene->graph.map->topology.vertex_count;
    scene->from = random_below(&random, n);
    scene->to = random_below(&random, n);
    path_init(&scene->path);
    watched_init(&scene->watched);
    solve(scene, ops, &scene->watched.base);
    look_ahead(scene);
}

static void scene_finish(struct scene *scene)
{
    free(scene->ahead);
    path_finish(&scene->path);
    watched_finish(&scene->watched);
    test_graph_finish(&scene->graph);
}

static void for_each_scene(const char *solver,
                           void (*check)(const struct scene *scene))
{
    struct catalog catalog;

    catalog_init(&catalog);
    for (size_t i = 0; i < catalog.count; i++) {
        const struct solver_ops *ops = catalog.solver[i];

        if (!(ops->capabilities & SOLVER_REPORTS) ||
            (solver && strcmp(solver, ops->name) != 0))
            continue;
        for (uint64_t number = 0; number < GRAPHS; number++) {
            struct scene scene;

            scene_init(&scene, ops, number);
            check(&scene);
            scene_finish(&scene);
        }
    }
}

static void check_once(const struct scene *scene)
{
    size_t n = scene->graph.map->topology.vertex_count;
    bool *seen = array_zero(n * SEARCH_SIDES, sizeof(*seen));

    assert_non_null(seen);
    for (size_t i = 0; i < scene->watched.count; i++) {
        const struct watched_sight *sight = &scene->watched.sights[i];
        size_t at = sight->side * n + sight->vertex;

        assert_in_range(sight->vertex, 0, n - 1);
        assert_false(seen[at]);
        seen[at] = true;
        if (i)
            assert_true(sight->phase >= sight[-1].phase);
    }
    free(seen);
}

static void a_vertex_comes_once_a_side_in_ascending_phases(void **state)
{
    for_each_scene(NULL, check_once);
}

static void check_count(const struct scene *scene)
{
    assert_int_equal(scene->watched.count, scene->pair.query.figures.settled);
}

static void all_that_is_settled_is_told(void **state)
{
    for_each_scene("dijkstra", check_count);
    for_each_scene("bidirectional", check_count);
}

static void check_reached_set(const struct scene *scene)
{
    uint64_t end = scene->ahead[scene->to];
    size_t n = scene->graph.map->topology.vertex_count;
    uint64_t nearer = 0;
    uint64_t told = 0;
    uint32_t before = 0;

    for (size_t v = 0; v < n; v++)
        nearer += scene->ahead[v] < end && scene->ahead[v] <= COST_MAX;
    for (size_t i = 0; i < scene->watched.count; i++) {
        const struct watched_sight *sight = &scene->watched.sights[i];

        assert_true(sight->cost >= before);
        if (sight->cost <= COST_MAX) {
            assert_true(scene->ahead[sight->vertex] <= end);
            assert_int_equal(sight->cost, scene->ahead[sight->vertex]);
        }
        before = sight->cost;
        told += scene->ahead[sight->vertex] < end && sight->cost <= COST_MAX;
    }
    assert_int_equal(told, nearer);
}

static void dijkstra_tells_all_that_is_nearer_in_order_of_cost(void **state)
{
    for_each_scene("dijkstra", check_reached_set);
}

/* Forward labels are those from the source; both ends have moved where the path
 * has at least two arcs. */
static void check_both_sides(const struct scene *scene)
{
    size_t count[SEARCH_SIDES] = {0};

    for (size_t i = 0; i < scene->watched.count; i++) {
        const struct watched_sight *sight = &scene->watched.sights[i];

        count[sight->side]++;
        if (sight->side == SEARCH_FORWARD && sight->cost <= COST_MAX)
            assert_int_equal(sight->cost, scene->ahead[sight->vertex]);
    }
    if (scene->path.arc_count >= 2)
        assert_true(count[SEARCH_FORWARD] + count[SEARCH_BACKWARD] > 0);
}

static void bidirectional_tells_labels_of_both_sides(void **state)
{
    for_each_scene("bidirectional", check_both_sides);
}

/* The supernode so many steps above a vertex's. */
static uint32_t ancestor(const struct hierarchy *hierarchy, uint32_t vertex,
                         uint32_t steps)
{
    uint32_t supernode = hierarchy->supernode[vertex];

    for (; steps && supernode != SUPERNODE_NONE; steps--)
        supernode = hierarchy->parent[supernode];
    return supernode;
}

static void check_walks(const struct scene *scene)
{
    const struct hierarchy *hierarchy = &scene->graph.map->hierarchy;
    bool source = false;
    bool target = false;

    for (size_t i = 0; i < scene->watched.count; i++) {
        const struct watched_sight *sight = &scene->watched.sights[i];
        bool ahead = sight->side == SEARCH_FORWARD;
        uint32_t end = ahead ? scene->from : scene->to;

        assert_int_equal(hierarchy->supernode[sight->vertex],
                         ancestor(hierarchy, end, sight->phase));
        if (ahead && sight->cost <= COST_MAX)
            assert_true(sight->cost >= scene->ahead[sight->vertex]);
        source |= ahead && sight->vertex == end && sight->cost == 0;
        target |= !ahead && sight->vertex == end && sight->cost == 0;
    }
    assert_true(source && target);
}

static void cch_tells_of_both_walks_step_by_step(void **state)
{
    for_each_scene("cch", check_walks);
}

static void check_same_answer(const struct scene *scene)
{
    struct catalog catalog;
    struct scene other = *scene;

    catalog_init(&catalog);
    path_init(&other.path);
    for (size_t i = 0; i < catalog.count; i++) {
        if (!(catalog.solver[i]->capabilities & SOLVER_REPORTS) ||
            ((catalog.solver[i]->capabilities & SOLVER_NEEDS_ORDER) &&
             !scene->graph.ordered))
            continue;
        other.watched.count = 0;
        solve(&other, catalog.solver[i], NULL);
        assert_int_equal(other.pair.cost, scene->pair.cost);
        assert_int_equal(other.watched.count, 0);
    }
    path_finish(&other.path);
}

static void who_is_not_watched_tells_nothing_and_answers_the_same(void **state)
{
    for_each_scene(NULL, check_same_answer);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_vertex_comes_once_a_side_in_ascending_phases),
        cmocka_unit_test(all_that_is_settled_is_told),
        cmocka_unit_test(dijkstra_tells_all_that_is_nearer_in_order_of_cost),
        cmocka_unit_test(bidirectional_tells_labels_of_both_sides),
        cmocka_unit_test(cch_tells_of_both_walks_step_by_step),
        cmocka_unit_test(who_is_not_watched_tells_nothing_and_answers_the_same),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
