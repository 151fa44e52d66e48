/* via_choice: loops, the test of admissibility, and the choice.
 *
 * The routes so far are the shortest path, then the chosen ones. */
#include "core/solver/via_choice.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"

struct via_candidate {
    uint32_t vertex;
    uint32_t plateau;
    uint64_t cost;   /* of the path through it, to the target */
    uint64_t before; /* to the vertex */
};

/* ---- Roads and ends ---- */

#define JUNCTION_NONE UINT32_MAX

static const struct path *least_path(const struct via_choice *choice)
{
    return &choice->query->path[0];
}

static uint64_t least_cost(const struct via_choice *choice)
{
    return choice->query->cost[0];
}

static uint32_t weight_of(const struct via_choice *choice, uint32_t arc)
{
    return choice->weights->weight[arc];
}

static uint32_t vertex_at(const struct via_choice *choice,
                          const struct path *path, size_t index)
{
    return path_vertex(path, &choice->map->topology, index);
}

/* Of a path to the target; without roads its first and its last vertex. */
static uint32_t start_road(const struct via_choice *choice,
                           const struct path *path)
{
    const struct query *query = choice->query;
    uint32_t i = 0;

    if (!query->alternatives->arc_road)
        return path->first_vertex;
    while (query->seeds[i].vertex != path->first_vertex)
        i++;
    return query->alternatives->seed_road[i];
}

/* The index of the target's vertex that gave the path's cost. */
static uint32_t find_end(const struct via_choice *choice,
                         const struct path *path)
{
    const struct target *target = &choice->query->targets[0];
    uint32_t last = vertex_at(choice, path, path->arc_count);
    uint32_t best = UINT32_MAX;

    for (uint32_t i = 0; i < target->vertex_count; i++) {
        if (target->vertices[i].vertex == last &&
            (best == UINT32_MAX || target->vertices[i].adjustment <
                                       target->vertices[best].adjustment))
            best = i;
    }
    return best;
}

static int64_t adjustment_of(const struct via_choice *choice,
                             const struct path *path)
{
    return choice->query->targets[0]
        .vertices[find_end(choice, path)]
        .adjustment;
}

static uint32_t end_road(const struct via_choice *choice,
                         const struct path *path)
{
    const struct alternatives *alternatives = choice->query->alternatives;

    return alternatives->arc_road
               ? alternatives->end_road[find_end(choice, path)]
               : vertex_at(choice, path, path->arc_count);
}

/* The road before a turn, which comes after `index` arcs. */
static uint32_t road_before(const struct via_choice *choice,
                            const struct path *path, size_t index)
{
    return index ? choice->query->alternatives->arc_road[path->arc[index - 1]]
                 : start_road(choice, path);
}

static uint32_t road_after(const struct via_choice *choice,
                           const struct path *path, size_t index)
{
    return index < path->arc_count
               ? choice->query->alternatives->arc_road[path->arc[index]]
               : end_road(choice, path);
}

/* ---- Loops ---- */

/* Whether a path with its first and last roads contains a loop: passes a
 * junction twice, or turns back on the spot. Since vertices are edges' ends, a
 * path can do so without visiting a vertex twice. */

/* The junction of the turn after `index` arcs. The last turn is into the road
 * that the path ends on, unless its last vertex is that road's end. */
static uint32_t junction_at(const struct via_choice *choice,
                            const struct path *path, size_t index)
{
    uint32_t road = road_after(choice, path, index);

    if (index == path->arc_count && road == road_before(choice, path, index))
        return JUNCTION_NONE;
    return choice->query->alternatives->road_junction[road];
}

static bool passes_twice(const struct via_choice *choice,
                         const struct path *path, uint32_t junction)
{
    uint32_t count = 0;

    for (size_t i = 0; i <= path->arc_count; i++)
        count += junction_at(choice, path, i) == junction;
    return count > 1;
}

/* The number of turns that the path continues after. A turn into a road of
 * which nothing is used does not count: the path ends at the junction. */
