/* Collects the settings in force, then makes the solver. */
#include "clients/relaxctl/runner.h"

#include <stdlib.h>

#include "clients/relaxctl/tree_sink.h"

/* Finds nothing if the map was not tuned or there is no state directory. */
static int load_tuned(struct runner *runner, const struct map *map,
                      struct error *error)
{
    char *directory = tuned_default_directory();
    struct tuned_key key;
    int r = 0;

    if (directory && runner->choice.device->kind != DEVICE_CPU) {
        tuned_key_init(&key, map, runner->choice.device);
        r = tuned_load(directory, &key, &runner->tuned, error);
    }
    free(directory);
    return r < 0 ? r : 0;
}

static void add(struct runner *runner, const struct solver_option *option,
                double value)
{
    runner->settings[runner->setting_count++] =
        (struct solver_setting){option->name, value};
}

static void add_tuned(struct runner *runner)
{
    for (size_t i = 0; i < runner->tuned.count; i++) {
        const struct solver_setting *setting = &runner->tuned.setting[i];
        const struct solver_option *option =
            option_find(runner->choice.ops, setting->name);

        if (option)
            add(runner, option, setting->value);
    }
}

/* Adds the settings of this solver, by its own limits. */
static int add_given(struct runner *runner, const struct inventory *inventory,
                     const struct arguments_settings *given,
                     struct error *error)
{
    const struct catalog own = {{runner->choice.ops}, 1};
    int r = 0;

    for (size_t i = 0; i < given->count && !r; i++) {
        const char *name = given->given[i].name;
        const struct solver_option *option =
            option_find(runner->choice.ops, name);
        struct solver_setting setting;

        if (!option && option_exists(&inventory->catalog, name))
            continue;
        r = option_read(option ? &own : &inventory->catalog, name,
                        given->given[i].value, &setting, error);
        if (!r)
            add(runner, option, setting.value);
    }
    return r;
}

static int choose_settings(struct runner *runner,
                           const struct inventory *inventory,
                           const struct map *map,
                           const struct arguments_settings *given,
                           struct error *error)
{
    int r = inventory->untuned ? 0 : load_tuned(runner, map, error);

    if (r)
        return r;
    add_tuned(runner);
    r = add_given(runner, inventory, given, error);
    if (r)
        return r;
    return solver_settings_check(runner->choice.ops, runner->settings,
                                 runner->setting_count, error);
}

int runner_init(struct runner *runner, const struct inventory *inventory,
                struct solver_choice choice, struct forms *forms,
                const struct arguments_settings *settings, struct error *error)
{
    int r;

    *runner = (struct runner){.choice = choice};
    r = choose_settings(runner, inventory, forms->map, settings, error);
    if (r)
        return r;
    r = forms_get(forms, choice.ops->form, choice.device, &runner->form, error);
    if (r)
        return r;
    r = choice.ops->create(runner->form->prepared, runner->settings,
                           runner->setting_count, &runner->solver, error);
    if (r)
        error_prefix(error, "make solver %s", choice.ops->name);
    return r;
}

void runner_finish(struct runner *runner)
{
    if (runner->solver)
        runner->choice.ops->destroy(runner->solver);
    *runner = (struct runner){0};
}

int runner_solve(struct runner *runner, struct query **queries, size_t count,
                 struct phase_observer *observer, struct error *error)
{
    struct batch batch = {queries, count, observer};

    return runner->choice.ops->solve(runner->solver, runner->form->metric,
                                     &batch, error);
}

int runner_solve_tree(struct runner *runner, uint32_t source,
                      struct phase_observer *observer, struct error *error)
{
    struct tree_sink sink;
    struct seed seed = {source, 0};
    struct query query = {
        .seeds = &seed,
        .seed_count = 1,
        .output = QUERY_TREE,
        .bound = COST_OVERFLOW,
        .sink = &sink.base,
    };
    struct query *queries[] = {&query};

    tree_sink_init(&sink, NULL);
    return runner_solve(runner, queries, 1, observer, error);
}
