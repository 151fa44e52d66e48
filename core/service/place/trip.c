/* trip: the least way from one place to another, as a query and back. */
#include "core/service/place/trip.h"

#include <errno.h>
#include <stdlib.h>

#include "core/base/array.h"

/* One allocation for all that a query points to; the strictest alignment
 * first. */
static int allocate(struct trip *trip, size_t seed_count, size_t end_count)
{
    char *room = malloc(end_count * (sizeof(struct target_vertex) +
                                     sizeof(struct trip_arrival)) +
                        seed_count * (sizeof(struct seed) + sizeof(uint32_t)));

    if (!room)
        return -ENOMEM;
    trip->ends = (struct target_vertex *)room;
    trip->seeds = (struct seed *)(trip->ends + end_count);
    trip->arrivals = (struct trip_arrival *)(trip->seeds + seed_count);
    trip->seed_point = (uint32_t *)(trip->arrivals + end_count);
    return 0;
}

static int fill(struct trip *trip, const struct departure *departures,
                uint32_t departure_count, const struct arrivals *arrivals)
{
    int r = allocate(trip, departure_count, arrivals->count);

    if (r)
        return r;
    for (uint32_t i = 0; i < departure_count; i++) {
        trip->seeds[i] = departures[i].seed;
        trip->seed_point[i] = departures[i].point;
    }
    for (size_t i = 0; i < arrivals->count; i++) {
        const struct arrival *arrival = &arrivals->list[i];

        trip->ends[i] = arrival->target;
        trip->arrivals[i] = (struct trip_arrival){arrival->point, arrival->arc};
    }
    trip->target = (struct target){trip->ends, (uint32_t)arrivals->count};
    trip->query = (struct query){
        .seeds = trip->seeds,
        .seed_count = departure_count,
        .targets = &trip->target,
        .target_count = 1,
        .output = QUERY_PATHS,
        .bound = COST_OVERFLOW,
        .cost = &trip->solved,
        .path = &trip->path,
    };
    return 0;
}

int trip_init(struct trip *trip, const struct map *map, struct trip_end from,
              struct trip_end to)
{
    struct departure departures[PLACE_POINTS_MAX];
    struct arrivals arrivals = {0};
    uint32_t count =
        place_departures(map, from.place, from.transit, departures);
    uint32_t passed =
        place_points_passed(to.place, from.place, departures, count);
    int r;

    *trip = (struct trip){.solved = COST_INFINITY};
    path_init(&trip->path);
    trip->direct = place_direct(&map->roads, from.place, from.transit, to.place,
                                to.transit);
    r = place_arrivals(map, to.place, to.transit, passed, &arrivals);
    if (!r)
        r = fill(trip, departures, count, &arrivals);
    free(arrivals.list);
    return r;
}

void trip_finish(struct trip *trip)
{
    path_finish(&trip->path);
    for (uint32_t i = 0; i < trip->alternatives.wanted; i++)
        path_finish(&trip->alternatives.path[i]);
    free(trip->alternatives.path);
    free(trip->alternatives.cost);
    free(trip->end_roads);
    trip->end_roads = NULL;
    trip->alternatives = (struct alternatives){0};
    free(trip->ends);
    trip->ends = NULL;
}

static bool is_direct(const struct trip *trip)
{
    return trip->direct.weight <= trip->solved &&
           trip->direct.weight != COST_INFINITY;
}

uint32_t trip_cost(const struct trip *trip)
{
    return is_direct(trip) ? trip->direct.weight : trip->solved;
}

/* ---- Steps -------------------------------------------------------------- */

/* The segments of an edge between two points, NULL for its beginning or end. */
static void set_segments(struct route_step *step, const struct roads *roads,
                         const struct place_point *from,
                         const struct place_point *to)
{
    bool forward = edge_is_forward(step->edge);
    const struct place_point *low = forward ? from : to;
    const struct place_point *high = forward ? to : from;
    uint32_t first, end;

    piece_segments(roads, edge_piece(step->edge), &first, &end);
    if (low)
        first = low->segment + (low->fraction == 1);
    if (high)
        end = high->segment + (high->fraction > 0);
    step->segment_count = end - first;
    if (end == first)
        step->first_segment = low ? low->segment : high->segment;
    else
        step->first_segment = forward ? first : end - 1;
}

/* Of the segment on its one side that counts, forward, where a point is at a
 * node: what is `low` of a step has the segment after it, what is not the one
 * before. NULL: the edge's beginning or end. */
static double cut_fraction(const struct place_point *point, bool low)
{
    if (low)
        return point && point->fraction < 1 ? point->fraction : 0;
    return point && point->fraction > 0 ? point->fraction : 1;
}

