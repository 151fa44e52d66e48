/* via_choice: loops, the test of admissibility, and the choice. */
#include "core/solver/via_choice.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"
#include "core/solver/query.h"

/* ---- Roads and loops ---- */

#define JUNCTION_NONE UINT32_MAX

/* Of a path to the target; without roads its first and its last vertex. */
static uint32_t via_start_road(const struct via_ground *ground,
                               const struct path *path)
{
    const struct query *query = ground->query;
    uint32_t i = 0;

    if (!query->alternatives->arc_road)
        return path->first_vertex;
    while (query->seeds[i].vertex != path->first_vertex)
        i++;
    return query->alternatives->seed_road[i];
}

/* The target's vertex that gave the path's cost. */
static uint32_t find_end(const struct target *target, uint32_t vertex)
{
    uint32_t best = UINT32_MAX;

    for (uint32_t i = 0; i < target->vertex_count; i++) {
        if (target->vertices[i].vertex == vertex &&
            (best == UINT32_MAX || target->vertices[i].adjustment <
                                       target->vertices[best].adjustment))
            best = i;
    }
    return best;
}

static uint32_t last_vertex(const struct via_ground *ground,
                            const struct path *path)
{
    return path_vertex(path, ground->topology, path->arc_count);
}

static uint32_t via_end_road(const struct via_ground *ground,
                             const struct path *path)
{
    const struct query *query = ground->query;
    uint32_t last = last_vertex(ground, path);

    if (!query->alternatives->arc_road)
        return last;
    return query->alternatives->end_road[find_end(&query->targets[0], last)];
}

/* The opposite direction of a road. */
static uint32_t road_back(uint32_t road)
{
    return road ^ 1;
}

/* The road before a turn, which comes after `index` arcs. */
static uint32_t road_before(const struct via_ground *ground,
                            const struct path *path, size_t index)
{
    return index ? ground->query->alternatives->arc_road[path->arc[index - 1]]
                 : via_start_road(ground, path);
}

static uint32_t road_after(const struct via_ground *ground,
                           const struct path *path, size_t index)
{
    return index < path->arc_count
               ? ground->query->alternatives->arc_road[path->arc[index]]
               : via_end_road(ground, path);
}

/* The junction of the turn after `index` arcs. The last turn is into the road
 * that the path ends on, unless its last vertex is that road's end. */
static uint32_t junction_at(const struct via_ground *ground,
                            const struct path *path, size_t index)
{
    uint32_t road = road_after(ground, path, index);

    if (index == path->arc_count && road == road_before(ground, path, index))
        return JUNCTION_NONE;
    return ground->query->alternatives->road_junction[road];
}

static bool passes_twice(const struct via_ground *ground,
                         const struct path *path, uint32_t junction)
{
    uint32_t count = 0;

    for (size_t i = 0; i <= path->arc_count; i++)
        count += junction_at(ground, path, i) == junction;
    return count > 1;
}

/* The number of turns that the path continues after. A turn into a road of
 * which nothing is used does not count: the path ends at the junction. */
static size_t turn_count(const struct via_ground *ground,
                         const struct path *path)
{
    const struct target *target = &ground->query->targets[0];
    uint32_t end = find_end(target, last_vertex(ground, path));
    int64_t adjustment = target->vertices[end].adjustment;
    size_t arcs = path->arc_count;

    if (arcs && -adjustment == ground->weights->weight[path->arc[arcs - 1]])
        return arcs - 1;
    return adjustment ? arcs + 1 : arcs;
}

static uint32_t count_back_turns(const struct via_ground *ground,
                                 const struct path *path)
{
    size_t end = turn_count(ground, path);
    uint32_t count = 0;

    /* Nor does a turn count if no road was used before it. */
    for (size_t i = path->seed_cost ? 0 : 1; i < end; i++)
        count += road_after(ground, path, i) ==
                 road_back(road_before(ground, path, i));
    return count;
}

/* 0 or -ENOMEM. finish() is fine after either and on zero bytes. */
static int via_loops_init(struct via_loops *loops, uint32_t junction_count)
{
    *loops = (struct via_loops){
        .passed = array_zero(junction_count, sizeof(*loops->passed)),
        .junction_count = junction_count,
    };
    return loops->passed ? 0 : -ENOMEM;
}

