/* test_cuda_cch: batches on a hierarchy have the same answers as single
 * queries, in any strips and lanes.
 *
 * usage: test_cuda_cch [EVERY [FIRST]]: only every EVERY-th graph, from number
 * FIRST on, for an emulated device or a sanitizer. */
#include "tests/unit/cmocka_all.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"
#include "core/solver/catalog.h"
#include "gpu/forms/cuda_cch.h"
#include "gpu/gpu.h"
#include "tests/gpu/devices_or_skip.h"
#include "tests/solver/check.h"
#include "tests/solver/graphs.h"
#include "tests/solver/oracle.h"
#include "tests/solver/sample.h"

/* Smaller on an emulated device. */
#ifndef CCH_VERTICES
#define CCH_VERTICES 600
#define CCH_QUERIES  140
#endif

/* Enough targets for two tiles of a table. */
enum {
    SAMPLES = CCH_QUERIES,
    TARGETS = 80,
    VERTICES_OF_TARGET = 3,
    SETTINGS = 5,
};

static const struct device *device;
static const struct solver_ops *ops;
static uint64_t first = 0;
static uint64_t every = 1;

/* Launch shapes; each graph takes the next. */
static const struct solver_setting shapes[][SETTINGS] = {
    {{"walks", 65536},
     {"lanes", 64},
     {"tree-from", 4096},
     {"paths-from", 8},
     {"block-threads", 64}},
    {{"walks", 6},
     {"lanes", 2},
     {"tree-from", 4096},
     {"paths-part", 1},
     {"block-threads", 32}},
    {{"paths-from", 1},
     {"paths-part", 1},
     {"lanes", 8},
     {"walk-threads", 16384},
     {"block-threads", 32}},
    {{"walks", 140},
     {"paths-from", 9},
     {"paths-part", 2},
     {"walk-threads", 128},
     {"level-launches", 0}},
    {{"walks", 300},
     {"lanes", 32},
     {"tree-from", 2},
     {"paths-from", 3},
     {"block-threads", 32}},
};

struct bench {
    struct test_graph graph;
    const struct weights *weights;
    struct random random;
    struct prepared *prepared;
    struct metric *metric;
    struct solver *solver;
    struct sample *samples; /* [SAMPLES] */
    struct query *queries[SAMPLES];
};

static void bench_init(struct bench *bench, uint64_t number)
{
    const struct form_ops *form = ops->form;
    const struct solver_setting *settings =
        shapes[number % (sizeof(shapes) / sizeof(shapes[0]))];

    test_graph_make(number, CCH_VERTICES, true, &bench->graph);
    random_seed(&bench->random, number);
    bench->weights = &bench->graph.map->imported.arcs;
    assert_int_equal(
        form->prepare(device, bench->graph.map, &bench->prepared, NULL), 0);
    assert_int_equal(form->customize(bench->prepared,
                                     &bench->graph.map->imported.arcs,
                                     &bench->metric, NULL),
                     0);
    assert_int_equal(
        ops->create(bench->prepared, settings, SETTINGS, &bench->solver, NULL),
        0);
    bench->samples = array_alloc(SAMPLES, sizeof(*bench->samples));
    assert_non_null(bench->samples);
    for (int i = 0; i < SAMPLES; i++) {
        sample_init(&bench->samples[i], bench->graph.map);
        bench->queries[i] = &bench->samples[i].query;
    }
}

static void bench_finish(struct bench *bench)
{
    for (int i = 0; i < SAMPLES; i++)
        sample_finish(&bench->samples[i]);
    free(bench->samples);
    ops->destroy(bench->solver);
    ops->form->metric_destroy(bench->metric);
    ops->form->prepared_destroy(bench->prepared);
    test_graph_finish(&bench->graph);
}

static void draw(struct bench *bench, size_t count, enum query_output output)
{
    for (size_t i = 0; i < count; i++)
        sample_draw(&bench->samples[i], &bench->random, bench->graph.map,
                    output, ops->capabilities, NULL);
}

static void solve(struct bench *bench, size_t count)
{
    struct batch batch = {bench->queries, count, NULL};
    struct error error = {""};

    if (ops->solve(bench->solver, bench->metric, &batch, &error))
        fail_msg("graph %lu: %s", (unsigned long)bench->graph.number,
                 error.text);
}

static void check(const struct bench *bench, size_t count, const char *what)
{
    const struct map *map = bench->graph.map;

    for (size_t i = 0; i < count; i++) {
        struct error error = {""};

        if (check_answer(&bench->samples[i], &map->topology, bench->weights,
                         &error))
            fail_msg("graph %lu, %s, query %zu of %zu: %s",
                     (unsigned long)bench->graph.number, what, i, count,
                     error.text);
    }
}

static void pairs_of_a_batch(struct bench *bench)
{
    draw(bench, SAMPLES, QUERY_COSTS);
    solve(bench, SAMPLES);
    check(bench, SAMPLES, "pairs");
}

static void paths_of_a_batch(struct bench *bench)
{
    size_t count = 6;

    draw(bench, count, QUERY_PATHS);
    solve(bench, count);
    check(bench, count, "paths");
}

/* With predecessors and without, so that runs have all lengths, then queries
 * that share sweeps. */
