/* via_ways: exact costs, from the source and to the target, of all vertices on
 * the ways of some up to their roots. */
#include "core/solver/cch/via_ways.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"

int via_ways_init(struct via_ways *ways, const struct map *map,
                  struct walk *forward, struct walk *backward)
{
    const struct hierarchy *hierarchy = &map->hierarchy;
    size_t n = map->topology.vertex_count;

    *ways = (struct via_ways){
        .map = map,
        .forward = forward,
        .backward = backward,
        .from_source = array_alloc(n, sizeof(uint32_t)),
        .to_target = array_alloc(n, sizeof(uint32_t)),
        .on_way = array_zero(hierarchy->supernode_count, sizeof(bool)),
        .front = array_alloc((size_t)hierarchy->front_max + ROWS_SLACK,
                             sizeof(uint32_t)),
    };
    if (!ways->from_source || !ways->to_target || !ways->on_way || !ways->front)
        return -ENOMEM;
    return 0;
}

void via_ways_finish(struct via_ways *ways)
{
    free(ways->from_source);
    free(ways->to_target);
    free(ways->on_way);
    free(ways->way);
    free(ways->front);
    *ways = (struct via_ways){0};
}

/* ---- Up ----------------------------------------------------------------- */

static int walk_from_source(struct via_ways *ways,
                            const struct cch_metric *metric,
                            const struct query *query)
{
    struct walk *walk = ways->forward;
    int r = walk_begin_seeds(walk, query);

    for (uint32_t i = 0; i < walk->way_count && !r; i++)
        walk_forward(walk, metric, walk->way[i], ways->most + 1);
    return r;
}

static int64_t least_adjustment(const struct target *target)
{
    int64_t least = INT64_MAX;

    for (uint32_t i = 0; i < target->vertex_count; i++) {
        if (target->vertices[i].adjustment < least)
            least = target->vertices[i].adjustment;
    }
    return least;
}

static int walk_from_target(struct via_ways *ways,
                            const struct cch_metric *metric,
                            const struct target *target)
{
    struct walk *walk = ways->backward;
    int r = 0;

    walk_clear(walk);
    for (uint32_t i = 0; i < target->vertex_count && !r; i++) {
        const struct target_vertex *at = &target->vertices[i];
        uint64_t cost = (uint64_t)at->adjustment - (uint64_t)ways->shift;

        if (cost <= ways->most)
            r = walk_begin(walk, at->vertex, (uint32_t)cost);
    }
    walk_sort(walk);
    for (uint32_t i = 0; i < walk->way_count && !r; i++)
        walk_backward(walk, metric, walk->way[i], ways->most + 1);
    return r;
}

/* ---- Ways --------------------------------------------------------------- */

static int add_way(struct via_ways *ways, uint32_t supernode)
{
    const struct hierarchy *hierarchy = &ways->map->hierarchy;
    void *items = ways->way;

    if (array_reserve(&items, &ways->way_capacity,
                      ways->way_count + (size_t)hierarchy->level_count,
                      sizeof(*ways->way)))
        return -ENOMEM;
    ways->way = items;
    for (; supernode != SUPERNODE_NONE && !ways->on_way[supernode];
         supernode = hierarchy->parent[supernode]) {
        ways->on_way[supernode] = true;
        ways->way[ways->way_count++] = supernode;
    }
    return 0;
}

static int add_ways_of(struct via_ways *ways, const struct walk *walk)
{
    int r = 0;

    for (uint32_t i = 0; i < walk->way_count && !r; i++)
        r = add_way(ways, walk->way[i]);
    return r;
}

static int descending(const void *a, const void *b)
{
    uint32_t left = *(const uint32_t *)a;
    uint32_t right = *(const uint32_t *)b;

    return (left < right) - (left > right);
}

static int join_ways(struct via_ways *ways, const uint32_t *vertices,
                     size_t vertex_count)
{
    const struct hierarchy *hierarchy = &ways->map->hierarchy;
    int r;

    ways->way_count = 0;
    r = add_ways_of(ways, ways->forward);
    if (!r)
        r = add_ways_of(ways, ways->backward);
    for (size_t i = 0; i < vertex_count && !r; i++)
        r = add_way(ways, hierarchy->supernode[vertices[i]]);
    for (uint32_t i = 0; i < ways->way_count; i++)
        ways->on_way[ways->way[i]] = false;
    if (ways->way_count)
        qsort(ways->way, ways->way_count, sizeof(*ways->way), descending);
    return r;
}

/* ---- Down --------------------------------------------------------------- */

static void gather_uppers(const struct via_ways *ways, uint32_t supernode,
                          const uint32_t *label, uint32_t *front)
{
    const struct hierarchy *hierarchy = &ways->map->hierarchy;
    const uint32_t *upper =
        hierarchy->upward + hierarchy->first_upward[supernode];
    uint32_t n = supernode_upward(hierarchy, supernode);

    for (uint32_t j = 0; j < n; j++)
        front[j] = label[upper[j]];
    rows_fill_infinity(front + n, ROWS_SLACK);
}

static void descend_from_source(struct via_ways *ways,
                                const struct cch_metric *metric,
                                uint32_t supernode)
{
    const struct hierarchy *hierarchy = &ways->map->hierarchy;
    const struct walk *walk = ways->forward;
    uint32_t first = hierarchy->first_vertex[supernode];
    uint32_t s = supernode_size(hierarchy, supernode);
    uint32_t *label = ways->from_source + first;

    if (walk->on_way[supernode])
        memcpy(label, walk->closed + first, s * sizeof(*label));
    else
        rows_fill_infinity(label, s);
    gather_uppers(ways, supernode, ways->from_source, ways->front);
    walk->rows->descend(label, s, cch_in(hierarchy, metric->closed, supernode),
                        ways->front, supernode_upward(hierarchy, supernode));
}

/* Plain labels of the walk, as its path may go on within the supernode: whole
 * rows, of all the front. */
static void descend_from_target(struct via_ways *ways,
                                const struct cch_metric *metric,
                                uint32_t supernode)
{
    const struct hierarchy *hierarchy = &ways->map->hierarchy;
    const struct walk *walk = ways->backward;
    uint32_t first = hierarchy->first_vertex[supernode];
    uint32_t s = supernode_size(hierarchy, supernode);
    uint32_t *label = ways->to_target + first;

    rows_fill_infinity(label, s);
    if (walk->on_way[supernode])
        memcpy(ways->front, walk->label + first, s * sizeof(*label));
    else
        rows_fill_infinity(ways->front, s);
    gather_uppers(ways, supernode, ways->to_target, ways->front + s);
    walk->rows->descend(label, s, cch_out(hierarchy, metric->closed, supernode),
                        ways->front,
                        s + supernode_upward(hierarchy, supernode));
}

int via_ways_find(struct via_ways *ways, const struct cch_metric *metric,
                  const struct query *query, uint64_t most,
                  const uint32_t *vertices, size_t vertex_count)
{
    int r;

    ways->shift = least_adjustment(&query->targets[0]);
    most -= (uint64_t)ways->shift;
    ways->most = most < COST_MAX ? (uint32_t)most : COST_MAX;
    r = walk_from_source(ways, metric, query);
    if (!r)
        r = walk_from_target(ways, metric, &query->targets[0]);
    if (!r)
        r = join_ways(ways, vertices, vertex_count);
    for (uint32_t i = 0; i < ways->way_count && !r; i++) {
        descend_from_source(ways, metric, ways->way[i]);
        descend_from_target(ways, metric, ways->way[i]);
    }
    return r;
}
