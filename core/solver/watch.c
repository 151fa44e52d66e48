/* watch: what a search came to, gathered into phases for an observer. */
#include "core/solver/watch.h"

void watch_init(struct watch *watch, struct phase_observer *observer,
                const struct map *map)
{
    watch->observer = observer;
    watch->map = map;
    watch->phase = 0;
    watch->count = 0;
    for (int side = 0; side < SEARCH_SIDES; side++)
        watch->side[side].count = 0;
}

void watch_end(struct watch *watch)
{
    if (!watch->count)
        return;
    for (int side = 0; side < SEARCH_SIDES; side++) {
        struct reached reached = {
            .map = watch->map,
            .phase = watch->phase,
            .side = (enum search_side)side,
            .vertex = watch->side[side].vertex,
            .cost = watch->side[side].cost,
            .count = watch->side[side].count,
        };

        if (reached.count)
            watch->observer->reached(watch->observer, &reached);
        watch->side[side].count = 0;
    }
    watch->phase++;
    watch->count = 0;
}

void watch_settled(struct watch *watch, enum search_side side, uint32_t vertex,
                   uint32_t cost)
{
    uint32_t at = watch->side[side].count++;

    watch->side[side].vertex[at] = vertex;
    watch->side[side].cost[at] = cost;
    if (++watch->count == WATCH_PHASE)
        watch_end(watch);
}
