/* Suzuki et al., figures 3 to 5: weights, and how many vertices the phases of
 * queries update. */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#include "core/base/array.h"
#include "core/graph/statistics.h"
#include "core/weighting/weighting.h"
#include "lab/paper/contest.h"
#include "lab/paper/suzuki.h"

enum { FEW = 10000 }; /* updated vertices: a small phase */

/* The tables of figures 3 and 5. */
enum { MAPS, CURVE };

/* ---- A distribution ------------------------------------------------------ */

enum { POINTS_PER_DECADE = 20 };

/* How many of the sorted numbers are <= `limit`. */
static size_t count_to(const uint32_t *sorted, size_t count, uint32_t limit)
{
    return array_lower_bound(sorted, sizeof(*sorted), 0, count, limit + 1);
}

/* Adds the cumulative distribution of sorted whole numbers to the table
 * CURVE and to the chart: points at even steps of the logarithm, rounded down
 * to whole numbers, from the greatest power of ten not above the least number
 * (1 if that is 0) to the largest number. */
static void add_curve(struct report *report, const char *name,
                      const uint32_t *sorted, size_t count)
{
    struct chart_series *series =
        chart_add_series(report_panel(report, 0), name, CHART_LINE);
    double most = count ? sorted[count - 1] : 0;
    double first = count && sorted[0] ? floor(log10(sorted[0])) : 0;
    double last = 0;

    for (int i = 0; last < most; i++) {
        double at = floor(pow(10, first + (double)i / POINTS_PER_DECADE));
        double number = fmin(at, most);
        double share =
            (double)count_to(sorted, count, (uint32_t)number) / (double)count;

        if (number <= last)
            continue;
        sheet_add(&report->table[CURVE], CELL(name), CELL((uint64_t)number),
                  CELL(share));
        chart_add_point(series, number, share);
        last = number;
    }
}

/* ---- Figure 3 ------------------------------------------------------------ */

static const struct column weight_columns[] = {
    {"map", "map", "", 0},
    {"weight", "weight", "at most", 0},
    {"share", "share", "of arcs", 4},
    {0},
};

static const struct column weight_map_columns[] = {
    {"map", "map", "", 0},
    {"vertices", "vertices", "", 0},
    {"arcs", "arcs", "", 0},
    {"degree_mean", "mean", "out-degree", 2},
    {"weight_mean", "mean", "weight", 1},
    {"weight_deviation", "deviation", "weight", 1},
    {"weight_median", "median", "weight", 0},
    {"unit", "unit", "of a weight", 0},
    {0},
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
        qsort(sorted, count, sizeof(*sorted), compare_u32);
    *ret_count = count;
    return sorted;
}

static void claim_spread(struct report *report,
                         const struct statistics *statistics)
{
    double paper = suzuki_kanto.weight_deviation / suzuki_kanto.weight_mean;
    double here = statistics->weight_deviation / statistics->weight_mean;

    report_claim(
        report,
        suzuki_claim(report, "section 4, table 1",
                     "the weights' deviation is large beside their mean",
                     report_words(report, "%.0f / %.0f = %.2f",
                                  suzuki_kanto.weight_deviation,
                                  suzuki_kanto.weight_mean, paper),
                     here > 1),
        "%.1f / %.1f = %.2f", statistics->weight_deviation,
        statistics->weight_mean, here);
}

static int show_weights(struct report *report, struct error *error)
{
    const struct topology *topology = &report->map->map->topology;
    struct statistics statistics;
    uint32_t count;
    uint32_t *sorted =
        sorted_weights(imported_weights(report->map->map), &count);

    if (!sorted)
        return error_no_memory(error);
    statistics_take(report->map->map, &statistics);
    sheet_add(&report->table[MAPS], CELL(report->map->name),
              CELL(topology->vertex_count), CELL(topology->arc_count),
              CELL(topology->arc_count / (double)topology->vertex_count),
              CELL(statistics.weight_mean), CELL(statistics.weight_deviation),
              count ? CELL(sorted[(count - 1) / 2]) : cell_none,
              CELL(report->map->map->info.unit));
    add_curve(report, report->map->name, sorted, count);
    if (count)
        claim_spread(report, &statistics);
    free(sorted);
    return 0;
}

