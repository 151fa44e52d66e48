#include "core/graph/conditional_turns.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"
#include "core/graph/cost.h"
#include "core/graph/profile/conditional.h"

static bool local_time(const struct local_clock *clock,
                       const struct date_time *when, struct position place,
                       struct tm *ret_local)
{
    time_t seconds = (time_t)when->seconds;

    if (clock->at && !when->is_local)
        return clock->at(clock->context, when->seconds, place, ret_local);
    return gmtime_r(&seconds, ret_local);
}

/* The time that counts is that where the turn is. */
static bool is_forbidden(const struct map *map, const struct local_clock *clock,
                         const struct date_time *when,
                         const struct conditional_turn *turn)
{
    const struct roads *roads = &map->roads;
    uint32_t node = edge_first_node(roads, roads->arc_edge[turn->arc]);
    struct tm local;

    return local_time(clock, when, roads->node_position[node], &local) &&
           conditional_at(roads->text + turn->condition, &local) ==
               CONDITIONAL_ON;
}

int conditional_turns_find(const struct map *map,
                           const struct local_clock *clock,
                           const struct date_time *when, uint32_t **ret_arcs,
                           uint32_t *ret_count)
{
    const struct roads *roads = &map->roads;
    uint32_t *arcs = array_alloc(roads->conditional_count, sizeof(*arcs));
    uint32_t count = 0;

    if (!arcs)
        return -ENOMEM;
    for (uint32_t i = 0; i < roads->conditional_count; i++) {
        const struct conditional_turn *turn = &roads->conditional[i];

        if ((!count || arcs[count - 1] != turn->arc) &&
            is_forbidden(map, clock, when, turn))
            arcs[count++] = turn->arc;
    }
    *ret_arcs = arcs;
    *ret_count = count;
    return 0;
}

/* A copy with these arcs closed; NULL: no memory. */
static uint32_t *close_words(const uint32_t *words, size_t count,
                             const uint32_t *arcs, uint32_t closed)
{
    uint32_t *copy = array_alloc_huge(count, sizeof(*copy));

    if (!copy)
        return NULL;
    memcpy(copy, words, count * sizeof(*copy));
    for (uint32_t i = 0; i < closed; i++)
        copy[arcs[i]] = WEIGHT_CLOSED;
    return copy;
}

int conditional_turns_close(struct map *map, const struct local_clock *clock,
                            const struct date_time *when, uint32_t *ret_closed)
{
    struct weight_arrays *imported = &map->imported;
    uint32_t count = map->topology.arc_count;
    uint32_t *weight, *turn, *arcs;
    int r = conditional_turns_find(map, clock, when, &arcs, ret_closed);

    if (r || !*ret_closed) {
        if (!r)
            free(arcs);
        return r;
    }
    weight = close_words(imported->arcs.weight, count, arcs, *ret_closed);
    turn = close_words(imported->turn, count, arcs, *ret_closed);
    free(arcs);
    if (!weight || !turn) {
        free(weight);
        free(turn);
        return -ENOMEM;
    }
    imported->arcs.weight = map_keep(map, weight);
    imported->turn = map_keep(map, turn);
    return 0;
}
