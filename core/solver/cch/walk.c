/* walk: costs, then sums. */
#include "core/solver/cch/walk.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"
#include "core/solver/cch/rows.h"

/* ---- Costs ---- */

int walk_init(struct walk *walk, const struct map *map, bool forward)
{
    size_t n = map->topology.vertex_count;

    *walk = (struct walk){.hierarchy = &map->hierarchy, .rows = row_kernels()};
    walk->label = array_alloc(n, sizeof(uint32_t));
    walk->closed = array_alloc(forward ? n : 0, sizeof(uint32_t));
    walk->from = array_alloc(n, sizeof(uint32_t));
    walk->on_chain = array_zero(map->hierarchy.supernode_count, sizeof(bool));
    walk->least = array_alloc((size_t)map->hierarchy.front_max + ROWS_SLACK,
                              sizeof(uint32_t));
    if (!walk->label || !walk->closed || !walk->from || !walk->on_chain ||
        !walk->least)
        return -ENOMEM;
    return 0;
}

void walk_finish(struct walk *walk)
{
    free(walk->label);
    free(walk->closed);
    free(walk->from);
    free(walk->on_chain);
    free(walk->chain);
    free(walk->least);
}

void walk_clear(struct walk *walk)
{
    for (uint32_t i = 0; i < walk->chain_count; i++)
        walk->on_chain[walk->chain[i]] = false;
    walk->chain_count = 0;
    walk->begun = 0;
}

static void join_chain(struct walk *walk, uint32_t supernode)
{
    rows_fill_infinity(walk->label + walk->hierarchy->first_vertex[supernode],
                       supernode_size(walk->hierarchy, supernode));
    walk->on_chain[supernode] = true;
    walk->chain[walk->chain_count++] = supernode;
}

int walk_begin(struct walk *walk, uint32_t vertex, uint32_t cost)
{
    const struct hierarchy *hierarchy = walk->hierarchy;
    uint32_t supernode = hierarchy->supernode[vertex];

    if (array_reserve(&walk->chain, &walk->chain_capacity,
                      walk->chain_count + (size_t)hierarchy->level_count,
                      sizeof(*walk->chain)))
        return -ENOMEM;
    walk->begun += !walk->on_chain[supernode];
    for (; supernode != SUPERNODE_NONE && !walk->on_chain[supernode];
         supernode = hierarchy->parent[supernode])
        join_chain(walk, supernode);
    if (cost < walk->label[vertex]) {
        walk->label[vertex] = cost;
        walk->from[vertex] = SUPERNODE_NONE;
    }
    return 0;
}

