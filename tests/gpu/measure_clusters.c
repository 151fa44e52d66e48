/* measure_clusters: compares walks and sweeps by a block, a cluster, the grid,
 * and a launch a level.
 *
 * usage: measure_clusters MAP.rlx...
 *
 * Ordered maps, prepared as for cch-gpu. Each line has medians of RUNS trees,
 * us on the device: walk + sweep. While the device walks, the host queues the
 * sweep. A variant whose labels differ from dijkstra's is followed by their
 * number, a refused one by the error's name. */
#include <stdio.h>
#include <stdlib.h>

#include "gpu/cch/walk.h"
#include "gpu/gpu.h"
#include "tests/gpu/measure_tree.h"

enum {
    RUNS = 21,
    MAJOR_OF_CLUSTERS = 9,
    WALK_TEAM = 1024, /* a block */
};

enum sweeper { SWEEP_AS_IS, SWEEP_GRID, SWEEP_BELOW, SWEEP_WAY, SWEEP_GRAPH };

/* One variant to measure. */
struct trial {
    const char *name;
    enum sweeper sweeper;
    struct sweep_way way;
    uint32_t thin_rows; /* levels at the top with at most so many rows are
                           thin */
    unsigned walk_team; /* 0: WALK_TEAM */
    unsigned block;     /* 0: as in cch-gpu */
};

static uint32_t count_thin(const struct sweep_shape *shape, uint32_t rows)
{
    uint32_t thin = rows > 0;

    while (thin + 1 < shape->level_count &&
           shape->first_of_level[thin + 1] - shape->first_of_level[thin] <=
               rows)
        thin++;
    return thin;
}

static cudaError_t sweep(struct bench *bench, const struct trial *trial,
                         const struct sweep_shape *shape)
{
    /* Roots have no upward neighbours. */
    uint32_t first = trial->sweeper == SWEEP_BELOW;
    struct cch_rows rows = bench->task.rows;

    if (trial->sweeper != SWEEP_AS_IS)
        rows.launches = NULL;
    if (trial->sweeper <= SWEEP_BELOW)
        return launch_cch_sweep(&bench->task.arrays, &rows, first,
                                shape->level_count, bench->task.label,
                                bench->task.bound, &shape->grid, bench->stream);
    return launch_sweep_way(&bench->task, shape, &trial->way, bench->stream);
}

static cudaError_t capture(struct bench *bench, const struct trial *trial,
                           const struct sweep_shape *shape,
                           cudaGraphExec_t *ret_graph)
{
    cudaGraph_t graph = NULL;
    cudaError_t swept;
    cudaError_t status =
        cudaStreamBeginCapture(bench->stream, cudaStreamCaptureModeThreadLocal);

    if (status != cudaSuccess)
        return status;
    swept = sweep(bench, trial, shape);
    status = cudaStreamEndCapture(bench->stream, &graph);
    if (swept != cudaSuccess)
        status = swept;
    if (status == cudaSuccess)
        status = cudaGraphInstantiateWithFlags(ret_graph, graph, 0);
    if (graph)
        cudaGraphDestroy(graph);
    return status;
}

/* One tree; waits for it. */
static cudaError_t run(struct bench *bench, const struct trial *trial,
                       const struct sweep_shape *shape, cudaGraphExec_t graph,
                       int source)
{
    size_t bytes = bench->map->topology.vertex_count * sizeof(uint32_t);
    const struct cch_label_walks walks = {
        .starts = bench->starts + source,
        .count = 1,
        .team = trial->walk_team ? trial->walk_team : WALK_TEAM,
        .label = bench->task.label,
        .stride = 1,
        .bound = bench->task.bound,
    };
    cudaError_t status =
        cudaMemsetAsync(bench->task.label, 0xff, bytes, bench->stream);

    cudaEventRecord(bench->event[0], bench->stream);
    if (status == cudaSuccess)
        status =
            launch_cch_label_walks(&bench->task.arrays, &walks, bench->stream);
    cudaEventRecord(bench->event[1], bench->stream);
    if (status == cudaSuccess)
        status = graph ? cudaGraphLaunch(graph, bench->stream)
                       : sweep(bench, trial, shape);
    cudaEventRecord(bench->event[2], bench->stream);
    if (status == cudaSuccess)
        status = cudaStreamSynchronize(bench->stream);
    return status;
}

