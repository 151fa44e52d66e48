/* derive: a metric derived for changed weights while the old one answers. */
#include "tests/unit/cmocka_all.h"

#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "core/solver/catalog.h"
#include "core/solver/cch/cch.h"
#include "core/solver/csr.h"
#include "tests/solver/changing.h"
#include "tests/solver/one_pair.h"

enum { PAIRS = 6, CHANGES = 5 };

/* Costs between the same random vertices, by dijkstra on these weights. */
struct expected {
    uint32_t from[PAIRS];
    uint32_t to[PAIRS];
    uint32_t cost[PAIRS];
};

/* A thread that queries one metric until it is stopped. */
struct asking {
    const struct solver_ops *ops;
    struct prepared *prepared;
    const struct metric *metric;
    const struct expected *expected;
    atomic_bool stop;
    size_t rounds;
    size_t wrong;
};

static uint32_t cost_of(struct solver *solver, const struct metric *metric,
                        uint32_t from, uint32_t to)
{
    struct one_pair pair;

    one_pair_init(&pair, from, to);
    assert_int_equal(solver->ops->solve(solver, metric, &pair.batch, NULL), 0);
    return pair.cost;
}

static struct solver *create(const struct solver_ops *ops,
                             struct prepared *prepared)
{
    struct solver *solver;

    assert_int_equal(ops->create(prepared, NULL, 0, &solver, NULL), 0);
    return solver;
}

static void expect(const struct map *map, const struct weights *weights,
                   uint64_t seed, struct expected *ret_expected)
{
    struct prepared *prepared;
    struct metric *metric;
    struct solver *solver;
    struct random random;

    random_seed(&random, seed);
    assert_int_equal(csr_form.prepare(device_cpu(), map, &prepared, NULL), 0);
    assert_int_equal(csr_form.customize(prepared, weights, &metric, NULL), 0);
    solver = create(&dijkstra_solver, prepared);
    for (size_t i = 0; i < PAIRS; i++) {
        uint32_t n = map->topology.vertex_count;

        ret_expected->from[i] = random_below(&random, n);
        ret_expected->to[i] = random_below(&random, n);
        ret_expected->cost[i] =
            cost_of(solver, metric, ret_expected->from[i], ret_expected->to[i]);
    }
    dijkstra_solver.destroy(solver);
    csr_form.metric_destroy(metric);
    csr_form.prepared_destroy(prepared);
}

static size_t count_wrong(struct solver *solver, const struct metric *metric,
                          const struct expected *expected)
{
    size_t wrong = 0;

    for (size_t i = 0; i < PAIRS; i++)
        wrong += cost_of(solver, metric, expected->from[i], expected->to[i]) !=
                 expected->cost[i];
    return wrong;
}

static void *ask_until_stopped(void *context)
{
    struct asking *asking = context;
    struct solver *solver = create(asking->ops, asking->prepared);

    do {
        asking->wrong += count_wrong(solver, asking->metric, asking->expected);
        asking->rounds++;
    } while (!atomic_load(&asking->stop));
    asking->ops->destroy(solver);
    return NULL;
}

/* A metric that lies `since` behind the newest follows it: to the newest's own
 * weights, which takes all that the newest has, and to others. */
static void follow(struct solver *solver, struct metric **metric,
                   const struct metric *newest,
                   const struct weight_changes *since,
                   const struct weights *weights,
                   const struct weight_changes *changes,
                   const struct expected *expected)
{
    assert_int_equal(
        metric_follow(metric, newest, since, weights, changes, NULL), 0);
    assert_int_equal((*metric)->epoch, weights->epoch);
    assert_int_equal(count_wrong(solver, *metric, expected), 0);
}

/* Derives one of fixed weights, which nothing is derived from. */
static void derive_fixed(struct solver *solver, struct metric *from,
                         const struct weights *weights,
                         const struct weight_changes *changes,
                         const struct expected *expected)
{
    struct metric *derived;

    assert_int_equal(
        metric_derive_fixed(from, weights, changes, &derived, NULL), 0);
    assert_int_equal(derived->epoch, weights->epoch);
    assert_int_equal(count_wrong(solver, derived, expected), 0);
    from->prepared->ops->metric_destroy(derived);
}

/* Derives from the old metric repeatedly; the derived metric answers as
 * dijkstra does on its weights. So does one of fixed weights, and one derived
 * from that. */
static void derive(const struct test_graph *graph, uint64_t seed,
                   struct solver *solver, struct metric *old)
{
    const struct form_ops *form = old->prepared->ops;
    const struct weight_changes none = {NULL, 0};
    struct changing changing;
    struct metric *late;
    struct random random;

