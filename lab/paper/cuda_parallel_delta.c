/* The CUDA paper in Chinese, figure "delta": delta-stepping by the width of its
 * buckets. */
#include <math.h>

#include "core/graph/cost.h"
#include "core/weighting/weighting.h"
#include "gpu/delta_stepping/delta_rule.h"
#include "lab/paper/contest.h"

enum {
    SOURCES = 10,
    OWN = DELTA_RULES, /* the solver's default */
    FIRST_STEP,
    STEPS = 9,  /* widths besides the rules' */
    MIDDLE = 3, /* the step of the mean weight */
    WIDTHS = FIRST_STEP + STEPS,
};

static const char *const rules[WIDTHS] = {
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
    {0},
};

/* delta-stepping by width, a query. */
struct result {
    uint32_t delta[WIDTHS];
    double ms[WIDTHS];
    double relaxed[WIDTHS]; /* vertices */
    double share[WIDTHS];   /* relaxations of a vertex */
    double bellman_ford_ms;
    double queue_ms;
};

static double fallback(const struct study *study, const char *option)
{
    const struct solver_ops *ops =
        catalog_find(&study->inventory.catalog, "delta-stepping");

    return option_find(ops, option)->fallback;
}

static void choose_widths(const struct study *study, const struct map *map,
                          uint32_t delta[WIDTHS])
{
    const struct weights *weights = imported_weights(map);
    enum delta_rule own_rule = (enum delta_rule)fallback(study, "delta-rule");
    double own = fallback(study, "delta-times") *
                 delta_by_rule(own_rule, &map->topology, weights);

    for (int rule = 0; rule < DELTA_RULES; rule++)
        delta[rule] =
            delta_by_rule((enum delta_rule)rule, &map->topology, weights);
    delta[OWN] = own < WEIGHT_MAX ? (uint32_t)own : WEIGHT_MAX;
    /* Each is four times the previous, and one is the mean weight. */
    for (int step = 0; step < STEPS; step++)
        delta[FIRST_STEP + step] = (uint32_t)fmin(
            fmax(ldexp(delta[DELTA_MEAN], 2 * (step - MIDDLE)), 1), WEIGHT_MAX);
}

/* Sets a rule by name, so that the solver finds the width itself. All except
 * relaxd's own use one light arc per round, as in the paper; that sets the
 * defaults, as 'relaxctl tune' may have stored others for the map. */
static void add_width(struct contest *contest, int width, uint32_t delta)
{
    const struct study *study = contest->study;
    struct report *report = contest->report;
    const char *settings =
        width == OWN ? report_words(report,
                                    "delta-times=%g,delta-rule=%g,hops=%g,"
                                    "delta=0",
                                    fallback(study, "delta-times"),
                                    fallback(study, "delta-rule"),
                                    fallback(study, "hops"))
        : width < DELTA_RULES
            ? report_words(report, "delta-times=1,hops=1,delta-rule=%s,delta=0",
                           delta_rule_names[width])
            : report_words(report, "delta-times=1,hops=1,delta=%u", delta);

    contest_add(contest, "delta-stepping", settings);
}

static int measure(struct report *report, const struct map *map,
                   struct result *result, struct error *error)
{
    const struct study *study = report->study;
    struct contest contest;
    struct tally tally;

    choose_widths(study, map, result->delta);
    contest_init(&contest, report, map, error);
    contest_draw(&contest, study_sources(study, SOURCES), true);
    for (int i = 0; i < WIDTHS; i++)
        add_width(&contest, i, result->delta[i]);
    contest_add(&contest, "bellman-ford", NULL);
    contest_add(&contest, "bellman-ford-queue", NULL);
    if (contest_run(&contest, contest.source_count)) {
        result->bellman_ford_ms = contest_mean_ms(&contest, WIDTHS);
        result->queue_ms = contest_mean_ms(&contest, WIDTHS + 1);
    }
    for (size_t i = 0; i < WIDTHS && contest_count(&contest, i, &tally); i++) {
        result->ms[i] = contest_mean_ms(&contest, i);
        result->relaxed[i] = (double)tally.updated / contest.source_count;
        result->share[i] = result->relaxed[i] / map->topology.vertex_count;
    }
    return contest_finish(&contest);
}

