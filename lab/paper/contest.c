/* Observing queries, the contest itself, entrants, and thresholds. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/text.h"
#include "core/engine/tuned.h"
#include "gpu/tune/tune.h"
#include "lab/paper/contest.h"

/* ---- Sums over phases ---------------------------------------------------- */

static void note(struct phase_observer *observer, const struct phase *phase)
{
    struct tally *tally = (struct tally *)observer;

    tally->phases++;
    tally->updated += phase->updated;
    tally->launches += phase->launches;
    tally->host_words += phase->host_words;
}

int tally_take(struct tally *tally, struct runner *runner,
               const uint32_t *sources, uint32_t source_count,
               struct error *error)
{
    int r = 0;

    *tally = (struct tally){.base.phase = note};
    for (uint32_t i = 0; !r && i < source_count; i++) {
        uint64_t before = tally->launches;

        r = runner_solve_tree(runner, sources[i], &tally->base, error);
        if (tally->launches - before > tally->launches_most)
            tally->launches_most = tally->launches - before;
    }
    return r;
}

/* ---- The contest --------------------------------------------------------- */

int contest_init(struct contest *contest, const struct study *study,
                 const struct map *map, struct error *error)
{
    const struct arguments_settings none = {.count = 0};
    struct solver_choice oracle = {study->inventory.catalog.solver[0],
                                   &study->inventory.device[0]};

    *contest = (struct contest){.study = study};
    forms_init(&contest->forms, map);
    contest->bench = (struct bench){
        .map = map,
        .contestants = contest->contestant,
        .seed = study->seed,
    };
    return runner_init(&contest->bench.oracle, &study->inventory, oracle,
                       &contest->forms, &none, error);
}

void contest_finish(struct contest *contest)
{
    for (size_t i = 0; i < contest->bench.contestant_count; i++) {
        samples_finish(&contest->contestant[i].solve_ms);
        runner_finish(&contest->contestant[i].runner);
    }
    runner_finish(&contest->bench.oracle);
    forms_finish(&contest->forms);
}

