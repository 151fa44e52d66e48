/* Suzuki et al., figures 6 and 7: times of harish (the paper's Conventional),
 * selection and adaptive (Proposal). */
#include <inttypes.h>
#include <math.h>

#include "lab/main_roads.h"
#include "lab/paper/contest.h"
#include "lab/paper/suzuki.h"
#include "lab/trace.h"

enum contender { HARISH, SELECTION, ADAPTIVE, SOLVERS };

static const char *const names[SOLVERS] = {"harish", "selection", "adaptive"};

/* Adds the three with adaptive's thresholds for the map. */
static void add_solvers(struct contest *contest, const char *map_name)
{
    const char *settings = thresholds_settings(
        contest_thresholds(contest, map_name), contest->report);

    for (int i = 0; i < SOLVERS; i++)
        contest_add(contest, names[i], settings);
}

/* ---- Figure 6: the phases of one query ----------------------------------- */

/* A small phase updates at most FEW vertices; a large one at least a
 * MANY_PART-th of the maximum. */
enum { FEW = 10000, MANY_PART = 10 };

/* Times within this ratio count as equal. */
static const double same_time = 1.05;

enum { BY_SOLVER, BY_PHASE };

static const struct column phase_columns[] = {
    {"map", "map", "", 0},         {"solver", "solver", "", 0},
    {"phase", "phase", "", 0},     {"updated", "updated", "vertices", 0},
    {"threads", "threads", "", 0}, {"time_us", "time", "us", 3},
    {"method", "for", "", 0},      {0},
};

static const struct column solver_columns[] = {
    {"map", "map", "", 0},
    {"solver", "solver", "", 0},
    {"phases", "phases", "", 0},
    {"for_all", "for all", "phases", 0},
    {"updated", "updated", "vertices", 0},
    {"time_ms", "all", "ms", 3},
    {"few_ms", "few updated", "ms", 3},
    {"many_ms", "many updated", "ms", 3},
    {0},
};

/* One solver's query. */
struct view {
    struct trace trace;
    uint32_t for_all; /* phases with a thread for every vertex */
    uint64_t updated;
    double time_ms;
    double few_ms;  /* of phases that update at most FEW */
    double many_ms; /* of phases that update many */
};

static void sum_up(struct view *view)
{
    uint64_t most = 0;

    for (size_t i = 0; i < view->trace.count; i++) {
        if (view->trace.phase[i].updated > most)
            most = view->trace.phase[i].updated;
    }
    for (size_t i = 0; i < view->trace.count; i++) {
        const struct phase *phase = &view->trace.phase[i];
        double ms = phase->time_us / 1000;

        view->for_all += phase->method && !strcmp(phase->method, "all");
        view->updated += phase->updated;
        view->time_ms += ms;
        if (phase->updated <= FEW)
            view->few_ms += ms;
        if (phase->updated * MANY_PART >= most && phase->updated > FEW)
            view->many_ms += ms;
    }
}

static void draw_views(struct report *report, uint32_t source,
                       const struct view *views)
{
    const char *title =
        report_words(report,
                     "Time and updated vertices by phase, %s from %" PRIu64
                     " (Suzuki et al., figures 6 and 4)",
                     report->map->name, report->map->map->external_id[source]);
    struct chart *chart =
        report_add_chart(report, true, title, "phase", CHART_LINEAR);
    struct chart_panel *times =
        chart_add_panel(chart, "time of the phase (us)", CHART_LOG);
    struct chart_panel *updated =
        chart_add_panel(chart, "updated vertices", CHART_LINEAR);

    for (const struct view *view = views; view < views + SOLVERS; view++) {
        const char *name = view->trace.solver;
        struct chart_series *time = chart_add_series(times, name, CHART_LINE);
        struct chart_series *count =
            chart_add_series(updated, name, CHART_LINE);

        for (size_t i = 0; i < view->trace.count; i++) {
            const struct phase *phase = &view->trace.phase[i];

            sheet_add(&report->table[BY_PHASE], CELL(report->map->name),
                      CELL(name), CELL(phase->index), CELL(phase->updated),
                      CELL(phase->threads), CELL(phase->time_us),
                      CELL(phase->method ? phase->method : ""));
            chart_add_point(time, phase->index, phase->time_us);
            chart_add_point(count, phase->index, (double)phase->updated);
        }
        sheet_add(&report->table[BY_SOLVER], CELL(report->map->name),
                  CELL(name), CELL(view->trace.count), CELL(view->for_all),
                  CELL(view->updated), CELL(view->time_ms), CELL(view->few_ms),
                  CELL(view->many_ms));
    }
}

