/* measure_tree: opens the map, and compares labels with dijkstra's. */
#include "tests/gpu/measure_tree.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"
#include "core/base/random.h"
#include "core/graph/map_file/map_file.h"
#include "gpu/cch/cch_gpu.h"
#include "tests/gpu/measure.h"

struct label_sink {
    struct sink base;
    uint32_t *label;
};

static const struct device cpu = {.kind = DEVICE_CPU, .name = "cpu"};

static void must_cuda(cudaError_t status, const char *what)
{
    if (status != cudaSuccess) {
        printf("failed: %s: %s\n", what, cudaGetErrorName(status));
        exit(EXIT_FAILURE);
    }
}

static int keep(struct sink *sink, const struct label_block *block)
{
    struct label_sink *labels = (struct label_sink *)sink;

    for (uint32_t i = 0; i < block->count; i++)
        labels->label[block->vertex ? block->vertex[i] : block->first + i] =
            block->cost[i];
    return 0;
}

static void expect(struct bench *bench)
{
    uint32_t n = bench->map->topology.vertex_count;
    struct seed seed = {bench->source[0], 0};
    struct label_sink sink = {{keep}, bench->expected};
    struct query query = {.seeds = &seed,
                          .seed_count = 1,
                          .output = QUERY_TREE,
                          .bound = COST_OVERFLOW,
                          .sink = &sink.base};
    struct query *pointer = &query;
    struct batch batch = {&pointer, 1, NULL};
    struct error error = {""};
    struct metric *metric;
    struct solver *solver =
        open_solver("dijkstra", &cpu, bench->map, NULL, 0, &metric);

    memset(bench->expected, 0xff, n * sizeof(uint32_t));
    must(solver->ops->solve(solver, metric, &batch, &error), &error);
    close_solver(solver, metric);
}

/* Uses the arrays of the solver itself. */
static void take_solver(struct bench *bench)
{
    const struct cch_gpu *cch = (const struct cch_gpu *)bench->solver;
    const struct cuda_cch_metric *metric =
        (const struct cuda_cch_metric *)bench->metric;
    uint32_t levels = bench->map->hierarchy.level_count;

    bench->task = (struct sweep_task){
        .arrays = cch->arrays,
        .rows = cch->rows,
        .bound = COST_OVERFLOW,
    };
    bench->task.arrays.closed = metric->panels.closed;
    bench->first_of_level =
        need(array_alloc(levels + 1, sizeof(*bench->first_of_level)));
    must_cuda(cudaMemcpy(bench->first_of_level, cch->rows.first_of_level,
                         (levels + 1) * sizeof(*bench->first_of_level),
                         cudaMemcpyDeviceToHost),
              "levels");
    bench->shape = (struct sweep_shape){
        .first_of_level = bench->first_of_level,
        .level_count = levels,
        .grid = cch->sweep_grid,
    };
}

static void take_sources(struct bench *bench)
{
    struct kernel_seed starts[SOURCES];
    struct random random;

    random_seed(&random, 1);
    for (int i = 0; i < SOURCES; i++) {
        bench->source[i] =
            random_below(&random, bench->map->topology.vertex_count);
        starts[i] = (struct kernel_seed){bench->source[i], 0};
    }
    must_cuda(cudaMalloc((void **)&bench->starts, sizeof(starts)), "starts");
    must_cuda(cudaMemcpy(bench->starts, starts, sizeof(starts),
                         cudaMemcpyHostToDevice),
              "starts");
}

void bench_init(struct bench *bench, const struct device *gpu, const char *path)
{
    struct error error = {""};
    size_t bytes;

    *bench = (struct bench){0};
    must(map_open(path, &bench->map, &error), &error);
    bytes = bench->map->topology.vertex_count * sizeof(uint32_t);
    bench->solver =
        open_solver("cch-gpu", gpu, bench->map, NULL, 0, &bench->metric);
    take_solver(bench);
    take_sources(bench);
    bench->expected = need(malloc(bytes));
    bench->labels = need(malloc(bytes));
    expect(bench);
    must_cuda(cudaMalloc((void **)&bench->task.label, bytes), "labels");
    must_cuda(cudaStreamCreateWithFlags(&bench->stream, cudaStreamNonBlocking),
              "stream");
    for (int i = 0; i < 3; i++)
        must_cuda(cudaEventCreate(&bench->event[i]), "event");
}

void bench_finish(struct bench *bench)
{
    for (int i = 0; i < 3; i++)
        cudaEventDestroy(bench->event[i]);
    cudaStreamDestroy(bench->stream);
    cudaFree(bench->task.label);
    cudaFree(bench->starts);
    close_solver(bench->solver, bench->metric);
    map_destroy(bench->map);
    free(bench->first_of_level);
    free(bench->expected);
    free(bench->labels);
}

uint32_t bench_count_wrong(struct bench *bench)
{
    uint32_t n = bench->map->topology.vertex_count;
    uint32_t wrong = 0;

    must_cuda(cudaMemcpy(bench->labels, bench->task.label, n * sizeof(uint32_t),
                         cudaMemcpyDeviceToHost),
              "labels");
    for (uint32_t v = 0; v < n; v++)
        wrong += bench->labels[v] != bench->expected[v];
    return wrong;
}
