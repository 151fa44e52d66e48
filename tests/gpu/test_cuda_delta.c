/* test_cuda_delta: delta-stepping takes exactly the rounds that its buckets and
 * the weights require. */
#include "tests/unit/cmocka_all.h"

#include "core/graph/map_builder.h"
#include "gpu/delta_stepping/delta_rule.h"
#include "gpu/gpu.h"
#include "tests/gpu/devices_or_skip.h"
#include "tests/solver/one_pair.h"

enum { LENGTH = 6, SETTINGS_MAX = 4 };

static const struct device *device;
static struct catalog catalog;

/* LENGTH vertices in a row. */
static struct map *make_chain(uint32_t weight)
{
    struct map_builder *builder = NULL;
    struct map *map = NULL;

    assert_int_equal(map_builder_create(LENGTH, &builder, NULL), 0);
    for (uint32_t v = 0; v + 1 < LENGTH; v++)
        assert_int_equal(map_builder_add_arc(builder, v, v + 1, weight, NULL),
                         0);
    assert_int_equal(map_builder_finish(builder, &map, NULL), 0);
    map_builder_destroy(builder);
    return map;
}

/* A solver on a map, with weights that may change. One hop a round, unless
 * settings say otherwise. */
struct bench {
    struct map *map;
    struct prepared *prepared;
    struct solver *solver;
};

static void bench_init(struct bench *bench, struct map *map,
                       const struct solver_setting *settings,
                       size_t setting_count)
{
    const struct solver_ops *ops = catalog_find(&catalog, "delta-stepping");
    struct solver_setting all[SETTINGS_MAX] = {{"hops", 1}};

    assert_true(setting_count < SETTINGS_MAX);
    for (size_t i = 0; i < setting_count; i++)
        all[1 + i] = settings[i];
    bench->map = map;
    assert_int_equal(ops->form->prepare(device, map, &bench->prepared, NULL),
                     0);
    assert_int_equal(ops->create(bench->prepared, all, 1 + setting_count,
                                 &bench->solver, NULL),
                     0);
}

static void bench_finish(struct bench *bench)
{
    bench->solver->ops->destroy(bench->solver);
    bench->prepared->ops->prepared_destroy(bench->prepared);
    map_destroy(bench->map);
}

/* From the chain's first vertex to its last; returns the number of rounds. */
static uint32_t rounds_of(struct bench *bench, const struct weights *weights,
                          uint32_t expected_cost)
{
    const struct solver_ops *ops = bench->solver->ops;
    struct one_pair pair;
    struct metric *metric = NULL;

    one_pair_init(&pair, 0, LENGTH - 1);
    assert_int_equal(
        ops->form->customize(bench->prepared, weights, &metric, NULL), 0);
    assert_int_equal(ops->solve(bench->solver, metric, &pair.batch, NULL), 0);
    ops->form->metric_destroy(metric);
    assert_int_equal(pair.cost, expected_cost);
    return pair.query.figures.phases;
}

static uint32_t rounds_on_chain(uint32_t weight, double delta)
{
    const struct solver_setting settings[] = {{"delta", delta}};
    struct bench bench;
    uint32_t rounds;

    bench_init(&bench, make_chain(weight), settings, 1);
    rounds =
        rounds_of(&bench, &bench.map->imported.arcs, (LENGTH - 1) * weight);
    bench_finish(&bench);
    return rounds;
}

/* One at the start; opening, closing and light rounds for each bucket. */
static uint32_t rounds_for(uint32_t buckets, uint32_t light_rounds)
{
    return 1 + 2 * buckets + light_rounds;
}

static void a_bucket_closes_when_nothing_falls_in_it(void **state)
{
    (void)state;
    /* A bucket for each vertex, for two, for all. */
    assert_int_equal(rounds_on_chain(10, 10), rounds_for(LENGTH, LENGTH));
    assert_int_equal(rounds_on_chain(10, 20), rounds_for(LENGTH / 2, LENGTH));
    assert_int_equal(rounds_on_chain(10, 1000), rounds_for(1, LENGTH));
    assert_int_equal(rounds_on_chain(0, 1), rounds_for(1, LENGTH));
}

static void empty_buckets_cost_nothing(void **state)
{
    (void)state;
    assert_int_equal(rounds_on_chain(800000000, 1), rounds_for(LENGTH, LENGTH));
}

static void launches_do_not_change_rounds(void **state)
{
    const struct solver_setting settings[] = {{"delta", 20},
                                              {"rounds-at-once", 1}};
    struct bench bench;

    (void)state;
    bench_init(&bench, make_chain(10), settings, 2);
    assert_int_equal(
        rounds_of(&bench, &bench.map->imported.arcs, (LENGTH - 1) * 10),
        rounds_for(LENGTH / 2, LENGTH));
    bench_finish(&bench);
}

