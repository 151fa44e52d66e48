/* sweep: labels of all vertices, by a walk up and one pass down. */
#include "core/solver/cch/sweep.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"
#include "core/graph/hierarchy/hierarchy.h"
#include "core/solver/answer.h"
#include "core/solver/cch/rows.h"
#include "core/solver/links.h"

/* Supernodes between two looks at the cancel flag. */
enum { CANCEL_EVERY = 4096 };

void sweep_init(struct sweep *sweep, const struct map *map, struct walk *walk)
{
    *sweep = (struct sweep){.map = map, .walk = walk};
}

static void release(struct sweep *sweep)
{
    free(sweep->lowest);
    free(sweep->cost);
    free(sweep->upper_cost);
    free(sweep->link);
    free(sweep->reached);
    free(sweep->queue);
    free(sweep->ranges);
    sweep_init(sweep, sweep->map, sweep->walk);
}

int sweep_prepare(struct sweep *sweep)
{
    const struct hierarchy *hierarchy = &sweep->map->hierarchy;
    size_t n = sweep->map->topology.vertex_count;

    if (sweep->lowest)
        return 0;
    sweep->lowest = array_alloc(hierarchy->supernode_count, sizeof(uint32_t));
    sweep->cost = array_alloc(n, sizeof(uint32_t));
    sweep->upper_cost = array_alloc((size_t)hierarchy->front_max + ROWS_SLACK,
                                    sizeof(uint32_t));
    sweep->link = array_alloc(n, sizeof(uint32_t));
    sweep->reached = array_alloc(n, sizeof(uint32_t));
    sweep->queue = array_alloc(n, sizeof(uint32_t));
    if (!sweep->lowest || !sweep->cost || !sweep->upper_cost || !sweep->link ||
        !sweep->reached || !sweep->queue) {
        release(sweep);
        return -ENOMEM;
    }
    subtrees_find_lowest(hierarchy, sweep->lowest);
    rows_fill_infinity(sweep->cost, n);
    return 0;
}

void sweep_finish(struct sweep *sweep)
{
    release(sweep);
}

static int climb(struct sweep *sweep, const struct cch_metric *metric,
                 const struct query *query)
{
    struct walk *walk = sweep->walk;
    int r = walk_begin_seeds(walk, query);

    if (r)
        return r;
    for (uint32_t i = 0; i < walk->way_count; i++)
        walk_forward(walk, metric, walk->way[i], COST_INFINITY);
    return 0;
}

/* The range goes right before the last one, or is a new one. */
static int note_range(struct sweep *sweep, uint32_t first, uint32_t end)
{
    void *items = sweep->ranges;

    if (sweep->range_count &&
        sweep->ranges[sweep->range_count - 1].first == end) {
        sweep->ranges[sweep->range_count - 1].first = first;
        return 0;
    }
    if (array_reserve(&items, &sweep->range_capacity, sweep->range_count + 1,
                      sizeof(*sweep->ranges)))
        return -ENOMEM;
    sweep->ranges = items;
    sweep->ranges[sweep->range_count++] = (struct swept_range){first, end};
    return 0;
}

/* The labels of its uppers; returns the least of them. */
static uint32_t gather(struct sweep *sweep, uint32_t supernode)
{
    const struct hierarchy *hierarchy = &sweep->map->hierarchy;
    const uint32_t *upper =
        hierarchy->upward + hierarchy->first_upward[supernode];
    uint32_t n = supernode_upward(hierarchy, supernode);
    uint32_t least = COST_INFINITY;

    for (uint32_t j = 0; j < n; j++) {
        uint32_t cost = sweep->cost[upper[j]];

        sweep->upper_cost[j] = cost;
        least = cost < least ? cost : least;
    }
    rows_fill_infinity(sweep->upper_cost + n, ROWS_SLACK);
    return least;
}

