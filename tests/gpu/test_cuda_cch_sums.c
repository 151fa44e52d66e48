/* test_cuda_cch_sums: durations and lengths beside closed panels equal the
 * CPU's, word by word, whichever team takes a front; and tables of them equal
 * dijkstra's, in any strips.
 *
 * usage: test_cuda_cch_sums [EVERY]: only every EVERY-th graph, for an emulated
 * device or a sanitizer. */
#include "tests/unit/cmocka_all.h"

#include <stdlib.h>
#include <string.h>

#include <cuda_runtime_api.h>

#include "core/base/array.h"
#include "core/solver/catalog.h"
#include "core/solver/cch/closed_sums.h"
#include "gpu/forms/cuda_cch.h"
#include "gpu/gpu.h"
#include "tests/gpu/devices_or_skip.h"
#include "tests/gpu/panels.h"
#include "tests/solver/graphs.h"

/* Smaller on an emulated device. */
#ifndef CCH_VERTICES
#define CCH_VERTICES 600
#define CCH_QUERIES  140
#endif

enum { TARGETS = 90, VERTICES_OF_TARGET = 3, SEEDS = 3 };

static const struct device cpu = {.kind = DEVICE_CPU, .name = "cpu"};
static const struct device *gpu;
static const struct solver_ops *ops;
static uint64_t every = 1;

/* NULL: the device's own. */
static const struct cch_limits limits[] = {
    {{0, 0, 0, 0, 0, 0}},   /* all by many blocks */
    {{2, 4, 5, 7, 13, 21}}, /* teams mixed */
    {{8, 8, 16, 16, 16, 1024}},
    {{8, 0, 16, 20, 20, 20}},
};

enum { LIMITS = sizeof(limits) / sizeof(*limits) };

static const struct solver_setting shapes[][2] = {
    {{"walks", 65536}, {"walk-threads", 0}},
    {{"walks", 2}, {"walk-threads", 32}},
    {{"walks", 60}, {"walk-threads", 1024}},
    {{"walks", 140}, {"walk-threads", 16384}},
};

enum { SHAPES = sizeof(shapes) / sizeof(*shapes) };

static void *some(void *memory)
{
    assert_non_null(memory);
    return memory;
}

/* ---- Panels ------------------------------------------------------------- */

/* Sums of infinite costs do not matter. */
static void assert_sums(const struct metric *metric,
                        const struct metric *expected,
                        const struct test_graph *graph)
{
    const struct cuda_cch_metric *a = (const struct cuda_cch_metric *)metric;
    const struct cch_metric *b = (const struct cch_metric *)expected;
    uint64_t words = a->panels.panel_words;
    cch_packed *packed = some(array_alloc(words, sizeof(*packed)));
    const struct closed_sums *sums;
    const cch_packed *panel;

    assert_int_equal(closed_sums_of(b, &graph->sums, &sums), 0);
    assert_int_equal(cch_metric_sums_of(a, &graph->sums, 0, &panel, NULL), 0);
    assert_int_equal(cudaMemcpy(packed, panel, words * sizeof(*packed),
                                cudaMemcpyDeviceToHost),
                     cudaSuccess);
    for (uint64_t i = 0; i < words; i++) {
        cch_packed wanted =
            (cch_packed)sums->duration[i] << 32 | sums->length[i];

        if (b->closed[i] <= COST_MAX && packed[i] != wanted)
            fail_msg("graph %lu, %s: word %lu has %llx, not %llx",
                     (unsigned long)graph->number, graph->kind,
                     (unsigned long)i, packed[i], wanted);
    }
    free(packed);
}

static void try_panels(const struct test_graph *graph,
                       const struct cch_limits *wanted)
{
    const struct form_ops *form = &cuda_cch_form;
    struct metric *expected = panels_make(&cch_form, &cpu, graph->map);
    struct prepared *prepared;
    struct metric *metric;
    struct weight_changes changes = {NULL, 0};

    assert_int_equal(cuda_cch_prepare(gpu, graph->map, wanted, &prepared, NULL),
                     0);
    assert_int_equal(
        form->customize(prepared, &graph->map->imported.arcs, &metric, NULL),
        0);
    assert_sums(metric, expected, graph);
    changes.arc = some(array_alloc(graph->changed.arc_count, sizeof(uint32_t)));
    changes.count = graph->changed.arc_count;
    for (uint32_t i = 0; i < changes.count; i++)
        ((uint32_t *)changes.arc)[i] = i;
    assert_int_equal(form->recustomize(metric, &graph->changed, &changes, NULL),
                     0);
    assert_int_equal(
        cch_form.recustomize(expected, &graph->changed, &changes, NULL), 0);
    assert_sums(metric, expected, graph);
    free((void *)changes.arc);
    form->metric_destroy(metric);
    form->prepared_destroy(prepared);
    panels_destroy(expected);
}

static void panels_have_the_sums_of_the_cpu(void **state)
{
    for (uint64_t number = 0; number < test_graph_variety(); number += every) {
        struct test_graph graph;

        test_graph_make(number, CCH_VERTICES, true, &graph);
        try_panels(&graph, NULL);
        try_panels(&graph, &limits[number / every % LIMITS]);
        test_graph_finish(&graph);
    }
}

