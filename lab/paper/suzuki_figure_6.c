/* suzuki_figure_6: time and updated vertices of each phase of one query, by
 * harish (the paper's Conventional), selection and adaptive (Proposal). */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "lab/paper/contest.h"
#include "lab/paper/paper.h"
#include "lab/paper/suzuki_kanto.h"
#include "lab/trace.h"

/* A small phase updates at most FEW vertices; a large one at least a
 * MANY_PART-th of the maximum. */
enum { FEW = 10000, MANY_PART = 10 };

/* Times within this ratio count as equal. */
static const double same_time = 1.05;

static const char no_many[] = "no phase updates above 10,000 vertices here";

enum contender { HARISH, SELECTION, ADAPTIVE, SOLVERS };

static const char *const names[SOLVERS] = {"harish", "selection", "adaptive"};

static const struct column phase_columns[] = {
    {"map", "map", "", 0},         {"solver", "solver", "", 0},
    {"phase", "phase", "", 0},     {"updated", "updated", "vertices", 0},
    {"threads", "threads", "", 0}, {"time_us", "time", "us", 3},
    {"method", "for", "", 0},
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
};

enum {
    PHASE_COLUMNS = sizeof(phase_columns) / sizeof(phase_columns[0]),
    SOLVER_COLUMNS = sizeof(solver_columns) / sizeof(solver_columns[0]),
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

struct output {
    struct report *report;
    struct sheet *phases;
    struct sheet *solvers;
};

static uint64_t most_updated(const struct trace *trace)
{
    uint64_t most = 0;

    for (size_t i = 0; i < trace->count; i++) {
        if (trace->phase[i].updated > most)
            most = trace->phase[i].updated;
    }
    return most;
}

static void sum_up(struct view *view)
{
    uint64_t most = most_updated(&view->trace);

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

static int look(const struct study *study, struct forms *forms,
                const struct arguments_settings *settings, const char *name,
                uint32_t source, struct view *view, struct error *error)
{
    struct solver_choice choice;
    struct runner runner = {0};
    int r = inventory_choose(&study->inventory, name, study->cuda->name,
                             SOLVER_TREES | SOLVER_TRACES, &choice, error);

    if (!r)
        r = runner_init(&runner, &study->inventory, choice, forms, settings,
                        error);
    if (!r)
        r = trace_take(&view->trace, &runner, source, error);
    if (!r)
        sum_up(view);
    runner_finish(&runner);
    return r;
}

static void add_phases(struct output *output, const struct study_map *map,
                       const struct view *view, const char *name,
                       struct chart_panel *times, struct chart_panel *updated)
{
    struct chart_series *time = chart_add_series(times, name, CHART_LINE);
    struct chart_series *count = chart_add_series(updated, name, CHART_LINE);

    for (size_t i = 0; i < view->trace.count; i++) {
        const struct phase *phase = &view->trace.phase[i];

        sheet_text(output->phases, map->name);
        sheet_text(output->phases, name);
        sheet_count(output->phases, phase->index);
        sheet_count(output->phases, phase->updated);
        sheet_count(output->phases, phase->threads);
        sheet_number(output->phases, phase->time_us);
        sheet_text(output->phases, phase->method ? phase->method : "");
        chart_add_point(time, phase->index, phase->time_us);
        chart_add_point(count, phase->index, (double)phase->updated);
    }
}

static void add_solver(struct output *output, const struct study_map *map,
                       const struct view *view, const char *name)
{
    sheet_text(output->solvers, map->name);
    sheet_text(output->solvers, name);
    sheet_count(output->solvers, view->trace.count);
    sheet_count(output->solvers, view->for_all);
    sheet_count(output->solvers, view->updated);
    sheet_number(output->solvers, view->time_ms);
    sheet_number(output->solvers, view->few_ms);
    sheet_number(output->solvers, view->many_ms);
}

static void draw(const struct study *study, struct output *output,
                 const struct study_map *map, uint64_t from,
                 const struct view *views)
{
    struct report *report = output->report;
    struct chart *chart = report_add_chart(
        report, study->map_count > 1 ? map->name : NULL,
        report_words(report,
                     "Time and updated vertices by phase, %s from %" PRIu64
                     " (Suzuki et al., figures 6 and 4)",
                     map->name, from),
        "phase", CHART_LINEAR);
    struct chart_panel *times =
        chart_add_panel(chart, "time of the phase (us)", CHART_LOG);
    struct chart_panel *updated =
        chart_add_panel(chart, "updated vertices", CHART_LINEAR);

    if (chart)
        chart->subtitle = study->machine;
    for (int i = 0; i < SOLVERS; i++) {
        add_phases(output, map, &views[i], names[i], times, updated);
        add_solver(output, map, &views[i], names[i]);
    }
}

static void claim_few(struct report *report, const struct study_map *map,
                      const struct view *views)
{
    report_add_claim(
        report,
        (struct claim){
            .place = "section 6, figure 6",
            .says = report_words(report,
                                 "%s: where few vertices are updated, "
                                 "proposal takes less time than conventional",
                                 map->name),
            .paper = "",
            .here = report_words(report,
                                 "phases of at most 10,000: adaptive %.3f ms, "
                                 "harish %.3f ms",
                                 views[ADAPTIVE].few_ms, views[HARISH].few_ms),
            .verdict = suzuki_verdict(map->map, views[ADAPTIVE].few_ms <
                                                    views[HARISH].few_ms),
            .why = suzuki_why(map->map),
        });
}

static void claim_many(struct report *report, const struct study_map *map,
                       const struct view *views)
{
    const struct view *harish = &views[HARISH];
    const char *here = report_words(
        report,
        "phases of at least a tenth of the most: harish %.3f ms, selection "
        "%.3f ms, adaptive %.3f ms",
        harish->many_ms, views[SELECTION].many_ms, views[ADAPTIVE].many_ms);
    bool slower = views[SELECTION].many_ms > harish->many_ms;
    bool same = views[ADAPTIVE].many_ms <= same_time * harish->many_ms;
    bool any = harish->many_ms > 0;

    report_add_claim(
        report,
        (struct claim){
            .place = "section 6, figure 6",
            .says = report_words(report,
                                 "%s: where many are updated, "
                                 "selection is slower than conventional",
                                 map->name),
            .paper = "",
            .here = here,
            .verdict =
                any ? suzuki_verdict(map->map, slower) : VERDICT_NOT_COMPARABLE,
            .why = any ? suzuki_why(map->map) : no_many,
        });
    report_add_claim(
        report,
        (struct claim){
            .place = "section 6, figure 6",
            .says = report_words(report,
                                 "%s: where many are updated, proposal is as "
                                 "fast as conventional",
                                 map->name),
            .paper = "the same",
            .here = here,
            .verdict =
                any ? suzuki_verdict(map->map, same) : VERDICT_NOT_COMPARABLE,
            .why = any ? report_words(report,
                                      "%s; up to 5 %% more counts as the same",
                                      suzuki_why(map->map))
                       : no_many,
        });
}

/* Whether both solvers updated the same number of vertices in every phase. */
static bool same_updates(const struct trace *a, const struct trace *b)
{
    for (size_t i = 0; i < a->count && a->count == b->count; i++) {
        if (a->phase[i].updated != b->phase[i].updated)
            return false;
    }
    return a->count == b->count;
}

static void note_updates(struct report *report, const struct study_map *map,
                         const struct view *views)
{
    bool same = same_updates(&views[HARISH].trace, &views[SELECTION].trace) &&
                same_updates(&views[HARISH].trace, &views[ADAPTIVE].trace);

    report_add_note(
        report, report_words(report,
                             "%s: the three %s as many vertices in every "
                             "phase.",
                             map->name, same ? "updated" : "did NOT update"));
}

static int look_at_all(const struct study *study, struct output *output,
                       const struct study_map *map, uint32_t source,
                       struct view *views, struct error *error)
{
    struct arguments_settings settings = study->settings;
    struct adaptive_thresholds thresholds;
    struct forms forms;
    int r = thresholds_find(study, map->map, map->name, output->report,
                            &thresholds, error);

    if (r)
        return r;
    thresholds_set(thresholds, output->report, &settings);
    forms_init(&forms, map->map);
    for (int i = 0; !r && i < SOLVERS; i++)
        r = look(study, &forms, &settings, names[i], source, &views[i], error);
    forms_finish(&forms);
    if (r)
        return r;
    draw(study, output, map, map->map->external_id[source], views);
    claim_few(output->report, map, views);
    claim_many(output->report, map, views);
    note_updates(output->report, map, views);
    return 0;
}

static int show_map(const struct study *study, struct output *output,
                    const struct study_map *map, struct error *error)
{
    uint32_t *source = study_draw_sources(study, map->map, 1);
    struct view views[SOLVERS] = {0};
    int r = source ? look_at_all(study, output, map, *source, views, error)
                   : error_no_memory(error);

    for (int i = 0; i < SOLVERS; i++)
        trace_finish(&views[i].trace);
    free(source);
    return r;
}

static int run(const struct study *study, struct report *report,
               struct error *error)
{
    struct output output = {.report = report};
    int r = 0;

    output.solvers = report_add_table(report, "solvers", "one query",
                                      solver_columns, SOLVER_COLUMNS);
    output.phases = report_add_table(report, NULL, "phase by phase",
                                     phase_columns, PHASE_COLUMNS);
    for (size_t i = 0; !r && i < study->map_count; i++)
        r = show_map(study, &output, &study->maps[i], error);
    return r;
}

const struct figure suzuki_figure_6 = {
    .id = "figure-6",
    .title = "time and updated vertices by phase: harish, selection, adaptive",
    .needs_maps = true,
    .needs_cuda = true,
    .run = run,
};
