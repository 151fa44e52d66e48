/* cuda_parallel_delta: delta-stepping by the width of its buckets. */
#include <math.h>
#include <stdlib.h>

#include "core/graph/cost.h"
#include "core/weighting/weighting.h"
#include "gpu/delta_stepping/delta_rule.h"
#include "lab/paper/contest.h"
#include "lab/paper/paper.h"

enum {
    SOURCES = 10,
    OWN = DELTA_RULES, /* the solver's default */
    FIRST_STEP,
    STEPS = 9,  /* widths besides the rules' */
    MIDDLE = 3, /* the step of the mean weight */
    WIDTHS = FIRST_STEP + STEPS,
};

static const char *const rules[FIRST_STEP] = {
    [DELTA_MEDIAN] = "median of the weights",
    [DELTA_MEAN] = "mean of the weights",
    [DELTA_MEAN_OVER_VERTICES] = "sum of the weights by vertices",
    [DELTA_MAX_OVER_DEGREE] = "largest weight by largest degree",
    [OWN] = "relaxd's own, not the paper's",
};

static const struct column columns[] = {
    {"map", "map", "", 0},
    {"rule", "rule", "", 0},
    {"delta", "delta", "map's unit", 0},
    {"mean_ms", "mean", "ms", 3},
    {"relaxed", "relaxed", "vertices", 0},
    {"relaxed_share", "relaxed", "a vertex", 2},
};

enum { COLUMNS = sizeof(columns) / sizeof(columns[0]) };

/* delta-stepping with one width. */
struct width {
    const char *rule; /* NULL: not a rule */
    uint32_t delta;
    double ms;      /* mean per query */
    double relaxed; /* vertices per query */
};

struct result {
    struct width width[WIDTHS];
    double bellman_ford_ms;
    double queue_ms; /* NAN: not in this build */
};

struct output {
    struct report *report;
    struct sheet *table;
};

/* Each is four times the previous, and one is the mean weight. */
static uint32_t step_width(uint32_t mean, int step)
{
    double width = ldexp(mean, 2 * (step - MIDDLE));

    return width < 1 ? 1 : width > WEIGHT_MAX ? WEIGHT_MAX : (uint32_t)width;
}

/* The default width: the default rule, times the default factor. */
static uint32_t own_width(const struct study *study, const struct map *map)
{
    const struct solver_ops *ops =
        catalog_find(&study->inventory.catalog, "delta-stepping");
    double rule = solver_option_value(ops, NULL, 0, "delta-rule");
    double width = solver_option_value(ops, NULL, 0, "delta-times") *
                   delta_by_rule((enum delta_rule)rule, &map->topology,
                                 imported_weights(map));

    return width < WEIGHT_MAX ? (uint32_t)width : WEIGHT_MAX;
}

static void choose_widths(const struct study *study, const struct map *map,
                          struct result *result)
{
    uint32_t mean =
        delta_by_rule(DELTA_MEAN, &map->topology, imported_weights(map));

    for (int rule = 0; rule < DELTA_RULES; rule++)
        result->width[rule] = (struct width){
            .rule = rules[rule],
            .delta = delta_by_rule((enum delta_rule)rule, &map->topology,
                                   imported_weights(map)),
        };
    result->width[OWN] =
        (struct width){.rule = rules[OWN], .delta = own_width(study, map)};
    for (int step = 0; step < STEPS; step++)
        result->width[FIRST_STEP + step].delta = step_width(mean, step);
}

/* Sets it explicitly, as 'relaxctl tune' may have stored another for the
 * map. */
static void set_fallback(struct contest *contest, struct report *report,
                         const char *option,
                         struct arguments_settings *settings)
{
    const struct solver_ops *ops =
        catalog_find(&contest->study->inventory.catalog, "delta-stepping");

    contest_set(settings, option,
                report_words(report, "%g", option_find(ops, option)->fallback));
}

/* Sets a rule by name, so that the solver finds the width itself. All except
 * relaxd's own use one light arc per round, as in the paper. */