static void trees_of_a_batch(struct bench *bench, enum query_output output)
{
    size_t count = 1 + random_below(&bench->random, SAMPLES / 2);

    draw(bench, count, output);
    for (size_t i = 8; i < count; i++)
        bench->queries[i]->predecessors = false;
    solve(bench, count);
    check(bench, count, "trees");
}

/* Targets that share vertices, have several, or none. */
struct columns {
    struct target targets[TARGETS];
    struct target_vertex vertices[TARGETS][VERTICES_OF_TARGET];
    uint32_t count;
};

static void draw_columns(struct columns *columns, struct bench *bench)
{
    uint32_t n = bench->graph.map->topology.vertex_count;

    columns->count = 2 + random_below(&bench->random, 2) * (TARGETS - 12) +
                     random_below(&bench->random, 11);
    for (uint32_t t = 0; t < columns->count; t++) {
        struct target *target = &columns->targets[t];

        *target = (struct target){columns->vertices[t],
                                  random_below(&bench->random, 4)
                                      ? 1
                                      : random_below(&bench->random, 4)};
        for (uint32_t i = 0; i < VERTICES_OF_TARGET; i++)
            columns->vertices[t][i] = (struct target_vertex){
                random_below(&bench->random, n),
                (int64_t)random_below(&bench->random, 9) - 4};
    }
}

static void check_row(const struct bench *bench, const struct query *query,
                      const uint32_t *cost)
{
    const struct map *map = bench->graph.map;
    uint64_t *exact = array_alloc(map->topology.vertex_count, sizeof(*exact));

    assert_non_null(exact);
    oracle_labels(&map->topology, &map->imported.arcs, query, exact);
    for (uint32_t t = 0; t < query->target_count; t++) {
        uint32_t expected =
            oracle_target_cost(query, &query->targets[t], exact);

        if (cost[t] != expected)
            fail_msg("graph %lu, table: target %u is %u, not %u",
                     (unsigned long)bench->graph.number, t, cost[t], expected);
    }
    free(exact);
}

static void a_table(struct bench *bench)
{
    static struct columns columns;
    static uint32_t cost[SAMPLES][TARGETS];
    size_t rows = 2 + random_below(&bench->random, SAMPLES - 1);

    draw_columns(&columns, bench);
    draw(bench, rows, QUERY_COSTS);
    for (size_t i = 0; i < rows; i++) {
        bench->queries[i]->targets = columns.targets;
        bench->queries[i]->target_count = columns.count;
        bench->queries[i]->cost = cost[i];
    }
    memset(cost, 0x5a, sizeof(cost));
    solve(bench, rows);
    for (size_t i = 0; i < rows; i++) {
        assert_int_equal(bench->queries[i]->status, bench->samples[i].cancelled
                                                        ? QUERY_CANCELLED
                                                        : QUERY_DONE);
        if (!bench->samples[i].cancelled)
            check_row(bench, bench->queries[i], cost[i]);
    }
}

static void with_graphs(void (*try)(struct bench *bench))
{
    for (uint64_t number = first; number < test_graph_variety();
         number += every) {
        struct bench bench;

        bench_init(&bench, number);
        try(&bench);
        bench_finish(&bench);
    }
}

static void try_trees(struct bench *bench)
{
    trees_of_a_batch(bench, QUERY_TREE);
    trees_of_a_batch(bench, QUERY_REACHED);
}

/* One workspace for all, alternating between kinds. */
static void try_costs(struct bench *bench)
{
    a_table(bench);
    pairs_of_a_batch(bench);
    paths_of_a_batch(bench);
    a_table(bench);
}

/* To other weights of the same epoch, in a metric that may have the address of
 * the old one, which is freed. */
static void turn_weights(struct bench *bench)
{
    const struct form_ops *form = ops->form;
    struct cuda_cch_metric *old = (struct cuda_cch_metric *)bench->metric;
    struct cuda_cch_metric kept = *old;
    struct metric *metric;

    bench->graph.changed.epoch = bench->weights->epoch;
    bench->weights = &bench->graph.changed;
    assert_int_equal(
        form->customize(bench->prepared, bench->weights, &metric, NULL), 0);
    *old = *(struct cuda_cch_metric *)metric;
    *(struct cuda_cch_metric *)metric = kept;
    form->metric_destroy(metric);
}

static void try_other_weights(struct bench *bench)
{
    for (int i = 0; i < 4; i++)
        paths_of_a_batch(bench);
    turn_weights(bench);
    for (int i = 0; i < 4; i++)
        paths_of_a_batch(bench);
}

static void paths_are_of_the_weights_in_force(void **state)
{
    with_graphs(try_other_weights);
}

static void costs_of_a_batch_are_right(void **state)
{
    with_graphs(try_costs);
}

static void trees_of_a_batch_are_right(void **state)
{
    with_graphs(try_trees);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(costs_of_a_batch_are_right),
        cmocka_unit_test(trees_of_a_batch_are_right),
        cmocka_unit_test(paths_are_of_the_weights_in_force),
    };
    static struct catalog catalog;

    device = device_or_skip();
    if (argc > 1 && atoi(argv[1]) > 0)
        every = (uint64_t)atoi(argv[1]);
    if (argc > 2)
        first = (uint64_t)atoi(argv[2]);
    catalog_init(&catalog);
    gpu_add_solvers(&catalog);
    ops = catalog_find(&catalog, "cch-gpu");
    return cmocka_run_group_tests(tests, NULL, NULL);
}
