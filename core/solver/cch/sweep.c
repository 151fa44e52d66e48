/* sweep: one tree, several trees together, and predecessors of final labels. */
#include "core/solver/cch/sweep.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"
#include "core/base/error.h"
#include "core/graph/cost.h"
#include "core/graph/hierarchy/hierarchy.h"
#include "core/graph/topology.h"
#include "core/graph/weights.h"
#include "core/solver/answer.h"
#include "core/solver/cch/rows.h"
#include "core/solver/query.h"

/* ---- Predecessors of final labels ---- */

/* Predecessors, derived once the labels are final.
 *
 * For CPU solvers that find labels without following arcs. An arc from u to v
 * is tight if cost[u] + weight = cost[v], neither infinite. A labelled vertex
 * is a root, a seed that kept its seed's cost; or rising, if a tight arc comes
 * from a lower label; else it is level, with tight arcs only from equal labels,
 * over weight 0 or between saturated ones. Level vertices are linked last, each
 * to a vertex that is linked already.
 *
 * Links form no cycle: along them labels fall or stay, so all labels of a cycle
 * would be equal and all its links level, each made after the link of the
 * vertex that it leads to. Every labelled vertex gets a link, since all arcs of
 * a shortest path to it from a root are tight. */

/* The labels to find links for. */
struct links_scope {
    const struct topology *topology;
    const struct weights *weights;
    const uint32_t *cost;     /* [vertex_count] */
    const uint32_t *vertices; /* [vertex_count] all with a label within the
                                 query's bound, in any order */
    uint32_t vertex_count;
};

/* Not found yet; no arc has this number. */
#define LINK_MISSING (ARC_NONE - 1)

/* Vertices of links, and supernodes of sweeps, between two checks of the cancel
 * flag. */
enum { LINKS_EVERY = 16384, SWEEP_EVERY = 4096 };

struct search {
    const struct links_scope *scope;
    struct query *query;
    uint32_t *link;
    uint32_t *queue;
    uint32_t missing; /* vertices without a link */
};

static void mark_missing(struct search *search)
{
    const struct links_scope *scope = search->scope;

    for (uint32_t i = 0; i < scope->vertex_count; i++)
        search->link[scope->vertices[i]] = LINK_MISSING;
    search->missing = scope->vertex_count;
}

static void mark_roots(struct search *search)
{
    const struct query *query = search->query;

    for (uint32_t i = 0; i < query->seed_count; i++) {
        uint32_t vertex = query->seeds[i].vertex;
        uint32_t cost = query->seeds[i].cost;

        if (search->scope->cost[vertex] != cost || cost > query->bound ||
            search->link[vertex] != LINK_MISSING)
            continue;
        search->link[vertex] = ARC_NONE;
        search->missing--;
    }
}

/* Links the unlinked heads of u's tight arcs, rising or level ones; appends
 * them to `linked`. Returns how many. */
static uint32_t link_heads(struct search *search, uint32_t u, bool rising,
                           uint32_t *linked)
{
    const struct links_scope *scope = search->scope;
    const struct topology *topology = scope->topology;
    uint32_t cost = scope->cost[u];
    uint32_t count = 0;

    for (uint32_t a = topology->first_out[u]; a < topology->first_out[u + 1];
         a++) {
        uint32_t v = topology->head[a];
        uint32_t sum = cost_add(cost, scope->weights->weight[a]);

        if (sum != scope->cost[v] || sum > search->query->bound ||
            sum == COST_INFINITY || (sum > cost) != rising ||
            search->link[v] != LINK_MISSING)
            continue;
        search->link[v] = a;
        if (linked)
            linked[count] = v;
        count++;
    }
    return count;
}

static bool is_due(struct search *search, uint32_t done)
{
    if (done % LINKS_EVERY || !cancel_due(search->query->cancel))
        return false;
    search->query->status = QUERY_CANCELLED;
    return true;
}

static void link_rising(struct search *search)
{
    const struct links_scope *scope = search->scope;

    for (uint32_t i = 0; i < scope->vertex_count && !is_due(search, i); i++)
        search->missing -= link_heads(search, scope->vertices[i], true, NULL);
}

/* Follows level arcs from all linked vertices to unlinked ones. */
static void link_level(struct search *search)
{
    const struct links_scope *scope = search->scope;
    uint32_t count = 0;

    for (uint32_t i = 0; i < scope->vertex_count; i++) {
        if (search->link[scope->vertices[i]] != LINK_MISSING)
            search->queue[count++] = scope->vertices[i];
    }
    for (uint32_t i = 0; i < count && search->missing && !is_due(search, i);
         i++) {
        uint32_t linked =
            link_heads(search, search->queue[i], false, search->queue + count);

        search->missing -= linked;
        count += linked;
    }
}

