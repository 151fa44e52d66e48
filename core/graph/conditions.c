#include "core/graph/conditions.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"
#include "core/graph/cost.h"
#include "core/graph/profile/conditional.h"

/* Else an edge. */
static bool is_turn(const struct map *map, uint32_t item)
{
    return item < map->topology.arc_count;
}

static uint32_t zone_of(const struct map *map, const struct local_clock *clock,
                        uint32_t item)
{
    const struct roads *roads = &map->roads;
    uint32_t edge = is_turn(map, item) ? roads->arc_edge[item]
                                       : item - map->topology.arc_count;
    uint32_t node = edge_first_node(roads, edge);

    return clock->zone(clock->context, roads->node_position[node]);
}

int conditions_locate(struct map *map, const struct local_clock *clock)
{
    const struct roads *roads = &map->roads;
    uint32_t *zones;

    if (!clock->zone || !roads->condition_count)
        return 0;
    zones = array_alloc(roads->condition_count, sizeof(*zones));
    if (!zones)
        return -ENOMEM;
    for (uint32_t i = 0; i < roads->condition_count; i++)
        zones[i] = zone_of(map, clock, roads->conditions[i].item);
    map->condition_zone = map_keep(map, zones);
    return 0;
}

/* The local time at a moment in the zone that was asked for last, as near items
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

/* The time that counts is that where the item is. */
static bool holds(const struct map *map, struct local_reader *reader,
                  uint32_t i)
{
    const struct condition *condition = &map->roads.conditions[i];
    const char *text = map->roads.text + condition->text;
    uint32_t zone = map->condition_zone ? map->condition_zone[i] : 0;

    if (!reader->begun || zone != reader->zone) {
        reader->begun = true;
        reader->zone = zone;
        reader->is_known = read_clock(reader);
    }
    if (!reader->is_known)
        return false;
    return is_turn(map, condition->item)
               ? conditional_at(text, &reader->local) == CONDITIONAL_ON
               : conditional_closes(text, &reader->local);
}

static void add_closure(const struct map *map, uint32_t item,
                        struct closures *closures)
{
    uint32_t count = closures->arc_count + closures->edge_count;

    if (!is_turn(map, item)) {
        closures->item[count] = item - map->topology.arc_count;
        closures->edge_count++;
    } else if (!count || closures->item[count - 1] != item) {
        closures->item[count] = item;
        closures->arc_count++;
    }
}

/* Conditions in less than a millisecond. */
enum { STOP_EVERY = 1024 };

int conditions_find(const struct map *map, const struct local_clock *clock,
                    const struct date_time *when, bool (*stop)(void *context),
                    void *context, struct closures *ret_closures)
{
    const struct roads *roads = &map->roads;
    struct local_reader reader = {.clock = clock, .when = when};
    struct closures closures = {
        .item = array_alloc(roads->condition_count, sizeof(uint32_t))};

    if (!closures.item)
        return -ENOMEM;
    for (uint32_t i = 0; i < roads->condition_count; i++) {
        if (stop && i % STOP_EVERY == STOP_EVERY - 1 && stop(context)) {
            closures_finish(&closures);
            return -ECANCELED;
        }
        if (holds(map, &reader, i))
            add_closure(map, roads->conditions[i].item, &closures);
    }
    *ret_closures = closures;
    return 0;
}

void closures_finish(struct closures *closures)
{
    free(closures->item);
    *closures = (struct closures){0};
}

/* ---- In the map ---------------------------------------------------------- */

/* Copies of a map's arrays. */
struct closing {
    uint32_t *weight;
    uint32_t *turn;
    uint32_t *piece_attributes;
    struct road_attributes *attributes; /* with room for each closed edge's */
    uint32_t attributes_count;
};

static void *copy_array(const void *array, size_t count, size_t room,
                        size_t size)
{
    void *copy = array_alloc_huge(room, size);

    return copy ? memcpy(copy, array, count * size) : NULL;
}

static int closing_init(struct closing *closing, const struct map *map,
                        const struct closures *closures)
{
    const struct roads *roads = &map->roads;
    uint32_t arcs = map->topology.arc_count;
    uint32_t pieces = roads->piece_count;

    *closing = (struct closing){
        .weight =
            copy_array(map->imported.arcs.weight, arcs, arcs, sizeof(uint32_t)),
        .turn = copy_array(map->imported.turn, arcs, arcs, sizeof(uint32_t)),
        .piece_attributes = copy_array(roads->piece_attributes, pieces, pieces,
                                       sizeof(uint32_t)),
        .attributes =
            copy_array(roads->attributes, roads->attributes_count,
                       (size_t)roads->attributes_count + closures->edge_count,
                       sizeof(*roads->attributes)),
        .attributes_count = roads->attributes_count,
    };
    return closing->weight && closing->turn && closing->piece_attributes &&
                   closing->attributes
               ? 0
               : -ENOMEM;
}

static void closing_finish(struct closing *closing)
{
    free(closing->weight);
    free(closing->turn);
    free(closing->piece_attributes);
    free(closing->attributes);
}

/* Pieces share attributes, so one that is closed gets its own: without limits,
 * as no vehicle is small enough to open it. */
static void close_edge(struct closing *closing, const struct roads *roads,
                       uint32_t edge)
{
    uint32_t *at = &closing->piece_attributes[edge_piece(edge)];
    struct road_attributes *attributes;

    if (*at < roads->attributes_count) {
        closing->attributes[closing->attributes_count] = roads->attributes[*at];
        *at = closing->attributes_count++;
    }
    attributes = &closing->attributes[*at];
    attributes->flags |= edge_is_forward(edge) ? ROAD_CLOSED : ROAD_CLOSED_BACK;
    memset(attributes->limit[!edge_is_forward(edge)], 0,
           sizeof(*attributes->limit));
}

static void close_all(struct closing *closing, const struct map *map,
                      const struct closures *closures)
{
    const uint32_t *edge = closures->item + closures->arc_count;

    for (uint32_t i = 0; i < closures->edge_count; i++)
        close_edge(closing, &map->roads, edge[i]);
    for (uint32_t i = 0; i < closures->arc_count; i++) {
        closing->weight[closures->item[i]] = WEIGHT_CLOSED;
        closing->turn[closures->item[i]] = WEIGHT_CLOSED;
    }
}

static void take(struct map *map, const struct closing *closing)
{
    map->imported.arcs.weight = map_keep(map, closing->weight);
    map->imported.turn = map_keep(map, closing->turn);
    map->roads.piece_attributes = map_keep(map, closing->piece_attributes);
    map->roads.attributes = map_keep(map, closing->attributes);
    map->roads.attributes_count = closing->attributes_count;
    for (uint32_t a = 0; a < map->topology.arc_count; a++) {
        if (!edge_is_open(&map->roads, map->roads.arc_edge[a]))
            closing->weight[a] = WEIGHT_CLOSED;
    }
}

int conditions_close(struct map *map, const struct local_clock *clock,
                     const struct date_time *when, uint32_t *ret_closed)
{
    struct closures closures;
    struct closing closing;
    int r = conditions_find(map, clock, when, NULL, NULL, &closures);

    if (r)
        return r;
    *ret_closed = closures.arc_count + closures.edge_count;
    if (*ret_closed) {
        r = closing_init(&closing, map, &closures);
        if (r) {
            closing_finish(&closing);
        } else {
            close_all(&closing, map, &closures);
            take(map, &closing);
        }
    }
    closures_finish(&closures);
    return r;
}
