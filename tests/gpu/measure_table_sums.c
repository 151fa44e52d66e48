/* measure_table_sums: tables with durations and lengths beside costs, on the
 * CPU and on a GPU, and whether both agree.
 *
 * usage: measure_table_sums [-n PLACES] MAP.rlx...
 *
 * Ordered maps of roads. A table of PLACES (1000) by as many. Each place is two
 * adjacent vertices, like a position in the middle of a two-way road. For each
 * solver: the first table with sums, which computes those of panels; then
 * medians of RUNS with sums, and of costs alone; on the GPU phases of one more
 * run, in us. Without a GPU the CPU alone. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "core/base/array.h"
#include "core/base/clock.h"
#include "core/base/random.h"
#include "core/graph/map_file/map_file.h"
#include "gpu/gpu.h"
#include "tests/gpu/measure.h"

enum { RUNS = 5, PLACES = 1000, ENDS = 2 };

struct table {
    uint32_t count; /* places */
    struct seed (*seeds)[ENDS];
    struct path_sums (*seed_sums)[ENDS];
    struct target_vertex (*vertices)[ENDS];
    struct sums_adjustment (*adjustments)[ENDS];
    const struct sums_adjustment **adjustment;
    struct target *targets;
    struct sums_query *sums;
    struct query *query;
    struct query **queries;
    uint32_t *cost;          /* [count][count] */
    struct path_sums *found; /* the same */
};

static const struct device cpu = {.kind = DEVICE_CPU, .name = "cpu"};

static void print_phase(struct phase_observer *observer,
                        const struct phase *phase)
{
    (void)observer;
    printf(" %s %.0f", phase->method ? phase->method : "phase", phase->time_us);
}

static void table_alloc(struct table *table, uint32_t count)
{
    size_t cells = (size_t)count * count;

    table->count = count;
    table->seeds = need(array_zero(count, sizeof(*table->seeds)));
    table->seed_sums = need(array_zero(count, sizeof(*table->seed_sums)));
    table->vertices = need(array_zero(count, sizeof(*table->vertices)));
    table->adjustments = need(array_zero(count, sizeof(*table->adjustments)));
    table->adjustment = need(array_zero(count, sizeof(*table->adjustment)));
    table->targets = need(array_zero(count, sizeof(*table->targets)));
    table->sums = need(array_zero(count, sizeof(*table->sums)));
    table->query = need(array_zero(count, sizeof(*table->query)));
    table->queries = need(array_zero(count, sizeof(*table->queries)));
    table->cost = need(array_zero(cells, sizeof(*table->cost)));
    table->found = need(array_zero(cells, sizeof(*table->found)));
}

static void table_free(struct table *table)
{
    free(table->seeds);
    free(table->seed_sums);
    free(table->vertices);
    free(table->adjustments);
    free(table->adjustment);
    free(table->targets);
    free(table->sums);
    free(table->query);
    free(table->queries);
    free(table->cost);
    free(table->found);
}

/* A vertex and one that it leads to. */
static void draw_place(const struct topology *topology, struct random *random,
                       uint32_t ret_vertex[ENDS])
{
    uint32_t v = random_below(random, topology->vertex_count);

    ret_vertex[0] = v;
    ret_vertex[1] = topology->first_out[v] < topology->first_out[v + 1]
                        ? topology->head[topology->first_out[v]]
                        : v;
}

static void draw_row(struct table *table, uint32_t i, const struct map *map,
                     struct random *random)
{
    uint32_t from[ENDS];
    uint32_t to[ENDS];

    draw_place(&map->topology, random, from);
    draw_place(&map->topology, random, to);
    for (int j = 0; j < ENDS; j++) {
        uint32_t part = random_below(random, 1000);

        table->seeds[i][j] = (struct seed){from[j], part};
        table->seed_sums[i][j] = (struct path_sums){part, 3 * part};
        table->vertices[i][j] = (struct target_vertex){to[j], -(int64_t)part};
        table->adjustments[i][j] =
            (struct sums_adjustment){-(int64_t)part, -(int64_t)part};
    }
    table->adjustment[i] = table->adjustments[i];
    table->targets[i] = (struct target){table->vertices[i], ENDS};
}

static void table_draw(struct table *table, const struct map *map,
                       const struct arc_sums *arcs)
{
    struct random random;

    random_seed(&random, 1);
    for (uint32_t i = 0; i < table->count; i++)
        draw_row(table, i, map, &random);
    for (uint32_t i = 0; i < table->count; i++) {
        size_t row = (size_t)i * table->count;

        table->sums[i] = (struct sums_query){
            arcs, table->seed_sums[i], table->adjustment, table->found + row};
        table->query[i] = (struct query){
            .seeds = table->seeds[i],
            .seed_count = ENDS,
            .targets = table->targets,
            .target_count = table->count,
            .output = QUERY_COSTS,
            .bound = COST_OVERFLOW,
            .cost = table->cost + row,
        };
        table->queries[i] = &table->query[i];
    }
}