/* Fills link[v], [vertex_count of the topology], for the scope's vertices: an
 * arc, ARC_NONE at a root; other entries are undefined. queue:
 * [scope.vertex_count] scratch words. Cancels a query that is due, and its
 * links are then void. Linear in vertices and their arcs. 0, or -EIO for labels
 * that lead to no seed. */
static int links_find(const struct links_scope *scope, struct query *query,
                      uint32_t *link, uint32_t *queue, struct error *error)
{
    struct search search = {
        .scope = scope, .query = query, .link = link, .queue = queue};

    mark_missing(&search);
    mark_roots(&search);
    link_rising(&search);
    if (search.missing && query->status != QUERY_CANCELLED)
        link_level(&search);
    if (search.missing && query->status != QUERY_CANCELLED)
        return error_set(error, -EIO, "predecessors: %u labels lead to no seed",
                         search.missing);
    return 0;
}

/* ---- One tree ---- */

/* Vertices [first, end) that got labels. */
struct swept_range {
    uint32_t first;
    uint32_t end;
};

void sweep_init(struct sweep *sweep, const struct map *map, struct walk *walk)
{
    *sweep = (struct sweep){.map = map, .walk = walk};
}

static void release(struct sweep *sweep)
{
    free(sweep->lowest);
    free(sweep->cost);
    free(sweep->upward_cost);
    free(sweep->link);
    free(sweep->reached);
    free(sweep->queue);
    free(sweep->ranges);
    *sweep = (struct sweep){
        .map = sweep->map, .walk = sweep->walk, .lanes = sweep->lanes};
}

