/* measure_cch_gpu: the time of cch-gpu on a GPU, by kind of query.
 *
 * usage: measure_cch_gpu MAP... [OPTION=VALUE...]
 *
 * Ordered maps. Every query runs several times, times are medians; the line
 * below has the phases of one more run, which waits for the device after each,
 * in us. Some answers of each kind are compared with dijkstra's. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"
#include "core/base/clock.h"
#include "core/base/random.h"
#include "core/graph/map_file/map_file.h"
#include "gpu/gpu.h"
#include "tests/gpu/measure.h"

enum { RUNS = 7, SETTINGS_MAX = 8, METHODS_MAX = 16, CHECKS = 3 };

/* Time by method. */
struct tally {
    struct phase_observer base;
    const char *method[METHODS_MAX];
    double us[METHODS_MAX];
    unsigned count[METHODS_MAX];
};

struct bench {
    const struct map *map;
    struct solver *solver;
    struct metric *metric;
    struct solver *oracle;
    struct metric *oracle_metric;
    struct random random;
};

/* Queries with one seed each. */
struct questions {
    struct query *queries;
    struct query **pointers;
    struct seed *seeds;
    struct target_vertex *vertices;
    struct target *targets;
    uint32_t *costs;
    struct path *paths;
    size_t count;
};

static struct device gpu;
static const struct device cpu = {.kind = DEVICE_CPU, .name = "cpu"};

static void tally_phase(struct phase_observer *observer,
                        const struct phase *phase)
{
    struct tally *tally = (struct tally *)observer;
    const char *method = phase->method ? phase->method : "phase";

    for (int i = 0; i < METHODS_MAX; i++) {
        if (!tally->method[i])
            tally->method[i] = method;
        if (!strcmp(tally->method[i], method)) {
            tally->us[i] += phase->time_us;
            tally->count[i]++;
            return;
        }
    }
}

static int drop(struct sink *sink, const struct label_block *block)
{
    (void)sink;
    (void)block;
    return 0;
}

static int compare(const void *a, const void *b)
{
    const double *x = a;
    const double *y = b;

    return (*x > *y) - (*x < *y);
}

static uint32_t any_vertex(struct bench *bench)
{
    return random_below(&bench->random, bench->map->topology.vertex_count);
}

/* `target_count` targets for each query, drawn for each or the same for all. */
static void questions_init(struct questions *questions, struct bench *bench,
                           size_t count, uint32_t target_count, bool same)
{
    size_t targets = same ? target_count : count * target_count;
    size_t cells = count * target_count;

    questions->count = count;
    questions->queries = need(array_zero(count, sizeof(struct query)));
    questions->pointers = need(array_alloc(count, sizeof(struct query *)));
    questions->seeds = need(array_alloc(count, sizeof(struct seed)));
    questions->vertices =
        need(array_alloc(targets, sizeof(struct target_vertex)));
    questions->targets = need(array_alloc(targets, sizeof(struct target)));
    questions->costs = need(array_zero(cells, sizeof(uint32_t)));
    questions->paths = need(array_zero(cells, sizeof(struct path)));
    for (size_t i = 0; i < targets; i++) {
        questions->vertices[i] = (struct target_vertex){any_vertex(bench), 0};
        questions->targets[i] = (struct target){&questions->vertices[i], 1};
    }
    for (size_t i = 0; i < cells; i++)
        path_init(&questions->paths[i]);
    for (size_t i = 0; i < count; i++) {
        questions->seeds[i] = (struct seed){any_vertex(bench), 0};
        questions->pointers[i] = &questions->queries[i];
        questions->queries[i] = (struct query){
            .seeds = &questions->seeds[i],
            .seed_count = 1,
            .targets = questions->targets + (same ? 0 : i * target_count),
            .target_count = target_count,
            .bound = COST_OVERFLOW,
            .cost = questions->costs + i * target_count,
            .path = questions->paths + i * target_count,
        };
    }
}

static void questions_finish(struct questions *questions)
{
    for (size_t i = 0; i < questions->count; i++) {
        for (uint32_t t = 0; t < questions->queries[i].target_count; t++)
            path_finish(&questions->queries[i].path[t]);
    }
    free(questions->queries);
    free(questions->pointers);
    free(questions->seeds);
    free(questions->vertices);
    free(questions->targets);
    free(questions->costs);
    free(questions->paths);
}

static double solve(struct bench *bench, struct questions *questions,
                    struct phase_observer *observer)
{
    struct batch batch = {questions->pointers, questions->count, observer};
    uint64_t start_ns = clock_now_ns();
    struct error error = {""};

    must(
        bench->solver->ops->solve(bench->solver, bench->metric, &batch, &error),
        &error);
    return (double)(clock_now_ns() - start_ns) / 1e6;
}

