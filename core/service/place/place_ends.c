/* place_ends: the ends of edges, departures, arrivals and transits. */
#include "core/service/place/place_ends.h"

#include "core/base/array.h"
#include "core/graph/cost.h"

/* ---- Ends of edges ------------------------------------------------------ */

struct edge_ends edge_ends_of(const struct roads *roads, uint32_t edge)
{
    struct edge_ends ends = {.roads = roads, .edge = edge};

    ends.count = 1 + roads_find_states(roads, edge, &ends.first_state);
    return ends;
}

/* Whether an edge leaves a plain junction that some edge leads to. */
static bool edge_begins_plainly(const struct roads *roads,
                                const struct weighting *weighting,
                                uint32_t edge)
{
    uint32_t junction = edge_tail(roads, edge);

    for (uint32_t i = roads->first_leaving[junction];
         i < roads->first_leaving[junction + 1]; i++) {
        uint32_t before = edge_reverse(roads->leaving[i]);

        if (weighting_edge_is_open(weighting, roads, before))
            return edge_ends_plainly(roads, before);
    }
    return false;
}

uint32_t edge_find_arc(const struct map *map, const struct weighting *weighting,
                       uint32_t vertex, uint32_t edge)
{
    uint32_t end = map->topology.first_out[vertex + 1];

    if (!weighting_edge_is_open(weighting, &map->roads, edge))
        return ARC_NONE;
    for (uint32_t a = map->topology.first_out[vertex]; a < end; a++) {
        if (map->roads.arc_edge[a] == edge &&
            weighting_arc(weighting, &map->roads, a) != WEIGHT_CLOSED)
            return a;
    }
    return ARC_NONE;
}

/* Whether a vertex of an open edge allows the turn into another edge. */
static bool edge_leads_into(const struct map *map,
                            const struct weighting *weighting, uint32_t edge,
                            uint32_t into)
{
    struct edge_ends ends = edge_ends_of(&map->roads, edge);

    for (uint32_t i = 0; i < ends.count; i++) {
        if (edge_find_arc(map, weighting, edge_ends_vertex(&ends, i), into) !=
            ARC_NONE)
            return true;
    }
    return false;
}

/* ---- Departures --------------------------------------------------------- */

/* Whether one of the place's points is the end of its edge at this junction. */
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

/* Whether the place has departures on all edges that an edge leads into. */
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

static bool departs_elsewhere(const struct map *map,
                              const struct weighting *weighting,
                              const struct place *place,
                              const struct place_point *point)
{
    const struct roads *roads = &map->roads;

    if (point_at_end(roads, point) && !edge_ends_plainly(roads, point->edge))
        return leads_into_starts(map, place, point->edge);
    if (point_at_start(roads, point) &&
        edge_begins_plainly(roads, weighting, point->edge))
        return ends_at(roads, place, edge_tail(roads, point->edge));
    return false;
}

static struct departure departure_at(const struct place *place, uint32_t point,
                                     uint32_t vertex)
{
    return (struct departure){{vertex, place->points[point].left.weight},
                              point};
}

/* Of two departures at one vertex the nearer one stays. */
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

uint32_t place_departures(const struct map *map,
                          const struct weighting *weighting,
                          struct transit transit,
                          struct departure ret_departures[PLACE_POINTS_MAX])
{
    const struct place *place = transit.place;
    uint32_t count = 0;

    if (transit.point != POINT_ANY) {
        *ret_departures = departure_at(place, transit.point, transit.vertex);
        return 1;
    }
    for (uint32_t i = 0; i < place->point_count; i++) {
        const struct place_point *point = &place->points[i];

        if (!departs_elsewhere(map, weighting, place, point))
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

/* A route that begins at a place has no past edge, as at end_vertex. */
static bool fits_transit(const struct roads *roads, uint32_t point,
                         struct transit transit, struct transit other)
{
    uint32_t vertex = roads->end_vertex[transit.place->points[point].edge];

    if (transit.point == POINT_ANY)
        return true;
    if (transit.point != point)
        return false;
    return transit.vertex == (other.point == POINT_ANY ? vertex : other.vertex);
}

struct direct_way place_direct(const struct roads *roads, struct transit from,
                               struct transit to)
{
    struct direct_way best = {.weight = COST_INFINITY};

    for (uint32_t i = 0; i < from.place->point_count; i++) {
        if (from.point != POINT_ANY && from.point != i)
            continue;
        for (uint32_t j = 0; j < to.place->point_count; j++) {
            const struct place_point *start = &from.place->points[i];
            const struct place_point *stop = &to.place->points[j];
            uint32_t weight = start->left.weight - stop->left.weight;

            if (start->edge == stop->edge && point_not_after(start, stop) &&
                fits_transit(roads, j, to, from) && weight < best.weight)
                best = (struct direct_way){weight, i, j};
        }
    }
    return best;
}

/* ---- Arrivals ----------------------------------------------------------- */

/* The place's first point at which an edge begins at a junction; POINT_ANY:
 * there is none. */
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
    struct arrival arrival = {{vertex, adjustment}, point, arc};

    return array_append(&arrivals->list, &arrivals->count, &arrivals->capacity,
                        &arrival, sizeof(arrival));
}

static int arrive_by_end(const struct map *map, struct transit transit,
                         uint32_t point, struct arrivals *arrivals)
{
    const struct place_point *at = &transit.place->points[point];
    struct edge_ends ends = edge_ends_of(&map->roads, at->edge);
    int r = 0;

    for (uint32_t i = 0; i < ends.count && !r; i++) {
        uint32_t vertex = edge_ends_vertex(&ends, i);

        if (transit.point == POINT_ANY || transit.vertex == vertex)
            r = add_arrival(arrivals, vertex, -(int64_t)at->left.weight, point,
                            ARC_NONE);
    }
    return r;
}

/* From one edge that ends where the point's edge begins. */
static int arrive_from(const struct map *map, const struct weighting *weighting,
                       struct transit transit, uint32_t point, uint32_t from,
                       struct arrivals *arrivals)
{
    const struct place_point *at = &transit.place->points[point];
    struct edge_ends ends = edge_ends_of(&map->roads, from);
    int r = 0;

