/* test_cuda_spmv: what is special to spmv-csr and spmv-ell: rows cut into
 * parts, rounds queued ahead, maps that ELL refuses. */
#include "tests/unit/cmocka_all.h"

#include <stdlib.h>
#include <string.h>

#include <cuda_runtime_api.h>

#include "core/base/random.h"
#include "core/graph/map_builder.h"
#include "core/solver/catalog.h"
#include "gpu/forms/forms.h"
#include "gpu/gpu.h"
#include "tests/gpu/devices_or_skip.h"

/* A hub with an arc from every leaf and one to each: the hub's row has three
 * parts. ELL would pad every leaf to as many slots. */
enum { LEAVES = 2 * ROW_PART_ARCS + 100, HUB = LEAVES, VERTICES };

/* Settings of one variant of spmv-csr. */
struct way {
    struct solver_setting settings[3];
    size_t setting_count;
    bool in_place; /* long rows may count more than once */
};

static const struct way ways[] = {
    {{{"tiles-per-warp", 1}}, 1, false},
    {{{"tiles-per-warp", 5}, {"ahead", 0}}, 2, false},
    {{{"in-place", 1}}, 1, true},
};

enum { WAYS = sizeof(ways) / sizeof(ways[0]) };

struct fixture {
    const struct device *device;
    struct catalog catalog;
    struct map *star;
    uint32_t expected[VERTICES]; /* from leaf 0 */
};

static struct fixture fixture;

/* Labels of every vertex. */
struct labels {
    struct sink base;
    uint32_t cost[VERTICES];
};

static int keep(struct sink *sink, const struct label_block *block)
{
    struct labels *labels = (struct labels *)sink;

    memcpy(labels->cost + block->first, block->cost,
           block->count * sizeof(*block->cost));
    return 0;
}

static struct map *make_star(void)
{
    struct map_builder *builder = NULL;
    struct map *map = NULL;
    struct random random;

    random_seed(&random, 11);
    assert_int_equal(map_builder_create(VERTICES, &builder, NULL), 0);
    for (uint32_t v = 0; v < LEAVES; v++) {
        assert_int_equal(map_builder_add_arc(builder, v, HUB,
                                             1 + random_below(&random, 1000),
                                             NULL),
                         0);
        assert_int_equal(map_builder_add_arc(builder, HUB, v,
                                             1 + random_below(&random, 1000),
                                             NULL),
                         0);
    }
    assert_int_equal(map_builder_finish(builder, &map, NULL), 0);
    map_builder_destroy(builder);
    return map;
}

/* A solver with its form of the star. */
struct ready {
    struct prepared *prepared;
    struct metric *metric;
    struct solver *solver;
};

static void ready_finish(struct ready *ready, const struct solver_ops *ops)
{
    ops->destroy(ready->solver);
    ops->form->metric_destroy(ready->metric);
    ops->form->prepared_destroy(ready->prepared);
}

static void ready_init(struct ready *ready, const struct solver_ops *ops,
                       const struct device *device, const struct way *way)
{
    const struct form_ops *form = ops->form;
    struct error error = {""};

    *ready = (struct ready){0};
    if (form->prepare(device, fixture.star, &ready->prepared, &error) ||
        form->customize(ready->prepared, &fixture.star->imported.arcs,
                        &ready->metric, &error) ||
        ops->create(ready->prepared, way->settings, way->setting_count,
                    &ready->solver, &error))
        fail_msg("%s: %s", ops->name, error.text);
}

/* Cancels once a phase is over. */
struct stopper {
    struct phase_observer base;
    struct cancel cancel;
};

static void stop(struct phase_observer *observer, const struct phase *phase)
{
    (void)phase;
    atomic_store(&((struct stopper *)observer)->cancel.requested, true);
}

static void watch(struct ready *ready, struct query *query,
                  struct phase_observer *observer)
{
    struct query *queries[] = {query};
    struct batch batch = {queries, 1, observer};
    struct error error = {""};

    if (ready->solver->ops->solve(ready->solver, ready->metric, &batch, &error))
        fail_msg("%s", error.text);
}

static void solve(struct ready *ready, struct query *query)
{
    watch(ready, query, NULL);
}

static struct query tree_query(const struct seed *seeds, uint32_t seed_count,
                               struct labels *labels)
{
    labels->base.write = keep;
    return (struct query){
        .seeds = seeds,
        .seed_count = seed_count,
        .output = QUERY_TREE,
        .bound = COST_OVERFLOW,
        .sink = &labels->base,
    };
}

static const struct solver_ops *spmv_csr(void)
{
    return catalog_find(&fixture.catalog, "spmv-csr");
}

static int setup(void **state)
{
    static struct labels labels;
    const struct way plain = {0};
    const struct seed seed = {0, 0};
    struct query query = tree_query(&seed, 1, &labels);
    struct ready ready;

    catalog_init(&fixture.catalog);
    gpu_add_solvers(&fixture.catalog);
    fixture.star = make_star();
    ready_init(&ready, &dijkstra_solver, device_cpu(), &plain);
    solve(&ready, &query);
    ready_finish(&ready, &dijkstra_solver);
    memcpy(fixture.expected, labels.cost, sizeof(labels.cost));
    return 0;
}

