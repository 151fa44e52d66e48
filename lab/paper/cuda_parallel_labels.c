/* cuda_parallel_labels: the gain of small-label-first and large-label-last. */
#include <math.h>
#include <stdlib.h>

#include "lab/paper/contest.h"
#include "lab/paper/growth.h"
#include "lab/paper/paper.h"

enum { SOURCES = 20 };

enum { PLAIN, SLF, BOTH, ORDERS };

/* A window narrower than the queue usually is, where the order decides which
 * vertices a round takes; and the study's own, which may take all. */
enum { NARROW, OWN, WINDOWS };

static const char *const narrow_window = "1024";

/* Smaller differences count as equal: the order of two writers varies between
 * runs. */
static const double same_share = 0.01;

/* The paper's claims, in percent: the lower end of its 15 to 20. */
static const double slf_claimed = 15;
static const double both_claimed = 50;

static const struct entrant entrants[ORDERS] = {
    [PLAIN] = {"bellman-ford-queue", "bellman-ford-queue", {0}},
    [SLF] = {"bellman-ford-queue, SLF",
             "bellman-ford-queue",
             {"bellman-ford-queue.slf"}},
    [BOTH] = {"bellman-ford-queue, SLF and LLL",
              "bellman-ford-queue",
              {"bellman-ford-queue.slf", "bellman-ford-queue.lll"}},
};

static const struct column columns[] = {
    {"map", "map", "", 0},
    {"vertices", "vertices", "", 0},
    {"window", "window", "vertices", 0},
    {"plain_ms", "plain", "ms", 3},
    {"slf_ms", "SLF", "ms", 3},
    {"slf_lll_ms", "SLF+LLL", "ms", 3},
    {"slf_gain", "SLF", "gain %", 1},
    {"slf_lll_gain", "SLF+LLL", "gain %", 1},
    {"plain_relaxed", "plain", "relaxed", 0},
    {"slf_relaxed", "SLF", "relaxed", 0},
    {"slf_lll_relaxed", "SLF+LLL", "relaxed", 0},
    {"slf_relaxed_gain", "SLF", "gain %", 1},
    {"slf_lll_relaxed_gain", "SLF+LLL", "gain %", 1},
};

enum { COLUMNS = sizeof(columns) / sizeof(columns[0]) };

/* One map's result with one window. */
struct result {
    uint32_t window;
    double ms[ORDERS];
    double relaxed[ORDERS]; /* vertices per query */
};

struct output {
    struct report *report;
    struct sheet *table;
    struct chart_panel *time;
    struct chart_panel *relaxed;
    struct chart_series *series[2][WINDOWS][ORDERS];
};

/* The gain over plain, in percent: work done in the same time. */
static double gain(const double *of, int order)
{
    return 100 * (of[PLAIN] / of[order] - 1);
}

static int take_result(struct contest *contest, int window,
                       const uint32_t *sources, uint32_t count,
                       struct result *result, struct error *error)
{
    int r = 0;

    for (int order = 0; order < ORDERS && !r; order++) {
        size_t index = (size_t)(window * ORDERS + order);
        struct runner *runner = &contest->contestant[index].runner;
        struct tally tally;

        r = tally_take(&tally, runner, sources, count, error);
        result->ms[order] = contest_mean_ms(contest, index);
        result->relaxed[order] = (double)tally.updated / count;
        result->window =
            (uint32_t)solver_option_value(runner->choice.ops, runner->settings,
                                          runner->setting_count, "window");
    }
    return r;
}

static int add_all(struct contest *contest, const struct growth_map *map,
                   struct report *report, struct error *error)
{
    struct arguments_settings narrow = {.count = 0};
    size_t index;
    int r = 0;

    contest_set(&narrow, "bellman-ford-queue.window", narrow_window);
    for (int i = 0; i < WINDOWS * ORDERS && !r; i++)
        r = entrant_add(&entrants[i % ORDERS], contest,
                        i / ORDERS == NARROW ? &narrow : NULL, map->name,
                        report, &index, error);
    return r;
}

static int measure_map(const struct study *study, struct report *report,
                       const struct growth_map *map,
                       struct result results[WINDOWS], bool *ret_measured,
                       struct error *error)
{
    uint32_t count = study_sources(study, SOURCES);
    uint32_t *sources = study_draw_sources(study, map->map, count);
    struct contest contest = {0};
    bool all;
    int r = sources ? contest_init(&contest, study, map->map, error)
                    : error_no_memory(error);

    if (!r)
        r = add_all(&contest, map, report, error);
    all = contest.bench.contestant_count == WINDOWS * ORDERS;
    contest.bench.sources = sources;
    if (!r && all)
        r = contest_run(&contest, count, error);
    for (int window = 0; window < WINDOWS && !r && all; window++)
        r = take_result(&contest, window, sources, count, &results[window],
                        error);
    contest_finish(&contest);
    free(sources);
    if (!r)
        *ret_measured = all;
    return r;
}

static void add_row(struct output *output, const struct growth_map *map,
                    const struct result *result)
{
    struct sheet *table = output->table;

    sheet_text(table, report_words(output->report, "%s", map->name));
    sheet_count(table, map->map->topology.vertex_count);
    sheet_count(table, result->window);
    for (int order = 0; order < ORDERS; order++)
        sheet_number(table, result->ms[order]);
    sheet_number(table, gain(result->ms, SLF));
    sheet_number(table, gain(result->ms, BOTH));
    for (int order = 0; order < ORDERS; order++)
        sheet_number(table, result->relaxed[order]);
    sheet_number(table, gain(result->relaxed, SLF));
    sheet_number(table, gain(result->relaxed, BOTH));
}

