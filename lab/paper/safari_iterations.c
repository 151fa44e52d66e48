/* safari_iterations: the number of iterations of harish and of locality
 * (section 3.2). */
#include <math.h>
#include <stdlib.h>

#include "lab/main_roads.h"
#include "lab/paper/contest.h"
#include "lab/paper/paper.h"
#include "lab/paper/safari_locality.h"

enum {
    K_MOST = 5,
    CLOSING = 2, /* launches that find no more work */
    NY_VERTICES = 264346,
    NY_ARCS = 733846,
    NY_ITERATIONS = 440, /* the least over 100 sources, according to the
                            paper */
};

/* The relative tolerance of "about". */
static const double about = 0.05;

/* Weights for counting a map's iterations. */
static const struct variant {
    const char *name;
    uint32_t least; /* 0: the map's own */
    uint32_t most;
} variants[] = {
    {"the map's", 0, 0},
    {"1 to 10", 1, 10},
    {"all 1: hops", 1, 1},
};

enum { VARIANTS = sizeof(variants) / sizeof(variants[0]) };

static const struct column phase_columns[] = {
    {"map", "map", "", 0},
    {"weights", "weights", "", 0},
    {"sources", "sources", "", 0},
    {"phases_least", "least", "phases", 0},
    {"phases_mean", "mean", "phases", 1},
    {"phases_most", "most", "phases", 0},
};

static const struct column bound_columns[] = {
    {"map", "map", "", 0},
    {"k", "k", "steps", 0},
    {"launches_mean", "mean", "launches", 1},
    {"launches_most", "most", "launches", 0},
    {"bound", "hops / k", "rounded up", 0},
};

enum {
    PHASE_COLUMNS = sizeof(phase_columns) / sizeof(phase_columns[0]),
    BOUND_COLUMNS = sizeof(bound_columns) / sizeof(bound_columns[0]),
};

struct output {
    struct report *report;
    struct sheet *phases;
    struct sheet *bounds;
};

static bool is_ny(const struct map *map)
{
    return map->topology.vertex_count == NY_VERTICES &&
           map->topology.arc_count == NY_ARCS;
}

static void claim_440(struct report *report, const struct map *map,
                      const char *weights, uint32_t sources,
                      const struct safari_phases *counted)
{
    report_add_claim(
        report,
        (struct claim){
            .place = "section 3.2",
            .says = report_words(report,
                                 "%s: harish ends after about 440 iterations "
                                 "from the source of 100 that needs fewest",
                                 weights),
            .paper = "about 440",
            .here = report_words(report, "%u, the least of %u sources",
                                 counted->least, sources),
            .verdict = verdict_of(fabs((double)counted->least - NY_ITERATIONS) <
                                  about * NY_ITERATIONS),
            .why = report_words(
                report,
                "%sabout is within 5 %%; a synchronous method needs a round "
                "for every arc of that shortest path which has most, and one "
                "to find the end",
                study_is_generated(map) ? "not on the paper's own map; " : ""),
        });
}

/* The paper does not give the weights that it used. */
static void claim_ny(struct report *report, const struct study_map *map,
                     uint32_t sources, const struct safari_phases *counted)
{
    if (!is_ny(map->map))
        return;
    claim_440(report, map->map,
              report_words(report, "%s, its own weights", map->name), sources,
              &counted[0]);
    claim_440(report, map->map,
              report_words(report, "%s, weights from 1 to 10 as for figure 4",
                           map->name),
              sources, &counted[1]);
}

static int count_variant(const struct study *study, const struct map *map,
                         const struct variant *variant, uint32_t sources,
                         struct safari_phases *ret_phases, struct error *error)
{
    struct redrawn redrawn;
    int r;

    if (!variant->least)
        return safari_count_phases(study, map, sources, ret_phases, error);
    r = redrawn_init(&redrawn, map, variant->least, variant->most, study->seed,
                     error);
    if (!r)
        r = safari_count_phases(study, &redrawn.map, sources, ret_phases,
                                error);
    redrawn_finish(&redrawn);
    return r;
}

static int count_phases(const struct study *study, struct output *output,
                        const struct study_map *map, uint32_t *ret_most,
                        struct error *error)
{
    uint32_t sources = study_sources(study, SAFARI_SOURCES);
    struct safari_phases counted[VARIANTS];

    for (int i = 0; i < VARIANTS; i++) {
        int r = count_variant(study, map->map, &variants[i], sources,
                              &counted[i], error);

        if (r)
            return r;
        sheet_text(output->phases, map->name);
        sheet_text(output->phases, variants[i].name);
        sheet_count(output->phases, sources);
        sheet_count(output->phases, counted[i].least);
        sheet_number(output->phases, counted[i].mean);
        sheet_count(output->phases, counted[i].most);
    }
    claim_ny(output->report, map, sources, counted);
    *ret_most = counted[0].most;
    return 0;
}

