/* cch: panels and Schur complements meet their header's definition. */
#include "tests/unit/cmocka_all.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/random.h"
#include "core/graph/map_builder.h"
#include "core/graph/order/map_order.h"
#include "core/solver/catalog.h"
#include "core/solver/cch/cch.h"
#include "core/solver/cch/customize.h"
#include "tests/solver/changing.h"
#include "tests/solver/graphs.h"
#include "tests/unit/solver/staged.h"

static struct map *order_randomly(const struct map *map, uint64_t seed)
{
    uint32_t n = map->topology.vertex_count;
    uint32_t *order = malloc((n + (size_t)1) * sizeof(*order));
    struct map *ordered;
    struct random random;

    random_seed(&random, seed);
    for (uint32_t i = 0; i < n; i++) {
        uint32_t j = random_below(&random, i + 1);

        order[i] = order[j];
        order[j] = i;
    }
    assert_int_equal(map_order(map, order, &ordered, NULL), 0);
    free(order);
    return ordered;
}

/* Vertex i of a front. */
static uint32_t front_vertex(const struct hierarchy *h, uint32_t s, uint32_t i)
{
    uint32_t size = supernode_size(h, s);

    return i < size ? h->first_vertex[s] + i
                    : h->upward[h->first_upward[s] + i - size];
}

/* The panel's entry of the front's vertices i and j, one of which is below the
 * size. */
static uint32_t panel_get(const struct hierarchy *h, const uint32_t *panels,
                          uint32_t s, uint32_t i, uint32_t j)
{
    uint32_t size = supernode_size(h, s);
    uint32_t n = supernode_upward(h, s);

    if (i < size)
        return cch_out(h, panels, s)[i * (size + n) + j];
    return cch_in(h, panels, s)[j * n + i - size];
}

static bool in_panel(const struct hierarchy *h, uint32_t s, uint32_t i,
                     uint32_t j)
{
    return i < supernode_size(h, s) || j < supernode_size(h, s);
}

/* Checks all entries, or those whose lower end is `only`. */
static void check_panels(const struct hierarchy *h, const uint32_t *panels,
                         uint32_t s, const struct staged *staged, uint32_t only)
{
    uint32_t front = supernode_size(h, s) + supernode_upward(h, s);
    uint32_t first = h->first_vertex[s];

    for (uint32_t i = 0; i < front; i++) {
        for (uint32_t j = 0; j < front; j++) {
            uint32_t lower = i < j ? i : j;

            if (in_panel(h, s, i, j) &&
                (only == VERTEX_NONE || lower + first == only))
                assert_int_equal(panel_get(h, panels, s, i, j),
                                 staged_get(staged, front_vertex(h, s, i),
                                            front_vertex(h, s, j)));
        }
    }
}

static uint32_t first_below(const struct hierarchy *h, uint32_t s)
{
    while (h->first_child[s] < h->first_child[s + 1])
        s = h->child[h->first_child[s]];
    return h->first_vertex[s];
}

static void check_schur(const struct map *map, const struct cch_metric *metric,
                        uint32_t s)
{
    const struct hierarchy *h = &map->hierarchy;
    const uint32_t *schur = metric->schur + h->first_schur[s];
    uint32_t first = first_below(h, s);
    uint32_t end = h->first_vertex[s + 1];
    uint32_t n = supernode_upward(h, s);
    struct staged staged;

    staged_init_touching(&staged, map, metric->weights.weight, first, end);
    for (uint32_t v = first; v < end; v++)
        staged_pass(&staged, v);
    for (uint32_t i = 0; i < n; i++) {
        for (uint32_t j = 0; j < n; j++)
            assert_int_equal(schur[i * n + j],
                             staged_get(&staged,
                                        h->upward[h->first_upward[s] + i],
                                        h->upward[h->first_upward[s] + j]));
    }
    staged_finish(&staged);
}

