/* suzuki_figure_8: adaptive's time by the thresholds at which it switches
 * between its two ways of creating threads. */
#include <math.h>
#include <stdlib.h>

#include "core/base/array.h"
#include "lab/paper/contest.h"
#include "lab/paper/paper.h"
#include "lab/paper/suzuki_kanto.h"

enum {
    SOURCES = 100, /* the paper gives none */
    POINTS_MAX = 48,
    CONTESTANTS_BEFORE = 2, /* harish and selection */
};

/* Relative to a base. */
static const double factors[] = {
    1 / 16.0, 1 / 8.0, 1 / 4.0, 1 / 2.0, M_SQRT1_2, 1, M_SQRT2, 2, 4, 8, 16,
};

enum { FACTORS = sizeof(factors) / sizeof(factors[0]) };

/* The paper's pair, in microseconds; the second scales with the first. */
static const double paper_to_all_us = 350;
static const double paper_to_selected_us = 330;

/* The paper's result: a gain up to 800 us, over twice the best threshold. */
static const double margin_claimed = 2;

/* Closer thresholds count as one. */
static const double nearest = 1.1;

/* A threshold above this is never reached: no use trying its surroundings. */
static const double never_us = 1e6;

static const struct column columns[] = {
    {"map", "map", "", 0},
    {"solver", "solver", "", 0},
    {"to_all_us", "to all", "us", 1},
    {"to_selected_us", "to selected", "us", 1},
    {"sources", "sources", "", 0},
    {"mean_ms", "mean", "ms", 3},
    {"over_harish", "to harish", "ratio", 3},
};

enum { COLUMNS = sizeof(columns) / sizeof(columns[0]) };

/* Thresholds to try, ascending. */
struct points {
    double to_all_us[POINTS_MAX];
    size_t count;
};

struct output {
    struct report *report;
    struct sheet *table;
};

static double to_selected(double to_all_us)
{
    return to_all_us * paper_to_selected_us / paper_to_all_us;
}

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a;
    double y = *(const double *)b;

    return (x > y) - (x < y);
}

/* Unless it is out of range, or close to an existing one. */
static void add(struct points *points, double to_all_us)
{
    if (!(to_all_us > 0) || to_all_us > never_us || points->count == POINTS_MAX)
        return;
    for (size_t i = 0; i < points->count; i++) {
        double ratio = to_all_us / points->to_all_us[i];

        if (ratio < nearest && ratio > 1 / nearest)
            return;
    }
    points->to_all_us[points->count++] = to_all_us;
}

/* Adds the bases first, so that none is dropped for a neighbour of another. */
static void add_around(struct points *points, const double *bases, size_t count)
{
    for (size_t i = 0; i < count; i++)
        add(points, bases[i]);
    for (size_t i = 0; i < count; i++) {
        for (int j = 0; j < FACTORS && bases[i] <= never_us; j++)
            add(points, bases[i] * factors[j]);
    }
    qsort(points->to_all_us, points->count, sizeof(double), compare);
}

/* The mean phase of harish; near it a GPU's choice matters. */
static int mean_phase_us(const struct study *study, const struct map *map,
                         double *ret_us, struct error *error)
{
    const uint32_t few = 4;
    struct contest *contest = malloc(sizeof(*contest));
    int r;

    if (!contest)
        return error_no_memory(error);
    r = contest_init(contest, study, map, error);
    if (!r)
        r = contest_add(contest, "harish", NULL, error);
    if (!r)
        r = contest_run(contest, few, error);
    if (!r)
        *ret_us =
            1000 * contest_mean_ms(contest, 0) / contest_phases(contest, 0);
    contest_finish(contest);
    free(contest);
    return r;
}

static int choose_points(const struct study *study, const struct study_map *map,
                         struct report *report, struct points *points,
                         struct error *error)
{
    struct adaptive_thresholds tuned;
    double phase_us = 0;
    int r = thresholds_find(study, map->map, map->name, report, &tuned, error);

    if (!r)
        r = mean_phase_us(study, map->map, &phase_us, error);
    if (r)
        return r;
    points->count = 0;
    add_around(points,
               (const double[]){paper_to_all_us, tuned.to_all_us, phase_us}, 3);
    return 0;
}

static int add_contestants(struct contest *contest, const struct points *points,
                           struct report *report, struct error *error)
{
    int r = contest_add(contest, "harish", NULL, error);

    if (!r)
        r = contest_add(contest, "selection", NULL, error);
    for (size_t i = 0; !r && i < points->count; i++) {
        struct arguments_settings settings = {.count = 0};
        struct adaptive_thresholds thresholds = {
            points->to_all_us[i],
            to_selected(points->to_all_us[i]),
        };

        thresholds_set(thresholds, report, &settings);
        r = contest_add(contest, "adaptive", &settings, error);
    }
    return r;
}

static double time_at(const struct contest *contest, size_t point)
{
    return contest_mean_ms(contest, CONTESTANTS_BEFORE + point);
}