void walk_sort(struct walk *walk)
{
    if (walk->begun > 1)
        qsort(walk->chain, walk->chain_count, sizeof(*walk->chain),
              compare_u32);
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

/* least: [n], costs from the start of the walk to the upward neighbours. */
static void label_upward(struct walk *walk, uint32_t supernode,
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
    label_upward(walk, supernode, walk->least + s);
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
    label_upward(walk, supernode, walk->least);
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
    label_upward(walk, supernode, walk->least);
}

/* ---- Whole labels: sums along with costs ---- */

int walk_sums_init(struct walk_sums *sums, const struct map *map)
{
    size_t n = map->topology.vertex_count;
    size_t front = (size_t)map->hierarchy.front_max + ROWS_SLACK;

    *sums = (struct walk_sums){.hierarchy = &map->hierarchy};
    sums->duration = array_alloc(n, sizeof(uint32_t));
    sums->length = array_alloc(n, sizeof(uint32_t));
    sums->closed_duration = array_alloc(n, sizeof(uint32_t));
    sums->closed_length = array_alloc(n, sizeof(uint32_t));
    sums->front_cost = array_zero(front, sizeof(uint32_t));
    sums->front_duration = array_zero(front, sizeof(uint32_t));
    sums->front_length = array_zero(front, sizeof(uint32_t));
    return sums->duration && sums->length && sums->closed_duration &&
                   sums->closed_length && sums->front_cost &&
                   sums->front_duration && sums->front_length
               ? 0
               : -ENOMEM;
}

void walk_sums_finish(struct walk_sums *sums)
{
    free(sums->duration);
    free(sums->length);
    free(sums->closed_duration);
    free(sums->closed_length);
    free(sums->front_cost);
    free(sums->front_duration);
    free(sums->front_length);
}

static void begin(struct walk_sums *sums, const struct walk *walk,
                  uint32_t vertex)
{
    const struct hierarchy *hierarchy = sums->hierarchy;

    for (uint32_t i = 0; i < walk->chain_count; i++) {
        uint32_t first = hierarchy->first_vertex[walk->chain[i]];
        uint32_t s = supernode_size(hierarchy, walk->chain[i]);

        rows_fill_infinity(sums->duration + first, s);
        rows_fill_infinity(sums->length + first, s);
    }
    sums->duration[vertex] = 0;
    sums->length[vertex] = 0;
}

/* Copies the current labels of the supernode's upward neighbours to the front
 * from `at` on; and back. */
static void load_upward(struct walk_sums *sums, const struct walk *walk,
                        uint32_t supernode, uint32_t at)
{
    const struct hierarchy *hierarchy = sums->hierarchy;
    const uint32_t *upper =
        hierarchy->upward + hierarchy->first_upward[supernode];
    uint32_t n = supernode_upward(hierarchy, supernode);

    for (uint32_t j = 0; j < n; j++) {
        sums->front_cost[at + j] = walk->label[upper[j]];
        sums->front_duration[at + j] = sums->duration[upper[j]];
        sums->front_length[at + j] = sums->length[upper[j]];
    }
}

static void store_upward(struct walk_sums *sums, uint32_t supernode,
                         uint32_t at)
{
    const struct hierarchy *hierarchy = sums->hierarchy;
    const uint32_t *upper =
        hierarchy->upward + hierarchy->first_upward[supernode];
    uint32_t n = supernode_upward(hierarchy, supernode);

    for (uint32_t j = 0; j < n; j++) {
        sums->duration[upper[j]] = sums->front_duration[at + j];
        sums->length[upper[j]] = sums->front_length[at + j];
    }
}

/* Tightens the front's first `count` words, from the labels of the supernode
 * over its panel from word `entry` on. */
static void tighten(struct walk_sums *sums, const struct walk *walk,
                    const struct cch_metric *metric,
                    const struct closed_sums *closed, uint32_t supernode,
                    uint64_t entry, uint32_t count)
{
    uint32_t first = sums->hierarchy->first_vertex[supernode];
    struct label_matrix front = {sums->front_cost, sums->front_duration,
                                 sums->front_length, count};
    struct label_matrix labels = {walk->label + first, sums->duration + first,
                                  sums->length + first, 0};
    struct label_matrix panel = {metric->closed + entry,
                                 closed->duration + entry,
                                 closed->length + entry, count};

    walk->rows->tighten(front, labels, panel, 1,
                        supernode_size(sums->hierarchy, supernode), count);
}

static void step_forward(struct walk_sums *sums, const struct walk *walk,
                         const struct cch_metric *metric,
                         const struct closed_sums *closed, uint32_t supernode)
{
    const struct hierarchy *hierarchy = sums->hierarchy;
    uint32_t first = hierarchy->first_vertex[supernode];
    uint32_t s = supernode_size(hierarchy, supernode);
    uint32_t f = s + supernode_upward(hierarchy, supernode);

    memcpy(sums->front_cost, walk->closed + first, s * sizeof(uint32_t));
    rows_fill_infinity(sums->front_duration, s);
    rows_fill_infinity(sums->front_length, s);
    load_upward(sums, walk, supernode, s);
    tighten(sums, walk, metric, closed, supernode,
            hierarchy->first_panel[supernode], f);
    memcpy(sums->closed_duration + first, sums->front_duration,
           s * sizeof(uint32_t));
    memcpy(sums->closed_length + first, sums->front_length,
           s * sizeof(uint32_t));
    store_upward(sums, supernode, s);
}

void walk_sums_forward(struct walk_sums *sums, const struct walk *walk,
                       const struct cch_metric *metric,
                       const struct closed_sums *closed, uint32_t vertex)
{
    begin(sums, walk, vertex);
    for (uint32_t i = 0; i < walk->chain_count; i++)
        step_forward(sums, walk, metric, closed, walk->chain[i]);
}

void walk_sums_backward(struct walk_sums *sums, const struct walk *walk,
                        const struct cch_metric *metric,
                        const struct closed_sums *closed, uint32_t vertex)
{
    const struct hierarchy *hierarchy = sums->hierarchy;

    begin(sums, walk, vertex);
    for (uint32_t i = 0; i < walk->chain_count; i++) {
        uint32_t supernode = walk->chain[i];
        uint64_t s = supernode_size(hierarchy, supernode);
        uint32_t n = supernode_upward(hierarchy, supernode);

        load_upward(sums, walk, supernode, 0);
        tighten(sums, walk, metric, closed, supernode,
                hierarchy->first_panel[supernode] + s * (s + n), n);
        store_upward(sums, supernode, 0);
    }
}