static void via_loops_finish(struct via_loops *loops)
{
    free(loops->passed);
    *loops = (struct via_loops){0};
}

/* Resets the marks, so that numbers may start over. */
static void via_loops_forget(struct via_loops *loops)
{
    memset(loops->passed, 0, loops->junction_count * sizeof(*loops->passed));
}

/* Whether a path, with a number of its own above 0, passes no junction twice
 * unless the shortest path does, and turns back no more often than that. True
 * if the query has no junctions. */
static bool via_loops_none(struct via_loops *loops,
                           const struct via_ground *ground,
                           const struct path *path, const struct path *least,
                           uint32_t number)
{
    uint32_t back_turns;

    if (!ground->query->alternatives->road_junction)
        return true;
    for (size_t i = 0; i <= path->arc_count; i++) {
        uint32_t junction = junction_at(ground, path, i);

        if (junction == JUNCTION_NONE)
            continue;
        if (loops->passed[junction] == number &&
            !passes_twice(ground, least, junction))
            return false;
        loops->passed[junction] = number;
    }
    back_turns = count_back_turns(ground, path);
    return !back_turns || back_turns <= count_back_turns(ground, least);
}

/* ---- The test of admissibility ---- */

/* Far more numbers than one query needs remain above this. */
#define NUMBERS_MAX (UINT32_MAX / 2)

enum route_mark {
    ON_LEAST = 1 << 0,
    ON_CHOSEN = 1 << 1,
};

/* 0 or -ENOMEM. finish() is fine after either and on zero bytes. */
static int via_judge_init(struct via_judge *judge, const struct map *map)
{
    size_t arcs = map->topology.arc_count;
    size_t edges = 2 * (size_t)map->roads.piece_count;

    *judge = (struct via_judge){
        .vertex_count = map->topology.vertex_count,
        .on_route =
            array_zero(arcs > edges ? arcs : edges, sizeof(*judge->on_route)),
        .visited =
            array_zero(map->topology.vertex_count, sizeof(*judge->visited)),
    };
    if (!judge->on_route || !judge->visited)
        return -ENOMEM;
    return via_loops_init(&judge->loops, map->roads.junction_count);
}

static void via_judge_finish(struct via_judge *judge)
{
    free(judge->on_route);
    free(judge->visited);
    via_loops_finish(&judge->loops);
    free(judge->before);
    *judge = (struct via_judge){0};
}

static uint8_t *mark_of(const struct via_judge *judge,
                        const struct via_ground *ground, uint32_t arc)
{
    const uint32_t *road = ground->query->alternatives->arc_road;

    return &judge->on_route[road ? road[arc] : arc];
}

static void put_mark(uint8_t *at, uint8_t value)
{
    *at = value ? *at | value : 0;
}

/* Roads where a path begins and ends count as a whole: another path may reach a
 * place through its road's end, or pass the whole road. */
static void mark(struct via_judge *judge, const struct via_ground *ground,
                 const struct path *path, uint8_t value)
{
    for (size_t i = 0; i < path->arc_count; i++)
        put_mark(mark_of(judge, ground, path->arc[i]), value);
    if (!ground->query->alternatives->arc_road)
        return;
    put_mark(&judge->on_route[via_start_road(ground, path)], value);
    put_mark(&judge->on_route[via_end_road(ground, path)], value);
}

/* Starts a query with its shortest path and cost. */
static void via_judge_begin(struct via_judge *judge,
                            const struct via_ground *ground)
{
    if (judge->number >= NUMBERS_MAX) {
        memset(judge->visited, 0, judge->vertex_count * sizeof(uint32_t));
        via_loops_forget(&judge->loops);
        judge->number = 0;
    }
    judge->least = ground->query->path[0];
    judge->least_cost = ground->query->cost[0];
    mark(judge, ground, &judge->least, ON_LEAST);
}

/* choose() adds a path to those that others may not share too much with; the
 * next resets all chosen paths. */
static void via_judge_choose(struct via_judge *judge,
                             const struct via_ground *ground,
                             const struct path *path)
{
    mark(judge, ground, path, ON_CHOSEN);
}