/* The paper's table 1, as the last row. */
static void add_kanto(struct report *report)
{
    sheet_add(&report->table[MAPS], CELL("the paper's Kanto"),
              CELL(suzuki_kanto.vertices), CELL(suzuki_kanto.arcs),
              CELL(suzuki_kanto.arcs / (double)suzuki_kanto.vertices),
              CELL(suzuki_kanto.weight_mean),
              CELL(suzuki_kanto.weight_deviation), cell_none, CELL("not told"));
}

const struct figure suzuki_figure_3 = {
    .id = "figure-3",
    .title = "distribution of arc weights",
    .needs_maps = true,
    .tables = {{"maps", "the maps (table 1)", weight_map_columns},
               {NULL, "share of arcs up to a weight", weight_columns}},
    .chart = {.title = "Arc weights (Suzuki et al., figure 3)",
              .x_label = "weight in the map's unit",
              .x_scale = CHART_LOG,
              .y = {{"share of arcs", CHART_LINEAR}}},
    .run_map = show_weights,
    .conclude = add_kanto,
};

/* ---- Figure 4 ------------------------------------------------------------ */

enum {
    SOURCES = 5,
    PHASES = 230,      /* length of the paper's queries */
    PHASES_APART = 23, /* a tenth, the tolerance of "about" */
};

enum { BY_SOURCE, BY_PHASE };

static const struct column phase_columns[] = {
    {"map", "map", "", 0},
    {"source", "source", "", 0},
    {"from", "from", "id", 0},
    {"phase", "phase", "", 0},
    {"updated", "updated", "vertices", 0},
    {0},
};

static const struct column source_columns[] = {
    {"map", "map", "", 0},
    {"source", "source", "", 0},
    {"from", "from", "id", 0},
    {"phases", "phases", "", 0},
    {"updated_most", "most", "updated", 0},
    {"updated_sum", "all", "updated", 0},
    {"few_share", "at most 10,000", "% of phases", 1},
    {"few_share_late", "in the 2nd half", "% of phases", 1},
    {0},
};

static double share_of_few(const uint32_t *updated, size_t count)
{
    size_t few = 0;

    for (size_t i = 0; i < count; i++)
        few += updated[i] <= FEW;
    return count ? 100 * (double)few / (double)count : 0;
}

/* Returns the share of small phases in the second half, in percent. */
static double show_source(struct report *report, const struct updates *updates,
                          uint32_t index, struct chart_panel *panel)
{
    static const char *const letters[SOURCES] = {"A", "B", "C", "D", "E"};
    const char *letter = letters[index];
    uint64_t id = report->map->map->external_id[updates->source[index]];
    struct chart_series *series = chart_add_series(
        panel, report_words(report, "%s: from %" PRIu64, letter, id),
        CHART_LINE);
    size_t first = index ? updates->end[index - 1] : 0;
    size_t count = updates->end[index] - first;
    const uint32_t *updated = updates->updated + first;
    double few_late = share_of_few(updated + count / 2, count - count / 2);
    uint32_t most = 0;
    uint64_t sum = 0;

    for (size_t i = 0; i < count; i++) {
        sheet_add(&report->table[BY_PHASE], CELL(report->map->name),
                  CELL(letter), CELL(id), CELL(i), CELL(updated[i]));
        chart_add_point(series, (double)i, updated[i]);
        sum += updated[i];
        most = updated[i] > most ? updated[i] : most;
    }
    sheet_add(&report->table[BY_SOURCE], CELL(report->map->name), CELL(letter),
              CELL(id), CELL(count), CELL(most), CELL(sum),
              CELL(share_of_few(updated, count)), CELL(few_late));
    return few_late;
}

static void claim_phases(struct report *report,
                         const struct phase_counts *counts, double few_late)
{
    bool about = counts->least >= PHASES - PHASES_APART &&
                 counts->most <= PHASES + PHASES_APART;

    report_claim(report,
                 suzuki_claim(report, "section 4, figure 4",
                              "every query ends after about 230 phases", "230",
                              about),
                 "%u to %u", counts->least, counts->most);
    report_claim(
        report,
        suzuki_claim(report, "section 4, figure 4",
                     "in the second half at most 10,000 vertices are "
                     "updated in a phase",
                     "100 % of the second half's phases", few_late > 99),
        "%.1f %% of them, at the source where they are fewest", few_late);
}