void contest_set(struct arguments_settings *settings, const char *name,
                 const char *value)
{
    if (settings->count == ARGUMENTS_SETTINGS_MAX)
        return;
    settings->given[settings->count].name = name;
    settings->given[settings->count].value = value;
    settings->count++;
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

int contest_add(struct contest *contest, const char *solver,
                const struct arguments_settings *extra, struct error *error)
{
    const struct study *study = contest->study;
    struct arguments_settings settings = study->settings;
    struct bench_contestant *contestant;
    struct solver_choice choice;
    int r;

    if (contest->bench.contestant_count == CONTEST_MAX)
        return error_set(error, -ENOSPC, "more than %d contestants",
                         CONTEST_MAX);
    if (extra && settings.count + extra->count > ARGUMENTS_SETTINGS_MAX)
        return error_set(error, -ENOSPC,
                         "%zu times --set and the %zu of %s are more than %d",
                         settings.count, extra->count, solver,
                         ARGUMENTS_SETTINGS_MAX);
    for (size_t i = 0; extra && i < extra->count; i++)
        contest_set(&settings, extra->given[i].name, extra->given[i].value);
    r = choose(study, solver, &choice, error);
    if (r)
        return r;
    contestant = &contest->contestant[contest->bench.contestant_count];
    r = runner_init(&contestant->runner, &study->inventory, choice,
                    &contest->forms, &settings, error);
    if (r) {
        runner_finish(&contestant->runner);
        return r;
    }
    contest->bench.contestant_count++;
    return 0;
}

static int check_answers(const struct contest *contest, struct error *error)
{
    for (size_t i = 0; i < contest->bench.contestant_count; i++) {
        const struct bench_contestant *contestant = &contest->contestant[i];

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

int contest_run(struct contest *contest, uint32_t sources, struct error *error)
{
    struct bench *bench = &contest->bench;
    int r = 0;

    bench->question_count = sources;
    for (size_t i = 0; !r && i < bench->contestant_count; i++) {
        if (samples_init(&contest->contestant[i].solve_ms, sources))
            r = error_no_memory(error);
    }
    if (!r)
        r = bench_run(bench, contest->study->progress, error);
    return r ? r : check_answers(contest, error);
}

double contest_mean_ms(const struct contest *contest, size_t index)
{
    return samples_mean(&contest->contestant[index].solve_ms);
}

double contest_median_ms(const struct contest *contest, size_t index)
{
    return samples_median(&contest->contestant[index].solve_ms);
}

double contest_phases(const struct contest *contest, size_t index)
{
    return contest->contestant[index].phases;
}

/* ---- Options switched on ------------------------------------------------- */

static bool has_options(const struct entrant *entrant,
                        const struct solver_ops *ops)
{
    for (int i = 0; i < ENTRANT_OPTIONS_MAX && entrant->switched_on[i]; i++) {
        if (!option_find(ops, entrant->switched_on[i]))
            return false;
    }
    return true;
}

bool entrant_is_there(const struct entrant *entrant, const struct study *study,
                      struct report *report, bool *told)
{
    const struct solver_ops *ops =
        catalog_find(&study->inventory.catalog, entrant->solver);

    if (!ops || !has_options(entrant, ops)) {
        report_add_missing(report, entrant->name,
                           "this program has no such solver");
        return false;
    }
    if (ops->form->device_kind == DEVICE_CPU || study->cuda)
        return true;
    if (!*told)
        report_add_missing(report, "the CUDA solvers", study->no_cuda);
    *told = true;
    return false;
}

int entrant_add(const struct entrant *entrant, struct contest *contest,
                const struct arguments_settings *more, const char *map_name,
                struct report *report, size_t *ret_index, struct error *error)
{
    struct arguments_settings extra = {.count = 0};
    struct error refusal;
    int r;

    for (int i = 0; i < ENTRANT_OPTIONS_MAX && entrant->switched_on[i]; i++)
        contest_set(&extra, entrant->switched_on[i], "1");
    for (size_t i = 0; more && i < more->count; i++)
        contest_set(&extra, more->given[i].name, more->given[i].value);
    r = contest_add(contest, entrant->solver, &extra, &refusal);
    if (r < 0)
        return error_set(error, r, "%s", refusal.text);
    if (r == SOLVER_REFUSES)
        report_add_missing(
            report, report_words(report, "%s on %s", entrant->name, map_name),
            report_words(report, "%s", refusal.text));
    *ret_index = r == SOLVER_REFUSES ? ENTRANT_NONE
                                     : contest->bench.contestant_count - 1;
    return 0;
}

/* ---- Adaptive's thresholds ----------------------------------------------- */

enum { TUNING_SOURCES = 16 };

/* Copies the settings that are thresholds; returns whether there were any. */
static bool take(const struct solver_ops *adaptive,
                 const struct solver_setting *settings, size_t count,
                 struct adaptive_thresholds *thresholds)
{
    bool found = false;

    for (size_t i = 0; i < count; i++) {
        const struct solver_option *option =
            option_find(adaptive, settings[i].name);

        if (option == option_find(adaptive, "to-all-us"))
            thresholds->to_all_us = settings[i].value;
        else if (option == option_find(adaptive, "to-selected-us"))
            thresholds->to_selected_us = settings[i].value;
        else
            continue;
        found |= option != NULL;
    }
    return found;
}

static int take_given(const struct study *study,
                      const struct solver_ops *adaptive,
                      struct adaptive_thresholds *thresholds, bool *ret_found,
                      struct error *error)
{
    struct solver_setting settings[ARGUMENTS_SETTINGS_MAX];
    int r = arguments_read_settings(&study->settings, &study->inventory.catalog,
                                    settings, error);

    if (!r)
        *ret_found =
            take(adaptive, settings, study->settings.count, thresholds);
    return r;
}

static int take_kept(const struct study *study, const struct map *map,
                     const struct solver_ops *adaptive,
                     struct adaptive_thresholds *thresholds, bool *ret_found,
                     struct error *error)
{
    char *directory = tuned_default_directory();
    struct tuned_key key;
    struct tuned tuned;
    int r = TUNED_NONE;

    if (directory) {
        tuned_key_init(&key, map, study->cuda);
        r = tuned_load(directory, &key, &tuned, error);
    }
    free(directory);
    *ret_found = !r && take(adaptive, tuned.setting, tuned.count, thresholds);
    return r < 0 ? r : 0;
}

static int find_now(const struct study *study, const struct map *map,
                    struct adaptive_thresholds *thresholds, struct error *error)
{
    const struct tune_settings settings = {TUNING_SOURCES, study->seed};
    struct tune_result result;
    int r = gpu_tune_adaptive(map, study->cuda, &settings, study->progress,
                              &result, error);

    if (!r)
        *thresholds = result.thresholds;
    return r;
}

int thresholds_find(const struct study *study, const struct map *map,
                    const char *name, struct report *report,
                    struct adaptive_thresholds *ret_thresholds,
                    struct error *error)
{
    const struct solver_ops *adaptive =
        catalog_find(&study->inventory.catalog, "adaptive");
    struct adaptive_thresholds thresholds = {
        solver_option_value(adaptive, NULL, 0, "to-all-us"),
        solver_option_value(adaptive, NULL, 0, "to-selected-us"),
    };
    const char *from = "as given";
    bool found = false;
    int r = take_given(study, adaptive, &thresholds, &found, error);

    if (!r && !found) {
        from = "as 'relaxctl tune' kept them";
        r = take_kept(study, map, adaptive, &thresholds, &found, error);
    }
    if (!r && !found) {
        from = "tuned now";
        r = find_now(study, map, &thresholds, error);
    }
    if (r)
        return r;
    report_add_note(
        report,
        report_words(report,
                     "%s: adaptive's thresholds, %s: to all above %.9g us, "
                     "to selected below %.9g us.",
                     name, from, thresholds.to_all_us,
                     thresholds.to_selected_us));
    *ret_thresholds = thresholds;
    return 0;
}

void thresholds_set(struct adaptive_thresholds thresholds,
                    struct report *report, struct arguments_settings *settings)
{
    contest_set(settings, "adaptive.to-all-us",
                report_words(report, "%.9g", thresholds.to_all_us));
    contest_set(settings, "adaptive.to-selected-us",
                report_words(report, "%.9g", thresholds.to_selected_us));
}
