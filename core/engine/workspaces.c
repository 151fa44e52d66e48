/* workspaces: the solvers' workspaces that one worker keeps, a few. */
#include "core/engine/workspaces.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"
#include "core/engine/map_entry.h"

void workspaces_init(struct workspaces *workspaces, const struct device *device,
                     const struct solver_setting *settings,
                     size_t setting_count)
{
    *workspaces = (struct workspaces){
        .device = device,
        .settings = settings,
        .setting_count = setting_count,
    };
}

static void drop(struct workspaces *workspaces, size_t index)
{
    struct workspace gone = workspaces->kept[index];

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

static void put_first(struct workspaces *workspaces, struct workspace workspace,
                      size_t gap)
{
    memmove(&workspaces->kept[1], &workspaces->kept[0],
            gap * sizeof(workspace));
    workspaces->kept[0] = workspace;
}

static bool find(struct workspaces *workspaces, const struct map_entry *entry,
                 const struct solver_ops *ops)
{
    for (size_t i = 0; i < workspaces->count; i++) {
        struct workspace at = workspaces->kept[i];

        if (at.entry == entry && at.solver->ops == ops) {
            put_first(workspaces, at, i);
            return true;
        }
    }
    return false;
}

static bool has_option(const struct solver_ops *ops, const char *name)
{
    for (size_t i = 0; i < ops->option_count; i++) {
        if (!strcmp(ops->options[i].name, name))
            return true;
    }
    return false;
}

/* Makes the solver's workspace with those settings that are its. */
static int make(const struct workspaces *workspaces,
                const struct solver_ops *ops, struct prepared *prepared,
                struct solver **ret_solver, struct error *error)
{
    struct solver_setting *own =
        array_alloc(workspaces->setting_count, sizeof(*own));
    size_t count = 0;
    int r;

    if (!own)
        return error_no_memory(error);
    for (size_t i = 0; i < workspaces->setting_count; i++) {
        if (has_option(ops, workspaces->settings[i].name))
            own[count++] = workspaces->settings[i];
    }
    r = ops->create(prepared, own, count, ret_solver, error);
    free(own);
    return r;
}

int workspaces_get(struct workspaces *workspaces, struct map_entry *entry,
                   const struct solver_ops *ops,
                   const struct workspace **ret_workspace, struct error *error)
{
    struct workspace made = {.entry = entry};
    int r;

    if (find(workspaces, entry, ops)) {
        *ret_workspace = &workspaces->kept[0];
        return 0;
    }
    if (workspaces->count == WORKSPACES_MAX)
        drop(workspaces, WORKSPACES_MAX - 1);
    made.metric =
        map_entry_metric(entry, ops->representation, workspaces->device);
    r = make(workspaces, ops, made.metric->prepared, &made.solver, error);
    if (r && workspaces->count) {
        workspaces_finish(workspaces);
        r = make(workspaces, ops, made.metric->prepared, &made.solver, error);
    }
    if (r)
        return r;
    map_entry_acquire(entry);
    put_first(workspaces, made, workspaces->count++);
    *ret_workspace = &workspaces->kept[0];
    return 0;
}
