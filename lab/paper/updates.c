/* updates: how many vertices each phase of a query updates. */
#include "lab/paper/updates.h"

#include <stdlib.h>

#include "core/base/array.h"

static int init_gpu(struct updates *updates, const struct study *study,
                    const struct map *map, struct error *error)
{
    struct solver_choice choice;
    int r;

    updates->on_gpu = true;
    forms_init(&updates->forms, map);
    r = inventory_choose(&study->inventory, "harish", study->cuda->name,
                         SOLVER_TREES | SOLVER_TRACES, &choice, error);
    if (!r)
        r = runner_init(&updates->runner, &study->inventory, choice,
                        &updates->forms, &study->settings, error);
    return r;
}

int updates_init(struct updates *updates, const struct study *study,
                 const struct map *map, struct error *error)
{
    int r;

    *updates = (struct updates){0};
    r = study->cuda ? init_gpu(updates, study, map, error)
                    : rounds_init(&updates->rounds, map, error);
    if (r)
        updates_finish(updates);
    return r;
}

void updates_finish(struct updates *updates)
{
    rounds_finish(&updates->rounds);
    trace_finish(&updates->trace);
    runner_finish(&updates->runner);
    if (updates->on_gpu)
        forms_finish(&updates->forms);
    free(updates->updated);
    *updates = (struct updates){0};
}

static int reserve(struct updates *updates, size_t count, struct error *error)
{
    void *items = updates->updated;

    if (array_reserve(&items, &updates->capacity, count,
                      sizeof(*updates->updated)))
        return error_no_memory(error);
    updates->updated = items;
    updates->count = count;
    return 0;
}

static int count_on_gpu(struct updates *updates, uint32_t source,
                        struct error *error)
{
    const struct trace *trace = &updates->trace;
    int r;

    trace_finish(&updates->trace);
    r = trace_take(&updates->trace, &updates->runner, source, error);
    if (!r)
        r = reserve(updates, trace->count, error);
    for (size_t i = 0; !r && i < trace->count; i++)
        updates->updated[i] = (uint32_t)trace->phase[i].updated;
    return r;
}

int updates_count(struct updates *updates, uint32_t source, struct error *error)
{
    const struct rounds *rounds = &updates->rounds;
    int r;

    if (updates->on_gpu)
        return count_on_gpu(updates, source, error);
    r = rounds_run(&updates->rounds, source, error);
    if (!r)
        r = reserve(updates, rounds->count, error);
    for (size_t i = 0; !r && i < rounds->count; i++)
        updates->updated[i] = rounds->updated[i];
    return r;
}
