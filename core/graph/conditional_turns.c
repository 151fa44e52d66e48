#include "core/graph/conditional_turns.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"
#include "core/graph/cost.h"
#include "core/graph/profile/conditional.h"

/* The time that counts is that where the turn is. */
static bool is_forbidden(const struct map *map, const struct local_clock *clock,
                         const struct conditional_turn *turn)
{
    const struct roads *roads = &map->roads;
    uint32_t node = edge_first_node(roads, roads->arc_edge[turn->arc]);
    struct tm local;

    return clock->at(clock->context, roads->node_position[node], &local) &&
           conditional_at(roads->text + turn->condition, &local) ==
               CONDITIONAL_ON;
}

static uint32_t *copy_words(const uint32_t *words, size_t count)
{
    uint32_t *copy = array_alloc_huge(count, sizeof(*copy));

    if (copy)
        memcpy(copy, words, count * sizeof(*copy));
    return copy;
}

int conditional_turns_close(struct map *map, const struct local_clock *clock,
                            uint32_t *ret_closed)
{
    const struct roads *roads = &map->roads;
    struct weight_arrays *imported = &map->imported;
    uint32_t arcs = map->topology.arc_count;
    uint32_t *weight = NULL;
    uint32_t *turn = NULL;

    *ret_closed = 0;
    for (uint32_t i = 0; i < roads->conditional_count; i++) {
        uint32_t arc = roads->conditional[i].arc;

        if (!is_forbidden(map, clock, &roads->conditional[i]))
            continue;
        if (!weight) {
            weight = copy_words(imported->arcs.weight, arcs);
            turn = copy_words(imported->turn, arcs);
        }
        if (!weight || !turn) {
            free(weight);
            free(turn);
            return -ENOMEM;
        }
        *ret_closed += weight[arc] != WEIGHT_CLOSED;
        weight[arc] = WEIGHT_CLOSED;
        turn[arc] = WEIGHT_CLOSED;
    }
    if (weight) {
        imported->arcs.weight = map_keep(map, weight);
        imported->turn = map_keep(map, turn);
    }
    return 0;
}
