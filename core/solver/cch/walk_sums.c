/* walk_sums: duration and length beside the labels of a walk that is over. */
#include "core/solver/cch/walk_sums.h"

#include <errno.h>
#include <stdlib.h>

#include "core/base/array.h"

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

    for (uint32_t i = 0; i < walk->way_count; i++) {
        uint32_t first = hierarchy->first_vertex[walk->way[i]];
        uint32_t s = supernode_size(hierarchy, walk->way[i]);

        rows_fill_infinity(sums->duration + first, s);
        rows_fill_infinity(sums->length + first, s);
    }
    sums->duration[vertex] = 0;
    sums->length[vertex] = 0;
}

/* What the labels of the supernode's uppers have so far, from `at` on in the
 * front; and back. */
static void load_uppers(struct walk_sums *sums, const struct walk *walk,
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

static void store_uppers(struct walk_sums *sums, uint32_t supernode,
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

/* The front's `count` first, from the labels of the supernode over its panel
 * from word `entry` on. */
static void tighten(struct walk_sums *sums, const struct walk *walk,
                    const struct cch_metric *metric,
                    const struct closed_sums *closed, uint32_t supernode,
                    uint64_t entry, uint32_t count)
{
    uint32_t first = sums->hierarchy->first_vertex[supernode];
    struct label_target front = {sums->front_cost, sums->front_duration,
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
    load_uppers(sums, walk, supernode, s);
    tighten(sums, walk, metric, closed, supernode,
            hierarchy->first_panel[supernode], f);
    memcpy(sums->closed_duration + first, sums->front_duration,
           s * sizeof(uint32_t));
    memcpy(sums->closed_length + first, sums->front_length,
           s * sizeof(uint32_t));
    store_uppers(sums, supernode, s);
}

void walk_sums_forward(struct walk_sums *sums, const struct walk *walk,
                       const struct cch_metric *metric,
                       const struct closed_sums *closed, uint32_t vertex)
{
    begin(sums, walk, vertex);
    for (uint32_t i = 0; i < walk->way_count; i++)
        step_forward(sums, walk, metric, closed, walk->way[i]);
}

void walk_sums_backward(struct walk_sums *sums, const struct walk *walk,
                        const struct cch_metric *metric,
                        const struct closed_sums *closed, uint32_t vertex)
{
    const struct hierarchy *hierarchy = sums->hierarchy;

    begin(sums, walk, vertex);
    for (uint32_t i = 0; i < walk->way_count; i++) {
        uint32_t supernode = walk->way[i];
        uint64_t s = supernode_size(hierarchy, supernode);
        uint32_t n = supernode_upward(hierarchy, supernode);

        load_uppers(sums, walk, supernode, 0);
        tighten(sums, walk, metric, closed, supernode,
                hierarchy->first_panel[supernode] + s * (s + n), n);
        store_uppers(sums, supernode, 0);
    }
}
