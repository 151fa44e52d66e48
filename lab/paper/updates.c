/* Counts on a GPU solver, else by synchronous relaxation here. */
#include "lab/paper/updates.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"
#include "core/graph/cost.h"
#include "core/weighting/weighting.h"

static int init_rounds(struct updates *updates, const struct map *map,
                       struct error *error)
{
    uint32_t n = map->topology.vertex_count;

    updates->cost = array_alloc(n, 5 * sizeof(uint32_t));
    if (!updates->cost)
        return error_no_memory(error);
    updates->weight = imported_weights(map)->weight;
    updates->tentative = updates->cost + n;
    updates->stamp = updates->tentative + n;
    updates->list = updates->stamp + n;
    updates->next = updates->list + n;
    return 0;
}

int updates_init(struct updates *updates, struct report *report,
                 const struct map *map, uint32_t source_count,
                 struct error *error)
{
    struct contest *contest = &updates->contest;

    *updates = (struct updates){.trace.base.phase = trace_note};
    contest_init(contest, report, map, error);
    contest_draw(contest, source_count, false);
    if (report->study->cuda)
        contest_add(contest, "harish", NULL);
    else if (!contest->r)
        contest->r = init_rounds(updates, map, error);
    return contest->r;
}

void updates_finish(struct updates *updates)
{
    contest_finish(&updates->contest);
    free(updates->cost);
    trace_finish(&updates->trace);
}

/* Relaxes the arcs of one vertex; returns the new length of the next list. */
static uint32_t relax(struct updates *updates, uint32_t vertex, uint32_t round,
                      uint32_t listed)
{
    const struct topology *topology = &updates->contest.bench.map->topology;

    for (uint32_t a = topology->first_out[vertex];
         a < topology->first_out[vertex + 1]; a++) {
        uint32_t head = topology->head[a];
        uint32_t cost = cost_add(updates->cost[vertex], updates->weight[a]);

        if (cost >= updates->tentative[head])
            continue;
        updates->tentative[head] = cost;
        if (updates->stamp[head] != round)
            updates->next[listed++] = head;
        updates->stamp[head] = round;
    }
    return listed;
}

/* Relaxes `count` listed vertices and lists those whose cost falls. */
static uint32_t run_round(struct updates *updates, uint32_t round,
                          uint32_t count)
{
    uint32_t *list = updates->list;
    uint32_t fell = 0;

    for (uint32_t i = 0; i < count; i++)
        fell = relax(updates, list[i], round, fell);
    for (uint32_t i = 0; i < fell; i++)
        updates->cost[updates->next[i]] = updates->tentative[updates->next[i]];
    updates->list = updates->next;
    updates->next = list;
    return fell;
}

static void run_rounds(struct updates *updates, uint32_t source)
{
    uint32_t n = updates->contest.bench.map->topology.vertex_count;
    uint32_t fell = 1;

    memset(updates->cost, 0xff, n * sizeof(uint32_t));
    memset(updates->tentative, 0xff, n * sizeof(uint32_t));
    memset(updates->stamp, 0, n * sizeof(uint32_t));
    updates->cost[source] = updates->tentative[source] = 0;
    updates->list[0] = source;
    for (uint32_t round = 1; fell; round++) {
        fell = run_round(updates, round, fell);
        trace_note(&updates->trace.base, &(struct phase){.updated = fell});
    }
}

int updates_count(struct updates *updates, uint32_t index, struct error *error)
{
    struct contest *contest = &updates->contest;
    int r = 0;

    updates->trace.count = 0;
    if (contest->bench.contestant_count)
        r = runner_solve_tree(&contest->contestant[0].runner,
                              contest->sources[index], &updates->trace.base,
                              error);
    else
        run_rounds(updates, contest->sources[index]);
    return !r && updates->trace.no_memory ? error_no_memory(error) : r;
}
