/* suzuki_figure_3: how arc weights are distributed. */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "clients/relaxctl/paper/list.h"
#include "core/base/array.h"
#include "core/graph/statistics.h"

/* Of the curve; even steps of the axis's logarithm. */
enum { POINTS_PER_DECADE = 20 };

/* Table 1 of the paper. */
static const struct {
    uint32_t vertices;
    uint32_t arcs;
    double weight_mean;
    double weight_deviation;
} kanto = {1427876, 4584822, 83666, 184384};

static const struct column map_columns[] = {
    {"map", "map", "", 0},
    {"vertices", "vertices", "", 0},
    {"arcs", "arcs", "", 0},
    {"degree_mean", "mean", "out-degree", 2},
    {"weight_mean", "mean", "weight", 1},
    {"weight_deviation", "deviation", "weight", 1},
    {"weight_median", "median", "weight", 0},
    {"unit", "unit", "of a weight", 0},
};

static const struct column curve_columns[] = {
    {"map", "map", "", 0},
    {"weight", "weight", "at most", 0},
    {"share", "share", "of arcs", 4},
};

enum {
    MAP_COLUMNS = sizeof(map_columns) / sizeof(map_columns[0]),
    CURVE_COLUMNS = sizeof(curve_columns) / sizeof(curve_columns[0]),
};

/* Where one map's numbers go. */
struct output {
    struct report *report;
    struct table *maps;
    struct table *curve;
    struct chart_panel *panel;
};

static int compare(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a;
    uint32_t y = *(const uint32_t *)b;

    return (x > y) - (x < y);
}

/* The weights of open arcs, ascending. */
static uint32_t *sorted_weights(const struct weights *weights,
                                uint32_t *ret_count)
{
    uint32_t *sorted = array_alloc(weights->arc_count, sizeof(*sorted));
    uint32_t count = 0;

    for (uint32_t a = 0; sorted && a < weights->arc_count; a++) {
        if (weights->weight[a] != WEIGHT_CLOSED)
            sorted[count++] = weights->weight[a];
    }
    if (sorted)
        qsort(sorted, count, sizeof(*sorted), compare);
    *ret_count = count;
    return sorted;
}

/* How many of them are at most `limit`. */
static uint32_t count_to(const uint32_t *sorted, uint32_t count, double limit)
{
    uint32_t low = 0;

    while (low < count) {
        uint32_t middle = low + (count - low) / 2;

        if (sorted[middle] <= limit)
            low = middle + 1;
        else
            count = middle;
    }
    return low;
}

static void add_curve_point(struct output *output, struct chart_series *series,
                            const char *map, double weight, double share)
{
    table_text(output->curve, map);
    table_number(output->curve, weight);
    table_number(output->curve, share);
    chart_add_point(series, weight, share);
}

/* From the least weight to the largest at even steps of the logarithm, each
 * rounded down to a whole number. */
static void add_curve(struct output *output, const char *name,
                      const uint32_t *sorted, uint32_t count)
{
    struct chart_series *series =
        chart_add_series(output->panel, name, CHART_LINE);
    double most = count ? sorted[count - 1] : 0;
    double last = -1;
    double first_decade = floor(log10(count && sorted[0] ? sorted[0] : 1));

    for (int i = 0; last < most; i++) {
        double weight =
            floor(pow(10, first_decade + (double)i / POINTS_PER_DECADE));

        weight = fmin(weight, most);
        if (weight > last)
            add_curve_point(output, series, name, weight,
                            count_to(sorted, count, weight) / (double)count);
        last = weight;
    }
}

static void add_map(struct output *output, const struct study_map *map,
                    const struct statistics *statistics, const uint32_t *sorted,
                    uint32_t count)
{
    const struct topology *topology = &map->map->topology;

    table_text(output->maps, map->name);
    table_count(output->maps, topology->vertex_count);
    table_count(output->maps, topology->arc_count);
    table_number(output->maps,
                 topology->arc_count / (double)topology->vertex_count);
    table_number(output->maps, statistics->weight_mean);
    table_number(output->maps, statistics->weight_deviation);
    if (count)
        table_count(output->maps, sorted[(count - 1) / 2]);
    else
        table_none(output->maps);
    table_text(output->maps, map->map->info.unit);
}

static void claim_spread(struct report *report, const struct study_map *map,
                         const struct statistics *statistics)
{
    double paper = kanto.weight_deviation / kanto.weight_mean;
    double here = statistics->weight_deviation / statistics->weight_mean;

    report_add_claim(
        report,
        (struct claim){
            .place = "section 4, table 1",
            .says = report_words(
                report, "%s: the weights' deviation is large beside their mean",
                map->name),
            .paper =
                report_words(report, "%.0f / %.0f = %.2f",
                             kanto.weight_deviation, kanto.weight_mean, paper),
            .here = report_words(report, "%.1f / %.1f = %.2f",
                                 statistics->weight_deviation,
                                 statistics->weight_mean, here),
            .verdict = verdict_of(here > 1),
            .why = here > 1 ? NULL : "the deviation is below the mean",
        });
}

static int show_map(struct output *output, const struct study_map *map,
                    struct error *error)
{
    struct statistics statistics;
    uint32_t count;
    uint32_t *sorted = sorted_weights(&map->map->weights, &count);

    if (!sorted)
        return error_no_memory(error);
    statistics_take(map->map, &statistics);
    add_map(output, map, &statistics, sorted, count);
    add_curve(output, map->name, sorted, count);
    if (count)
        claim_spread(output->report, map, &statistics);
    free(sorted);
    return 0;
}

/* Table 1 itself, as the last row. */
static void add_paper(struct table *maps)
{
    table_text(maps, "the paper's Kanto");
    table_count(maps, kanto.vertices);
    table_count(maps, kanto.arcs);
    table_number(maps, kanto.arcs / (double)kanto.vertices);
    table_number(maps, kanto.weight_mean);
    table_number(maps, kanto.weight_deviation);
    table_none(maps);
    table_text(maps, "not told");
}

static int run(const struct study *study, struct report *report,
               struct error *error)
{
    struct chart *chart =
        report_add_chart(report, NULL, "Arc weights (Suzuki et al., figure 3)",
                         "weight in the map's unit", CHART_LOG);
    struct output output = {
        .report = report,
        .maps = report_add_table(report, "maps", "the maps (table 1)",
                                 map_columns, MAP_COLUMNS),
        .curve = report_add_table(report, NULL, "share of arcs up to a weight",
                                  curve_columns, CURVE_COLUMNS),
        .panel = chart_add_panel(chart, "share of arcs", CHART_LINEAR),
    };
    int r = 0;

    for (size_t i = 0; !r && i < study->map_count; i++)
        r = show_map(&output, &study->maps[i], error);
    add_paper(output.maps);
    return r;
}

const struct figure suzuki_figure_3 = {
    .id = "figure-3",
    .title = "distribution of arc weights",
    .needs_maps = true,
    .run = run,
};