static void add_points(struct output *output, const struct growth_map *map,
                       const struct result *result, int window)
{
    for (int order = 0; order < ORDERS && map->drawn; order++) {
        uint32_t n = map->map->topology.vertex_count;

        chart_add_point(output->series[0][window][order], n, result->ms[order]);
        chart_add_point(output->series[1][window][order], n,
                        result->relaxed[order] / n);
    }
}

/* Whether it relaxes as many vertices as plain. */
static bool does_nothing(const struct result *result, int order)
{
    return fabs(result->relaxed[order] - result->relaxed[PLAIN]) <=
           same_share * result->relaxed[PLAIN];
}

static void claim(struct report *report, const struct growth_map *map,
                  const struct result *result, int order)
{
    double claimed = order == SLF ? slf_claimed : both_claimed;
    bool nothing = does_nothing(result, order);
    bool holds =
        gain(result->ms, order) >= claimed && gain(result->relaxed, order) > 0;

    report_add_claim(
        report,
        (struct claim){
            .place = "section 4.3, after its reference 26",
            .says = report_words(report, "%s, window %u: the gain by %s",
                                 map->name, result->window,
                                 order == SLF ? "small-label-first"
                                              : "small-label-first and "
                                                "large-label-last together"),
            .paper = order == SLF ? "15 to 20 %" : "50 %",
            .here = report_words(report,
                                 "%+.1f %% in time, %+.1f %% in vertices "
                                 "relaxed",
                                 gain(result->ms, order),
                                 gain(result->relaxed, order)),
            .verdict = nothing ? VERDICT_NOT_COMPARABLE : verdict_of(holds),
            .why = !nothing ? "by time, with fewer relaxations; known of a "
                              "queue that is taken from one vertex at a time, "
                              "which this one is not"
                   : order == SLF
                       ? "SLF does nothing here: a round takes the whole queue"
                       : "SLF and LLL do nothing here: as many vertices are "
                         "relaxed, the time is noise",
        });
}

static int show_map(const struct study *study, struct output *output,
                    const struct growth_map *map, bool claims,
                    struct error *error)
{
    struct result results[WINDOWS] = {0};
    bool measured = false;
    int r = measure_map(study, output->report, map, results, &measured, error);

    for (int window = 0; window < WINDOWS && !r && measured; window++) {
        add_row(output, map, &results[window]);
        add_points(output, map, &results[window], window);
        if (!claims)
            continue;
        claim(output->report, map, &results[window], SLF);
        claim(output->report, map, &results[window], BOTH);
    }
    return r;
}

static void add_series(struct output *output, int window, int order)
{
    static const char *const orders[ORDERS] = {"plain", "SLF", "SLF and LLL"};
    const char *name =
        report_words(output->report, "%s, window %s", orders[order],
                     window == NARROW ? narrow_window : "as set");

    output->series[0][window][order] =
        chart_add_series(output->time, name, CHART_LINE);
    output->series[1][window][order] =
        chart_add_series(output->relaxed, name, CHART_LINE);
}

static void make_output(const struct study *study, struct report *report,
                        struct output *output)
{
    struct chart *chart = report_add_chart(
        report, NULL,
        "The order of the queue (CUDA parallel shortest paths, section 4.3)",
        "vertices of the generated map", CHART_LOG);

    *output = (struct output){
        .report = report,
        .table = report_add_table(report, NULL,
                                  "bellman-ford-queue by the order of its "
                                  "queue, a query",
                                  columns, COLUMNS),
        .time = chart_add_panel(chart, "mean time (ms)", CHART_LOG),
        .relaxed =
            chart_add_panel(chart, "relaxations of a vertex", CHART_LINEAR),
    };
    if (chart)
        chart->subtitle = study->machine;
    for (int i = 0; i < WINDOWS * ORDERS; i++)
        add_series(output, i / ORDERS, i % ORDERS);
}

/* Verdicts use the given maps or, without any, the largest generated one. */
static bool is_claimed(const struct study *study, const struct growth *growth,
                       size_t index)
{
    return study->map_count ? !growth->item[index].drawn
                            : index == growth->count - 1;
}

static int show_all(const struct study *study, struct report *report,
                    struct error *error)
{
    struct growth growth;
    struct output output;
    int r = growth_init(&growth, study, error);

    make_output(study, report, &output);
    for (size_t i = 0; i < growth.count && !r; i++)
        r = show_map(study, &output, &growth.item[i],
                     is_claimed(study, &growth, i), error);
    growth_finish(&growth);
    return r;
}

static int run(const struct study *study, struct report *report,
               struct error *error)
{
    bool there = true;
    bool told = false;

    for (int order = 0; order < ORDERS && there; order++)
        there = entrant_is_there(&entrants[order], study, report, &told);
    if (!there)
        return 0;
    report_add_note(report, "Gain: how much more is done in the same time or "
                            "with as many relaxations. Window: how many "
                            "vertices a round takes from the queue at most; "
                            "an order changes what is relaxed where it is "
                            "narrower than the queue.");
    return show_all(study, report, error);
}

const struct figure cuda_parallel_labels = {
    .id = "figure-labels",
    .title = "small-label-first and large-label-last",
    .needs_cuda = true,
    .run = run,
};
