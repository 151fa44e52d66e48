#include "tests/solver/watched.h"

#include <stdlib.h>

#include "core/base/array.h"

static void note_phase(struct phase_observer *observer,
                       const struct phase *phase)
{
}

static void note_reached(struct phase_observer *observer,
                         const struct reached *reached)
{
    struct watched *watched = (struct watched *)observer;
    void *items = watched->sights;

    if (array_reserve(&items, &watched->capacity,
                      watched->count + reached->count,
                      sizeof(*watched->sights)))
        abort();
    watched->sights = items;
    for (size_t i = 0; i < reached->count; i++)
        watched->sights[watched->count++] = (struct watched_sight){
            reached->phase,
            reached->side,
            reached->vertex[i],
            reached->cost[i],
        };
}

void watched_init(struct watched *watched)
{
    *watched = (struct watched){
        .base = {.phase = note_phase, .reached = note_reached},
    };
}

void watched_finish(struct watched *watched)
{
    free(watched->sights);
}
