/* sweep_together: the trees of several sources in one pass down. */
#include "core/solver/cch/sweep_together.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"
#include "core/solver/batch.h"

enum {
    /* Supernodes between two looks at the cancel flags. */
    CANCEL_EVERY = 4096,
    /* Labels of one source in one block for its sink. */
    BLOCK_LABELS = 2048,
};

void sweep_together_init(struct sweep_together *sweep, const struct map *map,
                         struct walk *walk)
{
    *sweep = (struct sweep_together){.map = map, .walk = walk};
}

void sweep_together_finish(struct sweep_together *sweep)
{
    free(sweep->cost);
}

static void clear(struct sweep_together *sweep)
{
    memset(sweep->cost, 0xff,
           sweep->map->topology.vertex_count * sizeof(*sweep->cost));
}

static int allocate(struct sweep_together *sweep)
{
    if (sweep->cost)
        return 0;
    sweep->cost = array_alloc_huge(sweep->map->topology.vertex_count,
                                   sizeof(*sweep->cost));
    if (!sweep->cost)
        return -ENOMEM;
    clear(sweep);
    return 0;
}

/* The walk of source `at`, into its lane. */
static int climb(struct sweep_together *sweep, const struct cch_metric *metric,
                 const struct query *query, size_t at)
{
    const struct hierarchy *hierarchy = &sweep->map->hierarchy;
    struct walk *walk = sweep->walk;
    int r = walk_begin_seeds(walk, query);

    if (r)
        return r;
    for (uint32_t i = 0; i < walk->way_count; i++) {
        uint32_t supernode = walk->way[i];

        walk_forward(walk, metric, supernode, COST_INFINITY);
        for (uint32_t v = hierarchy->first_vertex[supernode];
             v < hierarchy->first_vertex[supernode + 1]; v++)
            sweep->cost[v][at] = walk->closed[v];
    }
    return 0;
}

static void go_down(struct sweep_together *sweep,
                    const struct cch_metric *metric,
                    struct query *const *queries, size_t query_count)
{
    const struct hierarchy *hierarchy = &sweep->map->hierarchy;

    for (uint32_t s = hierarchy->supernode_count; s-- > 0;) {
        if (s % CANCEL_EVERY == 0 && !queries_are_open(queries, query_count))
            return;
        sweep->walk->rows->descend_together(
            sweep->cost, hierarchy->first_vertex[s],
            supernode_size(hierarchy, s), cch_in(hierarchy, metric->closed, s),
            hierarchy->upward + hierarchy->first_upward[s],
            supernode_upward(hierarchy, s));
    }
}

/* A source's labels of the vertices from `first` on. */
static void write_block(const struct sweep_together *sweep, struct query *query,
                        size_t at, uint32_t first, uint32_t count)
{
    uint32_t cost[BLOCK_LABELS];
    struct label_block block = {.first = first, .count = count, .cost = cost};

    if (!query_is_open(query))
        return;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t label = sweep->cost[first + i][at];

        cost[i] = label <= query->bound ? label : COST_INFINITY;
    }
    if (query->sink->write(query->sink, &block))
        query->status = QUERY_CANCELLED;
}

/* Block by block, so that what is near is written to all sinks. */
static void answer(const struct sweep_together *sweep,
                   struct query *const *queries, size_t query_count)
{
    uint32_t n = sweep->map->topology.vertex_count;

    for (uint32_t first = 0, count; first < n; first += count) {
        count = n - first < BLOCK_LABELS ? n - first : BLOCK_LABELS;
        for (size_t i = 0; i < query_count; i++)
            write_block(sweep, queries[i], i, first, count);
    }
}

int sweep_together_solve(struct sweep_together *sweep,
                         const struct cch_metric *metric,
                         struct query *const *queries, size_t query_count)
{
    int r = allocate(sweep);

    for (size_t i = 0; i < query_count && !r; i++) {
        queries[i]->status = QUERY_DONE;
        queries[i]->figures.phases = 2 * sweep->map->hierarchy.level_count;
        queries[i]->figures.settled = sweep->map->topology.vertex_count;
        if (query_is_open(queries[i]))
            r = climb(sweep, metric, queries[i], i);
    }
    if (!r) {
        go_down(sweep, metric, queries, query_count);
        answer(sweep, queries, query_count);
    }
    if (sweep->cost)
        clear(sweep);
    return r;
}