    random_seed(&random, seed);
    changing_init(&changing, graph, &graph->map->imported.arcs);
    assert_int_equal(
        form->customize(old->prepared, &changing.weights, &late, NULL), 0);
    for (uint64_t epoch = 2; epoch < 2 + CHANGES; epoch++) {
        struct metric *derived;
        struct metric *back;
        struct expected expected;

        changing_draw(&changing, &random, epoch);
        expect(graph->map, &changing.next, seed, &expected);
        derive_fixed(solver, old, &changing.next, &changing.to, &expected);
        assert_int_equal(
            metric_derive(old, &changing.next, &changing.to, &derived, NULL),
            0);
        assert_int_equal(derived->epoch, epoch);
        assert_ptr_equal(derived->prepared, old->prepared);
        assert_int_equal(count_wrong(solver, derived, &expected), 0);
        follow(solver, &late, derived, &changing.to, &changing.next, &none,
               &expected);
        form->metric_destroy(derived);
        assert_int_equal(metric_customize_fixed(old->prepared, &changing.next,
                                                &derived, NULL),
                         0);
        assert_int_equal(count_wrong(solver, derived, &expected), 0);
        follow(solver, &late, derived, &changing.to, &changing.next, &none,
               &expected);
        expect(graph->map, &changing.weights, seed, &expected);
        derive_fixed(solver, derived, &changing.weights, &changing.to,
                     &expected);
        assert_int_equal(metric_derive(derived, &changing.weights, &changing.to,
                                       &back, NULL),
                         0);
        form->metric_destroy(derived);
        assert_int_equal(count_wrong(solver, back, &expected), 0);
        follow(solver, &late, back, &changing.to, &changing.weights, &none,
               &expected);
        expect(graph->map, &changing.next, seed, &expected);
        follow(solver, &late, back, &none, &changing.next, &changing.to,
               &expected);
        form->metric_destroy(back);
        expect(graph->map, &changing.weights, seed, &expected);
        follow(solver, &late, old, &changing.to, &changing.weights, &none,
               &expected);
    }
    form->metric_destroy(late);
    changing_finish(&changing);
}

static void derive_while_another_asks(const struct solver_ops *ops,
                                      const struct test_graph *graph,
                                      uint64_t seed, bool fixed)
{
    const struct form_ops *form = ops->form;
    struct expected expected;
    struct asking asking = {.ops = ops, .expected = &expected};
    struct metric *metric;
    struct solver *solver;
    pthread_t thread;

    expect(graph->map, &graph->map->imported.arcs, seed, &expected);
    assert_int_equal(
        form->prepare(device_cpu(), graph->map, &asking.prepared, NULL), 0);
    assert_int_equal(
        (fixed ? metric_customize_fixed : form->customize)(
            asking.prepared, &graph->map->imported.arcs, &metric, NULL),
        0);
    asking.metric = metric;
    assert_int_equal(pthread_create(&thread, NULL, ask_until_stopped, &asking),
                     0);
    solver = create(ops, asking.prepared);
    derive(graph, seed, solver, metric);
    atomic_store(&asking.stop, true);
    pthread_join(thread, NULL);
    assert_true(asking.rounds > 0);
    assert_int_equal(asking.wrong, 0);
    assert_int_equal(count_wrong(solver, metric, &expected), 0);
    ops->destroy(solver);
    form->metric_destroy(metric);
    form->prepared_destroy(asking.prepared);
}

static void both_answer_as_dijkstra_while_another_thread_asks(void **state)
{
    struct catalog catalog;

    catalog_init(&catalog);
    for (uint64_t number = 0; number < test_graph_variety(); number++) {
        struct test_graph graph;

        test_graph_make(number, 200, true, &graph);
        for (size_t i = 0; i < catalog.count; i++)
            derive_while_another_asks(catalog.solver[i], &graph, number,
                                      (number + i) % 2);
        test_graph_finish(&graph);
    }
}

static void every_form_that_recustomizes_clones(void **state)
{
    struct catalog catalog;

    catalog_init(&catalog);
    for (size_t i = 0; i < catalog.count; i++) {
        const struct form_ops *form = catalog.solver[i]->form;

        assert_int_equal(!form->clone, !form->recustomize);
        assert_int_equal(!form->catch_up, !form->recustomize);
    }
}

static void few_changes_pay_unless_weights_were_fixed(void **state)
{
    struct prepared *prepared;
    struct metric *metric;
    struct test_graph graph;
    uint32_t arc[] = {0};
    struct weight_changes few = {arc, 1};
    struct weight_changes all;
    uint32_t *arcs;

    test_graph_make(1, 2000, true, &graph);
    all.count = graph.map->topology.arc_count;
    arcs = malloc(all.count * sizeof(*arcs));
    for (uint32_t a = 0; a < all.count; a++)
        arcs[a] = a;
    all.arc = arcs;
    assert_int_equal(cch_form.prepare(device_cpu(), graph.map, &prepared, NULL),
                     0);
    assert_int_equal(
        cch_form.customize(prepared, &graph.map->imported.arcs, &metric, NULL),
        0);
    assert_true(cch_form.recustomize_pays(metric, &few));
    assert_false(cch_form.recustomize_pays(metric, &all));
    cch_form.metric_destroy(metric);
    assert_int_equal(metric_customize_fixed(prepared, &graph.map->imported.arcs,
                                            &metric, NULL),
                     0);
    assert_false(cch_form.recustomize_pays(metric, &few));
    assert_int_equal(
        cch_form.recustomize(metric, &graph.map->imported.arcs, &few, NULL), 0);
    assert_true(cch_form.recustomize_pays(metric, &few));
    cch_form.metric_destroy(metric);
    cch_form.prepared_destroy(prepared);
    test_graph_finish(&graph);
    free(arcs);
}