/* The chain's arcs and as many weights. */
static void the_rule_is_that_of_the_weights_in_force(void **state)
{
    static const uint32_t uneven[LENGTH - 1] = {1, 1, 1, 1, 96};
    static const uint32_t even[LENGTH - 1] = {20, 20, 20, 20, 20};
    const struct weights first = {1, LENGTH - 1, uneven};
    const struct weights second = {2, LENGTH - 1, even};
    const struct solver_setting settings[] = {{"delta-rule", DELTA_MEAN},
                                              {"delta-times", 1}};
    struct bench bench;

    (void)state;
    bench_init(&bench, make_chain(1), settings, 2);
    /* A mean of 20: labels 0 to 4 in a bucket, 100 in another. */
    assert_int_equal(rounds_of(&bench, &first, 100), rounds_for(2, LENGTH));
    assert_int_equal(rounds_of(&bench, &second, 100),
                     rounds_for(LENGTH, LENGTH));
    assert_int_equal(rounds_of(&bench, &first, 100), rounds_for(2, LENGTH));
    bench_finish(&bench);
}

static void each_rule_widens_the_buckets_by_itself(void **state)
{
    static const uint32_t uneven[LENGTH - 1] = {1, 1, 1, 2, 95};
    static const uint32_t buckets[DELTA_RULES] = {
        [DELTA_MEDIAN] = 6,             /* delta 1 */
        [DELTA_MEAN] = 2,               /* delta 20 */
        [DELTA_MEAN_OVER_VERTICES] = 2, /* delta 16 */
        [DELTA_MAX_OVER_DEGREE] = 2,    /* delta 95 */
    };
    const struct weights weights = {1, LENGTH - 1, uneven};

    (void)state;
    for (unsigned rule = 0; rule < DELTA_RULES; rule++) {
        const struct solver_setting settings[] = {{"delta-rule", rule},
                                                  {"delta-times", 1}};
        struct bench bench;

        bench_init(&bench, make_chain(1), settings, 2);
        assert_int_equal(rounds_of(&bench, &weights, 100),
                         rounds_for(buckets[rule], LENGTH));
        bench_finish(&bench);
    }
}

static void a_rule_may_be_taken_several_times(void **state)
{
    static const uint32_t even[LENGTH - 1] = {5, 5, 5, 5, 5};
    const struct weights weights = {1, LENGTH - 1, even};

    (void)state;
    for (uint32_t times = 1; times <= LENGTH; times++) {
        const struct solver_setting settings[] = {{"delta-times", times}};
        struct bench bench;

        bench_init(&bench, make_chain(1), settings, 1);
        assert_int_equal(rounds_of(&bench, &weights, 25),
                         rounds_for((LENGTH - 1) / times + 1, LENGTH));
        bench_finish(&bench);
    }
}

static void widths_do_not_wrap(void **state)
{
    const struct solver_setting settings[] = {{"delta-times", 1e6}};
    struct bench bench;

    (void)state;
    bench_init(&bench, make_chain(800000000), settings, 1);
    assert_int_equal(
        rounds_of(&bench, &bench.map->imported.arcs, (LENGTH - 1) * 800000000u),
        rounds_for(1, LENGTH));
    bench_finish(&bench);
}

static void hops_take_the_place_of_rounds(void **state)
{
    (void)state;
    for (uint32_t hops = 1; hops <= LENGTH; hops++) {
        const struct solver_setting settings[] = {{"delta", 1000},
                                                  {"hops", hops}};
        struct bench bench;

        bench_init(&bench, make_chain(10), settings, 2);
        assert_int_equal(
            rounds_of(&bench, &bench.map->imported.arcs, (LENGTH - 1) * 10),
            rounds_for(1, (LENGTH - 1) / hops + 1));
        bench_finish(&bench);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_bucket_closes_when_nothing_falls_in_it),
        cmocka_unit_test(empty_buckets_cost_nothing),
        cmocka_unit_test(launches_do_not_change_rounds),
        cmocka_unit_test(the_rule_is_that_of_the_weights_in_force),
        cmocka_unit_test(each_rule_widens_the_buckets_by_itself),
        cmocka_unit_test(a_rule_may_be_taken_several_times),
        cmocka_unit_test(widths_do_not_wrap),
        cmocka_unit_test(hops_take_the_place_of_rounds),
    };

    device = device_or_skip();
    catalog_init(&catalog);
    gpu_add_solvers(&catalog);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