static void check_metric(const struct map *map, const struct metric *base)
{
    const struct cch_metric *metric = (const struct cch_metric *)base;
    const struct hierarchy *h = &map->hierarchy;
    struct staged staged;

    staged_init(&staged, map, metric->weights.weight);
    for (uint32_t s = 0; s < h->supernode_count; s++) {
        for (uint32_t v = h->first_vertex[s]; v < h->first_vertex[s + 1]; v++) {
            check_panels(h, metric->basic, s, &staged, v);
            staged_pass(&staged, v);
        }
        check_panels(h, metric->closed, s, &staged, VERTEX_NONE);
        check_schur(map, metric, s);
    }
    staged_finish(&staged);
}

static struct prepared *prepared_for(const struct map *map, unsigned threads)
{
    struct prepared *prepared;

    assert_int_equal(cch_form.prepare(device_cpu(), map, &prepared, NULL), 0);
    ((struct cch *)prepared)->threads = threads;
    return prepared;
}

static struct metric *customized(const struct map *map,
                                 const struct weights *weights,
                                 unsigned threads)
{
    struct metric *metric;

    assert_int_equal(
        cch_form.customize(prepared_for(map, threads), weights, &metric, NULL),
        0);
    return metric;
}

static struct metric *customized_fixed(const struct map *map,
                                       const struct weights *weights,
                                       unsigned threads)
{
    struct metric *metric;

    assert_int_equal(metric_customize_fixed(prepared_for(map, threads), weights,
                                            &metric, NULL),
                     0);
    return metric;
}

static void destroy(struct metric *metric)
{
    struct prepared *prepared = metric->prepared;

    cch_form.metric_destroy(metric);
    cch_form.prepared_destroy(prepared);
}

static void assert_same_panels(const struct metric *left,
                               const struct metric *right)
{
    const struct cch_metric *a = (const struct cch_metric *)left;
    const struct cch_metric *b = (const struct cch_metric *)right;
    const struct hierarchy *h = &left->prepared->map->hierarchy;
    size_t panels = h->first_panel[h->supernode_count] * sizeof(uint32_t);

    assert_memory_equal(a->basic, b->basic, panels);
    assert_memory_equal(a->closed, b->closed, panels);
}

static void assert_same(const struct metric *left, const struct metric *right)
{
    const struct hierarchy *h = &left->prepared->map->hierarchy;

    assert_same_panels(left, right);
    assert_memory_equal(((const struct cch_metric *)left)->schur,
                        ((const struct cch_metric *)right)->schur,
                        h->first_schur[h->supernode_count] * sizeof(uint32_t));
}

static void finds_the_least_weights_in_every_order(void **state)
{
    uint64_t count = 2 * test_graph_variety();

    for (uint64_t number = 0; number < count; number++) {
        struct test_graph graph;
        struct metric *metric;
        struct map *map;

        test_graph_make(number, 24, false, &graph);
        map = order_randomly(graph.map, number);
        metric = customized(map, &map->imported.arcs, 1);
        check_metric(map, metric);
        destroy(metric);
        map_destroy(map);
        test_graph_finish(&graph);
    }
}

static void change_again_and_again(const struct test_graph *graph,
                                   uint64_t seed, unsigned threads)
{
    struct metric *metric =
        customized(graph->map, &graph->map->imported.arcs, threads);
    struct cch_metric *changed = (struct cch_metric *)metric;
    struct changing changing;
    struct random random;

    random_seed(&random, seed);
    changing_init(&changing, graph, &graph->map->imported.arcs);
    for (uint64_t epoch = 2; epoch < 8; epoch++) {
        struct metric *afresh;

        changing_draw(&changing, &random, epoch);
        changed->weights = changing.next;
        assert_int_equal(cch_recustomize(changed, &changing.to, NULL), 0);
        changing_turn(&changing);
        changed->weights = changing.weights;
        afresh = customized(graph->map, &changing.weights, 1);
        assert_same(metric, afresh);
        destroy(afresh);
    }
    changing_finish(&changing);
    destroy(metric);
}

