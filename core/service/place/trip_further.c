/* trip_further: further ways of a trip, beside the least one. */
#include <errno.h>
#include <stdlib.h>

#include "core/base/array.h"
#include "core/service/place/trip.h"

/* The edges of the points where trips begin and end. */
static int list_end_roads(struct trip *trip, const struct place *from,
                          const struct place *to)
{
    uint32_t seeds = trip->query.seed_count;
    uint32_t ends = trip->target.vertex_count;

    trip->end_roads =
        array_alloc((size_t)seeds + ends, sizeof(*trip->end_roads));
    if (!trip->end_roads)
        return -ENOMEM;
    for (uint32_t i = 0; i < seeds; i++)
        trip->end_roads[i] = from->points[trip->seed_point[i]].edge;
    for (uint32_t i = 0; i < ends; i++)
        trip->end_roads[seeds + i] = to->points[trip->arrivals[i].point].edge;
    trip->alternatives.seed_road = trip->end_roads;
    trip->alternatives.end_road = trip->end_roads + seeds;
    return 0;
}

int trip_want(struct trip *trip, const struct map *map,
              const struct place *from, const struct place *to, uint32_t count)
{
    struct alternatives *alternatives = &trip->alternatives;

    alternatives->path = array_alloc(count, sizeof(*alternatives->path));
    alternatives->cost = array_alloc(count, sizeof(*alternatives->cost));
    if (!alternatives->path || !alternatives->cost ||
        list_end_roads(trip, from, to))
        return -ENOMEM;
    for (uint32_t i = 0; i < count; i++)
        path_init(&alternatives->path[i]);
    alternatives->wanted = count;
    alternatives->arc_road = map->roads.arc_edge;
    alternatives->road_junction = map->roads.piece_end;
    trip->query.alternatives = alternatives;
    return 0;
}

/* Whether a path uses the edge of the direct way where it begins or ends: it
 * goes on beyond the place there, or comes from behind it. */
static bool runs_along_direct(const struct trip *trip, const struct path *path,
                              const struct map *map, const struct place *from,
                              const struct place *to)
{
    uint32_t edge = from->points[trip->direct.from].edge;
    const struct trip_arrival *arrival = trip_arrival_of(trip, path, map);

    return from->points[trip_departure(trip, path)].edge == edge ||
           to->points[arrival->point].edge == edge;
}

/* Adds a way unless it is one with the direct way. */
static uint32_t add_way(const struct trip *trip, const struct path *path,
                        uint32_t cost, const struct map *map,
                        const struct place *from, const struct place *to,
                        struct trip_way *ret_ways, uint32_t count)
{
    if (count == trip->alternatives.wanted ||
        (trip->direct.weight != COST_INFINITY &&
         runs_along_direct(trip, path, map, from, to)))
        return count;
    ret_ways[count] = (struct trip_way){path, cost};
    return count + 1;
}

/* Puts the direct way among the others; where there is no room, instead of the
 * dearest. */
static uint32_t insert_direct(const struct trip *trip,
                              struct trip_way *ret_ways, uint32_t count)
{
    struct trip_way way = {NULL, trip->direct.weight};
    uint32_t at = count < trip->alternatives.wanted ? count++ : count - 1;

    for (; at > 0 && ret_ways[at - 1].cost > way.cost; at--)
        ret_ways[at] = ret_ways[at - 1];
    ret_ways[at] = way;
    return count;
}

static bool is_near(uint32_t cost, uint32_t least)
{
    return cost <= COST_MAX && cost <= alternatives_cost_max(least);
}

uint32_t trip_further(const struct trip *trip, const struct map *map,
                      const struct place *from, const struct place *to,
                      struct trip_way *ret_ways)
{
    const struct alternatives *alternatives = &trip->alternatives;
    uint32_t direct = trip->direct.weight;
    uint32_t count = 0;

    if (!alternatives->wanted || trip_cost(trip) > COST_MAX)
        return 0;
    if (direct < trip->solved)
        return is_near(trip->solved, direct)
                   ? add_way(trip, &trip->path, trip->solved, map, from, to,
                             ret_ways, 0)
                   : 0;
    for (uint32_t i = 0; i < alternatives->count; i++)
        count = add_way(trip, &alternatives->path[i], alternatives->cost[i],
                        map, from, to, ret_ways, count);
    if (direct > trip->solved && is_near(direct, trip->solved) &&
        !runs_along_direct(trip, &trip->path, map, from, to))
        count = insert_direct(trip, ret_ways, count);
    return count;
}
