/* walk: labels along the ways from some vertices up to their roots. */
#include "core/solver/cch/walk.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"
#include "core/solver/cch/rows.h"

int walk_init(struct walk *walk, const struct map *map, bool forward)
{
    size_t n = map->topology.vertex_count;

    *walk = (struct walk){.hierarchy = &map->hierarchy, .rows = row_kernels()};
    walk->label = array_alloc(n, sizeof(uint32_t));
    walk->closed = array_alloc(forward ? n : 0, sizeof(uint32_t));
    walk->from = array_alloc(n, sizeof(uint32_t));
    walk->on_way = array_zero(map->hierarchy.supernode_count, sizeof(bool));
    walk->least = array_alloc((size_t)map->hierarchy.front_max + ROWS_SLACK,
                              sizeof(uint32_t));
    if (!walk->label || !walk->closed || !walk->from || !walk->on_way ||
        !walk->least)
        return -ENOMEM;
    return 0;
}

void walk_finish(struct walk *walk)
{
    free(walk->label);
    free(walk->closed);
    free(walk->from);
    free(walk->on_way);
    free(walk->way);
    free(walk->least);
}

void walk_clear(struct walk *walk)
{
    for (uint32_t i = 0; i < walk->way_count; i++)
        walk->on_way[walk->way[i]] = false;
    walk->way_count = 0;
    walk->begun = 0;
}

static void join_way(struct walk *walk, uint32_t supernode)
{
    rows_fill_infinity(walk->label + walk->hierarchy->first_vertex[supernode],
                       supernode_size(walk->hierarchy, supernode));
    walk->on_way[supernode] = true;
    walk->way[walk->way_count++] = supernode;
}

int walk_begin(struct walk *walk, uint32_t vertex, uint32_t cost)
{
    const struct hierarchy *hierarchy = walk->hierarchy;
    uint32_t supernode = hierarchy->supernode[vertex];
    void *items = walk->way;

    if (array_reserve(&items, &walk->way_capacity,
                      walk->way_count + (size_t)hierarchy->level_count,
                      sizeof(*walk->way)))
        return -ENOMEM;
    walk->way = items;
    walk->begun += !walk->on_way[supernode];
    for (; supernode != SUPERNODE_NONE && !walk->on_way[supernode];
         supernode = hierarchy->parent[supernode])
        join_way(walk, supernode);
    if (cost < walk->label[vertex]) {
        walk->label[vertex] = cost;
        walk->from[vertex] = SUPERNODE_NONE;
    }
    return 0;
}

static int by_number(const void *a, const void *b)
{
    uint32_t left = *(const uint32_t *)a;
    uint32_t right = *(const uint32_t *)b;

    return (left > right) - (left < right);
}

void walk_sort(struct walk *walk)
{
    if (walk->begun > 1)
        qsort(walk->way, walk->way_count, sizeof(*walk->way), by_number);
}

int walk_begin_seeds(struct walk *walk, const struct query *query)
{
    int r = 0;

    walk_clear(walk);
    for (uint32_t i = 0; i < query->seed_count && !r; i++)
        r = walk_begin(walk, query->seeds[i].vertex, query->seeds[i].cost);
    walk_sort(walk);
    return r;
}

/* least: [n], costs between the walk's beginning and the uppers. */
static void label_uppers(struct walk *walk, uint32_t supernode,
                         const uint32_t *least)
{
    const struct hierarchy *hierarchy = walk->hierarchy;
    const uint32_t *upper =
        hierarchy->upward + hierarchy->first_upward[supernode];
    uint32_t n = supernode_upward(hierarchy, supernode);

    for (uint32_t j = 0; j < n; j++) {
        if (least[j] < walk->label[upper[j]]) {
            walk->label[upper[j]] = least[j];
            walk->from[upper[j]] = supernode;
        }
    }
}

void walk_forward(struct walk *walk, const struct cch_metric *metric,
                  uint32_t supernode, uint32_t limit)
{
    const struct hierarchy *hierarchy = walk->hierarchy;
    uint32_t first = hierarchy->first_vertex[supernode];
    uint32_t s = supernode_size(hierarchy, supernode);
    uint32_t f = s + supernode_upward(hierarchy, supernode);

    rows_fill_infinity(walk->least, f);
    walk->rows->relax(walk->least, walk->label + first, s, limit,
                      cch_out(hierarchy, metric->closed, supernode), f, f);
    memcpy(walk->closed + first, walk->least, s * sizeof(uint32_t));
    label_uppers(walk, supernode, walk->least + s);
}

void walk_rise(struct walk *walk, const struct cch_metric *metric,
               uint32_t supernode, uint32_t limit)
{
    const struct hierarchy *hierarchy = walk->hierarchy;
    uint32_t first = hierarchy->first_vertex[supernode];
    uint32_t s = supernode_size(hierarchy, supernode);
    uint32_t n = supernode_upward(hierarchy, supernode);

    rows_fill_infinity(walk->least, n);
    walk->rows->relax(walk->least, walk->label + first, s, limit,
                      cch_out(hierarchy, metric->closed, supernode) + s, s + n,
                      n);
    label_uppers(walk, supernode, walk->least);
}

void walk_close(struct walk *walk, const struct cch_metric *metric,
                uint32_t supernode, uint32_t limit)
{
    const struct hierarchy *hierarchy = walk->hierarchy;
    uint32_t first = hierarchy->first_vertex[supernode];
    uint32_t s = supernode_size(hierarchy, supernode);
    uint32_t f = s + supernode_upward(hierarchy, supernode);

    memcpy(walk->least, walk->label + first, s * sizeof(uint32_t));
    walk->rows->relax(walk->least, walk->label + first, s, limit,
                      cch_out(hierarchy, metric->closed, supernode), f, s);
    memcpy(walk->closed + first, walk->least, s * sizeof(uint32_t));
}

void walk_backward(struct walk *walk, const struct cch_metric *metric,
                   uint32_t supernode, uint32_t limit)
{
    const struct hierarchy *hierarchy = walk->hierarchy;
    uint32_t first = hierarchy->first_vertex[supernode];
    uint32_t n = supernode_upward(hierarchy, supernode);

    rows_fill_infinity(walk->least, n);
    walk->rows->relax(walk->least, walk->label + first,
                      supernode_size(hierarchy, supernode), limit,
                      cch_in(hierarchy, metric->closed, supernode), n, n);
    label_uppers(walk, supernode, walk->least);
}