static void a_change_gives_what_customizing_afresh_gives(void **state)
{
    static const unsigned threads[] = {1, 2, 5};
    uint64_t count = test_graph_variety();

    for (uint64_t number = 0; number < count; number++) {
        struct test_graph graph;

        test_graph_make(number, 300, true, &graph);
        change_again_and_again(&graph, number, threads[number % 3]);
        test_graph_finish(&graph);
    }
}

static void threads_give_the_same(void **state)
{
    uint64_t count = test_graph_variety();

    for (uint64_t number = 0; number < count; number++) {
        struct test_graph graph;
        struct metric *one;

        test_graph_make(number, 1000, true, &graph);
        one = customized(graph.map, &graph.changed, 1);
        for (unsigned threads = 2; threads <= 5; threads += 3) {
            struct metric *more =
                customized(graph.map, &graph.changed, threads);

            assert_same(one, more);
            destroy(more);
        }
        destroy(one);
        test_graph_finish(&graph);
    }
}

static void fixed_weights_give_the_same_in_less_memory(void **state)
{
    uint64_t count = test_graph_variety();

    for (uint64_t number = 0; number < count; number++) {
        struct test_graph graph;
        const struct hierarchy *h;
        struct metric *changeable;

        test_graph_make(number, 1000, true, &graph);
        h = &graph.map->hierarchy;
        changeable = customized(graph.map, &graph.changed, 1);
        for (unsigned threads = 1; threads <= 5; threads += 2) {
            struct metric *fixed =
                customized_fixed(graph.map, &graph.changed, threads);

            assert_same_panels(changeable, fixed);
            assert_null(((const struct cch_metric *)fixed)->schur);
            assert_int_equal(cch_form.metric_bytes(fixed) +
                                 4 * h->first_schur[h->supernode_count],
                             cch_form.metric_bytes(changeable));
            destroy(fixed);
        }
        destroy(changeable);
        test_graph_finish(&graph);
    }
}

/* A vertex with roads to and from all others. */
static struct map *make_star(uint32_t leaves)
{
    struct map_builder *builder;
    struct map *plain;
    struct map *map;

    assert_int_equal(map_builder_create(leaves + 1, &builder, NULL), 0);
    for (uint32_t leaf = 1; leaf <= leaves; leaf++) {
        assert_int_equal(map_builder_add_arc(builder, leaf, 0, leaf, NULL), 0);
        assert_int_equal(map_builder_add_arc(builder, 0, leaf, 1, NULL), 0);
    }
    assert_int_equal(map_builder_finish(builder, &plain, NULL), 0);
    map_builder_destroy(builder);
    assert_int_equal(map_order(plain, NULL, &map, NULL), 0);
    map_destroy(plain);
    return map;
}

static void a_hub_costs_no_more_than_its_roads(void **state)
{
    const uint32_t leaves = 100000;
    struct map *map = make_star(leaves);
    const struct hierarchy *h = &map->hierarchy;
    struct metric *metric = customized(map, &map->imported.arcs, 2);
    const struct schedule *schedule =
        &((const struct cch *)metric->prepared)->schedule;

    assert_true(h->first_panel[h->supernode_count] < 8ULL * leaves);
    assert_true(h->first_schur[h->supernode_count] < 8ULL * leaves);
    assert_true(schedule->task_count < 10000);
    destroy(metric);
    map_destroy(map);
}

static void refuses_a_map_that_is_not_ordered(void **state)
{
    struct prepared *prepared = NULL;
    struct test_graph graph;
    struct error error;

    test_graph_make(0, 10, false, &graph);
    assert_int_equal(
        cch_form.prepare(device_cpu(), graph.map, &prepared, &error),
        SOLVER_REFUSES);
    assert_non_null(strstr(error.text, "relaxctl order"));
    assert_null(prepared);
    test_graph_finish(&graph);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(finds_the_least_weights_in_every_order),
        cmocka_unit_test(a_change_gives_what_customizing_afresh_gives),
        cmocka_unit_test(threads_give_the_same),
        cmocka_unit_test(fixed_weights_give_the_same_in_less_memory),
        cmocka_unit_test(a_hub_costs_no_more_than_its_roads),
        cmocka_unit_test(refuses_a_map_that_is_not_ordered),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