static int add_width(struct contest *contest, struct report *report, int index,
                     const struct width *width, struct error *error)
{
    struct arguments_settings settings = {.count = 0};

    if (index == OWN) {
        set_fallback(contest, report, "delta-stepping.delta-times", &settings);
        set_fallback(contest, report, "delta-stepping.delta-rule", &settings);
        set_fallback(contest, report, "delta-stepping.hops", &settings);
    } else {
        contest_set(&settings, "delta-stepping.delta-times", "1");
        contest_set(&settings, "delta-stepping.hops", "1");
    }
    if (index < DELTA_RULES)
        contest_set(&settings, "delta-stepping.delta-rule",
                    delta_rule_names[index]);
    contest_set(&settings, "delta-stepping.delta",
                width->rule ? "0" : report_words(report, "%u", width->delta));
    return contest_add(contest, "delta-stepping", &settings, error);
}

/* The two Bellman-Fords come last, the queue variant only if it exists. */
static int add_all(struct contest *contest, struct report *report,
                   const struct result *result, struct error *error)
{
    const struct catalog *catalog = &contest->study->inventory.catalog;
    int r = 0;

    for (int i = 0; i < WIDTHS && !r; i++)
        r = add_width(contest, report, i, &result->width[i], error);
    if (!r)
        r = contest_add(contest, "bellman-ford", NULL, error);
    if (!r && catalog_find(catalog, "bellman-ford-queue"))
        r = contest_add(contest, "bellman-ford-queue", NULL, error);
    return r;
}

static int measure_all(struct contest *contest, const uint32_t *sources,
                       uint32_t count, struct result *result,
                       struct error *error)
{
    int r = contest_run(contest, count, error);

    for (int i = 0; i < WIDTHS && !r; i++) {
        struct tally tally;

        r = tally_take(&tally, &contest->contestant[i].runner, sources, count,
                       error);
        result->width[i].ms = contest_mean_ms(contest, (size_t)i);
        result->width[i].relaxed = (double)tally.updated / count;
    }
    if (r)
        return r;
    result->bellman_ford_ms = contest_mean_ms(contest, WIDTHS);
    result->queue_ms = contest->bench.contestant_count > WIDTHS + 1
                           ? contest_mean_ms(contest, WIDTHS + 1)
                           : NAN;
    return 0;
}

static int measure_map(const struct study *study, struct report *report,
                       const struct map *map, struct result *ret_result,
                       struct error *error)
{
    uint32_t count = study_sources(study, SOURCES);
    uint32_t *sources = study_draw_sources(study, map, count);
    struct contest contest = {0};
    int r = sources ? contest_init(&contest, study, map, error)
                    : error_no_memory(error);

    choose_widths(study, map, ret_result);
    if (!r)
        r = add_all(&contest, report, ret_result, error);
    contest.bench.sources = sources;
    if (!r)
        r = measure_all(&contest, sources, count, ret_result, error);
    contest_finish(&contest);
    free(sources);
    return r;
}

static void add_rows(struct output *output, const struct study_map *map,
                     const struct result *result)
{
    struct sheet *table = output->table;

    for (int i = 0; i < WIDTHS; i++) {
        const struct width *width = &result->width[i];

        sheet_text(table, map->name);
        if (width->rule)
            sheet_text(table, width->rule);
        else
            sheet_none(table);
        sheet_count(table, width->delta);
        sheet_number(table, width->ms);
        sheet_number(table, width->relaxed);
        sheet_number(table, width->relaxed / map->map->topology.vertex_count);
    }
}

/* A level line: for a method without delta. */
static void add_level(struct chart_panel *panel, const char *name, double ms,
                      const struct result *result)
{
    struct chart_series *series = chart_add_series(panel, name, CHART_LINE);

    chart_add_point(series, result->width[FIRST_STEP].delta, ms);
    chart_add_point(series, result->width[WIDTHS - 1].delta, ms);
}

