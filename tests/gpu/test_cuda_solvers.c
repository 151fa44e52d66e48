/* test_cuda_solvers: the common table over every CUDA solver, in many launch
 * shapes.
 *
 * usage: test_cuda_solvers [GRAPHS [FIRST]]: fewer graphs, for a sanitizer, or
 * from another number on, to repeat one.
 *        test_cuda_solvers little [GRAPHS [FIRST]]: smaller ones, for an
 * emulated device or a sanitizer.
 *        test_cuda_solvers part PART OF ...: of the launch shapes every OF-th,
 * from number PART on, and the rest as above. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gpu/gpu.h"
#include "tests/gpu/devices_or_skip.h"
#include "tests/solver/table.h"

/* One variant of a solver's options. */
struct shape {
    const char *solver;
    struct solver_setting settings[5];
    size_t setting_count;
};

static const struct shape shapes[] = {
    {.solver = "harish"},
    {.solver = "selection"},
    {.solver = "adaptive"},
    /* Switches after every phase. */
    {"adaptive", {{"to-all-us", 0}, {"to-selected-us", 1e9}}, 2},
    {"adaptive",
     {{"to-all-us", 0}, {"to-selected-us", 1e9}, {"all-block-threads", 96}},
     3},
    {"adaptive",
     {{"to-all-us", 0},
      {"to-selected-us", 1e9},
      {"selected-block-threads", 96}},
     3},
    {"harish", {{"all-block-threads", 32}}, 1},
    {"harish", {{"all-block-threads", 1024}}, 1},
    {"selection", {{"selected-block-threads", 32}}, 1},
    {"selection", {{"selected-block-threads", 1024}}, 1},
    {"dijkstra-gpu", {{"block-threads", 64}}, 1},
    {"dijkstra-gpu", {{"block-threads", 32}, {"steps-at-once", 1}}, 2},
    {"dijkstra-gpu", {{"block-threads", 1024}, {"steps-at-once", 2}}, 2},
    {.solver = "bellman-ford-queue"},
    /* The paper's algorithm, and the same in rounds of a grid. */
    {"bellman-ford-queue", {{"window", 1}, {"slf", 1}, {"lll", 1}}, 3},
    {"bellman-ford-queue",
     {{"window", 1}, {"slf", 1}, {"lll", 1}, {"alone-below", 0}},
     4},
    {"bellman-ford-queue", {{"window", 32}, {"slf", 1}}, 2},
    {"bellman-ford-queue",
     {{"window", 32}, {"lll", 1}, {"alone-below", 0}, {"rounds-at-once", 3}},
     4},
    {"bellman-ford-queue",
     {{"slf", 1},
      {"lll", 1},
      {"alone-below", 0},
      {"block-threads", 32},
      {"rounds-at-once", 1}},
     5},
    {"bellman-ford-queue", {{"block-threads", 1024}, {"alone-below", 0}}, 2},
    /* From one block to many and back. */
    {"bellman-ford-queue", {{"alone-below", 3}, {"slf", 1}, {"window", 50}}, 3},
    {.solver = "bellman-ford"},
    {"bellman-ford", {{"block-threads", 32}, {"rounds-at-once", 1}}, 2},
    {"bellman-ford", {{"block-threads", 1024}, {"rounds-at-once", 16}}, 2},
    {"bellman-ford", {{"threads-for", 1}}, 1},
    {"bellman-ford",
     {{"threads-for", 1}, {"block-threads", 32}, {"rounds-at-once", 1}},
     3},
    {"bellman-ford",
     {{"threads-for", 1}, {"block-threads", 1024}, {"rounds-at-once", 16}},
     3},
    {.solver = "spmv-csr"},
    {"spmv-csr", {{"ahead", 0}, {"tiles-per-warp", 64}}, 2},
    {"spmv-csr", {{"ahead", 32}, {"tiles-per-warp", 3}}, 2},
    {"spmv-csr", {{"in-place", 1}}, 1},
    {.solver = "spmv-ell"},
    {"spmv-ell", {{"ahead", 0}}, 1},
    {"spmv-ell", {{"in-place", 1}, {"tiles-per-warp", 64}, {"ahead", 32}}, 3},
    {.solver = "locality"},
    {"locality", {{"k", 1}, {"affinity", 1}, {"block-threads", 32}}, 3},
    {"locality", {{"k", 5}, {"affinity", 2}, {"block-threads", 1024}}, 3},
    {"locality", {{"k", 2}, {"launches", 3}, {"ahead", 0}}, 3},
    {"locality", {{"k", 4}, {"launches", 100}, {"ahead", 5}}, 3},
    {"locality", {{"walk", 0}, {"affinity", 16}, {"k", 16}}, 3},
    {"locality", {{"walk", 0}, {"affinity", 2}, {"ahead", 16}}, 3},
    {"locality", {{"affinity", 16}, {"k", 16}, {"block-threads", 1024}}, 3},
    {"cch-gpu", {{"block-threads", 32}, {"lanes", 2}, {"walks", 2}}, 3},
    {.solver = "cch-gpu"},
    {"cch-gpu",
     {{"block-threads", 1024}, {"blocks", 2}, {"lanes", 4}, {"walks", 9}},
     4},
    {"cch-gpu", {{"blocks", 1}, {"lanes", 1}, {"tree-from", 1}}, 3},
    {"cch-gpu", {{"walk-threads", 32}, {"blocks", 3}, {"lanes", 16}}, 3},
    {"cch-gpu",
     {{"walk-threads", 16384}, {"level-launches", 0}, {"block-threads", 64}},
     3},
    {"cch-gpu",
     {{"walk-threads", 1024}, {"tree-from", 2}, {"block-threads", 96}},
     3},
    {"cch-gpu", {{"paths-from", 1}, {"block-threads", 64}}, 2},
    {"cch-gpu",
     {{"paths-from", 5}, {"paths-part", 1}, {"block-threads", 64}},
     3},
    {.solver = "delta-stepping"},
    {"delta-stepping", {{"delta", 1}, {"block-threads", 32}, {"hops", 1}}, 3},
    {"delta-stepping",
     {{"delta", 7}, {"rounds-at-once", 1}, {"block-threads", 64}},
     3},
    {"delta-stepping",
     {{"delta", WEIGHT_MAX}, {"block-threads", 32}, {"hops", 64}},
     3},
    {"delta-stepping", {{"delta", 1u << 31}, {"blocks", 1}}, 2},
    {"delta-stepping",
     {{"hops", 2}, {"block-threads", 1024}, {"blocks", 2}},
     3},
    {"delta-stepping",
     {{"delta-rule", 2}, {"rounds-at-once", 2}, {"block-threads", 32}},
     3},
    {"delta-stepping",
     {{"delta-rule", 3}, {"blocks", 4096}, {"block-threads", 32}},
     3},
    {"delta-stepping",
     {{"delta-rule", 1}, {"delta-times", 1}, {"block-threads", 96}},
     3},
    {.solver = "near-far"},
    /* The grid alone; one block alone; from one to the other and back. */
    {"near-far",
     {{"alone-below", 0}, {"block-threads", 32}, {"hops", 3}, {"thin", 20}},
     4},
    {"near-far", {{"blocks", 1}, {"block-threads", 32}, {"aim", 3}}, 3},
    {"near-far",
     {{"alone-below", 1u << 20}, {"block-threads", 32}, {"rounds-at-once", 2}},
     3},
    {"near-far",
     {{"alone-below", 8},
      {"block-threads", 64},
      {"aim", 20},
      {"hops", 2},
      {"thin", 0}},
     5},
    {"near-far",
     {{"alone-below", 3},
      {"rounds-at-once", 1},
      {"delta-times", 1},
      {"thin", 5}},
     4},
    {"near-far",
     {{"alone-below", 2},
      {"delta", 3},
      {"thin", 1u << 24},
      {"hops", 5},
      {"room", 2}},
     5},
    {"near-far", {{"alone-below", 0}, {"hops", 1}}, 2},
    {"near-far", {{"alone-below", 0}, {"room", 9}, {"block-threads", 64}}, 3},
    {"near-far", {{"delta", 1}, {"aim", 0}, {"block-threads", 96}}, 3},
    {"near-far", {{"delta", WEIGHT_MAX}, {"alone-below", 0}, {"hops", 64}}, 3},
    {"near-far",
     {{"delta", 7}, {"blocks", 4096}, {"block-threads", 32}, {"aim", 1}},
     4},
    /* In parallel, in one wave and in several. */
    {"near-far", {{"together-from", 1}, {"together-block-threads", 32}}, 2},
    {"near-far",
     {{"together-from", 1}, {"together-mib", 1}, {"rounds-at-once", 1}},
     3},
};

