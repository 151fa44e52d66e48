/* place_search: builds the query between two places and its answer's steps. */
#include "core/service/place/place_search.h"

#include <errno.h>
#include <stdlib.h>

#include "core/base/array.h"

/* ---- Nodes of steps ----------------------------------------------------- */

size_t route_steps_segments(const struct route_steps *steps)
{
    size_t count = 0;

    for (uint32_t i = 0; i < steps->count; i++)
        count += steps->list[i].segment_count;
    return count;
}

/* Returns the new count. */
static size_t add_id(uint64_t *ids, size_t count, int64_t node)
{
    if (!count || ids[count - 1] != (uint64_t)node)
        ids[count++] = (uint64_t)node;
    return count;
}

size_t route_steps_ids(const struct roads *roads,
                       const struct route_steps *steps, uint64_t from,
                       uint64_t to, uint64_t *ret_ids)
{
    const int64_t *id = roads->node_id;
    size_t count = add_id(ret_ids, 0, (int64_t)from);

    for (uint32_t i = 0; i < steps->count; i++) {
        const struct route_step *step = &steps->list[i];

        if (i > 0)
            count =
                add_id(ret_ids, count, id[edge_first_node(roads, step->edge)]);
        for (uint32_t j = 1; j < step->segment_count; j++)
            count = add_id(ret_ids, count, id[route_step_node(step, j)]);
    }
    return add_id(ret_ids, count, (int64_t)to);
}

/* ---- The query ---------------------------------------------------------- */

/* One allocation for all that the query points to; the strictest alignment
 * first. */
static int allocate(struct place_search *search, size_t seed_count,
                    size_t end_count)
{
    char *room = malloc(end_count * sizeof(struct target_vertex) +
                        seed_count * (sizeof(struct seed) + sizeof(uint32_t)));

    if (!room)
        return -ENOMEM;
    search->ends = (struct target_vertex *)room;
    search->seeds = (struct seed *)(search->ends + end_count);
    search->seed_point = (uint32_t *)(search->seeds + seed_count);
    return 0;
}

static int fill(struct place_search *search, const struct departure *departures,
                uint32_t departure_count, size_t arrival_count)
{
    int r = allocate(search, departure_count, arrival_count);

    if (r)
        return r;
    for (uint32_t i = 0; i < departure_count; i++) {
        search->seeds[i] = departures[i].seed;
        search->seed_point[i] = departures[i].point;
    }
    for (size_t i = 0; i < arrival_count; i++)
        search->ends[i] = search->arrivals[i].target;
    search->target = (struct target){search->ends, (uint32_t)arrival_count};
    search->query = (struct query){
        .seeds = search->seeds,
        .seed_count = departure_count,
        .targets = &search->target,
        .target_count = 1,
        .output = QUERY_PATHS,
        .bound = COST_OVERFLOW,
        .cost = &search->solved,
        .path = &search->path,
    };
    return 0;
}

int place_search_init(struct place_search *search, const struct map *map,
                      const struct weighting *weighting, struct transit from,
                      struct transit to)
{
    struct departure departures[PLACE_POINTS_MAX];
    struct arrivals arrivals = {0};
    uint32_t count = place_departures(map, weighting, from, departures);
    uint32_t passed =
        place_points_passed(to.place, from.place, departures, count);
    int r;

    *search = (struct place_search){.solved = COST_INFINITY};
    path_init(&search->path);
    search->direct = place_direct(&map->roads, from, to);
    r = place_arrivals(map, weighting, to, passed, &arrivals);
    search->arrivals = arrivals.list;
    if (!r)
        r = fill(search, departures, count, arrivals.count);
    if (r)
        place_search_finish(search);
    return r;
}

void place_search_finish(struct place_search *search)
{
    path_finish(&search->path);
    for (uint32_t i = 0; i < search->alternatives.wanted; i++)
        path_finish(&search->alternatives.path[i]);
    free(search->alternatives.path);
    free(search->alternatives.cost);
    free(search->end_roads);
    search->end_roads = NULL;
    search->alternatives = (struct alternatives){0};
    free(search->arrivals);
    free(search->ends);
    search->arrivals = NULL;
    search->ends = NULL;
}

static bool is_direct(const struct place_search *search)
{
    return search->direct.weight <= search->solved &&
           search->direct.weight != COST_INFINITY;
}

uint32_t place_search_cost(const struct place_search *search)
{
    return is_direct(search) ? search->direct.weight : search->solved;
}

