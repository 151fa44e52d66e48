/* place_arrivals: how a search arrives at a place, and passes it. */
#include "core/base/array.h"
#include "core/service/place/edge_ends.h"
#include "core/service/place/place_ends.h"

/* The first of the place's points where an edge begins at a junction;
 * POINT_ANY: there is none. */
static uint32_t first_start_at(const struct roads *roads,
                               const struct place *place, uint32_t junction)
{
    for (uint32_t i = 0; i < place->point_count; i++) {
        if (edge_tail(roads, place->points[i].edge) == junction &&
            point_at_start(roads, &place->points[i]))
            return i;
    }
    return POINT_ANY;
}

static int add_arrival(struct arrivals *arrivals, uint32_t vertex,
                       int64_t adjustment, uint32_t point, uint32_t arc)
{
    int r = array_reserve((void **)&arrivals->list, &arrivals->capacity,
                          arrivals->count + 1, sizeof(*arrivals->list));

    if (r)
        return r;
    arrivals->list[arrivals->count++] =
        (struct arrival){{vertex, adjustment}, point, arc};
    return 0;
}

static int arrive_by_end(const struct map *map, const struct place *place,
                         struct transit transit, uint32_t point,
                         struct arrivals *arrivals)
{
    struct edge_ends ends =
        edge_ends_of(&map->roads, place->points[point].edge);
    int r = 0;

    for (uint32_t i = 0; i < ends.count && !r; i++) {
        uint32_t vertex = edge_ends_vertex(&ends, i);

        if (transit.point == POINT_ANY || transit.vertex == vertex)
            r = add_arrival(arrivals, vertex,
                            -(int64_t)place->points[point].left.weight, point,
                            ARC_NONE);
    }
    return r;
}

/* From one edge that ends where the point's begins. */
static int arrive_from(const struct map *map, const struct place *place,
                       struct transit transit, uint32_t point, uint32_t from,
                       struct arrivals *arrivals)
{
    const struct place_point *at = &place->points[point];
    struct edge_ends ends = edge_ends_of(&map->roads, from);
    int r = 0;

    for (uint32_t i = 0; i < ends.count && !r; i++) {
        uint32_t vertex = edge_ends_vertex(&ends, i);
        uint32_t arc = edge_find_arc(map, vertex, at->edge);

        if (arc == ARC_NONE || (transit.point != POINT_ANY &&
                                transit.vertex != map->topology.head[arc]))
            continue;
        r = add_arrival(arrivals, vertex,
                        (int64_t)map->roads.turn_weight[arc] +
                            at->before.weight,
                        point, arc);
    }
    return r;
}

static int arrive_by_arcs(const struct map *map, const struct place *place,
                          struct transit transit, uint32_t point,
                          struct arrivals *arrivals)
{
    const struct roads *roads = &map->roads;
    uint32_t junction = edge_tail(roads, place->points[point].edge);

    for (uint32_t i = roads->first_leaving[junction];
         i < roads->first_leaving[junction + 1]; i++) {
        uint32_t from = edge_reverse(roads->leaving[i]);
        int r;

        if (!edge_is_open(roads, from))
            continue;
        r = arrive_from(map, place, transit, point, from, arrivals);
        /* At a plain junction the first one's vertex is that of all. */
        if (r || edge_ends_plainly(roads, from))
            return r;
    }
    return 0;
}

/* Whether one comes to the beginning of an edge only by edges at whose ends one
 * is at the place, too. */
static bool comes_by_ends(const struct map *map, const struct place *place,
                          uint32_t edge)
{
    const struct roads *roads = &map->roads;
    uint32_t junction = edge_tail(roads, edge);
    bool any = false;

    for (uint32_t i = roads->first_leaving[junction];
         i < roads->first_leaving[junction + 1]; i++) {
        uint32_t from = edge_reverse(roads->leaving[i]);

        if (!edge_is_open(roads, from) || !edge_leads_into(map, from, edge))
            continue;
        if (!place_has_end(roads, place, from))
            return false;
        any = true;
    }
    return any;
}

/* Where a trip ends at a plain junction, one point tells it all. */
static bool arrives_elsewhere(const struct map *map, const struct place *place,
                              uint32_t index)
{
    const struct roads *roads = &map->roads;
    const struct place_point *point = &place->points[index];
    uint32_t edge = point->edge;

    if (point_at_start(roads, point) && edge_begins_plainly(roads, edge))
        return first_start_at(roads, place, edge_tail(roads, edge)) != index;
    if (point_at_start(roads, point))
        return comes_by_ends(map, place, edge);
    return point_at_end(roads, point) && edge_ends_plainly(roads, edge) &&
           first_start_at(roads, place, edge_head(roads, edge)) != POINT_ANY;
}

static int arrive(const struct map *map, const struct place *place,
                  struct transit transit, uint32_t point, uint32_t passed,
                  struct arrivals *arrivals)
{
    if (passed >> point & 1 ||
        edge_ends_plainly(&map->roads, place->points[point].edge))
        return arrive_by_arcs(map, place, transit, point, arrivals);
    return arrive_by_end(map, place, transit, point, arrivals);
}

int place_arrivals(const struct map *map, const struct place *place,
                   struct transit transit, uint32_t passed,
                   struct arrivals *arrivals)
{
    int r = 0;

    if (transit.point != POINT_ANY)
        return arrive(map, place, transit, transit.point, passed, arrivals);
    for (uint32_t i = 0; i < place->point_count && !r; i++) {
        if (!arrives_elsewhere(map, place, i))
            r = arrive(map, place, transit, i, passed, arrivals);
    }
    return r;
}

static int add_transits(const struct roads *roads, const struct place *place,
                        uint32_t point, struct transits *transits)
{
    struct edge_ends ends = edge_ends_of(roads, place->points[point].edge);
    int r =
        array_reserve((void **)&transits->list, &transits->capacity,
                      transits->count + ends.count, sizeof(*transits->list));

    if (r)
        return r;
    for (uint32_t i = 0; i < ends.count; i++)
        transits->list[transits->count++] =
            (struct transit){point, edge_ends_vertex(&ends, i)};
    return 0;
}

/* Where an edge begins one comes by the ends of others, or began there. */
static bool is_passed_at_ends(const struct map *map, const struct place *place,
                              const struct place *before,
                              const struct place_point *point)
{
    return point_at_start(&map->roads, point) &&
           !place_has_start(&map->roads, before, point->edge) &&
           comes_by_ends(map, place, point->edge);
}

int place_transits(const struct map *map, const struct place *place,
                   const struct place *before, struct transits *transits)
{
    int r = 0;

    for (uint32_t i = 0; i < place->point_count && !r; i++) {
        if (!is_passed_at_ends(map, place, before, &place->points[i]))
            r = add_transits(&map->roads, place, i, transits);
    }
    return r;
}
