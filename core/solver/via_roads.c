/* via_roads: the roads that paths begin and end on, and loops. */
#include "core/solver/via_roads.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"

#define JUNCTION_NONE UINT32_MAX

uint32_t via_start_road(const struct via_ground *ground,
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

/* The vertex of the target that a path's cost is of. */
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

uint32_t via_end_road(const struct via_ground *ground, const struct path *path)
{
    const struct query *query = ground->query;
    uint32_t last = last_vertex(ground, path);

    if (!query->alternatives->arc_road)
        return last;
    return query->alternatives->end_road[find_end(&query->targets[0], last)];
}

/* A road's other direction. */
static uint32_t road_back(uint32_t road)
{
    return road ^ 1;
}

/* The road before a turn: that of so many arcs. */
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

/* Where a path turns after so many arcs. The last turn is into the road that it
 * ends on, unless its last vertex is the end of that. */
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

/* The turns of a path after which it goes on. One into a road of which nothing
 * is used is none: the path ends at the junction. */
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

    /* Nor is it one where nothing of a road was used before. */
    for (size_t i = path->seed_cost ? 0 : 1; i < end; i++)
        count += road_after(ground, path, i) ==
                 road_back(road_before(ground, path, i));
    return count;
}

int via_loops_init(struct via_loops *loops, uint32_t junction_count)
{
    *loops = (struct via_loops){
        .passed = array_zero(junction_count, sizeof(*loops->passed)),
        .junction_count = junction_count,
    };
    return loops->passed ? 0 : -ENOMEM;
}

void via_loops_finish(struct via_loops *loops)
{
    free(loops->passed);
    *loops = (struct via_loops){0};
}

void via_loops_forget(struct via_loops *loops)
{
    memset(loops->passed, 0, loops->junction_count * sizeof(*loops->passed));
}

bool via_loops_none(struct via_loops *loops, const struct via_ground *ground,
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
