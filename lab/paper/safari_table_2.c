/* safari_table_2: methods compared: memory, launches, words to the host,
 * speed-up over harish. The paper's column of atomic statements is printed, not
 * measured: such a count describes a kernel's source, not its behaviour. */
#include <stdlib.h>
#include <string.h>

#include "lab/paper/contest.h"
#include "lab/paper/paper.h"
#include "lab/paper/safari_locality.h"

/* Table 2 as printed, for the methods in relaxd. */
static const struct original {
    const char *solver;
    const char *space;
    const char *launches;
    const char *host_words;
    const char *atomics;
    const char *speed;
} originals[] = {
    {"harish", "4V+2A", "2", ">= 1", "1", "-"},
    {"locality", "4V+2A", "1", "< 1", "1", "3.36 to 5.77"},
};

enum { ORIGINALS = sizeof(originals) / sizeof(originals[0]) };

static const struct column columns[] = {
    {"map", "map", "", 0},
    {"solver", "solver", "", 0},
    {"words_per_vertex", "words", "a vertex", 2},
    {"words_per_arc", "words", "an arc", 2},
    {"launches", "launches", "a query", 1},
    {"launches_per_round", "launches", "a round", 3},
    {"host_words", "host words", "a query", 1},
    {"host_words_per_launch", "host words", "a launch", 3},
    {"mean_ms", "mean", "ms", 3},
    {"speed", "to harish", "times as fast", 2},
    {"settings", "settings", "", 0},
};

static const struct column paper_columns[] = {
    {"solver", "solver", "", 0},
    {"space", "space", "", 0},
    {"launches", "launches", "an iteration", 0},
    {"host_words", "host words", "an iteration", 0},
    {"atomics", "atomic", "statements", 0},
    {"speed", "to harish", "times as fast", 0},
};

enum {
    COLUMNS = sizeof(columns) / sizeof(columns[0]),
    PAPER_COLUMNS = sizeof(paper_columns) / sizeof(paper_columns[0]),
};

struct output {
    struct report *report;
    struct sheet *table;
};

static void add_paper(struct report *report)
{
    struct sheet *table =
        report_add_table(report, "paper", "the paper's own (table 2)",
                         paper_columns, PAPER_COLUMNS);

    for (int i = 0; i < ORIGINALS; i++) {
        sheet_text(table, originals[i].solver);
        sheet_text(table, originals[i].space);
        sheet_text(table, originals[i].launches);
        sheet_text(table, originals[i].host_words);
        sheet_text(table, originals[i].atomics);
        sheet_text(table, originals[i].speed);
    }
}

static void add_memory(struct sheet *table, const struct solver_ops *ops)
{
    const struct solver_memory *memory = &ops->memory;

    if (memory->words_per_vertex <= 0) {
        sheet_none(table);
        sheet_none(table);
        return;
    }
    sheet_number(table, memory->words_per_vertex);
    sheet_number(table, memory->words_per_arc);
}

/* `rounds`: harish's phases, all queries. */
static void add_row(struct output *output, const struct study_map *map,
                    const struct contest *contest, size_t index,
                    const struct tally *tally, double rounds)
{
    const struct solver_ops *ops = contest->contestant[index].runner.choice.ops;
    double launches = (double)tally->launches;
    double words = (double)tally->host_words;
    double sources = contest->bench.question_count;
    double ms = contest_mean_ms(contest, index);

    sheet_text(output->table, map->name);
    sheet_text(output->table, ops->name);
    add_memory(output->table, ops);
    sheet_number(output->table, launches / sources);
    sheet_number(output->table, launches / rounds);
    sheet_number(output->table, words / sources);
    sheet_number(output->table, words / launches);
    sheet_number(output->table, ms);
    sheet_number(output->table, contest_mean_ms(contest, 0) / ms);
    sheet_text(output->table,
               safari_settings_words(output->report,
                                     &contest->contestant[index].runner));
}