/* ---- Steps -------------------------------------------------------------- */

/* The segments of an edge between two points; NULL is its beginning or end. */
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

/* The fraction at a cut, on the segment that belongs to the step: at a node a
 * point lies on two segments; the step's `low` end is on the one after it, the
 * other end on the one before. NULL: the edge's beginning or end. */
static double cut_fraction(const struct place_point *point, bool low)
{
    if (low)
        return point && point->fraction < 1 ? point->fraction : 0;
    return point && point->fraction > 0 ? point->fraction : 1;
}

static struct route_step make_step(const struct roads *roads,
                                   const struct weighting *weighting,
                                   uint32_t edge,
                                   const struct place_point *from,
                                   const struct place_point *to)
{
    struct edge_sums sums =
        from ? from->left : weighting_edge_sums(weighting, roads, edge);
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
                     const struct weighting *weighting, uint32_t arc)
{
    step->arc = arc;
    step->turn_weight = weighting->arrays.turn[arc];
    step->turn_duration_ms = weighting->arrays.turn_duration_ms[arc];
}

/* For a found path: the point of the first place where it begins, and the
 * arrival at the last place, the cheapest of several. */
static uint32_t place_search_departure(const struct place_search *search,
                                       const struct path *path)
{
    uint32_t i = 0;

    while (search->seeds[i].vertex != path->first_vertex)
        i++;
    return search->seed_point[i];
}

static const struct arrival *
place_search_arrival_of(const struct place_search *search,
                        const struct path *path, const struct map *map)
{
    uint32_t vertex = path_vertex(path, &map->topology, path->arc_count);
    uint32_t best = UINT32_MAX;

    for (uint32_t i = 0; i < search->target.vertex_count; i++) {
        if (search->ends[i].vertex == vertex &&
            (best == UINT32_MAX ||
             search->ends[i].adjustment < search->ends[best].adjustment))
            best = i;
    }
    return &search->arrivals[best];
}

/* Drops end steps without travel and turn. */
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

/* One step per arc's edge; the last goes up to the point. */
static void fill_steps(const struct place_search *search,
                       const struct path *path, const struct map *map,
                       const struct weighting *weighting,
                       const struct place *from, const struct place *to,
                       struct route_steps *steps)
{
    const struct roads *roads = &map->roads;
    const struct place_point *start =
        &from->points[place_search_departure(search, path)];
    const struct arrival *arrival = place_search_arrival_of(search, path, map);
    bool enters = arrival->arc != ARC_NONE;
    const struct place_point *goal = &to->points[arrival->point];
    size_t arcs = path->arc_count + enters;

    steps->list[0] = make_step(roads, weighting, start->edge, start, NULL);
    for (size_t i = 0; i < arcs; i++) {
        uint32_t arc = i < path->arc_count ? path->arc[i] : arrival->arc;
        const struct place_point *stop = i + 1 == arcs ? goal : NULL;

        steps->list[i + 1] =
            make_step(roads, weighting, roads->arc_edge[arc], NULL, stop);
        add_turn(&steps->list[i + 1], roads, weighting, arc);
    }
    steps->count = (uint32_t)arcs + 1;
    drop_empty_ends(steps);
}

static void fill_direct(const struct place_search *search,
                        const struct roads *roads,
                        const struct weighting *weighting,
                        const struct place *from, const struct place *to,
                        struct route_steps *steps)
{
    const struct place_point *start = &from->points[search->direct.from];
    const struct place_point *stop = &to->points[search->direct.to];

    steps->count = !point_not_after(stop, start);
    if (steps->count)
        steps->list[0] = make_step(roads, weighting, start->edge, start, stop);
}

int place_search_way_steps(const struct place_search *search,
                           const struct place_way *way, const struct map *map,
                           const struct weighting *weighting,
                           const struct place *from, const struct place *to,
                           struct route_steps *ret_steps)
{
    struct route_steps steps = {0};
    size_t arcs = way->path ? way->path->arc_count : 0;

    steps.list = array_alloc(arcs + 2, sizeof(*steps.list));
    if (!steps.list)
        return -ENOMEM;
    if (way->path)
        fill_steps(search, way->path, map, weighting, from, to, &steps);
    else
        fill_direct(search, &map->roads, weighting, from, to, &steps);
    *ret_steps = steps;
    return 0;
}

int place_search_steps(const struct place_search *search, const struct map *map,
                       const struct weighting *weighting,
                       const struct place *from, const struct place *to,
                       struct route_steps *ret_steps)
{
    struct place_way way = {is_direct(search) ? NULL : &search->path,
                            place_search_cost(search)};