/* ---- Tables ------------------------------------------------------------- */

/* A table, and memory for one solver's answers. */
struct table {
    struct target_vertex vertices[TARGETS][VERTICES_OF_TARGET];
    struct sums_adjustment adjustments[TARGETS][VERTICES_OF_TARGET];
    const struct sums_adjustment *adjustment[TARGETS];
    struct target targets[TARGETS];
    struct seed seeds[CCH_QUERIES][SEEDS];
    struct path_sums seed_sums[CCH_QUERIES][SEEDS];
    struct sums_query sums[CCH_QUERIES];
    struct query query[CCH_QUERIES];
    struct query *queries[CCH_QUERIES];
    uint32_t cost[CCH_QUERIES][TARGETS];
    struct path_sums found[CCH_QUERIES][TARGETS];
    size_t row_count;
};

static void draw_targets(struct table *table, struct random *random, uint32_t n,
                         uint32_t count)
{
    for (uint32_t t = 0; t < count; t++) {
        for (int j = 0; j < VERTICES_OF_TARGET; j++) {
            table->vertices[t][j] = (struct target_vertex){
                random_below(random, n), (int64_t)random_below(random, 5) - 2};
            table->adjustments[t][j] =
                (struct sums_adjustment){(int64_t)random_below(random, 5) - 2,
                                         (int64_t)random_below(random, 5) - 2};
        }
        table->adjustment[t] = table->adjustments[t];
        table->targets[t] =
            (struct target){table->vertices[t], random_below(random, 4)};
    }
}

static void table_draw(struct table *table, const struct test_graph *graph,
                       uint64_t number)
{
    uint32_t n = graph->map->topology.vertex_count;
    struct random random;
    uint32_t count;

    random_seed(&random, number);
    count = random_below(&random, 3) ? TARGETS : random_below(&random, 4);
    table->row_count =
        random_below(&random, 3) ? CCH_QUERIES : 1 + random_below(&random, 3);
    draw_targets(table, &random, n, count);
    memset(table->cost, 0x5a, sizeof(table->cost));
    memset(table->found, 0x5a, sizeof(table->found));
    for (size_t i = 0; i < table->row_count; i++) {
        for (int j = 0; j < SEEDS; j++) {
            table->seeds[i][j] = (struct seed){random_below(&random, n),
                                               random_below(&random, 3)};
            table->seed_sums[i][j] = (struct path_sums){
                random_below(&random, 3), random_below(&random, 3)};
        }
        table->sums[i] =
            (struct sums_query){&graph->sums, table->seed_sums[i],
                                table->adjustment, table->found[i]};
        table->query[i] = (struct query){
            .seeds = table->seeds[i],
            .seed_count = random_below(&random, SEEDS + 1),
            .targets = table->targets,
            .target_count = count,
            .output = QUERY_COSTS,
            .bound = random_below(&random, 2) ? COST_OVERFLOW
                                              : random_below(&random, 1000),
            .cost = table->cost[i],
            /* One in eight asks for costs alone. */
            .sums = random_below(&random, 8) ? &table->sums[i] : NULL,
        };
        table->queries[i] = &table->query[i];
    }
}

static void ask(const struct solver_ops *solver_ops,
                const struct device *device, const struct solver_setting *shape,
                const struct map *map, struct table *table)
{
    struct metric *metric = panels_make(solver_ops->form, device, map);
    struct batch batch = {table->queries, table->row_count, NULL};
    struct error error = {""};
    struct solver *solver;

    assert_int_equal(solver_ops->create(metric->prepared, shape, shape ? 2 : 0,
                                        &solver, NULL),
                     0);
    for (int again = 0; again < 2; again++)
        if (solver_ops->solve(solver, metric, &batch, &error))
            fail_msg("%s", error.text);
    solver_ops->destroy(solver);
    panels_destroy(metric);
}

static void tables_have_the_sums_of_dijkstra(void **state)
{
    static struct table expected;
    static struct table given;

    for (uint64_t number = 0; number < test_graph_variety(); number += every) {
        struct test_graph graph;

        test_graph_make(number, CCH_VERTICES, true, &graph);
        table_draw(&expected, &graph, number);
        ask(&dijkstra_solver, &cpu, NULL, graph.map, &expected);
        table_draw(&given, &graph, number);
        ask(ops, gpu, shapes[number / every % SHAPES], graph.map, &given);
        assert_memory_equal(given.cost, expected.cost, sizeof(given.cost));
        assert_memory_equal(given.found, expected.found, sizeof(given.found));
        test_graph_finish(&graph);
    }
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(panels_have_the_sums_of_the_cpu),
        cmocka_unit_test(tables_have_the_sums_of_dijkstra),
    };
    static struct catalog catalog;

    gpu = device_or_skip();
    if (argc > 1 && atoi(argv[1]) > 0)
        every = (uint64_t)atoi(argv[1]);
    catalog_init(&catalog);
    gpu_add_solvers(&catalog);
    ops = catalog_find(&catalog, "cch-gpu");
    return cmocka_run_group_tests(tests, NULL, NULL);
}