enum { SHAPE_COUNT = sizeof(shapes) / sizeof(shapes[0]) };

/* Small graphs of every kind, then some whose lists and flags span blocks. */
static const struct table_scope small_scope = {
    .graph_count = 154,
    .vertices_max = 60,
    .batch_count = 8,
    .batch_max = 5,
    .change_count = 4,
};

static const struct table_scope large_scope = {
    .first_graph = 100000,
    .graph_count = 77,
    .vertices_max = 9000,
    .batch_count = 2,
    .batch_max = 2,
    .change_count = 2,
};

/* What an emulated device or a sanitizer has time for: all kinds in a solver's
 * first shape, a few in each other one, never the same. */
static struct table_scope little_scope(int shape)
{
    bool first =
        shape == 0 || strcmp(shapes[shape].solver, shapes[shape - 1].solver);

    return (struct table_scope){
        .first_graph = 200000 + 77 * (uint64_t)shape,
        .graph_count = first ? 77 : 4,
        .vertices_max = 160,
        .batch_count = 3,
        .batch_max = 3,
        .change_count = first ? 2 : 1,
    };
}

static int run(const struct catalog *catalog, const struct shape *shape,
               const struct device *device, struct table_scope scope, int argc,
               char **argv)
{
    scope.settings = shape->settings;
    scope.setting_count = shape->setting_count;
    if (argc > 1)
        scope.graph_count = (unsigned)atoi(argv[1]);
    if (scope.graph_count == 0) {
        fprintf(stderr, "no graphs in '%s'\n", argv[1]);
        return 1;
    }
    if (argc > 2)
        scope.first_graph = strtoull(argv[2], NULL, 10);
    return solver_table_run(catalog_find(catalog, shape->solver), device,
                            &scope);
}