    return place_search_way_steps(search, &way, map, weighting, from, to,
                                  ret_steps);
}

/* ---- Alternatives ------------------------------------------------------- */

/* The edges of the points where routes begin and end. */
static int list_end_roads(struct place_search *search, const struct place *from,
                          const struct place *to)
{
    uint32_t seeds = search->query.seed_count;
    uint32_t ends = search->target.vertex_count;

    search->end_roads =
        array_alloc((size_t)seeds + ends, sizeof(*search->end_roads));
    if (!search->end_roads)
        return -ENOMEM;
    for (uint32_t i = 0; i < seeds; i++)
        search->end_roads[i] = from->points[search->seed_point[i]].edge;
    for (uint32_t i = 0; i < ends; i++)
        search->end_roads[seeds + i] =
            to->points[search->arrivals[i].point].edge;
    search->alternatives.seed_road = search->end_roads;
    search->alternatives.end_road = search->end_roads + seeds;
    return 0;
}

int place_search_want(struct place_search *search, const struct map *map,
                      const struct place *from, const struct place *to,
                      uint32_t count)
{
    struct alternatives *alternatives = &search->alternatives;

    alternatives->path = array_alloc(count, sizeof(*alternatives->path));
    alternatives->cost = array_alloc(count, sizeof(*alternatives->cost));
    if (!alternatives->path || !alternatives->cost ||
        list_end_roads(search, from, to))
        return -ENOMEM;
    for (uint32_t i = 0; i < count; i++)
        path_init(&alternatives->path[i]);
    alternatives->wanted = count;
    alternatives->arc_road = map->roads.arc_edge;
    alternatives->road_junction = map->roads.piece_end;
    search->query.alternatives = alternatives;
    return 0;
}

/* Whether a path uses the direct way's edge at its beginning or end: it goes on
 * beyond the place there, or comes from behind it. */
static bool runs_along_direct(const struct place_search *search,
                              const struct path *path, const struct map *map,
                              const struct place *from, const struct place *to)
{
    uint32_t edge = from->points[search->direct.from].edge;
    const struct arrival *arrival = place_search_arrival_of(search, path, map);

    return from->points[place_search_departure(search, path)].edge == edge ||
           to->points[arrival->point].edge == edge;
}

/* Adds a path unless it shares the direct way's edge. */
static uint32_t add_way(const struct place_search *search,
                        const struct path *path, uint32_t cost,
                        const struct map *map, const struct place *from,
                        const struct place *to, struct place_way *ret_ways,
                        uint32_t count)
{
    if (count == search->alternatives.wanted ||
        (search->direct.weight != COST_INFINITY &&
         runs_along_direct(search, path, map, from, to)))
        return count;
    ret_ways[count] = (struct place_way){path, cost};
    return count + 1;
}

/* Inserts the direct way by cost; if there is no room, it replaces the
 * costliest. */
static uint32_t insert_direct(const struct place_search *search,
                              struct place_way *ret_ways, uint32_t count)
{
    struct place_way way = {NULL, search->direct.weight};
    uint32_t at = count < search->alternatives.wanted ? count++ : count - 1;

    for (; at > 0 && ret_ways[at - 1].cost > way.cost; at--)
        ret_ways[at] = ret_ways[at - 1];
    ret_ways[at] = way;
    return count;
}

static bool is_near(uint32_t cost, uint32_t least)
{
    return cost <= COST_MAX && cost <= alternatives_cost_max(least);
}

uint32_t place_search_further(const struct place_search *search,
                              const struct map *map, const struct place *from,
                              const struct place *to,
                              struct place_way *ret_ways)
{
    const struct alternatives *alternatives = &search->alternatives;
    uint32_t direct = search->direct.weight;
    uint32_t count = 0;

    if (!alternatives->wanted || place_search_cost(search) > COST_MAX)
        return 0;
    if (direct < search->solved)
        return is_near(search->solved, direct)
                   ? add_way(search, &search->path, search->solved, map, from,
                             to, ret_ways, 0)
                   : 0;
    for (uint32_t i = 0; i < alternatives->count; i++)
        count = add_way(search, &alternatives->path[i], alternatives->cost[i],
                        map, from, to, ret_ways, count);
    if (direct > search->solved && is_near(direct, search->solved) &&
        !runs_along_direct(search, &search->path, map, from, to))
        count = insert_direct(search, ret_ways, count);
    return count;
}