static void claim_locality(struct report *report, const struct study_map *map,
                           const struct tally *tally, double rounds)
{
    double words = (double)tally->host_words / (double)tally->launches;

    report_add_claim(
        report,
        (struct claim){
            .place = "section 1, table 2",
            .says = report_words(report,
                                 "%s: one launch an iteration and, over all, "
                                 "less than one word to the host for each",
                                 map->name),
            .paper = "1 launch, < 1 word",
            .here = report_words(report,
                                 "%.3f host words a launch; %.3f launches a "
                                 "round of harish",
                                 words, (double)tally->launches / rounds),
            .verdict = verdict_of(words < 1),
        });
}

/* GPU solvers for trees that report phases and are not slow by nature; harish
 * first. */
static int add_all(struct contest *contest, struct report *report,
                   const struct study_map *map,
                   const struct arguments_settings *settings,
                   struct error *error)
{
    const struct catalog *catalog = &contest->study->inventory.catalog;
    const unsigned needed = SOLVER_TREES | SOLVER_TRACES;
    int r = contest_add(contest, "harish", NULL, error);

    for (size_t i = 0; r >= 0 && i < catalog->count; i++) {
        const struct solver_ops *ops = catalog->solver[i];

        if (ops->form->device_kind != DEVICE_CUDA || ops->slow ||
            (ops->capabilities & needed) != needed ||
            !strcmp(ops->name, "harish"))
            continue;
        r = contest_add(contest, ops->name, settings, error);
        if (r == SOLVER_REFUSES)
            report_add_missing(
                report, report_words(report, "%s on %s", ops->name, map->name),
                report_words(report, "%s", error->text));
    }
    return r < 0 ? r : 0;
}

static int show(struct output *output, const struct study_map *map,
                struct contest *contest, const uint32_t *sources,
                struct error *error)
{
    double rounds = 0;
    int r = 0;

    for (size_t i = 0; !r && i < contest->bench.contestant_count; i++) {
        struct runner *runner = &contest->contestant[i].runner;
        struct tally tally;

        r = tally_take(&tally, runner, sources, contest->bench.question_count,
                       error);
        if (r)
            return r;
        if (i == 0)
            rounds = (double)tally.phases;
        add_row(output, map, contest, i, &tally, rounds);
        if (!strcmp(runner->choice.ops->name, "locality"))
            claim_locality(output->report, map, &tally, rounds);
    }
    return r;
}

static int measure(const struct study *study, struct output *output,
                   const struct study_map *map, struct contest *contest,
                   const uint32_t *sources, struct error *error)
{
    uint32_t count = study_sources(study, SAFARI_SOURCES);
    struct arguments_settings settings = {.count = 0};
    struct safari_phases phases;
    int r = safari_count_phases(study, map->map, count, &phases, error);

    if (!r)
        safari_set(&settings, output->report, SAFARI_K, SAFARI_AFFINITY,
                   phases.least / SAFARI_K);
    if (!r)
        r = contest_init(contest, study, map->map, error);
    if (!r)
        r = add_all(contest, output->report, map, &settings, error);
    if (!r)
        r = contest_run(contest, count, error);
    return r ? r : show(output, map, contest, sources, error);
}

static int show_map(const struct study *study, struct output *output,
                    const struct study_map *map, struct error *error)
{
    uint32_t *sources = study_draw_sources(
        study, map->map, study_sources(study, SAFARI_SOURCES));
    struct contest *contest = calloc(1, sizeof(*contest));
    int r = sources && contest
                ? measure(study, output, map, contest, sources, error)
                : error_no_memory(error);

    if (contest)
        contest_finish(contest);
    free(contest);
    free(sources);
    return r;
}

static int run(const struct study *study, struct report *report,
               struct error *error)
{
    struct output output = {.report = report};
    int r = 0;

    output.table =
        report_add_table(report, NULL, "methods by map", columns, COLUMNS);
    add_paper(report);
    if (!study->cuda) {
        report_add_missing(report, "launches, host words and times",
                           study->no_cuda);
        return 0;
    }
    for (size_t i = 0; !r && i < study->map_count; i++)
        r = show_map(study, &output, &study->maps[i], error);
    report_add_note(report, "A round is a phase of harish from the same "
                            "source; words are of 4 bytes, map and "
                            "workspace.");
    return r;
}

const struct figure safari_table_2 = {
    .id = "table-2",
    .title = "methods side by side: memory, launches, host words, speed-up",
    .needs_maps = true,
    .run = run,
};