/* Checks some of the costs, and that paths add up to them. */
static unsigned count_wrong(struct bench *bench,
                            const struct questions *questions)
{
    unsigned wrong = 0;

    for (size_t i = 0; i < CHECKS && i < questions->count; i++) {
        struct query query = questions->queries[i];
        const uint32_t *given = query.cost;
        struct query *pointer = &query;
        struct batch batch = {&pointer, 1, NULL};
        struct error error = {""};

        query.output = QUERY_COSTS;
        query.cost = need(array_alloc(query.target_count, sizeof(uint32_t)));
        must(bench->oracle->ops->solve(bench->oracle, bench->oracle_metric,
                                       &batch, &error),
             &error);
        for (uint32_t t = 0; t < query.target_count; t++) {
            wrong += query.cost[t] != given[t];
            wrong += questions->queries[i].output == QUERY_PATHS &&
                     path_cost(&query.path[t], &bench->map->imported.arcs) !=
                         given[t];
        }
        free(query.cost);
    }
    return wrong;
}

static void print_phases(const struct tally *tally)
{
    printf("     ");
    for (int i = 0; i < METHODS_MAX && tally->method[i]; i++)
        printf(" %s %.0f/%u", tally->method[i], tally->us[i], tally->count[i]);
    printf("\n");
}

static void measure(struct bench *bench, const char *what,
                    struct questions *questions, enum query_output output,
                    double parts)
{
    struct tally tally = {.base.phase = tally_phase};
    struct sink sink = {drop};
    double ms[RUNS];

    for (size_t i = 0; i < questions->count; i++) {
        questions->queries[i].output = output;
        questions->queries[i].sink = &sink;
    }
    solve(bench, questions, NULL);
    for (int i = 0; i < RUNS; i++)
        ms[i] = solve(bench, questions, NULL);
    qsort(ms, RUNS, sizeof(*ms), compare);
    solve(bench, questions, &tally.base);
    printf("  %-18s %9.3f ms, %9.2f us each, %u wrong\n", what, ms[RUNS / 2],
           1e3 * ms[RUNS / 2] / parts,
           output == QUERY_TREE ? 0 : count_wrong(bench, questions));
    print_phases(&tally);
    fflush(stdout);
}

static void measure_kind(struct bench *bench, const char *what, size_t count,
                         uint32_t target_count, bool same,
                         enum query_output output)
{
    struct questions questions;

    questions_init(&questions, bench, count, target_count, same);
    measure(bench, what, &questions, output, (double)count);
    questions_finish(&questions);
}

static void measure_all(struct bench *bench)
{
    measure_kind(bench, "tree", 1, 0, false, QUERY_TREE);
    measure_kind(bench, "1 to 1000", 1, 1000, false, QUERY_COSTS);
    measure_kind(bench, "64 trees", 64, 0, false, QUERY_TREE);
    measure_kind(bench, "1 pair", 1, 1, false, QUERY_COSTS);
    measure_kind(bench, "1 path", 1, 1, false, QUERY_PATHS);
    measure_kind(bench, "100 paths", 100, 1, false, QUERY_PATHS);
    measure_kind(bench, "1000 pairs", 1000, 1, false, QUERY_COSTS);
    measure_kind(bench, "100,000 pairs", 100000, 1, false, QUERY_COSTS);
    measure_kind(bench, "1000 x 1000", 1000, 1000, true, QUERY_COSTS);
    measure_kind(bench, "4000 x 4000", 4000, 4000, true, QUERY_COSTS);
}

static void measure_map(const char *path, const struct solver_setting *settings,
                        size_t count)
{
    struct bench bench = {0};
    struct map *map = NULL;
    struct error error = {""};

    must(map_open(path, &map, &error), &error);
    bench.map = map;
    random_seed(&bench.random, 1);
    bench.solver =
        open_solver("cch-gpu", &gpu, map, settings, count, &bench.metric);
    bench.oracle =
        open_solver("dijkstra", &cpu, map, NULL, 0, &bench.oracle_metric);
    printf("%s: %u vertices, %u levels, %u deep\n", path,
           map->topology.vertex_count, map->hierarchy.level_count,
           map->hierarchy.depth_count);
    measure_all(&bench);
    close_solver(bench.solver, bench.metric);
    close_solver(bench.oracle, bench.oracle_metric);
    map_destroy(map);
}

int main(int argc, char **argv)
{
    struct device devices[GPU_DEVICES_MAX];
    struct solver_setting settings[SETTINGS_MAX];
    size_t setting_count = 0;
    struct error reason;

    if (!gpu_devices(devices, &reason)) {
        printf("skipped: %s\n", reason.text);
        return 77;
    }
    gpu = devices[0];
    for (int i = 1; i < argc; i++) {
        char *equals = strchr(argv[i], '=');

        if (!equals || setting_count == SETTINGS_MAX)
            continue;
        *equals = 0;
        settings[setting_count++] =
            (struct solver_setting){argv[i], atof(equals + 1)};
    }
    for (int i = 1; i < argc; i++) {
        size_t length = strlen(argv[i]);

        if (length > 4 && !strcmp(argv[i] + length - 4, ".rlx"))
            measure_map(argv[i], settings, setting_count);
    }
    return 0;
}
