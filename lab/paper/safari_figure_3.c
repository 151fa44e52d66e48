/* safari_figure_3: mean time of harish against locality on each map. */
#include <math.h>
#include <stdlib.h>

#include "lab/paper/contest.h"
#include "lab/paper/paper.h"
#include "lab/paper/safari_locality.h"

enum contender { HARISH, PAPER, HERE, CONTENDERS };

/* The paper's least and greatest speed-up over harish. */
static const double speed_least = 3.36;

static const struct column columns[] = {
    {"map", "map", "", 0},
    {"vertices", "vertices", "", 0},
    {"solver", "solver", "", 0},
    {"settings", "settings", "", 0},
    {"sources", "sources", "", 0},
    {"mean_ms", "mean", "ms", 3},
    {"median_ms", "median", "ms", 3},
    {"speed", "to harish", "times as fast", 2},
};

enum { COLUMNS = sizeof(columns) / sizeof(columns[0]) };

struct output {
    struct report *report;
    struct sheet *table;
    struct chart *chart;
    struct chart_series *series[CONTENDERS];
    double speed_least; /* of the better locality, over the maps */
    double speed_most;
};

static void show(struct output *output, const struct study_map *map,
                 const struct contest *contest)
{
    size_t place = output->chart ? output->chart->category_count : 0;
    double harish_ms = contest_mean_ms(contest, HARISH);
    double best_ms =
        fmin(contest_mean_ms(contest, PAPER), contest_mean_ms(contest, HERE));

    chart_add_category(output->chart, map->name);
    for (size_t i = 0; i < CONTENDERS; i++) {
        const struct runner *runner = &contest->contestant[i].runner;
        double ms = contest_mean_ms(contest, i);

        sheet_text(output->table, map->name);
        sheet_count(output->table, map->map->topology.vertex_count);
        sheet_text(output->table, runner->choice.ops->name);
        sheet_text(output->table,
                   safari_settings_words(output->report, runner));
        sheet_count(output->table, contest->bench.question_count);
        sheet_number(output->table, ms);
        sheet_number(output->table, contest_median_ms(contest, i));
        sheet_number(output->table, harish_ms / ms);
        chart_add_point(output->series[i], (double)place, ms);
    }
    output->speed_least = fmin(output->speed_least, harish_ms / best_ms);
    output->speed_most = fmax(output->speed_most, harish_ms / best_ms);
}

static int add_all(struct contest *contest, struct report *report,
                   unsigned launches, struct error *error)
{
    struct arguments_settings settings = {.count = 0};
    int r = contest_add(contest, "harish", NULL, error);

    safari_set(&settings, report, SAFARI_K, SAFARI_AFFINITY, launches);
    if (!r)
        r = contest_add(contest, "locality", &settings, error);
    if (!r)
        r = contest_add(contest, "locality", NULL, error);
    return r;
}

static int measure(const struct study *study, struct output *output,
                   const struct study_map *map, struct error *error)
{
    uint32_t sources = study_sources(study, SAFARI_SOURCES);
    struct contest *contest = malloc(sizeof(*contest));
    struct safari_phases phases;
    int r;

    if (!contest)
        return error_no_memory(error);
    r = contest_init(contest, study, map->map, error);
    if (!r)
        r = safari_count_phases(study, map->map, sources, &phases, error);
    if (!r)
        r = add_all(contest, output->report, phases.least / SAFARI_K, error);
    if (!r)
        r = contest_run(contest, sources, error);
    if (!r)
        show(output, map, contest);
    contest_finish(contest);
    free(contest);
    return r;
}

static void claim(const struct output *output)
{
    const char *here =
        report_words(output->report, "%.2f to %.2f times as fast",
                     output->speed_least, output->speed_most);

    report_add_claim(output->report,
                     (struct claim){
                         .place = "section 3.4, figure 3",
                         .says = "in all graphs locality is faster than harish",
                         .paper = "3.36 to 5.77 times as fast",
                         .here = here,
                         .verdict = verdict_of(output->speed_least > 1),
                     });
    report_add_claim(
        output->report,
        (struct claim){
            .place = "section 3.4, table 2",
            .says = "the speed-up over harish is 3.36 or more on every graph",
            .paper = "3.36x on CalNev to 5.77x on California; Western 24.7 s "
                     "to 4.9 s",
            .here = here,
            .verdict = verdict_of(output->speed_least >= speed_least),
            .why = "on another GPU; harish here waits for the host as the "
                   "paper's did, but by a word in the host's memory",
        });
}

static void begin(const struct study *study, struct output *output)
{
    static const char *const names[CONTENDERS] = {
        "harish", "locality, k 4, 2 vertices a thread", "locality as set here"};
    struct chart_panel *panel;

    output->chart = report_add_chart(
        output->report, NULL,
        "Mean time of one vertex to all (Safari and Ebneenasir, figure 3)",
        "map", CHART_LINEAR);
    panel = chart_add_panel(output->chart, "mean time (ms)", CHART_LOG);
    for (int i = 0; i < CONTENDERS; i++)
        output->series[i] = chart_add_series(panel, names[i], CHART_BARS);
    if (output->chart)
        output->chart->subtitle = study->machine;
    output->table = report_add_table(output->report, NULL, "one vertex to all",
                                     columns, COLUMNS);
}

static int run(const struct study *study, struct report *report,
               struct error *error)
{
    struct output output = {.report = report, .speed_least = INFINITY};
    int r = 0;

    begin(study, &output);
    for (size_t i = 0; !r && i < study->map_count; i++)
        r = measure(study, &output, &study->maps[i], error);
    if (!r)
        claim(&output);
    report_add_note(report, "launches: those without a word to the host, "
                            "harish's least number of phases over k, as the "
                            "paper sets it.");
    return r;
}

const struct figure safari_figure_3 = {
    .id = "figure-3",
    .title = "mean time of harish and locality on each map",
    .needs_maps = true,
    .needs_cuda = true,
    .run = run,
};
