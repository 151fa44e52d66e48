/* suzuki_figure_3: the distribution of arc weights. */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"
#include "core/graph/statistics.h"
#include "core/weighting/weighting.h"
#include "lab/paper/paper.h"
#include "lab/paper/report.h"
#include "lab/paper/suzuki_kanto.h"

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

/* Targets of one map's numbers. */
struct output {
    struct report *report;
    struct sheet *maps;
    struct sheet *curve;
    struct chart_panel *panel;
};

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
        distribution_sort(sorted, count);
    *ret_count = count;
    return sorted;
}

static void add_map(struct output *output, const struct study_map *map,
                    const struct statistics *statistics, const uint32_t *sorted,
                    uint32_t count)
{
    const struct topology *topology = &map->map->topology;

    sheet_text(output->maps, map->name);
    sheet_count(output->maps, topology->vertex_count);
    sheet_count(output->maps, topology->arc_count);
    sheet_number(output->maps,
                 topology->arc_count / (double)topology->vertex_count);
    sheet_number(output->maps, statistics->weight_mean);
    sheet_number(output->maps, statistics->weight_deviation);
    if (count)
        sheet_count(output->maps, sorted[(count - 1) / 2]);
    else
        sheet_none(output->maps);
    sheet_text(output->maps, map->map->info.unit);
}

static void claim_spread(struct report *report, const struct study_map *map,
                         const struct statistics *statistics)
{
    double paper = suzuki_kanto.weight_deviation / suzuki_kanto.weight_mean;
    double here = statistics->weight_deviation / statistics->weight_mean;

    report_add_claim(
        report,
        (struct claim){
            .place = "section 4, table 1",
            .says = report_words(
                report, "%s: the weights' deviation is large beside their mean",
                map->name),
            .paper = report_words(report, "%.0f / %.0f = %.2f",
                                  suzuki_kanto.weight_deviation,
                                  suzuki_kanto.weight_mean, paper),
            .here = report_words(report, "%.1f / %.1f = %.2f",
                                 statistics->weight_deviation,
                                 statistics->weight_mean, here),
            .verdict = suzuki_verdict(map->map, here > 1),
            .why = suzuki_why(map->map),
        });
}

static int show_map(struct output *output, const struct study_map *map,
                    struct error *error)
{
    struct statistics statistics;
    uint32_t count;
    uint32_t *sorted = sorted_weights(imported_weights(map->map), &count);

    if (!sorted)
        return error_no_memory(error);
    statistics_take(map->map, &statistics);
    add_map(output, map, &statistics, sorted, count);
    distribution_add_curve(
        sorted, count, map->name, output->curve,
        chart_add_series(output->panel, map->name, CHART_LINE));
    if (count)
        claim_spread(output->report, map, &statistics);
    free(sorted);
    return 0;
}

/* The paper's table 1, as the last row. */
static void add_paper(struct sheet *maps)
{
    sheet_text(maps, "the paper's Kanto");
    sheet_count(maps, suzuki_kanto.vertices);
    sheet_count(maps, suzuki_kanto.arcs);
    sheet_number(maps, suzuki_kanto.arcs / (double)suzuki_kanto.vertices);
    sheet_number(maps, suzuki_kanto.weight_mean);
    sheet_number(maps, suzuki_kanto.weight_deviation);
    sheet_none(maps);
    sheet_text(maps, "not told");
}

static int run(const struct study *study, struct report *report,
               struct error *error)
{
    struct chart *chart =
        report_add_chart(report, NULL, "Arc weights (Suzuki et al., figure 3)",
                         "weight in the map's unit", CHART_LOG);
    struct output output = {
        .report = report,
        .panel = chart_add_panel(chart, "share of arcs", CHART_LINEAR),
    };
    int r = 0;

    output.maps = report_add_table(report, "maps", "the maps (table 1)",
                                   map_columns, MAP_COLUMNS);
    output.curve =
        report_add_table(report, NULL, "share of arcs up to a weight",
                         curve_columns, CURVE_COLUMNS);
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