static int compare(const void *a, const void *b)
{
    const float *x = a;
    const float *y = b;

    return (*x > *y) - (*x < *y);
}

static cudaError_t time_runs(struct bench *bench, const struct trial *trial,
                             const struct sweep_shape *shape,
                             cudaGraphExec_t graph)
{
    float walk[RUNS];
    float swept[RUNS];
    cudaError_t status = cudaSuccess;

    for (int i = 0; i < RUNS && status == cudaSuccess; i++) {
        status = run(bench, trial, shape, graph, i % SOURCES);
        cudaEventElapsedTime(&walk[i], bench->event[0], bench->event[1]);
        cudaEventElapsedTime(&swept[i], bench->event[1], bench->event[2]);
    }
    if (status != cudaSuccess)
        return status;
    qsort(walk, RUNS, sizeof(*walk), compare);
    qsort(swept, RUNS, sizeof(*swept), compare);
    printf(" %s %.0f+%.1f", trial->name, 1e3 * (double)walk[RUNS / 2],
           1e3 * (double)swept[RUNS / 2]);
    return status;
}

static void measure(struct bench *bench, const struct trial *trial)
{
    struct sweep_shape shape = bench->shape;
    cudaGraphExec_t graph = NULL;
    cudaError_t status = cudaSuccess;
    uint32_t wrong = 0;

    shape.thin = count_thin(&shape, trial->thin_rows);
    if (trial->block)
        shape.grid.block = trial->block;
    if (trial->sweeper == SWEEP_GRAPH)
        status = capture(bench, trial, &shape, &graph);
    if (status == cudaSuccess)
        status = run(bench, trial, &shape, graph, 0);
    if (status == cudaSuccess)
        wrong = bench_count_wrong(bench);
    if (status == cudaSuccess)
        status = time_runs(bench, trial, &shape, graph);
    if (status != cudaSuccess)
        printf(" %s %s", trial->name, cudaGetErrorName(status));
    if (wrong > 0)
        printf(" (%u WRONG)", wrong);
    printf(",");
    fflush(stdout);
    if (graph)
        cudaGraphExecDestroy(graph);
    cudaGetLastError();
}

#define WITHIN(blocks)                                                         \
    {                                                                          \
        TOP_CLUSTER, REST_TOGETHER, blocks, false                              \
    }
#define BEFORE(blocks)                                                         \
    {                                                                          \
        TOP_BEFORE, REST_TOGETHER, blocks, false                               \
    }
#define AHEAD(blocks)                                                          \
    {                                                                          \
        TOP_BEFORE, REST_TOGETHER, blocks, true                                \
    }
#define LEVELS(blocks)                                                         \
    {                                                                          \
        TOP_BEFORE, REST_LAUNCHES, blocks, true                                \
    }
#define ALONE                                                                  \
    {                                                                          \
        TOP_BLOCK, REST_TOGETHER, 0, false                                     \
    }
#define LAUNCHES                                                               \
    {                                                                          \
        TOP_GRID, REST_LAUNCHES, 0, false                                      \
    }
#define LAUNCHES_AHEAD                                                         \
    {                                                                          \
        TOP_GRID, REST_LAUNCHES, 0, true                                       \
    }