static void via_judge_forget(struct via_judge *judge,
                             const struct via_ground *ground,
                             const struct path *path)
{
    mark(judge, ground, path, 0);
}

static void via_judge_end(struct via_judge *judge,
                          const struct via_ground *ground)
{
    via_judge_forget(judge, ground, &judge->least);
}

/* Numbers a path and walks along it. ret_cost: its cost up to its last vertex.
 * ret_simple: it visits no vertex twice, and via_loops_none() holds. 0 or
 * -ENOMEM. */
static int via_judge_walk(struct via_judge *judge,
                          const struct via_ground *ground,
                          const struct path *path, uint64_t *ret_cost,
                          bool *ret_simple)
{
    void *before = judge->before;
    uint64_t cost = path->seed_cost;
    bool simple = true;

    if (array_reserve(&before, &judge->before_capacity, path->arc_count + 1,
                      sizeof(*judge->before)))
        return -ENOMEM;
    judge->before = before;
    judge->number++;
    for (size_t i = 0; i <= path->arc_count; i++) {
        uint32_t vertex = path_vertex(path, ground->topology, i);

        if (i > 0)
            cost += ground->weights->weight[path->arc[i - 1]];
        judge->before[i] = cost;
        simple &= judge->visited[vertex] != judge->number;
        judge->visited[vertex] = judge->number;
    }
    simple = simple && via_loops_none(&judge->loops, ground, path,
                                      &judge->least, judge->number);
    *ret_cost = cost;
    *ret_simple = simple;
    return 0;
}

/* Whether a path's first or last road is also on a marked route; without roads:
 * whether the shortest path begins or ends there. */
static bool is_shared_end(const struct via_judge *judge,
                          const struct via_ground *ground, uint32_t end,
                          uint32_t least_end, int marks)
{
    return ground->query->alternatives->arc_road ? judge->on_route[end] & marks
                                                 : end == least_end;
}

/* The cost that a path shares with the marked routes. */
static int64_t shared_cost(const struct via_judge *judge,
                           const struct via_ground *ground,
                           const struct path *path, uint64_t cost, int marks)
{
    size_t last = path->arc_count;
    int64_t shared = 0;

    for (size_t i = 0; i < last; i++) {
        if (*mark_of(judge, ground, path->arc[i]) & marks)
            shared += ground->weights->weight[path->arc[i]];
    }
    if (is_shared_end(judge, ground, via_start_road(ground, path),
                      via_start_road(ground, &judge->least), marks))
        shared += path->seed_cost;
    if (is_shared_end(judge, ground, via_end_road(ground, path),
                      via_end_road(ground, &judge->least), marks))
        shared += (int64_t)cost - (int64_t)judge->before[last];
    return shared;
}

/* Limited sharing, and bounded stretch of all parts off the shortest path. */
static bool is_apart(const struct via_judge *judge,
                     const struct via_ground *ground, const struct path *path,
                     uint64_t cost)
{
    int64_t least = (int64_t)judge->least_cost;
    int64_t with_least = shared_cost(judge, ground, path, cost, ON_LEAST);
    int64_t with_any =
        shared_cost(judge, ground, path, cost, ON_LEAST | ON_CHOSEN);
    int64_t replaced = least - with_least;

    return replaced > 0 &&
           with_any <= (int64_t)alternatives_shared_max(judge->least_cost) &&
           (int64_t)cost - with_least <=
               (int64_t)alternatives_cost_max((uint64_t)replaced);
}

/* The number of arcs before the first vertex at most `local` before the one
 * after `at` arcs; SIZE_MAX: the source is within `local`. */
static size_t find_from(const struct via_judge *judge, size_t at,
                        uint64_t local)
{
    size_t i = at;

    if (judge->before[at] <= local)
        return SIZE_MAX;
    while (i > 0 && judge->before[at] - judge->before[i - 1] <= local)
        i--;
    return i;
}

static size_t find_to(const struct via_judge *judge, size_t at, size_t last,
                      uint64_t cost, uint64_t local)
{
    size_t i = at;

    if (cost - judge->before[at] <= local)
        return SIZE_MAX;
    while (i < last && judge->before[i + 1] - judge->before[at] <= local)
        i++;
    return i;
}

