/* The contest itself, sums over phases, thresholds, updated vertices. */
#include "lab/paper/contest.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"
#include "core/base/text.h"
#include "core/graph/cost.h"
#include "core/weighting/weighting.h"
#include "gpu/tune/tune.h"

/* ---- The contest --------------------------------------------------------- */

void contest_init(struct contest *contest, struct report *report,
                  const struct map *map, struct error *error)
{
    const struct study *study = report->study;

    *contest =
        (struct contest){.report = report, .study = study, .error = error};
    contest->r = bench_init(&contest->bench, &study->inventory, map, error);
    contest->bench.seed = study->options.seed;
}

int contest_finish(struct contest *contest)
{
    bench_finish(&contest->bench);
    free(contest->sources);
    return contest->r;
}

/* Puts CUDA solvers on the study's device. */
static int choose(const struct study *study, const char *solver,
                  struct solver_choice *ret_choice, struct error *error)
{
    const struct solver_ops *ops =
        catalog_find(&study->inventory.catalog, solver);
    bool on_cpu = ops && ops->form->device_kind == DEVICE_CPU;

    return inventory_choose(&study->inventory, solver,
                            on_cpu        ? "cpu"
                            : study->cuda ? study->cuda->name
                                          : "cuda",
                            SOLVER_TREES, ret_choice, error);
}

/* Appends the settings of "k=4,affinity=2", which is cut in place. False: too
 * many. */
static bool add_settings(struct arguments_settings *settings, char *text)
{
    const char *items[ARGUMENTS_SETTINGS_MAX];
    size_t count = arguments_split(text, items, ARGUMENTS_SETTINGS_MAX);

    if (settings->count + count > ARGUMENTS_SETTINGS_MAX)
        return false;
    for (size_t i = 0; i < count; i++) {
        char *value = strchr(items[i], '=');

        *value = '\0';
        settings->given[settings->count].name = items[i];
        settings->given[settings->count++].value = value + 1;
    }
    return true;
}

static int add(struct contest *contest, const char *solver, const char *more,
               struct error *error)
{
    struct arguments_settings settings = contest->study->options.settings;
    struct solver_choice choice;
    char text[256];
    int r;

    snprintf(text, sizeof(text), "%s", more ? more : "");
    if (!add_settings(&settings, text))
        return error_set(error, -ENOSPC,
                         "%zu times --set and those of %s are more than %d",
                         settings.count, solver, ARGUMENTS_SETTINGS_MAX);
    r = choose(contest->study, solver, &choice, error);
    return r ? r : bench_add(&contest->bench, choice, &settings, error);
}

void contest_add(struct contest *contest, const char *solver, const char *more)
{
    if (!contest->r)
        contest->r = add(contest, solver, more, contest->error);
}

size_t contest_try(struct contest *contest, const char *name,
                   const char *solver, const char *more)
{
    struct report *report = contest->report;

    if (contest->r)
        return CONTEST_NONE;
    contest_add(contest, solver, more);
    if (!contest->r)
        return contest->bench.contestant_count - 1;
    if (contest->r == SOLVER_REFUSES) {
        report_missing(report, "%s on %s: %s", name, report->map->name,
                       contest->error->text);
        contest->r = 0;
    }
    return CONTEST_NONE;
}

void contest_draw(struct contest *contest, uint32_t count, bool timed)
{
    struct random random;

    if (contest->r)
        return;
    contest->sources = array_alloc(count, sizeof(*contest->sources));
    if (!contest->sources) {
        contest->r = error_no_memory(contest->error);
        return;
    }
    random_seed(&random, contest->study->options.seed);
    for (uint32_t i = 0; i < count; i++)
        contest->sources[i] =
            random_below(&random, contest->bench.map->topology.vertex_count);
    contest->source_count = count;
    if (timed)
        contest->bench.sources = contest->sources;
}

static int check_answers(const struct contest *contest, struct error *error)
{
    for (size_t i = 0; i < contest->bench.contestant_count; i++) {
        const struct bench_contestant *contestant =
            &contest->bench.contestants[i];

        if (contestant->wrong)
            return error_set(error, -EINVAL,
                             "%zu %s of %s not dijkstra's: the times of wrong "
                             "answers mean nothing",
                             contestant->wrong,
                             plural(contestant->wrong, "answer", "answers"),
                             contestant->runner.choice.ops->name);
    }
    return 0;
}

bool contest_run(struct contest *contest, uint32_t sources)
{
    struct bench *bench = &contest->bench;

    bench->question_count = sources;
    if (!contest->r)
        contest->r = bench_run(bench, contest->study->progress, contest->error);
    if (!contest->r)
        contest->r = check_answers(contest, contest->error);
    return !contest->r;
}

double contest_mean_ms(const struct contest *contest, size_t index)
{
    return samples_mean(&contest->bench.contestants[index].solve_ms);
}

