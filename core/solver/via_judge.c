/* via_judge: whether a path over a vertex is an admissible alternative. */
#include "core/solver/via_judge.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"
#include "core/solver/alternatives.h"

/* Far more are left for one query than it can need. */
#define NUMBERS_MAX (UINT32_MAX / 2)

enum route_mark {
    ON_LEAST = 1 << 0,
    ON_CHOSEN = 1 << 1,
};

int via_judge_init(struct via_judge *judge, const struct map *map)
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

void via_judge_finish(struct via_judge *judge)
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

/* Roads where a path begins and ends count as a whole: another one may come to
 * a place by its road's end, or pass all of it. */
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

void via_judge_begin(struct via_judge *judge, const struct via_ground *ground)
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

void via_judge_choose(struct via_judge *judge, const struct via_ground *ground,
                      const struct path *path)
{
    mark(judge, ground, path, ON_CHOSEN);
}

void via_judge_forget(struct via_judge *judge, const struct via_ground *ground,
                      const struct path *path)
{
    mark(judge, ground, path, 0);
}

void via_judge_end(struct via_judge *judge, const struct via_ground *ground)
{
    via_judge_forget(judge, ground, &judge->least);
}

int via_judge_walk(struct via_judge *judge, const struct via_ground *ground,
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

/* Whether what a path begins, or ends, with is on a route of the marks too;
 * without roads: the least one begins, or ends, there. */
static bool is_shared_end(const struct via_judge *judge,
                          const struct via_ground *ground, uint32_t end,
                          uint32_t least_end, int marks)
{
    return ground->query->alternatives->arc_road ? judge->on_route[end] & marks
                                                 : end == least_end;
}

/* What a path has in common with the routes of the marks. */
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

/* Limited sharing, and bounded stretch of all that is off the least path. */
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

/* The arcs before the first vertex that is at most `local` before that after
 * `at`; SIZE_MAX: the source is. */
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

int via_judge_admits(struct via_judge *judge, struct via_ground *ground,
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