static int test_local(struct via_judge *judge, struct via_ground *ground,
                      const struct path *path, size_t at, uint64_t cost,
                      bool *ret_least)
{
    const struct topology *topology = ground->topology;
    uint64_t local = alternatives_local(judge->least_cost);
    size_t from = find_from(judge, at, local);
    size_t to = find_to(judge, at, path->arc_count, cost, local);
    uint64_t begin = from == SIZE_MAX ? 0 : judge->before[from];
    uint64_t end = to == SIZE_MAX ? cost : judge->before[to];
    uint32_t least;
    int r;

    *ret_least = false;
    if (end < begin || cost < judge->before[at])
        return 0;
    r = ground->cost(
        ground,
        from == SIZE_MAX ? VERTEX_NONE : path_vertex(path, topology, from),
        to == SIZE_MAX ? VERTEX_NONE : path_vertex(path, topology, to),
        (uint32_t)(end - begin), &least);
    *ret_least = !r && least == end - begin;
    return r;
}

/* Tests the path walked last, which costs `cost` up to the target and has the
 * via vertex after `at` arcs. 0 or a negative code. */
static int via_judge_admits(struct via_judge *judge, struct via_ground *ground,
                            const struct path *path, size_t at, uint64_t cost,
                            bool *ret_admits)
{
    *ret_admits = false;
    if (cost < judge->least_cost ||
        cost > alternatives_cost_max(judge->least_cost) ||
        !is_apart(judge, ground, path, cost))
        return 0;
    return test_local(judge, ground, path, at, cost, ret_admits);
}

/* ---- The choice ---- */

/* The most paths examined for each one wanted. */
enum { LOOKS_MAX = 8 };

int via_candidates_add(struct via_candidates *candidates, uint32_t vertex,
                       uint64_t before, uint64_t cost)
{
    void *list = candidates->list;

    if (array_reserve(&list, &candidates->capacity, candidates->count + 1,
                      sizeof(*candidates->list)))
        return -ENOMEM;
    candidates->list = list;
    candidates->list[candidates->count++] = (struct via_candidate){
        .vertex = vertex, .cost = cost, .before = before};
    return 0;
}

int via_choice_init(struct via_choice *choice, const struct map *map)
{
    *choice = (struct via_choice){0};
    return via_judge_init(&choice->judge, map);
}

void via_choice_finish(struct via_choice *choice)
{
    via_judge_finish(&choice->judge);
    free(choice->cost);
    *choice = (struct via_choice){0};
}

/* ---- Order -------------------------------------------------------------- */

static int compare(uint64_t a, uint64_t b)
{
    return (a > b) - (a < b);
}

static int by_cost(const void *left, const void *right)
{
    const struct via_candidate *a = left;
    const struct via_candidate *b = right;
    int order = compare(a->cost, b->cost);

    if (!order)
        order = compare(a->before, b->before);
    return order ? order : compare(a->vertex, b->vertex);
}

static int by_promise(const void *left, const void *right)
{
    const struct via_candidate *a = left;
    const struct via_candidate *b = right;
    int order = compare(2 * a->cost - a->plateau, 2 * b->cost - b->plateau);

    return order ? order : by_cost(left, right);
}

/* For candidates sorted by cost: the length between the first and last with the
 * same cost. */
static void find_plateaus(struct via_candidates *candidates)
{
    struct via_candidate *list = candidates->list;
    size_t end;

    for (size_t i = 0; i < candidates->count; i = end) {
        end = i + 1;
        while (end < candidates->count && list[end].cost == list[i].cost)
            end++;
        for (size_t k = i; k < end; k++)
            list[k].plateau = (uint32_t)(list[end - 1].before - list[i].before);
    }
}

static void sort(struct via_candidates *candidates)
{
    if (!candidates->count)
        return;
    qsort(candidates->list, candidates->count, sizeof(*candidates->list),
          by_cost);
    find_plateaus(candidates);
    qsort(candidates->list, candidates->count, sizeof(*candidates->list),
          by_promise);
}

/* ---- Choice ------------------------------------------------------------- */

/* One run of the choice: its paths have numbers from `first` on. */
struct run {
    struct via_choice *choice;
    struct via_ground *ground;
    struct query *query;
    uint32_t first;
};

