/* place_ends: where a search departs from a place, and what needs none. */
#include "core/service/place/place_ends.h"

#include "core/service/place/edge_ends.h"

/* Whether one of the place's edges ends, at a point of it, at a junction. */
static bool ends_at(const struct roads *roads, const struct place *place,
                    uint32_t junction)
{
    for (uint32_t i = 0; i < place->point_count; i++) {
        if (edge_head(roads, place->points[i].edge) == junction &&
            point_at_end(roads, &place->points[i]))
            return true;
    }
    return false;
}

/* Whether all edges that an edge leads into may be departed on at once. */
static bool leads_into_starts(const struct map *map, const struct place *place,
                              uint32_t edge)
{
    uint32_t vertex = map->roads.end_vertex[edge];
    uint32_t first = map->topology.first_out[vertex];
    uint32_t end = map->topology.first_out[vertex + 1];

    for (uint32_t a = first; a < end; a++) {
        if (!place_has_start(&map->roads, place, map->roads.arc_edge[a]))
            return false;
    }
    return first < end;
}

static bool departs_elsewhere(const struct map *map, const struct place *place,
                              const struct place_point *point)
{
    const struct roads *roads = &map->roads;

    if (point_at_end(roads, point) && !edge_ends_plainly(roads, point->edge))
        return leads_into_starts(map, place, point->edge);
    if (point_at_start(roads, point) && edge_begins_plainly(roads, point->edge))
        return ends_at(roads, place, edge_tail(roads, point->edge));
    return false;
}

static struct departure departure_at(const struct place *place, uint32_t point,
                                     uint32_t vertex)
{
    return (struct departure){{vertex, place->points[point].left.weight},
                              point};
}

/* Of two on one vertex the nearer one stays. */
static uint32_t add_departure(struct departure *departures, uint32_t count,
                              struct departure departure)
{
    for (uint32_t i = 0; i < count; i++) {
        if (departures[i].seed.vertex != departure.seed.vertex)
            continue;
        if (departure.seed.cost < departures[i].seed.cost)
            departures[i] = departure;
        return count;
    }
    departures[count] = departure;
    return count + 1;
}

uint32_t place_departures(const struct map *map, const struct place *place,
                          struct transit transit,
                          struct departure ret_departures[PLACE_POINTS_MAX])
{
    uint32_t count = 0;

    if (transit.point != POINT_ANY) {
        *ret_departures = departure_at(place, transit.point, transit.vertex);
        return 1;
    }
    for (uint32_t i = 0; i < place->point_count; i++) {
        const struct place_point *point = &place->points[i];

        if (!departs_elsewhere(map, place, point))
            count = add_departure(
                ret_departures, count,
                departure_at(place, i, map->roads.end_vertex[point->edge]));
    }
    return count;
}

uint32_t place_points_passed(const struct place *place,
                             const struct place *from,
                             const struct departure *departures,
                             uint32_t departure_count)
{
    uint32_t passed = 0;

    for (uint32_t i = 0; i < place->point_count; i++) {
        for (uint32_t j = 0; j < departure_count; j++) {
            const struct place_point *start =
                &from->points[departures[j].point];

            if (start->edge == place->points[i].edge &&
                !point_not_after(start, &place->points[i]))
                passed |= 1u << i;
        }
    }
    return passed;
}

/* A trip that begins at a place has no past, as at its edge's end_vertex. */
static bool fits_transit(const struct roads *roads, const struct place *place,
                         uint32_t point, struct transit transit,
                         struct transit other)
{
    uint32_t vertex = roads->end_vertex[place->points[point].edge];

    if (transit.point == POINT_ANY)
        return true;
    if (transit.point != point)
        return false;
    return transit.vertex == (other.point == POINT_ANY ? vertex : other.vertex);
}

struct direct_way place_direct(const struct roads *roads,
                               const struct place *from,
                               struct transit from_transit,
                               const struct place *to,
                               struct transit to_transit)
{
    struct direct_way best = {.weight = COST_INFINITY};

    for (uint32_t i = 0; i < from->point_count; i++) {
        if (from_transit.point != POINT_ANY && from_transit.point != i)
            continue;
        for (uint32_t j = 0; j < to->point_count; j++) {
            const struct place_point *start = &from->points[i];
            const struct place_point *stop = &to->points[j];
            uint32_t weight = start->left.weight - stop->left.weight;

            if (start->edge == stop->edge && point_not_after(start, stop) &&
                fits_transit(roads, to, j, to_transit, from_transit) &&
                weight < best.weight)
                best = (struct direct_way){weight, i, j};
        }
    }
    return best;
}
