/* generate_report: a generated map beside the real one it should be like. */
#include "lab/generate_report.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#include "core/graph/components.h"
#include "core/graph/statistics.h"
#include "lab/depth.h"

/* Trees whose depth is averaged, and the one from the first vertex. */
enum { SOURCES = 6 };

/* A figure as near as this to the real one is ok. */
#define TOLERANCE 0.2

static void compare(const char *what, double value, double real)
{
    if (real <= 0) {
        printf("  %-22s %12.4g\n", what, value);
        return;
    }
    printf("  %-22s %12.5g  %12.5g  %+6.1f %%  %s\n", what, value, real,
           100 * (value / real - 1),
           fabs(value / real - 1) <= TOLERANCE ? "ok" : "off");
}

static void report_degrees(const struct statistics *statistics,
                           const struct model *model)
{
    double rest = 1;

    for (unsigned degree = 0; degree < MODEL_DEGREES; degree++) {
        bool last = degree + 1 == MODEL_DEGREES;
        double share =
            last ? rest : statistics_degree_share(statistics, degree);
        char what[32];

        rest -= share;
        snprintf(what, sizeof(what), "out-degree %u%s", degree,
                 last ? " or more" : "");
        compare(what, share, model->degree_share[degree]);
    }
}

static void report_weights(const struct statistics *statistics,
                           const struct model *model)
{
    compare("weight, mean", statistics->weight_mean, model->weight_mean);
    compare("weight, deviation", statistics->weight_deviation,
            model->weight_deviation);
    printf("  %-22s %12" PRIu32 "\n", "weight, least",
           statistics->weight_least);
    printf("  %-22s %12" PRIu32 "\n", "weight, most", statistics->weight_most);
}

static int report_strong(const struct map *map, struct error *error)
{
    struct components strong;

    if (components_strong(map, &strong))
        return error_no_memory(error);
    printf("  %-22s %12.4f\n", "strongly connected",
           (double)strong.largest / map->topology.vertex_count);
    return 0;
}

static int report_depth(const struct map *map, const struct model *model,
                        struct error *error)
{
    uint32_t n = map->topology.vertex_count;
    uint32_t sources[SOURCES];
    uint32_t depths[SOURCES];
    double root = sqrt(n);
    double sum = 0;
    int r;

    /* Vertex order is local, so equal steps are spread over the land. */
    for (uint32_t i = 0; i < SOURCES; i++)
        sources[i] = (uint32_t)((uint64_t)n * i / SOURCES);
    r = depth_measure(map, sources, SOURCES, depths, error);
    if (r)
        return r;
    for (uint32_t i = 1; i < SOURCES; i++)
        sum += depths[i] / root;
    compare("depth/sqrt(n), first", depths[0] / root, model->depth);
    compare("depth/sqrt(n), usual", sum / (SOURCES - 1), model->depth_usual);
    return 0;
}

int generate_report(const struct map *map, const struct model *model,
                    struct error *error)
{
    struct statistics statistics;
    int r;

    statistics_take(map, &statistics);
    printf("  %-22s %12s  %12s\n", "", "this map", "the real one");
    report_degrees(&statistics, model);
    report_weights(&statistics, model);
    r = report_strong(map, error);
    return r ? r : report_depth(map, model, error);
}