/* Whether the vertex lies on an examined path of that cost. */
static bool is_known(const struct run *run,
                     const struct via_candidate *candidate)
{
    uint32_t number = run->choice->judge.visited[candidate->vertex];

    return number >= run->first &&
           run->choice->cost[number - run->first] == candidate->cost;
}

static int note_cost(struct run *run, uint64_t cost)
{
    struct via_choice *choice = run->choice;
    size_t at = choice->judge.number - run->first;
    void *costs = choice->cost;

    if (array_reserve(&costs, &choice->cost_capacity, at + 1,
                      sizeof(*choice->cost)))
        return -ENOMEM;
    choice->cost = costs;
    choice->cost[at] = cost;
    return 0;
}

/* The target's adjustment at a path's last vertex. */
static int64_t adjustment_at(const struct query *query, uint32_t vertex)
{
    const struct target *target = &query->targets[0];
    int64_t least = INT64_MAX;

    for (uint32_t i = 0; i < target->vertex_count; i++) {
        if (target->vertices[i].vertex == vertex &&
            target->vertices[i].adjustment < least)
            least = target->vertices[i].adjustment;
    }
    return least;
}

/* Examines the candidate's path as the next alternative; *ret_good: it is
 * one. */
static int look(struct run *run, const struct via_candidate *candidate,
                bool *ret_good)
{
    struct via_judge *judge = &run->choice->judge;
    struct alternatives *alternatives = run->query->alternatives;
    struct path *path = &alternatives->path[alternatives->count];
    uint64_t cost = 0;
    size_t at = 0;
    bool simple;
    int r = run->ground->path(run->ground, candidate->vertex, path, &at);

    *ret_good = false;
    if (r || path->first_vertex == VERTEX_NONE)
        return r;
    r = via_judge_walk(judge, run->ground, path, &cost, &simple);
    if (r)
        return r;
    cost += (uint64_t)adjustment_at(
        run->query, path_vertex(path, run->ground->topology, path->arc_count));
    r = note_cost(run, cost);
    if (r || !simple || cost != candidate->cost)
        return r;
    alternatives->cost[alternatives->count] = (uint32_t)cost;
    return via_judge_admits(judge, run->ground, path, at, cost, ret_good);
}

static int choose_all(struct run *run, const struct via_candidates *candidates)
{
    struct alternatives *alternatives = run->query->alternatives;
    uint32_t looks = 0;

    for (size_t i = 0; i < candidates->count; i++) {
        bool good = false;
        int r;

        if (alternatives->count == alternatives->wanted ||
            looks == LOOKS_MAX * alternatives->wanted)
            break;
        if (is_known(run, &candidates->list[i]))
            continue;
        if (cancel_due(run->query->cancel)) {
            run->query->status = QUERY_CANCELLED;
            break;
        }
        looks++;
        r = look(run, &candidates->list[i], &good);
        if (r)
            return r;
        if (good)
            via_judge_choose(&run->choice->judge, run->ground,
                             &alternatives->path[alternatives->count++]);
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

/* The shortest path is the first known path. */
static int begin(struct run *run)
{
    struct via_judge *judge = &run->choice->judge;
    uint64_t cost;
    bool simple;
    int r;

    via_judge_begin(judge, run->ground);
    run->first = judge->number + 1;
    r = via_judge_walk(judge, run->ground, &run->query->path[0], &cost,
                       &simple);
    return r ? r : note_cost(run, run->query->cost[0]);
}

int via_choice_run(struct via_choice *choice, struct via_ground *ground,
                   struct query *query, struct via_candidates *candidates)
{
    struct alternatives *alternatives = query->alternatives;
    struct run run = {.choice = choice, .ground = ground, .query = query};
    int r = begin(&run);

    alternatives->count = 0;
    sort(candidates);
    if (!r)
        r = choose_all(&run, candidates);
    for (uint32_t i = 0; i < alternatives->count; i++)
        via_judge_forget(&choice->judge, ground, &alternatives->path[i]);
    for (uint32_t i = alternatives->count; i < alternatives->wanted; i++)
        path_clear(&alternatives->path[i]);
    via_judge_end(&choice->judge, ground);
    sort_chosen(alternatives);
    return r;
}