static size_t turn_count(const struct via_choice *choice,
                         const struct path *path)
{
    int64_t adjustment = adjustment_of(choice, path);
    size_t arcs = path->arc_count;

    if (arcs && -adjustment == weight_of(choice, path->arc[arcs - 1]))
        return arcs - 1;
    return adjustment ? arcs + 1 : arcs;
}

/* Turns into the opposite direction of the road before. */
static uint32_t count_back_turns(const struct via_choice *choice,
                                 const struct path *path)
{
    size_t end = turn_count(choice, path);
    uint32_t count = 0;

    /* Nor does a turn count if no road was used before it. */
    for (size_t i = path->seed_cost ? 0 : 1; i < end; i++)
        count +=
            road_after(choice, path, i) == (road_before(choice, path, i) ^ 1);
    return count;
}

/* Whether the last path passes no junction twice unless the shortest path does,
 * and turns back no more often than that. True if the query has no
 * junctions. */
static bool has_no_loop(struct via_choice *choice, const struct path *path)
{
    const struct path *least = least_path(choice);
    uint32_t back_turns;

    if (!choice->query->alternatives->road_junction)
        return true;
    for (size_t i = 0; i <= path->arc_count; i++) {
        uint32_t junction = junction_at(choice, path, i);

        if (junction == JUNCTION_NONE)
            continue;
        if (choice->passed[junction] == choice->number &&
            !passes_twice(choice, least, junction))
            return false;
        choice->passed[junction] = choice->number;
    }
    back_turns = count_back_turns(choice, path);
    return !back_turns || back_turns <= count_back_turns(choice, least);
}

/* ---- The test of admissibility ---- */

/* By query.h. Local optimality by the T-test of Abraham et al. 2013, section 4:
 * between the first vertex at most T before the via vertex and the last at most
 * T after it there must be no shorter path; if the path begins or ends within
 * T, its source or target replaces the vertex. As both halves are shortest
 * paths, all parts from vertex to vertex with a cost up to T then are, too.
 * (The paper takes the next vertices outside; where roads are long relative to
 * T, that rejects good paths.) */

enum route_mark {
    ON_LEAST = 1 << 0,
    ON_CHOSEN = 1 << 1,
};

static uint8_t *mark_of(const struct via_choice *choice, uint32_t arc)
{
    const uint32_t *road = choice->query->alternatives->arc_road;

    return &choice->on_route[road ? road[arc] : arc];
}

static void put_mark(uint8_t *at, uint8_t value)
{
    *at = value ? *at | value : 0;
}

/* Adds a path's roads to a kind of routes; 0: removes them from all. Roads
 * where a path begins and ends count as a whole: another path may reach a place
 * through its road's end, or pass the whole road. */
static void mark(struct via_choice *choice, const struct path *path,
                 uint8_t value)
{
    for (size_t i = 0; i < path->arc_count; i++)
        put_mark(mark_of(choice, path->arc[i]), value);
    if (!choice->query->alternatives->arc_road)
        return;
    put_mark(&choice->on_route[start_road(choice, path)], value);
    put_mark(&choice->on_route[end_road(choice, path)], value);
}

/* Numbers a path, walks along it and records its cost to the target.
 * ret_simple: it visits no vertex twice and has no loop. 0 or -ENOMEM. */
static int walk_along(struct via_choice *choice, const struct path *path,
                      uint64_t *ret_cost, bool *ret_simple)
{
    size_t at = choice->number + 1 - choice->first;
    uint64_t cost = path->seed_cost;
    bool simple = true;

    if (array_reserve(&choice->before, &choice->before_capacity,
                      path->arc_count + 1, sizeof(*choice->before)))
        return -ENOMEM;
    if (array_reserve(&choice->cost_of, &choice->cost_of_capacity, at + 1,
                      sizeof(*choice->cost_of)))
        return -ENOMEM;
    choice->number++;
    for (size_t i = 0; i <= path->arc_count; i++) {
        uint32_t vertex = vertex_at(choice, path, i);

        if (i > 0)
            cost += weight_of(choice, path->arc[i - 1]);
        choice->before[i] = cost;
        simple &= choice->visited[vertex] != choice->number;
        choice->visited[vertex] = choice->number;
    }
    cost += (uint64_t)adjustment_of(choice, path);
    choice->cost_of[at] = cost;
    *ret_cost = cost;
    *ret_simple = simple && has_no_loop(choice, path);
    return 0;
}

