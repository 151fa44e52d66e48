/* contest: solvers, or one with several settings, timed on one map. */
#include "lab/paper/contest.h"
#include "core/base/text.h"

#include <errno.h>

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

/* CUDA solvers on the study's device, whichever it is. */
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