double contest_median_ms(const struct contest *contest, size_t index)
{
    return samples_median(&contest->bench.contestants[index].solve_ms);
}

double contest_phases(const struct contest *contest, size_t index)
{
    return contest->bench.contestants[index].phases;
}

const char *contest_settings(const struct contest *contest, size_t index)
{
    const struct runner *runner = &contest->bench.contestants[index].runner;
    const char *text = "";

    for (size_t i = 0; i < runner->setting_count; i++) {
        const struct solver_setting *setting = &runner->settings[i];
        size_t later = i + 1; /* wins */

        while (later < runner->setting_count &&
               strcmp(runner->settings[later].name, setting->name))
            later++;
        if (later == runner->setting_count)
            text =
                report_words(contest->report, "%s%s%s=%.9g", text,
                             *text ? " " : "", setting->name, setting->value);
    }
    return *text ? text : "defaults";
}

/* ---- Sums over phases ---------------------------------------------------- */

static void note(struct phase_observer *observer, const struct phase *phase)
{
    struct tally *tally = (struct tally *)observer;

    tally->phases++;
    tally->updated += phase->updated;
    tally->launches += phase->launches;
    tally->host_words += phase->host_words;
}

bool contest_count(struct contest *contest, size_t index,
                   struct tally *ret_tally)
{
    if (contest->r || index >= contest->bench.contestant_count)
        return false;
    *ret_tally = (struct tally){.base.phase = note};
    for (uint32_t i = 0; !contest->r && i < contest->source_count; i++) {
        uint64_t before = ret_tally->launches;
        uint64_t launches;

        contest->r = runner_solve_tree(
            &contest->bench.contestants[index].runner, contest->sources[i],
            &ret_tally->base, contest->error);
        launches = ret_tally->launches - before;
        if (launches > ret_tally->launches_most)
            ret_tally->launches_most = launches;
    }
    return !contest->r;
}

/* ---- Adaptive's thresholds ----------------------------------------------- */

enum { TUNING_SOURCES = 16 };

static bool is_threshold(const struct solver_ops *adaptive, const char *name)
{
    const struct solver_option *option = option_find(adaptive, name);

    return option && (option == option_find(adaptive, "to-all-us") ||
                      option == option_find(adaptive, "to-selected-us"));
}

/* Takes those in force. Returns their origin; NULL: nobody set them. */
static const char *take_set(const struct contest *contest,
                            struct adaptive_thresholds *ret_thresholds)
{
    const struct runner *runner = &contest->bench.contestants[0].runner;
    const struct solver_ops *ops = runner->choice.ops;
    const struct arguments_settings *given = &contest->study->options.settings;
    const char *from = NULL;

    *ret_thresholds = (struct adaptive_thresholds){
        solver_option_value(ops, runner->settings, runner->setting_count,
                            "to-all-us"),
        solver_option_value(ops, runner->settings, runner->setting_count,
                            "to-selected-us"),
    };
    for (size_t i = 0; i < runner->setting_count; i++) {
        if (is_threshold(ops, runner->settings[i].name))
            from = "as 'relaxctl tune' kept them";
    }
    for (size_t i = 0; i < given->count; i++) {
        if (is_threshold(ops, given->given[i].name))
            from = "as given";
    }
    return from;
}

struct adaptive_thresholds contest_thresholds(struct contest *contest,
                                              const char *name)
{
    const struct study *study = contest->study;
    const struct map *map = contest->bench.map;
    const struct tune_settings settings = {TUNING_SOURCES, study->options.seed};
    struct adaptive_thresholds thresholds = {0};
    struct contest untuned;
    const char *from = NULL;

    if (contest->r)
        return thresholds;
    contest_init(&untuned, contest->report, map, contest->error);
    contest_add(&untuned, "adaptive", NULL);
    if (!untuned.r)
        from = take_set(&untuned, &thresholds);
    contest->r = contest_finish(&untuned);
    if (!contest->r && !from) {
        struct tune_result tuned = {0};

        from = "tuned now";
        contest->r = gpu_tune_adaptive(map, study->cuda, &settings,
                                       study->progress, &tuned, contest->error);
        thresholds = tuned.thresholds;
    }
    if (!contest->r)
        report_note(contest->report,
                    "%s: adaptive's thresholds, %s: to all "
                    "above %.9g us, to selected below %.9g "
                    "us.",
                    name, from, thresholds.to_all_us,
                    thresholds.to_selected_us);
    return thresholds;
}

const char *thresholds_settings(struct adaptive_thresholds thresholds,
                                struct report *report)
{
    return report_words(report,
                        "adaptive.to-all-us=%.9g,adaptive.to-selected-us=%.9g",
                        thresholds.to_all_us, thresholds.to_selected_us);
}

/* ---- Updated vertices ---------------------------------------------------- */