static struct route_step make_step(const struct roads *roads, uint32_t edge,
                                   const struct place_point *from,
                                   const struct place_point *to)
{
    struct edge_sums sums = from ? from->left : roads_edge_sums(roads, edge);
    struct route_step step = {
        .edge = edge,
        .arc = ARC_NONE,
        .begin = cut_fraction(from, edge_is_forward(edge)),
        .end = cut_fraction(to, !edge_is_forward(edge)),
    };

    set_segments(&step, roads, from, to);
    step.weight = sums.weight - (to ? to->left.weight : 0);
    step.duration_ms = sums.duration_ms - (to ? to->left.duration_ms : 0);
    step.length_mm = sums.length_mm - (to ? to->left.length_mm : 0);
    return step;
}

static void add_turn(struct route_step *step, const struct roads *roads,
                     uint32_t arc)
{
    step->arc = arc;
    step->turn_weight = roads->turn_weight[arc];
    step->turn_duration_ms = roads->turn_duration_ms[arc];
}

uint32_t trip_departure(const struct trip *trip, const struct path *path)
{
    uint32_t i = 0;

    while (trip->seeds[i].vertex != path->first_vertex)
        i++;
    return trip->seed_point[i];
}

const struct trip_arrival *trip_arrival_of(const struct trip *trip,
                                           const struct path *path,
                                           const struct map *map)
{
    uint32_t vertex = path_vertex(path, &map->topology, path->arc_count);
    uint32_t best = UINT32_MAX;

    for (uint32_t i = 0; i < trip->target.vertex_count; i++) {
        if (trip->ends[i].vertex == vertex &&
            (best == UINT32_MAX ||
             trip->ends[i].adjustment < trip->ends[best].adjustment))
            best = i;
    }
    return &trip->arrivals[best];
}

/* Where nothing is travelled and nothing turned, nothing is told. */
static void drop_empty_ends(struct route_steps *steps)
{
    struct route_step *list = steps->list;
    const struct route_step *last = &list[steps->count - 1];

    if (steps->count > 1 && last->segment_count == 0 &&
        last->turn_weight == 0 && last->turn_duration_ms == 0)
        steps->count--;
    if (steps->count > 1 && list->segment_count == 0 &&
        list[1].turn_weight == 0 && list[1].turn_duration_ms == 0) {
        steps->count--;
        for (uint32_t i = 0; i < steps->count; i++)
            list[i] = list[i + 1];
        list->arc = ARC_NONE;
    }
    if (steps->count == 1 && list->segment_count == 0)
        steps->count = 0;
}

/* Arcs that enter edges, the last of them up to the point. */
static void fill_steps(const struct trip *trip, const struct path *path,
                       const struct map *map, const struct place *from,
                       const struct place *to, struct route_steps *steps)
{
    const struct roads *roads = &map->roads;
    const struct place_point *start = &from->points[trip_departure(trip, path)];
    const struct trip_arrival *arrival = trip_arrival_of(trip, path, map);
    bool enters = arrival->arc != ARC_NONE;
    const struct place_point *goal = &to->points[arrival->point];
    size_t arcs = path->arc_count + enters;

    steps->list[0] = make_step(roads, start->edge, start, NULL);
    for (size_t i = 0; i < arcs; i++) {
        uint32_t arc = i < path->arc_count ? path->arc[i] : arrival->arc;
        const struct place_point *stop = i + 1 == arcs ? goal : NULL;

        steps->list[i + 1] = make_step(roads, roads->arc_edge[arc], NULL, stop);
        add_turn(&steps->list[i + 1], roads, arc);
    }
    steps->count = (uint32_t)arcs + 1;
    drop_empty_ends(steps);
}

static void fill_direct(const struct trip *trip, const struct roads *roads,
                        const struct place *from, const struct place *to,
                        struct route_steps *steps)
{
    const struct place_point *start = &from->points[trip->direct.from];
    const struct place_point *stop = &to->points[trip->direct.to];

    steps->count = !point_not_after(stop, start);
    if (steps->count)
        steps->list[0] = make_step(roads, start->edge, start, stop);
}

int trip_way_steps(const struct trip *trip, const struct trip_way *way,
                   const struct map *map, const struct place *from,
                   const struct place *to, struct route_steps *ret_steps)
{
    struct route_steps steps = {0};
    size_t arcs = way->path ? way->path->arc_count : 0;

    steps.list = array_alloc(arcs + 2, sizeof(*steps.list));
    if (!steps.list)
        return -ENOMEM;
    if (way->path)
        fill_steps(trip, way->path, map, from, to, &steps);
    else
        fill_direct(trip, &map->roads, from, to, &steps);
    *ret_steps = steps;
    return 0;
}

int trip_steps(const struct trip *trip, const struct map *map,
               const struct place *from, const struct place *to,
               struct route_steps *ret_steps)
{
    struct trip_way way = {is_direct(trip) ? NULL : &trip->path,
                           trip_cost(trip)};

    return trip_way_steps(trip, &way, map, from, to, ret_steps);
}