static void draw(struct report *report, const struct result *result)
{
    const char *title = report_words(
        report,
        "delta-stepping by delta, %s (CUDA parallel shortest paths, section "
        "5.6)",
        report->map->name);
    struct chart *chart = report_add_chart(
        report, true, title,
        report_words(report, "delta (%s)", report->map->map->info.unit),
        CHART_LOG);
    struct chart_panel *time =
        chart_add_panel(chart, "mean time (ms)", CHART_LOG);
    struct chart_panel *relaxed =
        chart_add_panel(chart, "relaxations of a vertex", CHART_LOG);

    for (int step = 0; step < WIDTHS; step++) {
        int i = (step + FIRST_STEP) % WIDTHS; /* the rules last */
        const char *name = rules[i] ? rules[i] : "delta-stepping";
        enum chart_form form = rules[i] ? CHART_POINTS : CHART_LINE;

        chart_add_point(chart_find_series(time, name, form), result->delta[i],
                        result->ms[i]);
        chart_add_point(chart_find_series(relaxed, name, form),
                        result->delta[i], result->share[i]);
    }
    chart_add_level(time, "bellman-ford", result->delta[FIRST_STEP],
                    result->delta[WIDTHS - 1], result->bellman_ford_ms);
    chart_add_level(time, "bellman-ford-queue", result->delta[FIRST_STEP],
                    result->delta[WIDTHS - 1], result->queue_ms);
}

static int find_best(const struct result *result, int count)
{
    int best = 0;

    for (int i = 1; i < count; i++)
        best = result->ms[i] < result->ms[best] ? i : best;
    return best;
}

static void note_best(struct report *report, const struct result *result)
{
    int rule = find_best(result, DELTA_RULES);
    int any = find_best(result, WIDTHS);

    report_note(report,
                "%s: the best of the paper's rules is the %s, %u: %.3f "
                "ms; relaxd's own %u: %.3f ms; best of all tried %u: %.3f "
                "ms. bellman-ford: %.3f ms.",
                report->map->name, rules[rule], result->delta[rule],
                result->ms[rule], result->delta[OWN], result->ms[OWN],
                result->delta[any], result->ms[any], result->bellman_ford_ms);
    report_note(report, "%s: bellman-ford-queue: %.3f ms.", report->map->name,
                result->queue_ms);
}

static void claim(struct report *report, const struct result *result)
{
    const int narrow = FIRST_STEP;
    const int wide = WIDTHS - 1;

    report_claim(
        report,
        (struct claim){
            .place = "section 5.6, after Meyer and Sanders",
            .says = "vertices are relaxed again as paths of up to 2 delta "
                    "allow: the wider the buckets, the more",
            .paper = "(a bound, no number)",
            .verdict =
                verdict_of(result->relaxed[wide] > result->relaxed[narrow]),
        },
        "delta %u: %.2f relaxations of a vertex; delta %u: %.2f",
        result->delta[narrow], result->share[narrow], result->delta[wide],
        result->share[wide]);
}

static int show_map(struct report *report, struct error *error)
{
    struct result result;
    int r = measure(report, report->map->map, &result, error);

    if (r)
        return r;
    for (int i = 0; i < WIDTHS; i++)
        sheet_add(&report->table[0], CELL(report->map->name), CELL(rules[i]),
                  CELL(result.delta[i]), CELL(result.ms[i]),
                  CELL(result.relaxed[i]), CELL(result.share[i]));
    draw(report, &result);
    note_best(report, &result);
    claim(report, &result);
    return 0;
}

const struct figure cuda_parallel_delta = {
    .id = "figure-delta",
    .title = "delta-stepping by the width of its buckets, and by its rules",
    .needs_maps = true,
    .needs_cuda = true,
    .tables = {{NULL, "delta-stepping by delta, a query", columns}},
    .run_map = show_map,
    .note = "The paper names three rules: the median, a mean, which it prints "
            "as the sum over the vertices, and the largest weight over the "
            "largest degree; of which is best its text says nothing any more.",
};