static void descend(struct sweep *sweep, const struct cch_metric *metric,
                    uint32_t supernode)
{
    const struct hierarchy *hierarchy = &sweep->map->hierarchy;
    uint32_t first = hierarchy->first_vertex[supernode];
    uint32_t s = supernode_size(hierarchy, supernode);

    if (sweep->walk->on_way[supernode])
        memcpy(sweep->cost + first, sweep->walk->closed + first,
               s * sizeof(uint32_t));
    sweep->walk->rows->descend(
        sweep->cost + first, s, cch_in(hierarchy, metric->closed, supernode),
        sweep->upper_cost, supernode_upward(hierarchy, supernode));
}

/* All supernodes that may have a label within the bound. */
static int go_down(struct sweep *sweep, const struct cch_metric *metric,
                   struct query *query)
{
    const struct hierarchy *hierarchy = &sweep->map->hierarchy;
    uint32_t next = hierarchy->supernode_count;

    for (uint32_t done = 1; next > 0; done++) {
        uint32_t supernode = --next;
        uint32_t least = gather(sweep, supernode);
        uint32_t first = hierarchy->first_vertex[supernode];

        if (done % CANCEL_EVERY == 0 && cancel_due(query->cancel)) {
            query->status = QUERY_CANCELLED;
            return 0;
        }
        if (least > query->bound && !sweep->walk->on_way[supernode]) {
            next = sweep->lowest[supernode];
            continue;
        }
        /* First, so that clear() knows of all labels. */
        if (note_range(sweep, first, hierarchy->first_vertex[supernode + 1]))
            return -ENOMEM;
        descend(sweep, metric, supernode);
        query->figures.settled += supernode_size(hierarchy, supernode);
    }
    return 0;
}

static void list_reached(struct sweep *sweep, uint32_t bound)
{
    sweep->reached_count = 0;
    for (size_t i = sweep->range_count; i-- > 0;) {
        for (uint32_t v = sweep->ranges[i].first; v < sweep->ranges[i].end;
             v++) {
            if (sweep->cost[v] <= bound && sweep->cost[v] != COST_INFINITY)
                sweep->reached[sweep->reached_count++] = v;
        }
    }
}

static int find_links(struct sweep *sweep, const struct cch_metric *metric,
                      struct query *query, struct error *error)
{
    struct links_scope scope = {
        .topology = &sweep->map->topology,
        .weights = &metric->weights,
        .cost = sweep->cost,
        .vertices = sweep->reached,
        .vertex_count = sweep->reached_count,
    };

    return links_find(&scope, query, sweep->link, sweep->queue, error);
}

static int answer(struct sweep *sweep, const struct cch_metric *metric,
                  struct query *query, struct error *error)
{
    struct labels labels = {sweep->cost, sweep->link};
    bool links = query->predecessors && query->output != QUERY_COSTS;
    int r = 0;

    if (links || query->output == QUERY_REACHED)
        list_reached(sweep, query->bound);
    if (links)
        r = find_links(sweep, metric, query, error);
    if (r || query->status == QUERY_CANCELLED)
        return r;
    if (query->output == QUERY_REACHED)
        return answer_reached_from(query, sweep->reached, sweep->reached_count,
                                   &labels);
    return answer_from_labels(query, &sweep->map->topology, &labels);
}

static void clear(struct sweep *sweep)
{
    for (size_t i = 0; i < sweep->range_count; i++) {
        const struct swept_range *range = &sweep->ranges[i];

        rows_fill_infinity(sweep->cost + range->first,
                           range->end - range->first);
    }
    sweep->range_count = 0;
}

int sweep_solve(struct sweep *sweep, const struct cch_metric *metric,
                struct query *query, struct error *error)
{
    int r = sweep_prepare(sweep);

    if (!r)
        r = climb(sweep, metric, query);
    query->status = QUERY_DONE;
    query->figures.phases = 2 * sweep->map->hierarchy.level_count;
    if (!r)
        r = go_down(sweep, metric, query);
    if (r == -ENOMEM)
        error_no_memory(error);
    if (!r && query->status == QUERY_DONE)
        r = answer(sweep, metric, query, error);
    clear(sweep);
    return r;
}