    for (uint32_t i = 0; i < ends.count && !r; i++) {
        uint32_t vertex = edge_ends_vertex(&ends, i);
        uint32_t arc = edge_find_arc(map, weighting, vertex, at->edge);

        if (arc == ARC_NONE || (transit.point != POINT_ANY &&
                                transit.vertex != map->topology.head[arc]))
            continue;
        r = add_arrival(arrivals, vertex,
                        (int64_t)weighting->arrays.turn[arc] +
                            at->before.weight,
                        point, arc);
    }
    return r;
}

static int arrive_by_arcs(const struct map *map,
                          const struct weighting *weighting,
                          struct transit transit, uint32_t point,
                          struct arrivals *arrivals)
{
    const struct roads *roads = &map->roads;
    uint32_t junction = edge_tail(roads, transit.place->points[point].edge);

    for (uint32_t i = roads->first_leaving[junction];
         i < roads->first_leaving[junction + 1]; i++) {
        uint32_t from = edge_reverse(roads->leaving[i]);
        int r;

        if (!weighting_edge_is_open(weighting, roads, from))
            continue;
        r = arrive_from(map, weighting, transit, point, from, arrivals);
        /* At a plain junction all edges share the first one's vertex. */
        if (r || edge_ends_plainly(roads, from))
            return r;
    }
    return 0;
}

/* Whether all edges that lead to the beginning of an edge have their end at the
 * place, too. */
static bool comes_by_ends(const struct map *map,
                          const struct weighting *weighting,
                          const struct place *place, uint32_t edge)
{
    const struct roads *roads = &map->roads;
    uint32_t junction = edge_tail(roads, edge);
    bool any = false;

    for (uint32_t i = roads->first_leaving[junction];
         i < roads->first_leaving[junction + 1]; i++) {
        uint32_t from = edge_reverse(roads->leaving[i]);

        if (!weighting_edge_is_open(weighting, roads, from) ||
            !edge_leads_into(map, weighting, from, edge))
            continue;
        if (!place_has_end(roads, place, from))
            return false;
        any = true;
    }
    return any;
}

/* Whether other points cover this one: if a route ends at a plain junction, one
 * point is enough. */
static bool arrives_elsewhere(const struct map *map,
                              const struct weighting *weighting,
                              const struct place *place, uint32_t index)
{
    const struct roads *roads = &map->roads;
    const struct place_point *point = &place->points[index];
    uint32_t edge = point->edge;

    if (point_at_start(roads, point) &&
        edge_begins_plainly(roads, weighting, edge))
        return first_start_at(roads, place, edge_tail(roads, edge)) != index;
    if (point_at_start(roads, point))
        return comes_by_ends(map, weighting, place, edge);
    return point_at_end(roads, point) && edge_ends_plainly(roads, edge) &&
           first_start_at(roads, place, edge_head(roads, edge)) != POINT_ANY;
}

static int arrive(const struct map *map, const struct weighting *weighting,
                  struct transit transit, uint32_t point, uint32_t passed,
                  struct arrivals *arrivals)
{
    if (passed >> point & 1 ||
        edge_ends_plainly(&map->roads, transit.place->points[point].edge))
        return arrive_by_arcs(map, weighting, transit, point, arrivals);
    return arrive_by_end(map, transit, point, arrivals);
}

int place_arrivals(const struct map *map, const struct weighting *weighting,
                   struct transit transit, uint32_t passed,
                   struct arrivals *arrivals)
{
    int r = 0;

    if (transit.point != POINT_ANY)
        return arrive(map, weighting, transit, transit.point, passed, arrivals);
    for (uint32_t i = 0; i < transit.place->point_count && !r; i++) {
        if (!arrives_elsewhere(map, weighting, transit.place, i))
            r = arrive(map, weighting, transit, i, passed, arrivals);
    }
    return r;
}

static int add_transits(const struct roads *roads, const struct place *place,
                        uint32_t point, struct transits *transits)
{
    struct edge_ends ends = edge_ends_of(roads, place->points[point].edge);
    int r =
        array_reserve(&transits->list, &transits->capacity,
                      transits->count + ends.count, sizeof(*transits->list));

    if (r)
        return r;
    for (uint32_t i = 0; i < ends.count; i++)
        transits->list[transits->count++] =
            (struct transit){place, point, edge_ends_vertex(&ends, i)};
    return 0;
}

/* Whether other points' ends cover this one: a route enters an edge's beginning
 * through the ends of others, or begins there. */
static bool is_passed_at_ends(const struct map *map,
                              const struct weighting *weighting,
                              const struct place *place,
                              const struct place *before,
                              const struct place_point *point)
{
    return point_at_start(&map->roads, point) &&
           !place_has_start(&map->roads, before, point->edge) &&
           comes_by_ends(map, weighting, place, point->edge);
}

int place_transits(const struct map *map, const struct weighting *weighting,
                   const struct place *place, const struct place *before,
                   struct transits *transits)
{
    int r = 0;

    for (uint32_t i = 0; i < place->point_count && !r; i++) {
        if (!is_passed_at_ends(map, weighting, place, before,
                               &place->points[i]))
            r = add_transits(&map->roads, place, i, transits);
    }
    return r;
}