/* clang-format off */
static const struct trial grids[] = {
    {"as cch-gpu", SWEEP_AS_IS, {0}, 0, 0, 0},
    {"grid", SWEEP_GRID, {0}, 0, 0, 0},
    {"below roots", SWEEP_BELOW, {0}, 0, 0, 0},
    {"barrier in halves", SWEEP_WAY, {0}, 0, 0, 0},
    {"by 256", SWEEP_WAY, {0}, 0, 0, 256},
    {"by 1024", SWEEP_WAY, {0}, 0, 0, 1024},
};
static const struct trial alone[] = {
    {"block to 128", SWEEP_WAY, ALONE, 128, 0, 0},
    {"512", SWEEP_WAY, ALONE, 512, 0, 0},
    {"2048", SWEEP_WAY, ALONE, 2048, 0, 0},
};
static const struct trial within[] = {
    {"cluster of 8 within to 512", SWEEP_WAY, WITHIN(8), 512, 0, 0},
    {"2048", SWEEP_WAY, WITHIN(8), 2048, 0, 0},
    {"16 to 512", SWEEP_WAY, WITHIN(16), 512, 0, 0},
    {"2048", SWEEP_WAY, WITHIN(16), 2048, 0, 0},
};
static const struct trial before[] = {
    {"cluster of 8 before to 512", SWEEP_WAY, BEFORE(8), 512, 0, 0},
    {"16 to 512", SWEEP_WAY, BEFORE(16), 512, 0, 0},
    {"2048", SWEEP_WAY, BEFORE(16), 2048, 0, 0},
    {"dependent to 512", SWEEP_WAY, AHEAD(16), 512, 0, 0},
    {"2048", SWEEP_WAY, AHEAD(16), 2048, 0, 0},
};
static const struct trial launches[] = {
    {"launch a level", SWEEP_WAY, LAUNCHES, 0, 0, 0},
    {"dependent", SWEEP_WAY, LAUNCHES_AHEAD, 0, 0, 0},
    {"graph", SWEEP_GRAPH, LAUNCHES, 0, 0, 0},
    {"dependent graph", SWEEP_GRAPH, LAUNCHES_AHEAD, 0, 0, 0},
};
static const struct trial cluster_launches[] = {
    {"cluster of 16 to 512, dependent launches", SWEEP_WAY, LEVELS(16), 512, 0, 0},
    {"2048", SWEEP_WAY, LEVELS(16), 2048, 0, 0},
    {"graph", SWEEP_GRAPH, LEVELS(16), 2048, 0, 0},
};
static const struct trial walks[] = {
    {"climb by 2048", SWEEP_AS_IS, {0}, 0, 2048, 0},
    {"4096", SWEEP_AS_IS, {0}, 0, 4096, 0},
    {"8192", SWEEP_AS_IS, {0}, 0, 8192, 0},
    {"16384", SWEEP_AS_IS, {0}, 0, 16384, 0},
};
/* clang-format on */

#define MEASURE(bench, trials)                                                 \
    measure_line(bench, trials, sizeof(trials) / sizeof(*(trials)))

static void measure_line(struct bench *bench, const struct trial *trials,
                         size_t count)
{
    printf(" ");
    for (size_t i = 0; i < count; i++)
        measure(bench, &trials[i]);
    printf("\n");
}

static void measure_map(const struct device *gpu, const char *path)
{
    struct bench bench;
    const uint32_t *first;

    bench_init(&bench, gpu, path);
    first = bench.first_of_level;
    printf("%s: rows of %u levels:", path, bench.shape.level_count);
    for (uint32_t i = 0; i < bench.shape.level_count; i++)
        printf(" %u", first[i + 1] - first[i]);
    printf("\n");
    MEASURE(&bench, grids);
    MEASURE(&bench, alone);
    MEASURE(&bench, launches);
    MEASURE(&bench, walks);
    MEASURE(&bench, before);
    MEASURE(&bench, cluster_launches);
    MEASURE(&bench, within);
    bench_finish(&bench);
}

int main(int argc, char **argv)
{
    struct device devices[GPU_DEVICES_MAX];
    struct error reason;
    int major = 0;

    if (!gpu_devices(devices, &reason)) {
        printf("skipped: %s\n", reason.text);
        return 77;
    }
    cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, 0);
    if (major < MAJOR_OF_CLUSTERS) {
        printf("skipped: clusters need compute capability 9.0\n");
        return 77;
    }
    for (int i = 1; i < argc; i++)
        measure_map(&devices[0], argv[i]);
    return 0;
}