static int run_shape(const struct catalog *catalog, int shape,
                     const struct device *device, int argc, char **argv)
{
    if (argc > 1 && !strcmp(argv[1], "little"))
        return run(catalog, &shapes[shape], device, little_scope(shape),
                   argc - 1, argv + 1);
    return run(catalog, &shapes[shape], device, small_scope, argc, argv) +
           run(catalog, &shapes[shape], device, large_scope, argc, argv);
}

int main(int argc, char **argv)
{
    const struct device *device = device_or_skip();
    struct catalog catalog;
    int failures = 0;
    int first = 0;
    int step = 1;

    if (argc > 3 && !strcmp(argv[1], "part")) {
        first = atoi(argv[2]);
        step = atoi(argv[3]);
        argc -= 3;
        argv += 3;
    }
    if (first < 0 || step < 1) {
        fprintf(stderr, "part of how many?\n");
        return EXIT_FAILURE;
    }
    catalog_init(&catalog);
    gpu_add_solvers(&catalog);
    for (int i = first; i < SHAPE_COUNT; i += step) {
        int failed = run_shape(&catalog, i, device, argc, argv);

        if (failed)
            fprintf(stderr, "shape %d, %s: %d graphs failed\n", i,
                    shapes[i].solver, failed);
        failures += failed;
    }
    return failures ? EXIT_FAILURE : EXIT_SUCCESS;
}