static void claim_few(struct report *report, const struct view *views)
{
    double harish_ms = views[HARISH].few_ms;
    double adaptive_ms = views[ADAPTIVE].few_ms;

    report_claim(report,
                 suzuki_claim(report, "section 6, figure 6",
                              "where few vertices are updated, proposal takes "
                              "less time than conventional",
                              NULL, adaptive_ms < harish_ms),
                 "phases of at most 10,000: adaptive %.3f ms, harish %.3f ms",
                 adaptive_ms, harish_ms);
}

static void claim_many(struct report *report, const struct view *views)
{
    double harish_ms = views[HARISH].many_ms;
    double selection_ms = views[SELECTION].many_ms;
    double adaptive_ms = views[ADAPTIVE].many_ms;
    struct claim claims[] = {
        suzuki_claim(report, "section 6, figure 6",
                     "where many are updated, selection is slower than "
                     "conventional",
                     NULL, selection_ms > harish_ms),
        suzuki_claim(report, "section 6, figure 6",
                     "where many are updated, proposal is as fast as "
                     "conventional",
                     "the same", adaptive_ms <= same_time * harish_ms),
    };

    claims[1].why = report_words(
        report, "%s; up to 5 %% more counts as the same", claims[1].why);
    for (int i = 0; i < 2; i++) {
        if (!(harish_ms > 0)) {
            claims[i].verdict = VERDICT_NOT_COMPARABLE;
            claims[i].why = "no phase updates above 10,000 vertices here";
        }
        report_claim(report, claims[i],
                     "phases of at least a tenth of the most: harish %.3f ms, "
                     "selection %.3f ms, adaptive %.3f ms",
                     harish_ms, selection_ms, adaptive_ms);
    }
}

/* Whether all updated the same number of vertices in every phase. */
static void note_updates(struct report *report, const struct view *views)
{
    const struct trace *harish = &views[HARISH].trace;
    bool same = true;

    for (int i = SELECTION; i < SOLVERS; i++) {
        const struct trace *trace = &views[i].trace;

        same &= trace->count == harish->count;
        for (size_t j = 0; same && j < trace->count; j++)
            same = trace->phase[j].updated == harish->phase[j].updated;
    }
    report_note(report,
                "%s: the three %s as many vertices in every "
                "phase.",
                report->map->name, same ? "updated" : "did NOT update");
}

static int trace_phases(struct report *report, struct error *error)
{
    struct view views[SOLVERS] = {0};
    struct contest contest;

    contest_init(&contest, report, report->map->map, error);
    contest_draw(&contest, 1, false);
    add_solvers(&contest, report->map->name);
    for (int i = 0; !contest.r && i < SOLVERS; i++) {
        contest.r =
            trace_take(&views[i].trace, &contest.bench.contestants[i].runner,
                       contest.sources[0], error);
        sum_up(&views[i]);
    }
    if (!contest.r) {
        draw_views(report, contest.sources[0], views);
        claim_few(report, views);
        claim_many(report, views);
        note_updates(report, views);
    }
    for (int i = 0; i < SOLVERS; i++)
        trace_finish(&views[i].trace);
    return contest_finish(&contest);
}

const struct figure suzuki_figure_6 = {
    .id = "figure-6",
    .title = "time and updated vertices by phase: harish, selection, adaptive",
    .needs_maps = true,
    .needs_cuda = true,
    .tables = {{"solvers", "one query", solver_columns},
               {NULL, "phase by phase", phase_columns}},
    .run_map = trace_phases,
};

/* ---- Figure 7: a map and its main roads ---------------------------------- */

enum {
    SOURCES = 1000,  /* the paper's */
    SUBSET = 310000, /* vertices of the paper's main roads */
};

/* Harish's time over adaptive's; and the ratio that counts as none on the small
 * map. */
static const double gain_claimed = 1.18;
static const double no_gain = 1.05;

enum { SIZES, TIMES };

static const struct column time_columns[] = {
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
    {0},
};

static const struct column size_columns[] = {
    {"map", "map", "", 0},
    {"roads", "roads", "", 0},
    {"vertices", "vertices", "", 0},
    {"arcs", "arcs", "", 0},
    {"share", "vertices", "% of the map", 1},
    {0},
};

/* The report's map, or its main roads. */
struct ground {
    const struct map *map;
    bool main_roads;
    const char *name;
};

static void claim_gain(struct report *report, const struct ground *ground,
                       double gain)
{
    struct claim claim =
        suzuki_claim(report, "section 6, figure 7",
                     "on the whole map proposal is 18 % faster than "
                     "conventional",
                     "1.18 at 1.43 million vertices, conventional 107 ms",
                     gain >= gain_claimed - 0.005);

    if (ground->main_roads) {
        claim = suzuki_claim(report, "section 6, figure 7",
                             "on the main roads proposal and conventional take "
                             "the same time",
                             "no difference at 310,000 vertices",
                             gain < no_gain && gain > 1 / no_gain);
        claim.why =
            report_words(report, "%s; within 5 %% is the same", claim.why);
    }
    report_claim(report, claim, "%.3f at %u vertices", gain,
                 ground->map->topology.vertex_count);
}