static double solve(struct table *table, struct solver *solver,
                    const struct metric *metric, bool sums,
                    struct phase_observer *observer)
{
    struct batch batch = {table->queries, table->count, observer};
    struct error error = {""};
    uint64_t start_ns;

    for (uint32_t i = 0; i < table->count; i++)
        table->query[i].sums = sums ? &table->sums[i] : NULL;
    start_ns = clock_now_ns();
    must(solver->ops->solve(solver, metric, &batch, &error), &error);
    return (double)(clock_now_ns() - start_ns) / 1e6;
}

static int compare(const void *a, const void *b)
{
    const double *x = a;
    const double *y = b;

    return (*x > *y) - (*x < *y);
}

static double median(struct table *table, struct solver *solver,
                     const struct metric *metric, bool sums)
{
    double ms[RUNS];

    for (int i = 0; i < RUNS; i++)
        ms[i] = solve(table, solver, metric, sums, NULL);
    qsort(ms, RUNS, sizeof(*ms), compare);
    return ms[RUNS / 2];
}

/* Leaves the answers with sums in the table. */
static void measure(struct table *table, const char *name,
                    const struct device *device, const struct map *map)
{
    struct phase_observer observer = {.phase = print_phase};
    struct metric *metric;
    struct solver *solver = open_solver(name, device, map, NULL, 0, &metric);
    double costs = (solve(table, solver, metric, false, NULL),
                    median(table, solver, metric, false));
    clock_t start = clock();
    double first = solve(table, solver, metric, true, NULL);
    double cpu_ms = 1e3 * (double)(clock() - start) / CLOCKS_PER_SEC;
    double sums = median(table, solver, metric, true);

    printf("  %-8s costs %8.2f ms, first with sums %8.1f (all threads' time "
           "%.1f), with sums %8.2f\n",
           name, costs, first, cpu_ms, sums);
    if (device->kind != DEVICE_CPU) {
        printf("   ");
        solve(table, solver, metric, true, &observer);
        printf("\n");
    }
    fflush(stdout);
    close_solver(solver, metric);
}

static void print_wrong(const struct table *given, const struct table *expected)
{
    size_t cells = (size_t)given->count * given->count;
    size_t wrong = 0;
    size_t reached = 0;

    for (size_t i = 0; i < cells; i++) {
        reached += expected->cost[i] <= COST_MAX;
        wrong += given->cost[i] != expected->cost[i] ||
                 memcmp(&given->found[i], &expected->found[i],
                        sizeof(given->found[i]));
    }
    printf("  %zu of %zu cells differ, %zu are reached\n", wrong, cells,
           reached);
}

static void measure_map(const char *path, uint32_t count,
                        const struct device *gpu)
{
    struct table expected;
    struct table given;
    struct map *map = NULL;
    struct arc_sums arcs;
    struct error error = {""};
    uint64_t start_ns;

    must(map_open(path, &map, &error), &error);
    if (!map->hierarchy.supernode_count || !map->roads.piece_count)
        must(error_set(&error, -1, "'%s' has no order or no roads", path),
             &error);
    start_ns = clock_now_ns();
    if (arc_sums_make(map, &map->imported, &arcs))
        must(error_no_memory(&error), &error);
    printf(
        "%s: %u vertices, %u arcs, %u deep, %.0f MB of panels; sums of arcs "
        "%.0f ms\n",
        path, map->topology.vertex_count, map->topology.arc_count,
        map->hierarchy.depth_count,
        4e-6 *
            (double)map->hierarchy.first_panel[map->hierarchy.supernode_count],
        (double)(clock_now_ns() - start_ns) / 1e6);
    table_alloc(&expected, count);
    table_draw(&expected, map, &arcs);
    measure(&expected, "cch", &cpu, map);
    if (gpu) {
        table_alloc(&given, count);
        table_draw(&given, map, &arcs);
        measure(&given, "cch-gpu", gpu, map);
        print_wrong(&given, &expected);
        table_free(&given);
    }
    table_free(&expected);
    arc_sums_finish(&arcs);
    map_destroy(map);
}

int main(int argc, char **argv)
{
    struct device devices[GPU_DEVICES_MAX];
    struct error reason;
    const struct device *gpu = NULL;
    uint32_t count = PLACES;
    int at = 1;

    if (gpu_devices(devices, &reason))
        gpu = &devices[0];
    else
        printf("no GPU: %s\n", reason.text);
    if (at + 1 < argc && !strcmp(argv[at], "-n")) {
        count = (uint32_t)atoi(argv[at + 1]);
        at += 2;
    }
    for (; at < argc; at++)
        measure_map(argv[at], count, gpu);
    return 0;
}
