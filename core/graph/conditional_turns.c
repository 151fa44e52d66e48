#include "core/graph/conditional_turns.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"
#include "core/graph/cost.h"
#include "core/graph/profile/conditional.h"

static uint32_t zone_of(const struct map *map, const struct local_clock *clock,
                        uint32_t arc)
{
    const struct roads *roads = &map->roads;
    uint32_t node = edge_first_node(roads, roads->arc_edge[arc]);

    return clock->zone(clock->context, roads->node_position[node]);
}

int conditional_turns_locate(struct map *map, const struct local_clock *clock)
{
    const struct roads *roads = &map->roads;
    uint32_t *zones;

    if (!clock->zone || !roads->conditional_count)
        return 0;
    zones = array_alloc(roads->conditional_count, sizeof(*zones));
    if (!zones)
        return -ENOMEM;
    for (uint32_t i = 0; i < roads->conditional_count; i++)
        zones[i] = zone_of(map, clock, roads->conditional[i].arc);
    map->condition_zone = map_keep(map, zones);
    return 0;
}

/* The local time at a moment in the zone that was asked for last, as near turns
 * share theirs. */
struct local_reader {
    const struct local_clock *clock;
    const struct date_time *when;
    bool begun;
    uint32_t zone;
    bool is_known;
    struct tm local;
};

static bool read_clock(struct local_reader *reader)
{
    const struct local_clock *clock = reader->clock;
    time_t seconds = (time_t)reader->when->seconds;

    if (clock->at && !reader->when->is_local)
        return clock->at(clock->context, reader->zone, reader->when->seconds,
                         &reader->local);
    return gmtime_r(&seconds, &reader->local);
}

/* The time that counts is that where the turn is. */
static bool is_forbidden(const struct map *map, struct local_reader *reader,
                         uint32_t turn)
{
    const struct roads *roads = &map->roads;
    uint32_t zone = map->condition_zone ? map->condition_zone[turn] : 0;

    if (!reader->begun || zone != reader->zone) {
        reader->begun = true;
        reader->zone = zone;
        reader->is_known = read_clock(reader);
    }
    return reader->is_known &&
           conditional_at(roads->text + roads->conditional[turn].condition,
                          &reader->local) == CONDITIONAL_ON;
}

/* Turns in less than a millisecond. */
enum { STOP_EVERY = 1024 };

int conditional_turns_find(const struct map *map,
                           const struct local_clock *clock,
                           const struct date_time *when,
                           bool (*stop)(void *context), void *context,
                           uint32_t **ret_arcs, uint32_t *ret_count)
{
    const struct roads *roads = &map->roads;
    struct local_reader reader = {.clock = clock, .when = when};
    uint32_t *arcs = array_alloc(roads->conditional_count, sizeof(*arcs));
    uint32_t count = 0;

    if (!arcs)
        return -ENOMEM;
    for (uint32_t i = 0; i < roads->conditional_count; i++) {
        uint32_t arc = roads->conditional[i].arc;

        if (stop && i % STOP_EVERY == STOP_EVERY - 1 && stop(context)) {
            free(arcs);
            return -ECANCELED;
        }
        if ((!count || arcs[count - 1] != arc) && is_forbidden(map, &reader, i))
            arcs[count++] = arc;
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
    int r =
        conditional_turns_find(map, clock, when, NULL, NULL, &arcs, ret_closed);

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
