/* suzuki_figure_4: how many vertices each phase updates, from five sources. */
#include <inttypes.h>
#include <stdlib.h>

#include "lab/paper/paper.h"
#include "lab/paper/suzuki_kanto.h"
#include "lab/paper/updates.h"

enum {
    SOURCES = 5,
    FEW = 10000,       /* updated vertices: a small phase */
    PHASES = 230,      /* length of the paper's queries */
    PHASES_APART = 23, /* a tenth, the tolerance of "about" */
};

static const struct column phase_columns[] = {
    {"map", "map", "", 0},
    {"source", "source", "", 0},
    {"from", "from", "id", 0},
    {"phase", "phase", "", 0},
    {"updated", "updated", "vertices", 0},
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
};

enum {
    PHASE_COLUMNS = sizeof(phase_columns) / sizeof(phase_columns[0]),
    SOURCE_COLUMNS = sizeof(source_columns) / sizeof(source_columns[0]),
};

/* Results of one query. */
struct summary {
    uint32_t most;
    uint64_t sum;
    double few;      /* % of phases with at most FEW */
    double few_late; /* the same for the second half of the phases */
};

/* Extremes over all of a map's queries. */
struct extremes {
    size_t phases_least;
    size_t phases_most;
    double few_late_least;
};

struct output {
    struct report *report;
    struct sheet *phases;
    struct sheet *sources;
};

static double share_of_few(const uint32_t *updated, size_t count)
{
    size_t few = 0;

    for (size_t i = 0; i < count; i++)
        few += updated[i] <= FEW;
    return count ? 100 * (double)few / (double)count : 0;
}

static struct summary sum_up(const struct updates *updates)
{
    size_t half = updates->count / 2;
    struct summary summary = {
        .few = share_of_few(updates->updated, updates->count),
        .few_late =
            share_of_few(updates->updated + half, updates->count - half),
    };

    for (size_t i = 0; i < updates->count; i++) {
        summary.sum += updates->updated[i];
        if (updates->updated[i] > summary.most)
            summary.most = updates->updated[i];
    }
    return summary;
}

static void add_source(struct output *output, const struct study_map *map,
                       const char *letter, uint64_t id,
                       const struct updates *updates)
{
    struct summary summary = sum_up(updates);

    sheet_text(output->sources, map->name);
    sheet_text(output->sources, letter);
    sheet_count(output->sources, id);
    sheet_count(output->sources, updates->count);
    sheet_count(output->sources, summary.most);
    sheet_count(output->sources, summary.sum);
    sheet_number(output->sources, summary.few);
    sheet_number(output->sources, summary.few_late);
}

static void add_phases(struct output *output, const struct study_map *map,
                       const char *letter, uint64_t id,
                       const struct updates *updates,
                       struct chart_series *series)
{
    for (size_t i = 0; i < updates->count; i++) {
        sheet_text(output->phases, map->name);
        sheet_text(output->phases, letter);
        sheet_count(output->phases, id);
        sheet_count(output->phases, i);
        sheet_count(output->phases, updates->updated[i]);
        chart_add_point(series, (double)i, updates->updated[i]);
    }
}

static void widen(struct extremes *extremes, const struct updates *updates)
{
    double few_late = sum_up(updates).few_late;

    if (!extremes->phases_most || updates->count < extremes->phases_least)
        extremes->phases_least = updates->count;
    if (!extremes->phases_most || few_late < extremes->few_late_least)
        extremes->few_late_least = few_late;
    if (updates->count > extremes->phases_most)
        extremes->phases_most = updates->count;
}