static void add_row(struct sheet *table, const struct study_map *map,
                    const struct contest *contest, size_t index,
                    double to_all_us)
{
    sheet_text(table, map->name);
    sheet_text(table, contest->contestant[index].runner.choice.ops->name);
    sheet_number(table, to_all_us);
    sheet_number(table, to_selected(to_all_us));
    sheet_count(table, contest->bench.question_count);
    sheet_number(table, contest_mean_ms(contest, index));
    sheet_number(table,
                 contest_mean_ms(contest, index) / contest_mean_ms(contest, 0));
}

/* A level line for a solver without thresholds. */
static void add_level(struct chart_panel *panel, const char *name, double ms,
                      const struct points *points)
{
    struct chart_series *series = chart_add_series(panel, name, CHART_LINE);

    chart_add_point(series, points->to_all_us[0], ms);
    chart_add_point(series, points->to_all_us[points->count - 1], ms);
}

static void draw(const struct study *study, struct report *report,
                 const struct study_map *map, const struct contest *contest,
                 const struct points *points)
{
    struct chart *chart = report_add_chart(
        report, study->map_count > 1 ? map->name : NULL,
        report_words(report,
                     "Time of adaptive by threshold, %s (Suzuki et al., "
                     "figure 8)",
                     map->name),
        "threshold from selected to all vertices (us)", CHART_LOG);
    struct chart_panel *panel =
        chart_add_panel(chart, "mean time (ms)", CHART_LINEAR);
    struct chart_series *series =
        chart_add_series(panel, "adaptive", CHART_LINE);

    for (size_t i = 0; i < points->count; i++)
        chart_add_point(series, points->to_all_us[i], time_at(contest, i));
    add_level(panel, "harish", contest_mean_ms(contest, 0), points);
    add_level(panel, "selection", contest_mean_ms(contest, 1), points);
    if (chart)
        chart->subtitle = study->machine;
}

static size_t best_point(const struct contest *contest,
                         const struct points *points)
{
    size_t best = 0;

    for (size_t i = 1; i < points->count; i++) {
        if (time_at(contest, i) < time_at(contest, best))
            best = i;
    }
    return best;
}

static void claim_margin(struct report *report, const struct study_map *map,
                         const struct contest *contest,
                         const struct points *points)
{
    size_t best = best_point(contest, points);
    size_t last = best;
    double harish_ms = contest_mean_ms(contest, 0);
    bool gains = time_at(contest, best) < harish_ms;
    bool open;

    while (last + 1 < points->count && time_at(contest, last + 1) < harish_ms)
        last++;
    open = last + 1 == points->count;
    report_add_claim(
        report,
        (struct claim){
            .place = "section 6, figure 8",
            .says = report_words(report,
                                 "%s: thresholds up to over twice the best are "
                                 "still faster than conventional",
                                 map->name),
            .paper = "best 350 us, faster up to 800 us, conventional 107 ms",
            .here = report_words(
                report,
                "best %.1f us (%.3f ms), faster up to %.1f us%s, harish %.3f "
                "ms",
                points->to_all_us[best], time_at(contest, best),
                points->to_all_us[last], open ? ", the highest tried" : "",
                harish_ms),
            .verdict = suzuki_verdict(
                map->map, gains && (open || points->to_all_us[last] >=
                                                margin_claimed *
                                                    points->to_all_us[best])),
            .why = report_words(
                report, "%s%s", suzuki_why(map->map),
                !gains ? "; no threshold is faster than harish"
                : open ? "; above all phases' times adaptive is selection, "
                         "which is faster than harish here"
                       : ""),
        });
}

static void show(const struct study *study, struct output *output,
                 const struct study_map *map, const struct contest *contest,
                 const struct points *points)
{
    add_row(output->table, map, contest, 0, NAN);
    add_row(output->table, map, contest, 1, NAN);
    for (size_t i = 0; i < points->count; i++)
        add_row(output->table, map, contest, CONTESTANTS_BEFORE + i,
                points->to_all_us[i]);
    draw(study, output->report, map, contest, points);
    claim_margin(output->report, map, contest, points);
}

static int measure(const struct study *study, struct output *output,
                   const struct study_map *map, const struct points *points,
                   struct error *error)
{
    struct contest *contest = malloc(sizeof(*contest));
    int r;

    if (!contest)
        return error_no_memory(error);
    r = contest_init(contest, study, map->map, error);
    if (!r)
        r = add_contestants(contest, points, output->report, error);
    if (!r)
        r = contest_run(contest, study_sources(study, SOURCES), error);
    if (!r)
        show(study, output, map, contest, points);
    contest_finish(contest);
    free(contest);
    return r;
}

static int run(const struct study *study, struct report *report,
               struct error *error)
{
    struct output output = {.report = report};
    int r = 0;

    output.table =
        report_add_table(report, NULL, "one vertex to all", columns, COLUMNS);
    for (size_t i = 0; !r && i < study->map_count; i++) {
        struct points points;

        r = choose_points(study, &study->maps[i], report, &points, error);
        if (!r)
            r = measure(study, &output, &study->maps[i], &points, error);
    }
    report_add_note(report, "The threshold back to selected vertices is 330 / "
                            "350 of the other, as the paper's pair is.");
    return r;
}

const struct figure suzuki_figure_8 = {
    .id = "figure-8",
    .title = "time of adaptive against its thresholds",
    .needs_maps = true,
    .needs_cuda = true,
    .run = run,
};
