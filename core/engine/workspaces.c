/* workspaces: a short list, most recently used first. */
#include "core/engine/workspaces.h"

#include <string.h>

#include "core/engine/map_entry.h"

void workspaces_init(struct workspaces *workspaces, const struct device *device,
                     struct tuning *tuning)
{
    *workspaces = (struct workspaces){
        .device = device,
        .tuning = tuning,
        .generation = tuning_generation(tuning),
    };
}

static void drop(struct workspaces *workspaces, size_t index)
{
    struct kept_workspace gone = workspaces->kept[index];

    workspaces->count--;
    memmove(&workspaces->kept[index], &workspaces->kept[index + 1],
            (workspaces->count - index) * sizeof(gone));
    gone.solver->ops->destroy(gone.solver);
    map_entry_release(gone.entry);
}

void workspaces_finish(struct workspaces *workspaces)
{
    while (workspaces->count)
        drop(workspaces, workspaces->count - 1);
}

void workspaces_drop_first(struct workspaces *workspaces)
{
    if (workspaces->count)
        drop(workspaces, 0);
}

void workspaces_drop_retired(struct workspaces *workspaces)
{
    for (size_t i = workspaces->count; i-- > 0;) {
        if (map_entry_retired(workspaces->kept[i].entry))
            drop(workspaces, i);
    }
}

void workspaces_drop_outdated(struct workspaces *workspaces)
{
    unsigned generation = tuning_generation(workspaces->tuning);

    if (generation == workspaces->generation)
        return;
    workspaces_finish(workspaces);
    workspaces->generation = generation;
}

static void trim(void *context, struct metric *metric)
{
    struct solver *solver = context;

    solver->ops->trim(solver, metric);
}

/* Earlier closures have metrics, too. */
void workspaces_trim(struct workspaces *workspaces)
{
    for (size_t i = 0; i < workspaces->count; i++) {
        struct kept_workspace at = workspaces->kept[i];
        const struct solver_ops *ops = at.solver->ops;

        if (!ops->trim)
            continue;
        trim(at.solver, at.metric);
        map_entry_each_metric(at.entry, ops->form, workspaces->device, trim,
                              at.solver);
    }
}

static void put_first(struct workspaces *workspaces,
                      struct kept_workspace workspace, size_t gap)
{
    memmove(&workspaces->kept[1], &workspaces->kept[0],
            gap * sizeof(workspace));
    workspaces->kept[0] = workspace;
}

static bool find(struct workspaces *workspaces, const struct job *job,
                 const struct job_settings *settings)
{
    for (size_t i = 0; i < workspaces->count; i++) {
        struct kept_workspace at = workspaces->kept[i];

        if (at.entry == job->map && at.solver->ops == job->solved_by &&
            job_settings_equal(&at.settings, settings)) {
            put_first(workspaces, at, i);
            return true;
        }
    }
    return false;
}

/* Reuses a workspace for the same map with other closed pieces: both share the
 * prepared form. False: there is none, or its weights could not be made, which
 * make() then reports. */
static bool adopt(struct workspaces *workspaces, const struct job *job,
                  const struct job_settings *settings)
{
    for (size_t i = 0; i < workspaces->count; i++) {
        struct kept_workspace at = workspaces->kept[i];
        struct map_entry *before = at.entry;

        if (!map_entry_is_of_map(before, job->map) ||
            at.solver->ops != job->solved_by ||
            !job_settings_equal(&at.settings, settings))
            continue;
        if (map_entry_prepare(job->map, at.solver->ops->form,
                              workspaces->device, &at.metric, NULL))
            return false;
        at.entry = map_entry_acquire(job->map);
        put_first(workspaces, at, i);
        map_entry_release(before);
        return true;
    }
    return false;
}

static int make(struct workspaces *workspaces, const struct solver_ops *ops,
                struct kept_workspace *made, struct error *error)
{
    int r = map_entry_prepare(made->entry, ops->form, workspaces->device,
                              &made->metric, error);

    if (r)
        return r;
    return tuning_create_solver(workspaces->tuning, ops, made->metric->prepared,
                                &made->settings, &made->solver, error);
}

int workspaces_get(struct workspaces *workspaces, const struct job *job,
                   const struct kept_workspace **ret_workspace,
                   struct error *error)
{
    const struct solver_ops *ops = job->solved_by;
    struct kept_workspace made = {
        .entry = job->map,
        .settings = job_settings_of(job),
    };
    int r;

    workspaces_drop_outdated(workspaces);
    if (find(workspaces, job, &made.settings) ||
        adopt(workspaces, job, &made.settings)) {
        *ret_workspace = &workspaces->kept[0];
        return 0;
    }
    if (workspaces->count == WORKSPACES_MAX)
        drop(workspaces, WORKSPACES_MAX - 1);
    r = make(workspaces, ops, &made, error);
    if (r < 0 && workspaces->count) {
        workspaces_finish(workspaces);
        r = make(workspaces, ops, &made, error);
    }
    if (r > 0)
        error_prefix(error, "solver %s refuses map '%s'", ops->name,
                     map_entry_name(job->map));
    if (r)
        return r;
    map_entry_acquire(job->map);
    put_first(workspaces, made, workspaces->count++);
    *ret_workspace = &workspaces->kept[0];
    return 0;
}