/* Whether a path's first or last road is also on a marked route; without roads:
 * whether the shortest path begins or ends there. */
static bool is_shared_end(const struct via_choice *choice, uint32_t end,
                          uint32_t least_end, int marks)
{
    return choice->query->alternatives->arc_road ? choice->on_route[end] & marks
                                                 : end == least_end;
}

/* The cost that a path shares with the marked routes. */
static int64_t shared_cost(const struct via_choice *choice,
                           const struct path *path, uint64_t cost, int marks)
{
    size_t last = path->arc_count;
    int64_t shared = 0;

    for (size_t i = 0; i < last; i++) {
        if (*mark_of(choice, path->arc[i]) & marks)
            shared += weight_of(choice, path->arc[i]);
    }
    if (is_shared_end(choice, start_road(choice, path),
                      start_road(choice, least_path(choice)), marks))
        shared += path->seed_cost;
    if (is_shared_end(choice, end_road(choice, path),
                      end_road(choice, least_path(choice)), marks))
        shared += (int64_t)cost - (int64_t)choice->before[last];
    return shared;
}

/* Limited sharing, and bounded stretch of all parts off the shortest path. */
static bool is_apart(const struct via_choice *choice, const struct path *path,
                     uint64_t cost)
{
    uint64_t least = least_cost(choice);
    int64_t with_least = shared_cost(choice, path, cost, ON_LEAST);
    int64_t with_any = shared_cost(choice, path, cost, ON_LEAST | ON_CHOSEN);
    int64_t replaced = (int64_t)least - with_least;

    return replaced > 0 &&
           with_any <= (int64_t)alternatives_shared_max(least) &&
           (int64_t)cost - with_least <=
               (int64_t)alternatives_cost_max((uint64_t)replaced);
}

/* The number of arcs before the first vertex at most `local` before the one
 * after `at` arcs; SIZE_MAX: the source is within `local`. */
static size_t find_from(const struct via_choice *choice, size_t at,
                        uint64_t local)
{
    const uint64_t *before = choice->before;
    size_t i = at;

    if (before[at] <= local)
        return SIZE_MAX;
    while (i > 0 && before[at] - before[i - 1] <= local)
        i--;
    return i;
}

static size_t find_to(const struct via_choice *choice, size_t at, size_t last,
                      uint64_t cost, uint64_t local)
{
    const uint64_t *before = choice->before;
    size_t i = at;

    if (cost - before[at] <= local)
        return SIZE_MAX;
    while (i < last && before[i + 1] - before[at] <= local)
        i++;
    return i;
}

static int test_local(struct via_choice *choice, const struct path *path,
                      size_t at, uint64_t cost, bool *ret_optimal)
{
    uint64_t local = alternatives_local(least_cost(choice));
    size_t from = find_from(choice, at, local);
    size_t to = find_to(choice, at, path->arc_count, cost, local);
    uint64_t begin = from == SIZE_MAX ? 0 : choice->before[from];
    uint64_t end = to == SIZE_MAX ? cost : choice->before[to];
    uint32_t least;
    int r;

    *ret_optimal = false;
    if (end < begin || cost < choice->before[at])
        return 0;
    r = choice->cost(
        choice, from == SIZE_MAX ? VERTEX_NONE : vertex_at(choice, path, from),
        to == SIZE_MAX ? VERTEX_NONE : vertex_at(choice, path, to),
        (uint32_t)(end - begin), &least);
    *ret_optimal = !r && least == end - begin;
    return r;
}

/* Tests the last path, which costs `cost` up to the target and has the via
 * vertex after `at` arcs. 0 or a negative code. */
