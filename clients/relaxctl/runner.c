/* runner: one solver made ready on one map and device. */
#include "clients/relaxctl/runner.h"

#include <errno.h>
#include <string.h>

static bool has_option(const struct solver_ops *ops, const char *name)
{
    for (size_t i = 0; i < ops->option_count; i++) {
        if (!strcmp(ops->options[i].name, name))
            return true;
    }
    return false;
}

static bool known(const struct catalog *catalog, const char *name)
{
    for (size_t i = 0; i < catalog->count; i++) {
        if (has_option(catalog->solver[i], name))
            return true;
    }
    return false;
}

/* Those of the settings that are this solver's. */
static int own_settings(const struct lab *lab, const struct solver_ops *ops,
                        const struct arguments_settings *all,
                        struct arguments_settings *ret_own, struct error *error)
{
    ret_own->count = 0;
    for (size_t i = 0; i < all->count; i++) {
        const char *name = all->item[i].name;

        if (has_option(ops, name))
            ret_own->item[ret_own->count++] = all->item[i];
        else if (!known(&lab->catalog, name))
            return error_set(error, -EINVAL,
                             "no solver has an option '%s'; 'relaxctl solvers' "
                             "lists them",
                             name);
    }
    return solver_settings_check(ops, ret_own->item, ret_own->count, error);
}

int runner_init(struct runner *runner, const struct lab *lab,
                struct lab_choice choice, struct forms *forms,
                const struct arguments_settings *settings, struct error *error)
{
    struct arguments_settings own;
    int r;

    *runner = (struct runner){.choice = choice};
    r = own_settings(lab, choice.ops, settings, &own, error);
    if (r)
        return r;
    r = forms_get(forms, choice.ops->representation, choice.device,
                  &runner->form, error);
    if (r)
        return r;
    r = choice.ops->create(runner->form->prepared, own.item, own.count,
                           &runner->solver, error);
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