static void draw(const struct study *study, struct report *report,
                 const struct study_map *map, const struct result *result)
{
    struct chart *chart = report_add_chart(
        report, study->map_count > 1 ? map->name : NULL,
        report_words(report,
                     "delta-stepping by delta, %s (CUDA parallel shortest "
                     "paths, section 5.6)",
                     map->name),
        report_words(report, "delta (%s)", map->map->info.unit), CHART_LOG);
    struct chart_panel *time =
        chart_add_panel(chart, "mean time (ms)", CHART_LOG);
    struct chart_panel *relaxed =
        chart_add_panel(chart, "relaxations of a vertex", CHART_LOG);
    struct chart_series *time_curve =
        chart_add_series(time, "delta-stepping", CHART_LINE);
    struct chart_series *relaxed_curve =
        chart_add_series(relaxed, "delta-stepping", CHART_LINE);

    if (chart)
        chart->subtitle = study->machine;
    for (int i = FIRST_STEP; i < WIDTHS; i++) {
        const struct width *width = &result->width[i];

        chart_add_point(time_curve, width->delta, width->ms);
        chart_add_point(relaxed_curve, width->delta,
                        width->relaxed / map->map->topology.vertex_count);
    }
    for (int rule = 0; rule < FIRST_STEP; rule++) {
        const struct width *width = &result->width[rule];

        chart_add_point(chart_add_series(time, rules[rule], CHART_POINTS),
                        width->delta, width->ms);
        chart_add_point(chart_add_series(relaxed, rules[rule], CHART_POINTS),
                        width->delta,
                        width->relaxed / map->map->topology.vertex_count);
    }
    add_level(time, "bellman-ford", result->bellman_ford_ms, result);
    if (!isnan(result->queue_ms))
        add_level(time, "bellman-ford-queue", result->queue_ms, result);
}

static const struct width *find_best(const struct result *result, int from,
                                     int to)
{
    const struct width *best = &result->width[from];

    for (int i = from + 1; i < to; i++) {
        if (result->width[i].ms < best->ms)
            best = &result->width[i];
    }
    return best;
}

static void note_best(struct report *report, const struct study_map *map,
                      const struct result *result)
{
    const struct width *rule = find_best(result, 0, DELTA_RULES);
    const struct width *any = find_best(result, 0, WIDTHS);

    report_add_note(
        report,
        report_words(report,
                     "%s: the best of the paper's rules is the %s, %u: %.3f "
                     "ms; relaxd's own %u: %.3f ms; best of all tried %u: %.3f "
                     "ms. bellman-ford: %.3f ms.",
                     map->name, rule->rule, rule->delta, rule->ms,
                     result->width[OWN].delta, result->width[OWN].ms,
                     any->delta, any->ms, result->bellman_ford_ms));
    if (!isnan(result->queue_ms))
        report_add_note(report,
                        report_words(report, "%s: bellman-ford-queue: %.3f ms.",
                                     map->name, result->queue_ms));
}

static void claim(struct report *report, const struct study_map *map,
                  const struct result *result)
{
    const struct width *narrow = &result->width[FIRST_STEP];
    const struct width *wide = &result->width[WIDTHS - 1];

    report_add_claim(
        report,
        (struct claim){
            .place = "section 5.6, after Meyer and Sanders",
            .says = report_words(report,
                                 "%s: vertices are relaxed again as paths of "
                                 "up to 2 delta allow: the wider the buckets, "
                                 "the more",
                                 map->name),
            .paper = "(a bound, no number)",
            .here = report_words(
                report,
                "delta %u: %.2f relaxations of a vertex; "
                "delta %u: %.2f",
                narrow->delta,
                narrow->relaxed / map->map->topology.vertex_count, wide->delta,
                wide->relaxed / map->map->topology.vertex_count),
            .verdict = verdict_of(wide->relaxed > narrow->relaxed),
        });
}

static int run(const struct study *study, struct report *report,
               struct error *error)
{
    struct sheet *table = report_add_table(
        report, NULL, "delta-stepping by delta, a query", columns, COLUMNS);
    struct output output = {report, table};

    for (size_t i = 0; i < study->map_count; i++) {
        const struct study_map *map = &study->maps[i];
        struct result result = {0};
        int r = measure_map(study, report, map->map, &result, error);

        if (r)
            return r;
        add_rows(&output, map, &result);
        draw(study, report, map, &result);
        note_best(report, map, &result);
        claim(report, map, &result);
    }
    report_add_note(report,
                    "The paper names three rules: the median, a mean, which it "
                    "prints as the sum over the vertices, and the largest "
                    "weight over the largest degree; of which is best its text "
                    "says nothing any more.");
    return 0;
}

const struct figure cuda_parallel_delta = {
    .id = "figure-delta",
    .title = "delta-stepping by the width of its buckets, and by its rules",
    .needs_maps = true,
    .needs_cuda = true,
    .run = run,
};