static int test(struct via_choice *choice, const struct path *path, size_t at,
                uint64_t cost, bool *ret_admissible)
{
    *ret_admissible = false;
    if (cost < least_cost(choice) ||
        cost > alternatives_cost_max(least_cost(choice)) ||
        !is_apart(choice, path, cost))
        return 0;
    return test_local(choice, path, at, cost, ret_admissible);
}

/* ---- Candidates ---- */

int via_choice_add(struct via_choice *choice, uint32_t vertex,
                   uint32_t from_source, uint32_t to_target)
{
    /* Compares the sum without the shift, so that none is negative. */
    uint64_t sum = (uint64_t)from_source + to_target;

    if (sum > choice->most)
        return 0;
    if (array_reserve(&choice->candidates, &choice->candidate_capacity,
                      choice->candidate_count + 1, sizeof(*choice->candidates)))
        return -ENOMEM;
    choice->candidates[choice->candidate_count++] = (struct via_candidate){
        .vertex = vertex,
        .cost = sum + (uint64_t)choice->shift,
        .before = from_source,
    };
    return 0;
}

static int by_cost(const void *left, const void *right)
{
    const struct via_candidate *a = left;
    const struct via_candidate *b = right;
    int order = compare_numbers(a->cost, b->cost);

    if (!order)
        order = compare_numbers(a->before, b->before);
    return order ? order : compare_numbers(a->vertex, b->vertex);
}

static int by_promise(const void *left, const void *right)
{
    const struct via_candidate *a = left;
    const struct via_candidate *b = right;
    int order =
        compare_numbers(2 * a->cost - a->plateau, 2 * b->cost - b->plateau);

    return order ? order : by_cost(left, right);
}

/* For candidates sorted by cost: the length between the first and last with the
 * same cost. */
static void find_plateaus(struct via_candidate *list, size_t count)
{
    size_t end;

    for (size_t i = 0; i < count; i = end) {
        end = i + 1;
        while (end < count && list[end].cost == list[i].cost)
            end++;
        for (size_t k = i; k < end; k++)
            list[k].plateau = (uint32_t)(list[end - 1].before - list[i].before);
    }
}

static void sort_candidates(struct via_candidate *list, size_t count)
{
    if (!count)
        return;
    qsort(list, count, sizeof(*list), by_cost);
    find_plateaus(list, count);
    qsort(list, count, sizeof(*list), by_promise);
}

/* ---- The choice ---- */

/* The most paths examined for each one wanted. */
enum { EXAMINED_MAX = 8 };

/* Far more numbers than one query needs remain above this. */
#define NUMBERS_MAX (UINT32_MAX / 2)

int via_choice_init(struct via_choice *choice, const struct map *map)
{
    uint32_t vertices = map->topology.vertex_count;
    size_t arcs = map->topology.arc_count;
    size_t edges = 2 * (size_t)map->roads.piece_count;

    choice->map = map;
    choice->visited = array_zero(vertices, sizeof(*choice->visited));
    choice->passed =
        array_zero(map->roads.junction_count, sizeof(*choice->passed));
    choice->on_route =
        array_zero(arcs > edges ? arcs : edges, sizeof(*choice->on_route));
    return choice->visited && choice->passed && choice->on_route ? 0 : -ENOMEM;
}

void via_choice_finish(struct via_choice *choice)
{
    free(choice->candidates);
    free(choice->visited);
    free(choice->passed);
    free(choice->on_route);
    free(choice->cost_of);
    free(choice->before);
    *choice = (struct via_choice){0};
}

void via_choice_start(struct via_choice *choice, const struct weights *weights,
                      struct query *query)
{
    const struct target *target = &query->targets[0];
    uint64_t most = alternatives_cost_max(query->cost[0]);