static void claim_selection(struct report *report, const struct ground *ground,
                            const struct contest *contest)
{
    double selection = contest_mean_ms(contest, SELECTION);
    double best = fmin(contest_mean_ms(contest, HARISH),
                       contest_mean_ms(contest, ADAPTIVE));
    struct claim claim = suzuki_claim(
        report, "section 6", "selection is slower than both others",
        ground->main_roads
            ? "60 ms at 310,000 vertices"
            : "251 ms at 1.43 million vertices, conventional 107",
        selection > best);

    claim.about = ground->name;
    report_claim(report, claim, "%.3f ms, the better of the others %.3f ms",
                 selection, best);
}

static void show_times(struct report *report, const struct ground *ground,
                       const struct contest *contest)
{
    const struct topology *topology = &ground->map->topology;
    double adaptive_ms = contest_mean_ms(contest, ADAPTIVE);

    for (size_t i = 0; i < SOLVERS; i++) {
        double ms = contest_mean_ms(contest, i);

        sheet_add(&report->table[TIMES], CELL(report->map->name),
                  CELL(ground->main_roads ? "main" : "all"),
                  CELL(topology->vertex_count), CELL(topology->arc_count),
                  CELL(names[i]), CELL(contest->bench.question_count), CELL(ms),
                  CELL(contest_median_ms(contest, i)),
                  CELL(contest_phases(contest, i)), CELL(ms / adaptive_ms));
        chart_add_bar(report_panel(report, 0), ground->name, names[i], ms);
    }
    claim_gain(report, ground, contest_mean_ms(contest, HARISH) / adaptive_ms);
    claim_selection(report, ground, contest);
}

static int measure(struct report *report, struct ground *ground,
                   struct error *error)
{
    const struct study *study = report->study;
    const struct topology *topology = &ground->map->topology;
    double whole = report->map->map->topology.vertex_count;
    struct contest contest;

    ground->name = report_words(report, "%s, %s", report->map->name,
                                ground->main_roads ? "main roads" : "all");
    sheet_add(&report->table[SIZES], CELL(report->map->name),
              CELL(ground->main_roads ? "main" : "all"),
              CELL(topology->vertex_count), CELL(topology->arc_count),
              CELL(100 * topology->vertex_count / whole));
    if (!study->cuda) {
        report_missing(report, "times on %s: %s", ground->name, study->no_cuda);
        return 0;
    }
    contest_init(&contest, report, ground->map, error);
    add_solvers(&contest, ground->name);
    if (contest_run(&contest, study_sources(study, SOURCES)))
        show_times(report, ground, &contest);
    return contest_finish(&contest);
}

static int measure_both(struct report *report, struct error *error)
{
    const struct study_map *of = report->map;
    struct ground all = {.map = of->map};
    struct ground ground = {.main_roads = true};
    struct map *map;
    int r = main_roads_cut(of->map, &map, error);

    if (r < 0)
        return r;
    if (r == MAIN_ROADS_NONE) {
        report_missing(report, "the main roads of %s: %s", of->name,
                       error->text);
    } else {
        ground.map = map;
        r = measure(report, &ground, error);
        map_destroy(map);
        if (r)
            return r;
    }
    return measure(report, &all, error);
}

static void add_papers_sizes(struct report *report)
{
    struct sheet *sizes = &report->table[SIZES];

    sheet_add(sizes, CELL("the paper's Kanto"), CELL("main"), CELL(SUBSET),
              cell_none, CELL(100.0 * SUBSET / suzuki_kanto.vertices));
    sheet_add(sizes, CELL("the paper's Kanto"), CELL("all"),
              CELL(suzuki_kanto.vertices), CELL(suzuki_kanto.arcs),
              CELL(100.0));
}

const struct figure suzuki_figure_7 = {
    .id = "figure-7",
    .title = "mean time on a map and its main roads: harish, selection, "
             "adaptive",
    .needs_maps = true,
    .tables = {{"sizes",
                "the maps and their main roads: motorways to secondary roads, "
                "largest strong component",
                size_columns},
               {NULL, "one vertex to all", time_columns}},
    .chart = {.title =
                  "Mean time of one vertex to all (Suzuki et al., figure 7)",
              .timed = true,
              .x_label = "map",
              .y = {{"mean time (ms)", CHART_LINEAR}}},
    .run_map = measure_both,
    .conclude = add_papers_sizes,
};
