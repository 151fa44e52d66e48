/* Counts on a GPU solver, else by synchronous relaxation here. */
#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"
#include "core/graph/cost.h"
#include "core/weighting/weighting.h"
#include "lab/paper/updates.h"

/* ---- Rounds on the CPU --------------------------------------------------- */

int rounds_init(struct rounds *rounds, const struct map *map,
                struct error *error)
{
    uint32_t n = map->topology.vertex_count;

    *rounds = (struct rounds){
        .map = map,
        .cost = array_alloc(n, sizeof(uint32_t)),
        .tentative = array_alloc(n, sizeof(uint32_t)),
        .stamp = array_alloc(n, sizeof(uint32_t)),
        .list = array_alloc(n, sizeof(uint32_t)),
        .next = array_alloc(n, sizeof(uint32_t)),
    };
    if (rounds->cost && rounds->tentative && rounds->stamp && rounds->list &&
        rounds->next)
        return 0;
    rounds_finish(rounds);
    return error_no_memory(error);
}

void rounds_finish(struct rounds *rounds)
{
    free(rounds->cost);
    free(rounds->tentative);
    free(rounds->stamp);
    free(rounds->list);
    free(rounds->next);
    free(rounds->updated);
    *rounds = (struct rounds){0};
}

static int note(struct rounds *rounds, uint32_t updated, struct error *error)
{
    void *items = rounds->updated;

    if (array_reserve(&items, &rounds->capacity, rounds->count + 1,
                      sizeof(*rounds->updated)))
        return error_no_memory(error);
    rounds->updated = items;
    rounds->updated[rounds->count++] = updated;
    return 0;
}

/* Relaxes the arcs of one vertex; returns the new length of the next list. */
static uint32_t relax(struct rounds *rounds, uint32_t vertex, uint32_t round,
                      uint32_t listed)
{
    const struct topology *topology = &rounds->map->topology;
    const uint32_t *weight = imported_weights(rounds->map)->weight;

    for (uint32_t a = topology->first_out[vertex];
         a < topology->first_out[vertex + 1]; a++) {
        uint32_t head = topology->head[a];
        uint32_t cost = cost_add(rounds->cost[vertex], weight[a]);

        if (cost >= rounds->tentative[head])
            continue;
        rounds->tentative[head] = cost;
        if (rounds->stamp[head] != round)
            rounds->next[listed++] = head;
        rounds->stamp[head] = round;
    }
    return listed;
}

/* Relaxes `count` listed vertices and lists those whose cost falls. */
static uint32_t run_round(struct rounds *rounds, uint32_t round, uint32_t count)
{
    uint32_t *list = rounds->list;
    uint32_t fell = 0;

    for (uint32_t i = 0; i < count; i++)
        fell = relax(rounds, list[i], round, fell);
    for (uint32_t i = 0; i < fell; i++)
        rounds->cost[rounds->next[i]] = rounds->tentative[rounds->next[i]];
    rounds->list = rounds->next;
    rounds->next = list;
    return fell;
}

int rounds_run(struct rounds *rounds, uint32_t source, struct error *error)
{
    size_t size = rounds->map->topology.vertex_count * sizeof(uint32_t);
    uint32_t fell = 1;
    int r = 0;

    memset(rounds->cost, 0xff, size);
    memset(rounds->tentative, 0xff, size);
    memset(rounds->stamp, 0, size);
    rounds->cost[source] = rounds->tentative[source] = 0;
    rounds->list[0] = source;
    rounds->count = 0;
    for (uint32_t round = 1; !r && fell; round++) {
        fell = run_round(rounds, round, fell);
        r = note(rounds, fell, error);
    }
    return r;
}

/* ---- On either device ---------------------------------------------------- */

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