static bool have_equal_panels(const struct metric *a, const struct metric *b)
{
    const struct cch_metric *one = (const struct cch_metric *)a;
    const struct cch_metric *other = (const struct cch_metric *)b;
    const struct hierarchy *hierarchy = &a->prepared->map->hierarchy;
    size_t bytes = hierarchy->first_panel[hierarchy->supernode_count] *
                   sizeof(*one->basic);

    return !memcmp(one->basic, other->basic, bytes) &&
           !memcmp(one->closed, other->closed, bytes);
}

/* Changes arcs at random, derives, and compares. Returns whether it paid. */
static bool derive_from(struct metric *from, struct random *random,
                        const struct weights *before, uint32_t count)
{
    uint32_t arcs = before->arc_count;
    uint32_t *arc = malloc(count * sizeof(*arc));
    uint32_t *weight = malloc(arcs * sizeof(*weight));
    const struct weights weights = {.weight = weight, .arc_count = arcs};
    const struct weight_changes changes = {arc, count};
    struct metric *derived, *scratch;
    bool pays;

    memcpy(weight, before->weight, arcs * sizeof(*weight));
    for (uint32_t i = 0; i < count; i++) {
        arc[i] = random_below(random, arcs);
        weight[arc[i]] = random_below(random, 5) ? random_below(random, 3000)
                                                 : WEIGHT_CLOSED;
    }
    assert_int_equal(
        metric_derive_fixed(from, &weights, &changes, &derived, NULL), 0);
    assert_int_equal(
        metric_customize_fixed(from->prepared, &weights, &scratch, NULL), 0);
    assert_true(have_equal_panels(derived, scratch));
    assert_null(((const struct cch_metric *)derived)->schur);
    pays = cch_form.recustomize_pays(from, &changes);
    cch_form.metric_destroy(derived);
    cch_form.metric_destroy(scratch);
    free(arc);
    free(weight);
    return pays;
}

static void fixed_ones_have_the_panels_of_those_from_scratch(void **state)
{
    const struct weights *weights;
    struct prepared *prepared;
    struct metric *from;
    struct test_graph graph;
    struct random random;
    size_t paid = 0;

    test_graph_make(1, 3000, true, &graph);
    weights = &graph.map->imported.arcs;
    random_seed(&random, 5);
    assert_int_equal(cch_form.prepare(device_cpu(), graph.map, &prepared, NULL),
                     0);
    assert_int_equal(metric_customize_fixed(prepared, weights, &from, NULL), 0);
    for (uint32_t i = 0; i < 40; i++)
        paid += derive_from(
            from, &random, weights,
            1 + random_below(&random, i % 4 ? 4 : weights->arc_count / 2));
    assert_in_range(paid, 20, 39);
    cch_form.metric_destroy(from);
    cch_form.prepared_destroy(prepared);
    test_graph_finish(&graph);
}

static int fails(struct metric *metric, const struct weights *weights,
                 const struct weight_changes *changes, struct error *error)
{
    return error_set(error, -ENOMEM, "made so");
}

static void a_failure_leaves_the_old_one(void **state)
{
    const struct weight_changes none = {NULL, 0};
    struct form_ops form = cch_form;
    struct metric *derived = NULL;
    struct prepared *prepared;
    struct metric *metric;
    struct test_graph graph;
    struct error error;

    form.recustomize = fails;
    form.recustomize_pays = NULL;
    test_graph_make(0, 10, true, &graph);
    assert_int_equal(form.prepare(device_cpu(), graph.map, &prepared, NULL), 0);
    prepared->ops = &form;
    assert_int_equal(
        form.customize(prepared, &graph.map->imported.arcs, &metric, NULL), 0);
    assert_int_equal(
        metric_derive(metric, &graph.changed, &none, &derived, &error),
        -ENOMEM);
    assert_string_equal(error.text, "made so");
    assert_null(derived);
    assert_int_equal(metric->epoch, graph.map->imported.arcs.epoch);
    form.metric_destroy(metric);
    form.prepared_destroy(prepared);
    test_graph_finish(&graph);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(both_answer_as_dijkstra_while_another_thread_asks),
        cmocka_unit_test(every_form_that_recustomizes_clones),
        cmocka_unit_test(few_changes_pay_unless_weights_were_fixed),
        cmocka_unit_test(fixed_ones_have_the_panels_of_those_from_scratch),
        cmocka_unit_test(a_failure_leaves_the_old_one),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