    choice->weights = weights;
    choice->query = query;
    choice->candidate_count = 0;
    choice->shift = INT64_MAX;
    for (uint32_t i = 0; i < target->vertex_count; i++) {
        if (target->vertices[i].adjustment < choice->shift)
            choice->shift = target->vertices[i].adjustment;
    }
    most -= (uint64_t)choice->shift;
    choice->most = most < COST_MAX ? (uint32_t)most : COST_MAX;
}

/* Whether the vertex lies on an examined path of that cost. */
static bool is_known(const struct via_choice *choice,
                     const struct via_candidate *candidate)
{
    uint32_t number = choice->visited[candidate->vertex];

    return number >= choice->first &&
           choice->cost_of[number - choice->first] == candidate->cost;
}

/* Examines the candidate's path as the next alternative; *ret_good: it is
 * one. */
static int examine(struct via_choice *choice,
                   const struct via_candidate *candidate, bool *ret_good)
{
    struct alternatives *alternatives = choice->query->alternatives;
    struct path *path = &alternatives->path[alternatives->count];
    uint64_t cost;
    size_t at = 0;
    bool simple;
    int r = choice->path(choice, candidate->vertex, path, &at);

    *ret_good = false;
    if (r || path->first_vertex == VERTEX_NONE)
        return r;
    r = walk_along(choice, path, &cost, &simple);
    if (r || !simple || cost != candidate->cost)
        return r;
    alternatives->cost[alternatives->count] = (uint32_t)cost;
    return test(choice, path, at, cost, ret_good);
}

static int choose(struct via_choice *choice)
{
    struct query *query = choice->query;
    struct alternatives *alternatives = query->alternatives;
    uint32_t left = EXAMINED_MAX * alternatives->wanted;

    for (size_t i = 0; i < choice->candidate_count; i++) {
        const struct via_candidate *candidate = &choice->candidates[i];
        bool good = false;
        int r;

        if (alternatives->count == alternatives->wanted || !left)
            break;
        if (is_known(choice, candidate))
            continue;
        if (cancel_due(query->cancel)) {
            query->status = QUERY_CANCELLED;
            break;
        }
        left--;
        r = examine(choice, candidate, &good);
        if (r)
            return r;
        if (good)
            mark(choice, &alternatives->path[alternatives->count++], ON_CHOSEN);
    }
    return 0;
}

/* Ascending by cost; ties stay in the order of choice. */
static void sort_chosen(struct alternatives *alternatives)
{
    for (uint32_t i = 1; i < alternatives->count; i++) {
        for (uint32_t k = i;
             k > 0 && alternatives->cost[k] < alternatives->cost[k - 1]; k--) {
            struct path path = alternatives->path[k];
            uint32_t cost = alternatives->cost[k];

            alternatives->path[k] = alternatives->path[k - 1];
            alternatives->cost[k] = alternatives->cost[k - 1];
            alternatives->path[k - 1] = path;
            alternatives->cost[k - 1] = cost;
        }
    }
}

/* The shortest path is the first that is known. */
static int begin(struct via_choice *choice)
{
    uint64_t cost;
    bool simple;

    if (choice->number >= NUMBERS_MAX) {
        memset(choice->visited, 0,
               choice->map->topology.vertex_count * sizeof(*choice->visited));
        memset(choice->passed, 0,
               choice->map->roads.junction_count * sizeof(*choice->passed));
        choice->number = 0;
    }
    choice->first = choice->number + 1;
    mark(choice, least_path(choice), ON_LEAST);
    return walk_along(choice, least_path(choice), &cost, &simple);
}

int via_choice_run(struct via_choice *choice)
{
    struct alternatives *alternatives = choice->query->alternatives;
    int r = begin(choice);

    alternatives->count = 0;
    sort_candidates(choice->candidates, choice->candidate_count);
    if (!r)
        r = choose(choice);
    for (uint32_t i = 0; i < alternatives->count; i++)
        mark(choice, &alternatives->path[i], 0);
    for (uint32_t i = alternatives->count; i < alternatives->wanted; i++)
        path_clear(&alternatives->path[i]);
    mark(choice, least_path(choice), 0);
    sort_chosen(alternatives);
    return r;
}
