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
    uint32_t arcs = map->topology.arc_count;
    uint32_t edge = arc < arcs ? roads->arc_edge[arc] : arc - arcs;
    uint32_t node = edge_first_node(roads, edge);

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
static bool is_closed(const struct map *map, struct local_reader *reader,
                      uint32_t i)
{
    const struct roads *roads = &map->roads;
    const struct conditional_turn *turn = &roads->conditional[i];
    const char *condition = roads->text + turn->condition;
    uint32_t zone = map->condition_zone ? map->condition_zone[i] : 0;

    if (!reader->begun || zone != reader->zone) {
        reader->begun = true;
        reader->zone = zone;
        reader->is_known = read_clock(reader);
    }
    if (!reader->is_known)
        return false;
    return turn->arc < map->topology.arc_count
               ? conditional_at(condition, &reader->local) == CONDITIONAL_ON
               : conditional_closes(condition, &reader->local);
}

static void add_closure(const struct map *map, uint32_t arc,
                        struct conditional_closures *closures)
{
    uint32_t arcs = map->topology.arc_count;
    uint32_t count = closures->arc_count + closures->edge_count;

    if (arc >= arcs) {
        closures->item[count] = arc - arcs;
        closures->edge_count++;
    } else if (!count || closures->item[count - 1] != arc) {
        closures->item[count] = arc;
        closures->arc_count++;
    }
}

/* Turns in less than a millisecond. */
enum { STOP_EVERY = 1024 };

int conditional_turns_find(const struct map *map,
                           const struct local_clock *clock,
                           const struct date_time *when,
                           bool (*stop)(void *context), void *context,
                           struct conditional_closures *ret_closures)
{
    const struct roads *roads = &map->roads;
    struct local_reader reader = {.clock = clock, .when = when};
    struct conditional_closures closures = {
        .item = array_alloc(roads->conditional_count, sizeof(uint32_t))};

    if (!closures.item)
        return -ENOMEM;
    for (uint32_t i = 0; i < roads->conditional_count; i++) {
        if (stop && i % STOP_EVERY == STOP_EVERY - 1 && stop(context)) {
            conditional_closures_finish(&closures);
            return -ECANCELED;
        }
        if (is_closed(map, &reader, i))
            add_closure(map, roads->conditional[i].arc, &closures);
    }
    *ret_closures = closures;
    return 0;
}

void conditional_closures_finish(struct conditional_closures *closures)
{
    free(closures->item);
    *closures = (struct conditional_closures){0};
}

/* ---- In the map ---------------------------------------------------------- */

/* Copies of a map's arrays. */
struct closing {
    uint32_t *weight;
    uint32_t *turn;
    uint32_t *end_vertex;
};

static uint32_t *copy_words(const uint32_t *words, size_t count)
{
    uint32_t *copy = array_alloc_huge(count, sizeof(*copy));

    return copy ? memcpy(copy, words, count * sizeof(*copy)) : NULL;
}

static void close_all(const struct map *map,
                      const struct conditional_closures *closures,
                      const struct closing *closing)
{
    const uint32_t *edge = closures->item + closures->arc_count;

    for (uint32_t i = 0; i < closures->arc_count; i++) {
        closing->weight[closures->item[i]] = WEIGHT_CLOSED;
        closing->turn[closures->item[i]] = WEIGHT_CLOSED;
    }
    for (uint32_t i = 0; i < closures->edge_count; i++)
        closing->end_vertex[edge[i]] = VERTEX_NONE;
    for (uint32_t a = 0; closures->edge_count && a < map->topology.arc_count;
         a++) {
        if (closing->end_vertex[map->roads.arc_edge[a]] == VERTEX_NONE)
            closing->weight[a] = closing->turn[a] = WEIGHT_CLOSED;
    }
}

static int close_in_copies(struct map *map,
                           const struct conditional_closures *closures)
{
    struct weight_arrays *imported = &map->imported;
    uint32_t arcs = map->topology.arc_count;
    struct closing closing = {
        .weight = copy_words(imported->arcs.weight, arcs),
        .turn = copy_words(imported->turn, arcs),
        .end_vertex = copy_words(map->roads.end_vertex,
                                 2 * (size_t)map->roads.piece_count),
    };

    if (!closing.weight || !closing.turn || !closing.end_vertex) {
        free(closing.weight);
        free(closing.turn);
        free(closing.end_vertex);
        return -ENOMEM;
    }
    close_all(map, closures, &closing);
    imported->arcs.weight = map_keep(map, closing.weight);
    imported->turn = map_keep(map, closing.turn);
    map->roads.end_vertex = map_keep(map, closing.end_vertex);
    return 0;
}

int conditional_turns_close(struct map *map, const struct local_clock *clock,
                            const struct date_time *when, uint32_t *ret_closed)
{
    struct conditional_closures closures;
    int r = conditional_turns_find(map, clock, when, NULL, NULL, &closures);

    if (r)
        return r;
    *ret_closed = closures.arc_count + closures.edge_count;
    if (*ret_closed)
        r = close_in_copies(map, &closures);
    conditional_closures_finish(&closures);
    return r;
}