/* Runs locality with k steps, reporting every launch to the host. */
static int launches_of(const struct study *study, struct forms *forms,
                       struct report *report, unsigned k,
                       const uint32_t *sources, uint32_t source_count,
                       struct tally *tally, struct error *error)
{
    struct arguments_settings settings = study->settings;
    struct solver_choice choice;
    struct runner runner = {0};
    int r = inventory_choose(&study->inventory, "locality", study->cuda->name,
                             SOLVER_TREES | SOLVER_TRACES, &choice, error);

    if (r)
        return r;
    safari_set(&settings, report, k, SAFARI_AFFINITY, 0);
    if (option_find(choice.ops, "ahead"))
        contest_set(&settings, "locality.ahead", "0");
    r = runner_init(&runner, &study->inventory, choice, forms, &settings,
                    error);
    if (!r)
        r = tally_take(tally, &runner, sources, source_count, error);
    runner_finish(&runner);
    return r;
}

/* Inputs of the bound's claim, over all k. */
struct bound {
    double worst;  /* launches beyond the closing ones, over hops / k */
    unsigned at_k; /* the k of `worst` */
};

static void show_bound(struct output *output, const struct study_map *map,
                       unsigned k, const struct tally *tally, uint32_t sources,
                       uint32_t hops, struct bound *bound)
{
    double limit = ceil((double)hops / k);
    double needed = (double)tally->launches_most - CLOSING;

    sheet_text(output->bounds, map->name);
    sheet_count(output->bounds, k);
    sheet_number(output->bounds, (double)tally->launches / sources);
    sheet_count(output->bounds, tally->launches_most);
    sheet_count(output->bounds, (uint64_t)limit);
    if (needed / limit > bound->worst)
        *bound = (struct bound){needed / limit, k};
}

static void claim_bound(struct report *report, const struct study_map *map,
                        uint32_t hops, const struct bound *bound)
{
    report_add_claim(
        report,
        (struct claim){
            .place = "section 3.2",
            .says = report_words(report,
                                 "%s: iterations should not go beyond the "
                                 "diameter over k",
                                 map->name),
            .paper = "a conjecture",
            .here = report_words(report,
                                 "at most %.2f times %u hops over k, rounded "
                                 "up, at k = %u",
                                 bound->worst, hops, bound->at_k),
            .verdict = bound->worst <= 1 ? VERDICT_HOLDS : VERDICT_FAILS,
            .why = "hops: of the deepest of these queries, which the "
                   "diameter is not below; two launches to find the end are "
                   "not counted",
        });
}

static int bound_by_k(const struct study *study, struct output *output,
                      const struct study_map *map, const uint32_t *sources,
                      uint32_t hops, struct error *error)
{
    uint32_t count = study_sources(study, SAFARI_SOURCES);
    struct bound bound = {0};
    struct forms forms;
    int r = 0;

    forms_init(&forms, map->map);
    for (unsigned k = 1; !r && k <= K_MOST; k++) {
        struct tally tally;

        r = launches_of(study, &forms, output->report, k, sources, count,
                        &tally, error);
        if (!r)
            show_bound(output, map, k, &tally, count, hops, &bound);
    }
    forms_finish(&forms);
    if (!r)
        claim_bound(output->report, map, hops, &bound);
    return r;
}

static int count_launches(const struct study *study, struct output *output,
                          const struct study_map *map, uint32_t hops,
                          struct error *error)
{
    const char *what =
        report_words(output->report, "iterations of locality on %s", map->name);
    uint32_t *sources;
    int r;

    if (!study->cuda) {
        report_add_missing(output->report, what, study->no_cuda);
        return 0;
    }
    sources = study_draw_sources(study, map->map,
                                 study_sources(study, SAFARI_SOURCES));
    r = sources ? bound_by_k(study, output, map, sources, hops, error)
                : error_no_memory(error);
    free(sources);
    return r;
}

static int run(const struct study *study, struct report *report,
               struct error *error)
{
    struct output output = {.report = report};
    int r = 0;

    output.phases = report_add_table(
        report, NULL,
        "phases of a synchronous method, the closing one without an update "
        "among them",
        phase_columns, PHASE_COLUMNS);
    output.bounds = report_add_table(
        report, "locality", "launches of locality, two vertices a thread",
        bound_columns, BOUND_COLUMNS);
    for (size_t i = 0; !r && i < study->map_count; i++) {
        uint32_t most;

        r = count_phases(study, &output, &study->maps[i], &most, error);
        if (!r)
            r = count_launches(study, &output, &study->maps[i], most - 1,
                               error);
    }
    return r;
}

const struct figure safari_iterations = {
    .id = "iterations",
    .title = "iterations of harish and of locality (section 3.2)",
    .needs_maps = true,
    .run = run,
};