/* Synchronous relaxation; all arrays are [vertex_count]. */
struct rounds {
    const struct map *map;
    uint32_t
        *cost; /* after the last round; of one allocation with the others */
    uint32_t *tentative;
    uint32_t *stamp; /* the last round that listed the vertex */
    uint32_t *list;  /* vertices updated last round */
    uint32_t *next;  /* vertices updated this round */
};

static int rounds_init(struct rounds *rounds, const struct map *map,
                       struct error *error)
{
    uint32_t n = map->topology.vertex_count;

    rounds->cost = array_alloc(n, 5 * sizeof(uint32_t));
    if (!rounds->cost)
        return error_no_memory(error);
    rounds->map = map;
    rounds->tentative = rounds->cost + n;
    rounds->stamp = rounds->tentative + n;
    rounds->list = rounds->stamp + n;
    rounds->next = rounds->list + n;
    return 0;
}

/* Relaxes the arcs of `count` listed vertices and lists those whose cost
 * falls. */
static uint32_t run_round(struct rounds *rounds, uint32_t round, uint32_t count)
{
    const struct topology *topology = &rounds->map->topology;
    const uint32_t *weight = imported_weights(rounds->map)->weight;
    uint32_t *list = rounds->list;
    uint32_t *next = rounds->next;
    uint32_t fell = 0;

    for (uint32_t i = 0; i < count; i++) {
        for (uint32_t a = topology->first_out[list[i]];
             a < topology->first_out[list[i] + 1]; a++) {
            uint32_t head = topology->head[a];
            uint32_t cost = cost_add(rounds->cost[list[i]], weight[a]);

            if (cost >= rounds->tentative[head])
                continue;
            rounds->tentative[head] = cost;
            if (rounds->stamp[head] != round)
                next[fell++] = head;
            rounds->stamp[head] = round;
        }
    }
    for (uint32_t i = 0; i < fell; i++)
        rounds->cost[next[i]] = rounds->tentative[next[i]];
    rounds->list = next;
    rounds->next = list;
    return fell;
}

static void run_rounds(struct rounds *rounds, uint32_t source,
                       struct phase_observer *observer)
{
    uint32_t n = rounds->map->topology.vertex_count;
    uint32_t fell = 1;

    memset(rounds->cost, 0xff, n * sizeof(uint32_t));
    memset(rounds->tentative, 0xff, n * sizeof(uint32_t));
    memset(rounds->stamp, 0, n * sizeof(uint32_t));
    rounds->cost[source] = rounds->tentative[source] = 0;
    rounds->list[0] = source;
    for (uint32_t round = 1; fell; round++) {
        fell = run_round(rounds, round, fell);
        observer->phase(observer, &(struct phase){.updated = fell});
    }
}

static void add_phase(struct phase_observer *base, const struct phase *phase)
{
    struct updates *updates = (struct updates *)base;
    uint32_t updated = (uint32_t)phase->updated;

    updates->no_memory |=
        array_append(&updates->updated, &updates->phases, &updates->capacity,
                     &updated, sizeof(updated));
}

/* Counts one query's phases: on the GPU if there is a contestant. */
static int count_phases(struct updates *updates, struct contest *contest,
                        struct rounds *rounds, uint32_t index)
{
    struct phase_counts *counts = &updates->counts;
    size_t first = updates->phases;
    uint32_t count;
    int r = 0;

    if (contest->bench.contestant_count)
        r = runner_solve_tree(&contest->bench.contestants[0].runner,
                              updates->source[index], &updates->base,
                              contest->error);
    else
        run_rounds(rounds, updates->source[index], &updates->base);
    updates->end[index] = updates->phases;
    count = (uint32_t)(updates->phases - first);
    counts->least = index && counts->least < count ? counts->least : count;
    counts->most = counts->most > count ? counts->most : count;
    counts->mean = (double)updates->phases / (index + 1);
    return !r && updates->no_memory ? error_no_memory(contest->error) : r;
}

int updates_count(struct updates *updates, struct report *report,
                  const struct map *map, uint32_t count, struct error *error)
{
    struct rounds rounds = {0};
    struct contest contest;

    *updates = (struct updates){.base.phase = add_phase};
    contest_init(&contest, report, map, error);
    contest_draw(&contest, count, false);
    updates->source = contest.sources;
    contest.sources = NULL;
    updates->end = array_alloc(count, sizeof(*updates->end));
    if (report->study->cuda)
        contest_add(&contest, "harish", NULL);
    else if (!contest.r)
        contest.r = rounds_init(&rounds, map, error);
    if (!contest.r && !updates->end)
        contest.r = error_no_memory(error);
    for (uint32_t i = 0; !contest.r && i < count; i++) {
        progress_report(report->study->progress, "count phases", i, count);
        contest.r = count_phases(updates, &contest, &rounds, i);
    }
    free(rounds.cost);
    return contest_finish(&contest);
}

void updates_finish(struct updates *updates)
{
    free(updates->source);
    free(updates->end);
    free(updates->updated);
}