static int show_sources(struct report *report, struct error *error)
{
    const char *title = report_words(
        report, "Updated vertices by phase, %s (Suzuki et al., figure 4)",
        report->map->name);
    struct chart *chart =
        report_add_chart(report, false, title, "phase", CHART_LINEAR);
    struct chart_panel *panel =
        chart_add_panel(chart, "updated vertices", CHART_LINEAR);
    struct updates updates;
    double few_late = 100;
    int r = updates_count(&updates, report, report->map->map, SOURCES, error);

    for (uint32_t i = 0; !r && i < SOURCES; i++)
        few_late = fmin(few_late, show_source(report, &updates, i, panel));
    if (!r)
        claim_phases(report, &updates.counts, few_late);
    updates_finish(&updates);
    return r;
}

static void say_counter(struct report *report)
{
    report_note(report, report->study->cuda
                            ? "Counted by harish on the GPU."
                            : "Counted on the CPU, which updates the same "
                              "vertices in the same phases as harish.");
}

const struct figure suzuki_figure_4 = {
    .id = "figure-4",
    .title = "updated vertices by phase, from five sources",
    .needs_maps = true,
    .tables = {{"sources", "the sources", source_columns},
               {NULL, "updated vertices by phase", phase_columns}},
    .run_map = show_sources,
    .conclude = say_counter,
};

/* ---- Figure 5 ------------------------------------------------------------ */

enum {
    POOL_SOURCES = 1000, /* the paper's */
    MANY = 500000,       /* exceeded by the paper's largest phases */
    HALF = 50,           /* % of the phases; the paper's 59 is above */
};

static const struct column pool_columns[] = {
    {"map", "map", "", 0},
    {"updated", "updated", "at most", 0},
    {"share", "share", "of phases", 4},
    {0},
};

static const struct column pool_map_columns[] = {
    {"map", "map", "", 0},
    {"sources", "sources", "", 0},
    {"phases_mean", "phases", "mean", 1},
    {"phases_least", "least", "phases", 0},
    {"phases_most", "most", "phases", 0},
    {"few_share", "at most 10,000", "% of phases", 1},
    {"updated_median", "median", "updated", 0},
    {"updated_most", "most", "updated", 0},
    {0},
};

static void show_pool(struct report *report, const struct updates *updates)
{
    uint32_t *updated = updates->updated;
    size_t count = updates->phases;
    uint32_t most;
    double few;

    qsort(updated, count, sizeof(*updated), compare_u32);
    most = updated[count - 1];
    few = 100 * (double)count_to(updated, count, FEW) / (double)count;
    sheet_add(&report->table[MAPS], CELL(report->map->name),
              CELL(study_sources(report->study, POOL_SOURCES)),
              CELL(updates->counts.mean), CELL(updates->counts.least),
              CELL(updates->counts.most), CELL(few),
              CELL(updated[(count - 1) / 2]), CELL(most));
    add_curve(report, report->map->name, updated, count);
    report_claim(report,
                 suzuki_claim(report, "section 4, figure 5",
                              "over half of the phases update 10,000 vertices "
                              "or fewer",
                              "59 %", few > HALF),
                 "%.1f %%", few);
    report_claim(report,
                 suzuki_claim(report, "section 4, figure 5",
                              "the largest phases update above 500,000 "
                              "vertices",
                              "above 500,000", most > MANY),
                 "up to %u", most);
}

static int pool_phases(struct report *report, struct error *error)
{
    struct updates updates;
    int r = updates_count(&updates, report, report->map->map,
                          study_sources(report->study, POOL_SOURCES), error);

    if (!r)
        show_pool(report, &updates);
    updates_finish(&updates);
    return r;
}

const struct figure suzuki_figure_5 = {
    .id = "figure-5",
    .title = "distribution of updated vertices over the phases of many queries",
    .needs_maps = true,
    .tables = {{"maps", "phases by map", pool_map_columns},
               {NULL, "share of phases up to a number of updated vertices",
                pool_columns}},
    .chart = {.title =
                  "Updated vertices of all phases (Suzuki et al., figure 5)",
              .x_label = "updated vertices",
              .x_scale = CHART_LOG,
              .y = {{"share of phases", CHART_LINEAR}}},
    .run_map = pool_phases,
    .note = "A query's last phase, which updates nothing, counts too.",
};
