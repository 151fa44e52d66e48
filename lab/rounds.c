/* rounds: synchronous relaxation on the CPU, counted round by round. */
#include "lab/rounds.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"
#include "core/graph/cost.h"
#include "core/weighting/weighting.h"

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

/* Relaxes the arcs of one vertex; the new length of the next list. */
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

/* From `count` listed vertices to those that fall because of them. */
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