static void claim(struct report *report, const struct study_map *map,
                  const struct extremes *extremes)
{
    bool about = extremes->phases_least >= PHASES - PHASES_APART &&
                 extremes->phases_most <= PHASES + PHASES_APART;

    report_add_claim(
        report,
        (struct claim){
            .place = "section 4, figure 4",
            .says = report_words(report,
                                 "%s: every query ends after about "
                                 "230 phases",
                                 map->name),
            .paper = "230",
            .here = report_words(report, "%zu to %zu", extremes->phases_least,
                                 extremes->phases_most),
            .verdict = suzuki_verdict(map->map, about),
            .why = suzuki_why(map->map),
        });
    report_add_claim(
        report,
        (struct claim){
            .place = "section 4, figure 4",
            .says = report_words(report,
                                 "%s: in the second half at most 10,000 "
                                 "vertices are updated in a phase",
                                 map->name),
            .paper = "100 % of the second half's phases",
            .here = report_words(report,
                                 "%.1f %% of them, at the source where they "
                                 "are fewest",
                                 extremes->few_late_least),
            .verdict = suzuki_verdict(map->map, extremes->few_late_least > 99),
            .why = suzuki_why(map->map),
        });
}

static struct chart_panel *add_chart(const struct study *study,
                                     struct report *report,
                                     const struct study_map *map)
{
    struct chart *chart =
        report_add_chart(report, study->map_count > 1 ? map->name : NULL,
                         report_words(report,
                                      "Updated vertices by phase, %s (Suzuki "
                                      "et al., figure 4)",
                                      map->name),
                         "phase", CHART_LINEAR);

    return chart_add_panel(chart, "updated vertices", CHART_LINEAR);
}

static int show_source(struct output *output, const struct study_map *map,
                       struct updates *updates, uint32_t source,
                       const char *letter, struct chart_panel *panel,
                       struct error *error)
{
    uint64_t id = map->map->external_id[source];
    int r = updates_count(updates, source, error);
    struct chart_series *series;

    if (r)
        return r;
    series = chart_add_series(
        panel, report_words(output->report, "%s: from %" PRIu64, letter, id),
        CHART_LINE);
    add_source(output, map, letter, id, updates);
    add_phases(output, map, letter, id, updates, series);
    return 0;
}

static int show_sources(const struct study *study, struct output *output,
                        const struct study_map *map, struct updates *updates,
                        const uint32_t *sources, struct error *error)
{
    static const char *const letters[SOURCES] = {"A", "B", "C", "D", "E"};
    struct chart_panel *panel = add_chart(study, output->report, map);
    struct extremes extremes = {0};
    int r = 0;

    for (int i = 0; !r && i < SOURCES; i++) {
        r = show_source(output, map, updates, sources[i], letters[i], panel,
                        error);
        if (!r)
            widen(&extremes, updates);
    }
    if (!r)
        claim(output->report, map, &extremes);
    return r;
}

static int show_map(const struct study *study, struct output *output,
                    const struct study_map *map, struct error *error)
{
    uint32_t *sources = study_draw_sources(study, map->map, SOURCES);
    struct updates updates = {0};
    int r = sources ? updates_init(&updates, study, map->map, error)
                    : error_no_memory(error);

    if (!r)
        r = show_sources(study, output, map, &updates, sources, error);
    updates_finish(&updates);
    free(sources);
    return r;
}

static int run(const struct study *study, struct report *report,
               struct error *error)
{
    struct output output = {.report = report};
    int r = 0;

    output.sources = report_add_table(report, "sources", "the sources",
                                      source_columns, SOURCE_COLUMNS);
    output.phases = report_add_table(report, NULL, "updated vertices by phase",
                                     phase_columns, PHASE_COLUMNS);
    for (size_t i = 0; !r && i < study->map_count; i++)
        r = show_map(study, &output, &study->maps[i], error);
    report_add_note(report, study->cuda
                                ? "Counted by harish on the GPU."
                                : "Counted on the CPU, which updates the same "
                                  "vertices in the same phases as harish.");
    return r;
}

const struct figure suzuki_figure_4 = {
    .id = "figure-4",
    .title = "updated vertices by phase, from five sources",
    .needs_maps = true,
    .run = run,
};
