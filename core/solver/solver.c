/* solver: functions shared by all solvers. */
#include "core/solver/solver.h"

#include <errno.h>
#include <math.h>

#include "core/solver/option.h"

int metric_customize_fixed(struct prepared *prepared,
                           const struct weights *weights,
                           struct metric **ret_metric, struct error *error)
{
    const struct form_ops *form = prepared->ops;

    return form->customize_fixed
               ? form->customize_fixed(prepared, weights, ret_metric, error)
               : form->customize(prepared, weights, ret_metric, error);
}

/* Frees the old metric first, so that a device never holds both. */
static int customize_afresh(struct metric **metric,
                            const struct weights *weights, struct error *error)
{
    struct prepared *prepared = (*metric)->prepared;

    prepared->ops->metric_destroy(*metric);
    *metric = NULL;
    return prepared->ops->customize(prepared, weights, metric, error);
}

int metric_recustomize(struct metric **metric, const struct weights *weights,
                       const struct weight_changes *changes,
                       struct error *error)
{
    const struct form_ops *form = (*metric)->prepared->ops;

    if (!form->recustomize)
        return customize_afresh(metric, weights, error);
    return form->recustomize(*metric, weights, changes, error);
}

int metric_follow(struct metric **metric, const struct metric *newest,
                  const struct weight_changes *since,
                  const struct weights *weights,
                  const struct weight_changes *changes, struct error *error)
{
    const struct form_ops *form = (*metric)->prepared->ops;
    bool pays = form->recustomize && (!form->recustomize_pays ||
                                      form->recustomize_pays(*metric, changes));
    int r = 0;

    if (pays && form->catch_up)
        r = form->catch_up(*metric, newest, since, error);
    else if (pays)
        r = form->recustomize(*metric, weights, since, error);
    return r ? r : metric_recustomize(metric, weights, changes, error);
}

int metric_derive(const struct metric *metric, const struct weights *weights,
                  const struct weight_changes *changes,
                  struct metric **ret_metric, struct error *error)
{
    const struct form_ops *form = metric->prepared->ops;
    struct metric *derived = NULL;
    int r;

    if (!form->clone ||
        (form->recustomize_pays && !form->recustomize_pays(metric, changes)))
        return form->customize(metric->prepared, weights, ret_metric, error);
    r = form->clone(metric, &derived, error);
    if (!r)
        r = form->recustomize(derived, weights, changes, error);
    if (r) {
        form->metric_destroy(derived);
        return r;
    }
    *ret_metric = derived;
    return 0;
}

int metric_derive_fixed(struct metric *metric, const struct weights *weights,
                        const struct weight_changes *changes,
                        struct metric **ret_metric, struct error *error)
{
    const struct form_ops *form = metric->prepared->ops;

    return form->derive_fixed
               ? form->derive_fixed(metric, weights, changes, ret_metric, error)
               : metric_derive(metric, weights, changes, ret_metric, error);
}

double solver_option_value(const struct solver_ops *ops,
                           const struct solver_setting *settings,
                           size_t setting_count, const char *name)
{
    const struct solver_option *option = option_find(ops, name);

    for (size_t i = setting_count; i-- > 0;) {
        if (option_find(ops, settings[i].name) == option)
            return settings[i].value;
    }
    return option->fallback;
}

int solver_settings_check(const struct solver_ops *ops,
                          const struct solver_setting *settings,
                          size_t setting_count, struct error *error)
{
    for (size_t i = 0; i < setting_count; i++) {
        const struct solver_option *option = option_find(ops, settings[i].name);
        char allowed[OPTION_ALLOWED_SIZE];

        if (!option)
            return error_set(error, -EINVAL, "solver %s has no option '%s'",
                             ops->name, settings[i].name);
        if (option_allows(option, settings[i].value))
            continue;
        option_allowed(option, allowed);
        return error_set(error, -EINVAL,
                         "solver %s: option %s: %g is not allowed; want %s",
                         ops->name, option->name, settings[i].value, allowed);
    }
    return 0;
}

bool solver_can_answer(const struct solver_ops *ops, const struct query *query)
{
    if (query->sums && !(ops->capabilities & SOLVER_SUMS))
        return false;
    if (query->alternatives && !(ops->capabilities & SOLVER_ALTERNATIVES))
        return false;
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

bool solver_can_use(const struct solver_ops *ops, const struct map *map)
{
    return map->hierarchy.supernode_count ||
           !(ops->capabilities & SOLVER_NEEDS_ORDER);
}

/* ---- Speed ---- */

const char *const solver_speed_names[SOLVER_SPEED_NUMBERS] = {
    "ready-us", "start-us", "pair-us", "path-us",
    "tree-us",  "row-us",   "cell-us", "column-us",
};

double *solver_speed_number(struct solver_speed *speed, size_t index)
{
    double *const numbers[SOLVER_SPEED_NUMBERS] = {
        &speed->ready_us, &speed->start_us, &speed->pair_us, &speed->path_us,
        &speed->tree_us,  &speed->row_us,   &speed->cell_us, &speed->column_us,
    };

    return numbers[index];
}

static double query_us(const struct workload *workload,
                       const struct solver_speed *speed)
{
    double targets = (double)workload->targets;
    double paths_us = workload->paths ? targets * speed->path_us : 0;

    if (workload->trees)
        return speed->tree_us;
    if (workload->targets == 1)
        return speed->pair_us + paths_us;
    return speed->row_us + targets * speed->cell_us + paths_us;
}

/* The fixed time of a batch of any size. */
static double begin_us(const struct workload *workload,
                       const struct solver_speed *speed)
{
    bool table = !workload->trees && workload->targets > 1;

    return speed->start_us +
           (table ? (double)workload->targets * speed->column_us : 0);
}

double workload_us(const struct workload *workload,
                   const struct solver_speed *speed)
{
    double each = ceil((double)workload->queries / workload->shared);

    return begin_us(workload, speed) + each * query_us(workload, speed);
}
