/* solver: what all solvers share. */
#include "core/solver/solver.h"

#include <errno.h>
#include <string.h>

static const struct solver_option *find_option(const struct solver_ops *ops,
                                               const char *name)
{
    for (size_t i = 0; i < ops->option_count; i++) {
        if (!strcmp(ops->options[i].name, name))
            return &ops->options[i];
    }
    return NULL;
}

double solver_option_value(const struct solver_ops *ops,
                           const struct solver_setting *settings,
                           size_t setting_count, const char *name)
{
    for (size_t i = setting_count; i-- > 0;) {
        if (!strcmp(settings[i].name, name))
            return settings[i].value;
    }
    return find_option(ops, name)->fallback;
}

int solver_settings_check(const struct solver_ops *ops,
                          const struct solver_setting *settings,
                          size_t setting_count, struct error *error)
{
    for (size_t i = 0; i < setting_count; i++) {
        const struct solver_option *option = find_option(ops, settings[i].name);

        if (!option)
            return error_set(error, -EINVAL, "solver %s has no option '%s'",
                             ops->name, settings[i].name);
        if (!(settings[i].value >= option->minimum &&
              settings[i].value <= option->maximum))
            return error_set(error, -EINVAL,
                             "solver %s: option %s: %g is not within %g to %g",
                             ops->name, option->name, settings[i].value,
                             option->minimum, option->maximum);
    }
    return 0;
}

bool solver_can_answer(const struct solver_ops *ops, const struct query *query)
{
    switch (query->output) {
    case QUERY_COSTS:
    case QUERY_PATHS:
        if (query->target_count == 1 && (ops->capabilities & SOLVER_PAIRS))
            return true;
        return ops->capabilities & SOLVER_TABLES;
    case QUERY_REACHED:
    case QUERY_TREE:
        return ops->capabilities & SOLVER_TREES;
    }
    return false;
}
