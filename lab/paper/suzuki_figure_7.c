/* suzuki_figure_7: mean time of harish, selection and adaptive on a map and on
 * its main roads. */
#include <math.h>
#include <stdlib.h>

#include "lab/main_roads.h"
#include "lab/paper/contest.h"
#include "lab/paper/paper.h"
#include "lab/paper/suzuki_kanto.h"

enum {
    SOURCES = 1000,  /* the paper's */
    SUBSET = 310000, /* vertices of the paper's main roads */
};

enum contender { HARISH, SELECTION, ADAPTIVE, SOLVERS };

static const char *const names[SOLVERS] = {"harish", "selection", "adaptive"};

/* Harish's time over adaptive's; and the ratio that counts as none on the small
 * map. */
static const double gain_claimed = 1.18;
static const double no_gain = 1.05;

static const struct column columns[] = {
    {"map", "map", "", 0},
    {"roads", "roads", "", 0},
    {"vertices", "vertices", "", 0},
    {"arcs", "arcs", "", 0},
    {"solver", "solver", "", 0},
    {"sources", "sources", "", 0},
    {"mean_ms", "mean", "ms", 3},
    {"median_ms", "median", "ms", 3},
    {"phases", "phases", "mean", 1},
    {"over_adaptive", "to adaptive", "ratio", 3},
};

static const struct column size_columns[] = {
    {"map", "map", "", 0},
    {"roads", "roads", "", 0},
    {"vertices", "vertices", "", 0},
    {"arcs", "arcs", "", 0},
    {"share", "vertices", "% of the map", 1},
};

enum {
    COLUMNS = sizeof(columns) / sizeof(columns[0]),
    SIZE_COLUMNS = sizeof(size_columns) / sizeof(size_columns[0]),
};

/* A map, or its main roads. */
struct ground {
    const struct study_map *of;
    const struct map *map;
    bool main_roads;
};

static const char *name_of(const struct ground *ground, struct report *report)
{
    return report_words(report, "%s, %s", ground->of->name,
                        ground->main_roads ? "main roads" : "all");
}

struct output {
    struct report *report;
    struct sheet *sizes;
    struct sheet *table;
    struct chart *chart;
    struct chart_series *series[SOLVERS];
};

static void add_size(struct sheet *table, const struct ground *ground)
{
    double whole = ground->of->map->topology.vertex_count;

    sheet_text(table, ground->of->name);
    sheet_text(table, ground->main_roads ? "main" : "all");
    sheet_count(table, ground->map->topology.vertex_count);
    sheet_count(table, ground->map->topology.arc_count);
    sheet_number(table, 100 * ground->map->topology.vertex_count / whole);
}

static void add_papers_sizes(struct sheet *table)
{
    sheet_text(table, "the paper's Kanto");
    sheet_text(table, "main");
    sheet_count(table, SUBSET);
    sheet_none(table);
    sheet_number(table, 100.0 * SUBSET / suzuki_kanto.vertices);
    sheet_text(table, "the paper's Kanto");
    sheet_text(table, "all");
    sheet_count(table, suzuki_kanto.vertices);
    sheet_count(table, suzuki_kanto.arcs);
    sheet_number(table, 100);
}

static void add_rows(struct output *output, const struct ground *ground,
                     const struct contest *contest)
{
    const char *roads = ground->main_roads ? "main" : "all";

    for (size_t i = 0; i < SOLVERS; i++) {
        sheet_text(output->table, ground->of->name);
        sheet_text(output->table, roads);
        sheet_count(output->table, ground->map->topology.vertex_count);
        sheet_count(output->table, ground->map->topology.arc_count);
        sheet_text(output->table, names[i]);
        sheet_count(output->table, contest->bench.question_count);
        sheet_number(output->table, contest_mean_ms(contest, i));
        sheet_number(output->table, contest_median_ms(contest, i));
        sheet_number(output->table, contest_phases(contest, i));
        sheet_number(output->table, contest_mean_ms(contest, i) /
                                        contest_mean_ms(contest, ADAPTIVE));
    }
}

static void add_bars(struct output *output, const struct ground *ground,
                     const struct contest *contest)
{
    size_t place = output->chart ? output->chart->category_count : 0;

    chart_add_category(output->chart, name_of(ground, output->report));
    for (size_t i = 0; i < SOLVERS; i++)
        chart_add_point(output->series[i], (double)place,
                        contest_mean_ms(contest, i));
}

static void claim_gain(struct report *report, const struct ground *ground,
                       double gain)
{
    report_add_claim(
        report,
        (struct claim){
            .place = "section 6, figure 7",
            .says = report_words(report,
                                 "%s: on the whole map proposal is 18 %% "
                                 "faster than conventional",
                                 ground->of->name),
            .paper = "1.18 at 1.43 million vertices, conventional 107 ms",
            .here = report_words(report, "%.3f at %u vertices", gain,
                                 ground->map->topology.vertex_count),
            .verdict =
                suzuki_verdict(ground->map, gain >= gain_claimed - 0.005),
            .why = suzuki_why(ground->map),
        });
}