int sweep_prepare(struct sweep *sweep)
{
    const struct hierarchy *hierarchy = &sweep->map->hierarchy;
    size_t n = sweep->map->topology.vertex_count;

    if (sweep->lowest)
        return 0;
    sweep->lowest = array_alloc(hierarchy->supernode_count, sizeof(uint32_t));
    sweep->cost = array_alloc(n, sizeof(uint32_t));
    sweep->upward_cost = array_alloc((size_t)hierarchy->front_max + ROWS_SLACK,
                                     sizeof(uint32_t));
    sweep->link = array_alloc(n, sizeof(uint32_t));
    sweep->reached = array_alloc(n, sizeof(uint32_t));
    sweep->queue = array_alloc(n, sizeof(uint32_t));
    if (!sweep->lowest || !sweep->cost || !sweep->upward_cost || !sweep->link ||
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
    sweep_trim(sweep);
}

static int walk_seeds(struct sweep *sweep, const struct cch_metric *metric,
                      const struct query *query)
{
    struct walk *walk = sweep->walk;
    int r = walk_begin_seeds(walk, query);

    if (r)
        return r;
    for (uint32_t i = 0; i < walk->chain_count; i++)
        walk_forward(walk, metric, walk->chain[i], COST_INFINITY);
    return 0;
}

/* Extends the last range downwards, or adds a new one. */
static int note_range(struct sweep *sweep, uint32_t first, uint32_t end)
{
    struct swept_range range = {first, end};

    if (sweep->range_count &&
        sweep->ranges[sweep->range_count - 1].first == end) {
        sweep->ranges[sweep->range_count - 1].first = first;
        return 0;
    }
    return array_append(&sweep->ranges, &sweep->range_count,
                        &sweep->range_capacity, &range, sizeof(range));
}

/* Copies the labels of the upward neighbours; returns the least of them. */
static uint32_t gather(struct sweep *sweep, uint32_t supernode)
{
    const struct hierarchy *hierarchy = &sweep->map->hierarchy;
    const uint32_t *upper =
        hierarchy->upward + hierarchy->first_upward[supernode];
    uint32_t n = supernode_upward(hierarchy, supernode);
    uint32_t least = COST_INFINITY;

    for (uint32_t j = 0; j < n; j++) {
        uint32_t cost = sweep->cost[upper[j]];

        sweep->upward_cost[j] = cost;
        least = cost < least ? cost : least;
    }
    rows_fill_infinity(sweep->upward_cost + n, ROWS_SLACK);
    return least;
}

static void descend(struct sweep *sweep, const struct cch_metric *metric,
                    uint32_t supernode)
{
    const struct hierarchy *hierarchy = &sweep->map->hierarchy;
    uint32_t first = hierarchy->first_vertex[supernode];
    uint32_t s = supernode_size(hierarchy, supernode);

    if (sweep->walk->on_chain[supernode])
        memcpy(sweep->cost + first, sweep->walk->closed + first,
               s * sizeof(uint32_t));
    sweep->walk->rows->descend(
        sweep->cost + first, s, cch_in(hierarchy, metric->closed, supernode),
        sweep->upward_cost, supernode_upward(hierarchy, supernode));
}

/* Visits all supernodes that may have a label within the bound. */
static int go_down(struct sweep *sweep, const struct cch_metric *metric,
                   struct query *query)
{
    const struct hierarchy *hierarchy = &sweep->map->hierarchy;
    uint32_t next = hierarchy->supernode_count;

    for (uint32_t done = 1; next > 0; done++) {
        uint32_t supernode = --next;
        uint32_t least = gather(sweep, supernode);
        uint32_t first = hierarchy->first_vertex[supernode];

        if (done % SWEEP_EVERY == 0 && cancel_due(query->cancel)) {
            query->status = QUERY_CANCELLED;
            return 0;
        }
        if (least > query->bound && !sweep->walk->on_chain[supernode]) {
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
    if (query->output != QUERY_REACHED)
        return answer_from_labels(query, &sweep->map->topology, &labels);
    answer_reached_from(query, sweep->reached, sweep->reached_count, &labels);
    return 0;
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
        r = walk_seeds(sweep, metric, query);
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

/* ---- Several trees together ---- */

/* Labels of one source in one block for its sink. */
enum { BLOCK_LABELS = 2048 };

void sweep_trim(struct sweep *sweep)
{
    free(sweep->lanes);
    sweep->lanes = NULL;
}

static void clear_lanes(struct sweep *sweep)
{
    memset(sweep->lanes, 0xff,
           sweep->map->topology.vertex_count * sizeof(*sweep->lanes));
}

static int allocate_lanes(struct sweep *sweep)
{
    if (sweep->lanes)
        return 0;
    sweep->lanes = array_alloc_huge(sweep->map->topology.vertex_count,
                                    sizeof(*sweep->lanes));
    if (!sweep->lanes)
        return -ENOMEM;
    clear_lanes(sweep);
    return 0;
}

/* Walks from source `at` and copies its labels into that lane. */
static int walk_source(struct sweep *sweep, const struct cch_metric *metric,
                       const struct query *query, size_t at)
{
    const struct hierarchy *hierarchy = &sweep->map->hierarchy;
    struct walk *walk = sweep->walk;
    int r = walk_begin_seeds(walk, query);

    if (r)
        return r;
    for (uint32_t i = 0; i < walk->chain_count; i++) {
        uint32_t supernode = walk->chain[i];

        walk_forward(walk, metric, supernode, COST_INFINITY);
        for (uint32_t v = hierarchy->first_vertex[supernode];
             v < hierarchy->first_vertex[supernode + 1]; v++)
            sweep->lanes[v][at] = walk->closed[v];
    }
    return 0;
}

static void sweep_lanes(struct sweep *sweep, const struct cch_metric *metric,
                        struct query *const *queries, size_t query_count)
{
    const struct hierarchy *hierarchy = &sweep->map->hierarchy;

    for (uint32_t s = hierarchy->supernode_count; s-- > 0;) {
        if (s % SWEEP_EVERY == 0 && !queries_are_open(queries, query_count))
            return;
        sweep->walk->rows->descend_together(
            sweep->lanes, hierarchy->first_vertex[s],
            supernode_size(hierarchy, s), cch_in(hierarchy, metric->closed, s),
            hierarchy->upward + hierarchy->first_upward[s],
            supernode_upward(hierarchy, s));
    }
}

/* Writes a source's labels of the vertices from `first` on. */
static void write_block(const struct sweep *sweep, struct query *query,
                        size_t at, uint32_t first, uint32_t count)
{
    uint32_t cost[BLOCK_LABELS];
    struct label_block block = {.first = first, .count = count, .cost = cost};

    if (!query_is_open(query))
        return;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t label = sweep->lanes[first + i][at];

        cost[i] = label <= query->bound ? label : COST_INFINITY;
    }
    if (query->sink->write(query->sink, &block))
        query->status = QUERY_CANCELLED;
}

/* Block by block, so that labels in cache go to all sinks. */
static void answer_lanes(const struct sweep *sweep,
                         struct query *const *queries, size_t query_count)
{
    uint32_t n = sweep->map->topology.vertex_count;

    for (uint32_t first = 0, count; first < n; first += count) {
        count = n - first < BLOCK_LABELS ? n - first : BLOCK_LABELS;
        for (size_t i = 0; i < query_count; i++)
            write_block(sweep, queries[i], i, first, count);
    }
}

int sweep_solve_together(struct sweep *sweep, const struct cch_metric *metric,
                         struct query *const *queries, size_t query_count)
{
    int r = allocate_lanes(sweep);

    for (size_t i = 0; i < query_count && !r; i++) {
        queries[i]->status = QUERY_DONE;
        queries[i]->figures.phases = 2 * sweep->map->hierarchy.level_count;
        queries[i]->figures.settled = sweep->map->topology.vertex_count;
        if (query_is_open(queries[i]))
            r = walk_source(sweep, metric, queries[i], i);
    }
    if (!r) {
        sweep_lanes(sweep, metric, queries, query_count);
        answer_lanes(sweep, queries, query_count);
    }
    if (sweep->lanes)
        clear_lanes(sweep);
    return r;
}
