/* measure_cch_customize: how long customizing takes on a GPU.
 *
 * usage: measure_cch_customize MAP.rlx...
 *
 * Orders maps where needed. The first run is compared with the CPU's panels,
 * word by word; then come medians of RUNS. Not a test: it asserts no time. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cuda_runtime_api.h>

#include "core/base/clock.h"
#include "core/graph/map_file/map_file.h"
#include "core/graph/order/map_order.h"
#include "core/solver/cch/cch.h"
#include "core/solver/cch/customize.h"
#include "gpu/forms/cuda_cch.h"
#include "gpu/gpu.h"
#include "tests/gpu/measure.h"

enum { RUNS = 31 };

static struct device gpu;
static const struct device cpu = {.kind = DEVICE_CPU, .name = "cpu"};

static struct map *open_ordered(const char *path)
{
    struct map *map = NULL;
    struct map *ordered = NULL;
    struct error error;

    must(map_open(path, &map, &error), &error);
    if (map->hierarchy.supernode_count)
        return map;
    must(map_order(map, NULL, &ordered, &error), &error);
    map_destroy(map);
    return ordered;
}

static void print_teams(const struct cch_plan *plan)
{
    static const char *const names[] = {"leaf",  "quarter", "half",  "warp",
                                        "small", "large",   "global"};

    for (int team = 0; team < CCH_TEAMS; team++) {
        uint64_t fronts = 0;
        uint32_t levels = 0;
        uint32_t largest = 0;

        for (uint32_t i = 0; i < plan->step_count; i++) {
            const struct cch_step *step = &plan->steps[i];

            if (step->team != (enum cch_team)team)
                continue;
            fronts += step->count;
            levels++;
            if (largest < step->front_max)
                largest = step->front_max;
        }
        printf("  %-7s %8lu fronts on %2u levels, f <= %u\n", names[team],
               (unsigned long)fronts, levels, largest);
    }
}

static int compare(const void *a, const void *b)
{
    const float *x = a;
    const float *y = b;

    return (*x > *y) - (*x < *y);
}

static float median(float *ms)
{
    qsort(ms, RUNS, sizeof(*ms), compare);
    return ms[RUNS / 2];
}

static void print_time(struct cuda_cch_metric *metric)
{
    float ms[RUNS];
    struct error error;

    for (int i = 0; i < RUNS; i++) {
        uint64_t start = clock_now_ns();

        must(cuda_cch_customize(metric, &error), &error);
        ms[i] = (float)(clock_now_ns() - start) / 1e6f;
    }
    printf("  host sees %.3f ms\n", median(ms));
}

static uint64_t count_different(const uint32_t *on_device, const uint32_t *here,
                                uint64_t count)
{
    uint32_t *copy = malloc(count * sizeof(*copy) + 1);
    uint64_t different = 0;

    cudaMemcpy(copy, on_device, count * sizeof(*copy), cudaMemcpyDeviceToHost);
    for (uint64_t i = 0; i < count; i++)
        different += copy[i] != here[i];
    free(copy);
    return different;
}

static void compare_with_cpu(const struct map *map,
                             const struct cuda_cch_metric *metric)
{
    const struct cch_panels *panels = &metric->panels;
    struct metric *expected = open_metric(&cch_form, &cpu, map);
    struct cch_metric *cch = (struct cch_metric *)expected;

    if (!cch->schur && (cch_make_changeable(cch) || cch_customize(cch, NULL)))
        return;
    printf("  words that differ from the CPU's: basic %lu closed %lu Schur "
           "%lu\n",
           (unsigned long)count_different(panels->basic, cch->basic,
                                          panels->panel_words),
           (unsigned long)count_different(panels->closed, cch->closed,
                                          panels->panel_words),
           (unsigned long)count_different(panels->schur, cch->schur,
                                          panels->schur_words));
    close_metric(expected);
}

/* Teams other than the device's own. */
struct trial {
    const char *name;
    struct cch_limits limits;
};

static const struct trial trials[] = {
    {"fronts up to 8 by half warps, too", {{8, 0, 16, 24, 70, 1024}}},
};

static void try(const struct trial *trial, const struct map *map)
{
    struct prepared *prepared = NULL;
    struct metric *metric = NULL;
    struct error error;

    must(cuda_cch_prepare(&gpu, map, &trial->limits, &prepared, &error),
         &error);
    must(
        cuda_cch_form.customize(prepared, &map->imported.arcs, &metric, &error),
        &error);
    printf(" %s\n", trial->name);
    print_time((struct cuda_cch_metric *)metric);
    close_metric(metric);
}

static void measure(const char *path)
{
    struct map *map = open_ordered(path);
    struct metric *metric = open_metric(&cuda_cch_form, &gpu, map);
    const struct cuda_cch_metric *cch = (const struct cuda_cch_metric *)metric;

    printf("%s: %u supernodes, %u levels, %.1f M panel words, %.1f M Schur\n",
           path, map->hierarchy.supernode_count, map->hierarchy.level_count,
           (double)cch->panels.panel_words / 1e6,
           (double)cch->panels.schur_words / 1e6);
    print_teams(&((const struct cuda_cch *)metric->prepared)->plan);
    print_time((struct cuda_cch_metric *)metric);
    compare_with_cpu(map, cch);
    close_metric(metric);
    for (size_t i = 0; i < sizeof(trials) / sizeof(*trials); i++)
        try(&trials[i], map);
    map_destroy(map);
    fflush(stdout);
}

int main(int argc, char **argv)
{
    struct device devices[GPU_DEVICES_MAX];
    struct error reason;

    if (!gpu_devices(devices, &reason)) {
        printf("skipped: %s\n", reason.text);
        return 77;
    }
    gpu = devices[0];
    for (int i = 1; i < argc; i++)
        measure(argv[i]);
    return 0;
}