static int teardown(void **state)
{
    map_destroy(fixture.star);
    return 0;
}

/* From a leaf: the hub falls, then all other leaves, then nothing. */
static void expect_three_rounds(const struct way *way)
{
    static struct labels labels;
    const struct seed seed = {0, 0};
    struct query query = tree_query(&seed, 1, &labels);
    struct ready ready;

    ready_init(&ready, spmv_csr(), fixture.device, way);
    solve(&ready, &query);
    assert_memory_equal(labels.cost, fixture.expected, sizeof(labels.cost));
    if (!way->in_place) {
        assert_int_equal(query.figures.phases, 3);
        assert_int_equal(query.figures.settled, 1 + LEAVES - 1);
    }
    ready_finish(&ready, spmv_csr());
}

static void long_rows_are_right(void **state)
{
    for (int i = 0; i < WAYS; i++)
        expect_three_rounds(&ways[i]);
}

/* All leaves are seeds, so that every part of the hub's row lowers it. */
static void a_long_row_counts_once(void **state)
{
    static struct labels labels;
    static struct seed seeds[LEAVES];
    const struct way *way = &ways[0];
    struct query query = tree_query(seeds, LEAVES, &labels);
    struct ready ready;

    for (uint32_t v = 0; v < LEAVES; v++)
        seeds[v] = (struct seed){v, 0};
    ready_init(&ready, spmv_csr(), fixture.device, way);
    solve(&ready, &query);
    assert_int_equal(query.figures.phases, 2);
    assert_int_equal(query.figures.settled, 1);
    assert_in_range(labels.cost[HUB], 1, 1000);
    ready_finish(&ready, spmv_csr());
}

/* Rounds queued ahead for one query end before the next one. */
static void a_query_after_a_cancelled_one_is_right(void **state)
{
    static struct labels labels;
    const struct way way = {{{"ahead", 32}}, 1, false};
    const struct seed seeds[] = {{5, 7}, {0, 0}};
    struct stopper stopper = {.base.phase = stop};
    struct query cancelled = tree_query(&seeds[0], 1, &labels);
    struct query query = tree_query(&seeds[1], 1, &labels);
    struct ready ready;

    ready_init(&ready, spmv_csr(), fixture.device, &way);
    cancelled.cancel = &stopper.cancel;
    watch(&ready, &cancelled, &stopper.base);
    assert_int_equal(cancelled.status, QUERY_CANCELLED);
    assert_int_equal(cancelled.figures.phases, 1);
    solve(&ready, &query);
    assert_int_equal(query.status, QUERY_DONE);
    assert_memory_equal(labels.cost, fixture.expected, sizeof(labels.cost));
    ready_finish(&ready, spmv_csr());
}

static size_t free_memory(void)
{
    size_t available = 0;
    size_t total = 0;

    assert_int_equal(cudaMemGetInfo(&available, &total), cudaSuccess);
    return available;
}

static void ell_refuses_a_star_and_gives_all_memory_back(void **state)
{
    const struct solver_ops *ops = catalog_find(&fixture.catalog, "spmv-ell");
    struct prepared *prepared = NULL;
    struct error error = {""};
    size_t before;

    /* The first run creates the device's context. */
    for (int i = 0; i < 2; i++) {
        before = free_memory();
        assert_int_equal(
            ops->form->prepare(fixture.device, fixture.star, &prepared, &error),
            SOLVER_REFUSES);
    }
    assert_int_equal(free_memory(), before);
    assert_null(prepared);
    assert_non_null(strstr(error.text, "incoming arcs"));
    assert_non_null(strstr(error.text, "spmv-csr"));
}

/* The check reads none of such a map's arrays, so they need not exist. */
static void maps_at_the_end_of_32_bits_are_refused(void **state)
{
    const struct map map = {
        .topology = {.vertex_count = 1, .arc_count = ARC_COUNT_MAX}};
    const char *names[] = {"spmv-csr", "spmv-ell"};
    struct prepared *prepared = NULL;
    struct error error;

    for (int i = 0; i < 2; i++) {
        const struct solver_ops *ops = catalog_find(&fixture.catalog, names[i]);

        error.text[0] = '\0';
        assert_int_equal(
            ops->form->prepare(fixture.device, &map, &prepared, &error),
            SOLVER_REFUSES);
        assert_non_null(strstr(error.text, "4294967293 arcs"));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(long_rows_are_right),
        cmocka_unit_test(a_long_row_counts_once),
        cmocka_unit_test(a_query_after_a_cancelled_one_is_right),
        cmocka_unit_test(ell_refuses_a_star_and_gives_all_memory_back),
        cmocka_unit_test(maps_at_the_end_of_32_bits_are_refused),
    };

    fixture.device = device_or_skip();
    return cmocka_run_group_tests(tests, setup, teardown);
}