static void claim_no_gain(struct report *report, const struct ground *ground,
                          double gain)
{
    report_add_claim(
        report, (struct claim){
                    .place = "section 6, figure 7",
                    .says = report_words(report,
                                         "%s: on the main roads proposal and "
                                         "conventional take the same time",
                                         ground->of->name),
                    .paper = "no difference at 310,000 vertices",
                    .here = report_words(report, "%.3f at %u vertices", gain,
                                         ground->map->topology.vertex_count),
                    .verdict = suzuki_verdict(
                        ground->of->map, gain < no_gain && gain > 1 / no_gain),
                    .why = report_words(report, "%s; within 5 %% is the same",
                                        suzuki_why(ground->of->map)),
                });
}

static void claim_selection(struct report *report, const struct ground *ground,
                            const struct contest *contest)
{
    double selection = contest_mean_ms(contest, SELECTION);
    double best = fmin(contest_mean_ms(contest, HARISH),
                       contest_mean_ms(contest, ADAPTIVE));

    report_add_claim(
        report,
        (struct claim){
            .place = "section 6",
            .says =
                report_words(report, "%s: selection is slower than both others",
                             name_of(ground, report)),
            .paper = ground->main_roads
                         ? "60 ms at 310,000 vertices"
                         : "251 ms at 1.43 million vertices, conventional 107",
            .here = report_words(report,
                                 "%.3f ms, the better of the others %.3f ms",
                                 selection, best),
            .verdict = suzuki_verdict(ground->of->map, selection > best),
            .why = suzuki_why(ground->of->map),
        });
}

static void show(struct output *output, const struct ground *ground,
                 const struct contest *contest)
{
    double gain =
        contest_mean_ms(contest, HARISH) / contest_mean_ms(contest, ADAPTIVE);

    add_rows(output, ground, contest);
    add_bars(output, ground, contest);
    if (ground->main_roads)
        claim_no_gain(output->report, ground, gain);
    else
        claim_gain(output->report, ground, gain);
    claim_selection(output->report, ground, contest);
}

static int add_all(struct contest *contest, const struct ground *ground,
                   struct report *report, struct error *error)
{
    struct arguments_settings settings = {.count = 0};
    struct adaptive_thresholds thresholds;
    int r =
        thresholds_find(contest->study, ground->map, name_of(ground, report),
                        report, &thresholds, error);

    if (r)
        return r;
    thresholds_set(thresholds, report, &settings);
    for (int i = 0; !r && i < SOLVERS; i++)
        r = contest_add(contest, names[i], &settings, error);
    return r;
}

static int measure(const struct study *study, struct output *output,
                   const struct ground *ground, struct error *error)
{
    struct contest *contest = study->cuda ? malloc(sizeof(*contest)) : NULL;
    int r;

    add_size(output->sizes, ground);
    if (!study->cuda) {
        report_add_missing(output->report,
                           report_words(output->report, "times on %s",
                                        name_of(ground, output->report)),
                           study->no_cuda);
        return 0;
    }
    if (!contest)
        return error_no_memory(error);
    r = contest_init(contest, study, ground->map, error);
    if (!r)
        r = add_all(contest, ground, output->report, error);
    if (!r)
        r = contest_run(contest, study_sources(study, SOURCES), error);
    if (!r)
        show(output, ground, contest);
    contest_finish(contest);
    free(contest);
    return r;
}

static int measure_main_roads(const struct study *study, struct output *output,
                              const struct study_map *of, struct error *error)
{
    struct ground ground = {.of = of, .main_roads = true};
    struct map *map;
    int r = main_roads_cut(of->map, &map, error);

    if (r == MAIN_ROADS_NONE) {
        report_add_missing(
            output->report,
            report_words(output->report, "the main roads of %s", of->name),
            report_words(output->report, "%s", error->text));
        return 0;
    }
    if (r)
        return r;
    ground.map = map;
    r = measure(study, output, &ground, error);
    map_destroy(map);
    return r;
}

static int run(const struct study *study, struct report *report,
               struct error *error)
{
    struct output output = {.report = report};
    struct chart_panel *panel;
    int r = 0;

    output.chart = report_add_chart(
        report, NULL,
        "Mean time of one vertex to all (Suzuki et al., figure 7)", "map",
        CHART_LINEAR);
    panel = chart_add_panel(output.chart, "mean time (ms)", CHART_LINEAR);
    for (int i = 0; i < SOLVERS; i++)
        output.series[i] = chart_add_series(panel, names[i], CHART_BARS);
    if (output.chart)
        output.chart->subtitle = study->machine;
    output.sizes = report_add_table(
        report, "sizes",
        "the maps and their main roads: motorways to secondary roads, largest "
        "strong component",
        size_columns, SIZE_COLUMNS);
    output.table =
        report_add_table(report, NULL, "one vertex to all", columns, COLUMNS);
    for (size_t i = 0; !r && i < study->map_count; i++) {
        const struct study_map *map = &study->maps[i];
        struct ground ground = {.of = map, .map = map->map};

        r = measure_main_roads(study, &output, map, error);
        if (!r)
            r = measure(study, &output, &ground, error);
    }
    add_papers_sizes(output.sizes);
    return r;
}

const struct figure suzuki_figure_7 = {
    .id = "figure-7",
    .title = "mean time on a map and its main roads: harish, selection, "
             "adaptive",
    .needs_maps = true,
    .run = run,
};
