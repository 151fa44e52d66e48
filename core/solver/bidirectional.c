/* bidirectional: Dijkstra's algorithm from both ends at once, for pairs.
 *
 * Nicholson, "Finding the shortest route between two points in a network",
 * 1966; stopping rule: Goldberg and Werneck, "Computing point-to-point shortest
 * paths from external memory", 2005, section 2. On road maps it settles 0.6 to
 * 0.7 of the vertices that a search from one end settles until it meets the
 * target. Memory of a workspace: 48 bytes a vertex. */
#include "core/solver/catalog.h"

#include <math.h>
#include <stdlib.h>

#include "core/solver/answer.h"
#include "core/solver/csr.h"
#include "core/solver/frontier.h"
#include "core/solver/via_frontiers.h"

/* ---- One search from both ends ---- */

/* One search of a pair from both ends.
 *
 * The forward frontier starts at the seeds, the backward one at the target's
 * vertices, each with its adjustment less the smallest of them, so that none is
 * negative. The frontier with fewer open vertices settles the next one.
 * Whenever a vertex has labels from both ends their sum is a candidate. The
 * search ends when the two least open labels add up to no less than the best:
 * any path not seen yet contains open vertices of both.
 *
 * No path visits a vertex twice, even with weight 0: if a vertex is settled
 * from one end and is next from the other, the two least open labels add up to
 * its own sum, so the search is over. Inner vertices of the halves are settled,
 * so the halves share none. */

/* To all of a target's vertices or to one of them. */
struct both_ends {
    struct search_frontier *forward;
    struct search_frontier
        *backward; /* links are the arcs towards the target */
    const struct map *map;
    const struct topology *topology;
    const struct reverse_topology *reverse;
    const uint32_t *weight;
    struct query *query;
    struct target target;
    struct phase_observer *observer; /* of this search, or NULL */

    /* Set by the search. */
    int64_t shift;    /* smallest adjustment of the target */
    uint32_t limit;   /* larger sums are ignored; COST_OVERFLOW: none */
    uint32_t best;    /* least sum of both halves, COST_INFINITY: none */
    uint32_t meeting; /* the vertex of the best sum */
};

/* Settled vertices between two checks of the cancel flag. */
enum { CANCEL_EVERY = 1024 };

static void improve(struct both_ends *search, struct search_frontier *frontier,
                    const struct search_frontier *other, uint32_t vertex,
                    uint32_t cost, uint32_t arc)
{
    uint32_t sum;

    if (cost >= frontier->cost[vertex])
        return;
    search_frontier_label(frontier, vertex, cost, arc);
    sum = cost_add(cost, other->cost[vertex]);
    if (sum < search->best) {
        search->best = sum;
        search->meeting = vertex;
    }
}

__attribute__((always_inline)) static inline void
settle_forward(struct both_ends *search, struct watch *watch)
{
    struct heap_entry least = heap_pop(&search->forward->open);
    uint32_t end = search->topology->first_out[least.vertex + 1];

    if (watch)
        watch_settled(watch, SEARCH_FORWARD, least.vertex, least.cost);
    for (uint32_t a = search->topology->first_out[least.vertex]; a < end; a++)
        improve(search, search->forward, search->backward,
                search->topology->head[a],
                cost_add(least.cost, search->weight[a]), a);
}

__attribute__((always_inline)) static inline void
settle_backward(struct both_ends *search, struct watch *watch)
{
    struct heap_entry least = heap_pop(&search->backward->open);
    uint32_t end = search->reverse->first_in[least.vertex + 1];

    if (watch)
        watch_settled(watch, SEARCH_BACKWARD, least.vertex, least.cost);
    for (uint32_t i = search->reverse->first_in[least.vertex]; i < end; i++) {
        uint32_t a = search->reverse->arc[i];

        improve(search, search->backward, search->forward,
                search->reverse->tail[i],
                cost_add(least.cost, search->weight[a]), a);
    }
}

/* Whether no path still unseen can be better. */
__attribute__((always_inline)) static inline bool
is_over(const struct both_ends *search)
{
    const struct heap *forward = &search->forward->open;
    const struct heap *backward = &search->backward->open;
    uint32_t least;

    if (forward->count == 0 || backward->count == 0)
        return true;
    least = cost_add(heap_least_cost(forward), heap_least_cost(backward));
    return least >= search->best || least > search->limit;
}

/* An adjustment as a non-negative cost. */
static uint32_t shifted(const struct both_ends *search, int64_t adjustment)
{
    uint64_t cost = (uint64_t)adjustment - (uint64_t)search->shift;

    return cost > COST_MAX ? COST_OVERFLOW : (uint32_t)cost;
}

/* Computes shift and limit for the target. */
static void set_limits(struct both_ends *search)
{
    const struct target *target = &search->target;
    int64_t largest = INT64_MIN;

    search->shift = INT64_MAX;
    for (uint32_t i = 0; i < target->vertex_count; i++) {
        int64_t adjustment = target->vertices[i].adjustment;

        if (adjustment < search->shift)
            search->shift = adjustment;
        if (adjustment > largest)
            largest = adjustment;
    }
    search->limit = search->query->bound;
    if (target->vertex_count && search->limit < COST_OVERFLOW)
        search->limit = cost_add(search->limit, shifted(search, largest));
}

static void start(struct both_ends *search)
{
    const struct query *query = search->query;
    const struct target *target = &search->target;

    search_frontier_clear(search->forward);
    search_frontier_clear(search->backward);
    search->best = COST_INFINITY;
    search->meeting = VERTEX_NONE;
    set_limits(search);
    for (uint32_t i = 0; i < query->seed_count; i++)
        improve(search, search->forward, search->backward,
                query->seeds[i].vertex, query->seeds[i].cost, ARC_NONE);
    for (uint32_t i = 0; i < target->vertex_count; i++)
        improve(search, search->backward, search->forward,
                target->vertices[i].vertex,
                shifted(search, target->vertices[i].adjustment), ARC_NONE);
}

/* Nonzero once the query is cancelled. Inlined twice, so that a search without
 * an observer does not test for one. */
__attribute__((always_inline)) static inline int
run_to_end(struct both_ends *search, struct watch *watch)
{
    struct query *query = search->query;

    start(search);
    while (!is_over(search)) {
        if (search->forward->open.count <= search->backward->open.count)
            settle_forward(search, watch);
        else
            settle_backward(search, watch);
        if (++query->figures.settled % CANCEL_EVERY == 0 &&
            cancel_due(query->cancel)) {
            query->status = QUERY_CANCELLED;
            return 1;
        }
    }
    return 0;
}

/* Runs the search with the bound and the cancel flag of `query`, and adds to
 * its figures. Nonzero if it was cancelled. */
static int both_ends_run(struct both_ends *search)
{
    struct watch watch;
    int r;

    if (!search->observer)
        return run_to_end(search, NULL);
    watch_init(&watch, search->observer, search->map);
    r = run_to_end(search, &watch);
    watch_end(&watch);
    return r;
}

/* ---- The solver ---- */

struct bidirectional {
    struct solver base;
    struct search_frontier forward;
    struct search_frontier backward; /* links are the arcs towards the target */
    struct via_frontiers via; /* zero bytes until a query wants alternatives */
    struct phase_observer *observer; /* the batch's, or NULL */
};

static void destroy(struct solver *solver)
{
    struct bidirectional *bidirectional = (struct bidirectional *)solver;

    if (!bidirectional)
        return;
    search_frontier_finish(&bidirectional->forward);
    search_frontier_finish(&bidirectional->backward);
    via_frontiers_finish(&bidirectional->via);
    free(bidirectional);
}

static int create(struct prepared *prepared,
                  const struct solver_setting *settings, size_t setting_count,
                  struct solver **ret_solver, struct error *error)
{
    uint32_t n = prepared->map->topology.vertex_count;
    struct bidirectional *bidirectional = calloc(1, sizeof(*bidirectional));

    if (!bidirectional)
        return error_no_memory(error);
    bidirectional->base = (struct solver){&bidirectional_solver, prepared};
    if (search_frontier_init(&bidirectional->forward, n) ||
        search_frontier_init(&bidirectional->backward, n)) {
        destroy(&bidirectional->base);
        return error_no_memory(error);
    }
    *ret_solver = &bidirectional->base;
    return 0;
}

/* The target vertex of the best sum. */
static uint32_t last_vertex(const struct both_ends *search)
{
    const uint32_t *link = search->backward->link;
    uint32_t vertex = search->meeting;

    while (link[vertex] != ARC_NONE)
        vertex = search->topology->head[link[vertex]];
    return vertex;
}

static int follow_both(const struct both_ends *search, struct path *path)
{
    const uint32_t *link = search->backward->link;
    int r = path_follow(path, search->topology, search->forward->link,
                        search->meeting);

    if (r)
        return r;
    path->seed_cost = search->forward->cost[path->first_vertex];
    for (uint32_t v = search->meeting; link[v] != ARC_NONE;
         v = search->topology->head[link[v]]) {
        r = path_append(path, link[v]);
        if (r)
            return r;
    }
    return 0;
}

/* The result of one search: the label of the target vertex it found, and that
 * vertex's adjustment. */
struct finding {
    uint32_t label; /* COST_INFINITY: none within the limit */
    int64_t adjustment;
};

static struct finding find(const struct both_ends *search)
{
    uint32_t ahead;

    if (search->best > search->limit || search->best == COST_INFINITY)
        return (struct finding){COST_INFINITY, 0};
    ahead = search->backward->cost[last_vertex(search)];
    return (struct finding){search->best - ahead, search->shift + ahead};
}

/* Whether a search to several vertices settled the answer for all of them. */
static bool is_certain(const struct both_ends *search, struct finding finding)
{
    if (search->target.vertex_count == 1 || finding.label == COST_INFINITY)
        return true;
    return search->best <= COST_MAX && finding.label <= search->query->bound;
}

/* Keeps the finding if it is the query's best so far. */
static int keep(const struct both_ends *search, struct finding finding)
{
    struct query *query = search->query;
    uint32_t cost = cost_adjust(finding.label, finding.adjustment);

    if (cost >= query->cost[0])
        return 0;
    query->cost[0] = cost;
    if (query->output != QUERY_PATHS || cost > COST_MAX)
        return 0;
    return follow_both(search, &query->path[0]);
}

/* An observer does not see the same search twice. */
static int search_each(struct both_ends *search)
{
    const struct target *target = &search->query->targets[0];

    search->observer = NULL;
    for (uint32_t i = 0; i < target->vertex_count; i++) {
        int r;

        search->target = (struct target){&target->vertices[i], 1};
        if (both_ends_run(search))
            return 0;
        r = keep(search, find(search));
        if (r)
            return r;
    }
    return 0;
}

static int search_all(struct both_ends *search)
{
    struct query *query = search->query;
    struct finding finding;

    query->status = QUERY_DONE;
    query->cost[0] = COST_INFINITY;
    if (query->output == QUERY_PATHS)
        path_clear(&query->path[0]);
    if (both_ends_run(search))
        return 0;
    finding = find(search);
    return is_certain(search, finding) ? keep(search, finding)
                                       : search_each(search);
}

static int find_alternatives(struct bidirectional *bidirectional,
                             const struct metric *metric, struct query *query)
{
    const struct csr *csr = (const struct csr *)bidirectional->base.prepared;
    int r = 0;

    query->alternatives->count = 0;
    if (query->status != QUERY_DONE || !alternatives_of(query->cost[0]))
        return 0;
    if (!bidirectional->via.forward)
        r = via_frontiers_init(&bidirectional->via, csr,
                               &bidirectional->forward,
                               &bidirectional->backward);
    if (r) {
        via_frontiers_finish(&bidirectional->via);
        return r;
    }
    return via_frontiers_solve(&bidirectional->via,
                               &((const struct csr_metric *)metric)->weights,
                               query);
}

static int solve_one(struct solver *solver, const struct metric *metric,
                     struct query *query, struct error *error)
{
    struct bidirectional *bidirectional = (struct bidirectional *)solver;
    struct phase_observer *observer = bidirectional->observer;
    struct both_ends search = {
        .forward = &bidirectional->forward,
        .backward = &bidirectional->backward,
        .map = solver->prepared->map,
        .topology = &solver->prepared->map->topology,
        .reverse = &((const struct csr *)solver->prepared)->reverse,
        .weight = ((const struct csr_metric *)metric)->weights.weight,
        .query = query,
        .target = query->targets[0],
        .observer = observer_sees(observer) ? observer : NULL,
    };
    int r = search_all(&search);

    if (!r && query->alternatives)
        r = find_alternatives(bidirectional, metric, query);
    return r ? path_error(error, r) : 0;
}

static int solve(struct solver *solver, const struct metric *metric,
                 struct batch *batch, struct error *error)
{
    ((struct bidirectional *)solver)->observer = batch->observer;
    return batch_solve_each(solver, metric, batch, solve_one, error);
}

/* A third of dijkstra's tree: New York 9 ms, New England 89. */
static void speed(const struct map *map, struct solver_speed *ret_speed)
{
    double vertices = map->topology.vertex_count;

    *ret_speed = (struct solver_speed){
        .ready_us = 0.006 * map->topology.arc_count,
        .start_us = 1,
        .pair_us = 0.05 * vertices,
        .path_us = 0.02 * sqrt(vertices),
    };
}

const struct solver_ops bidirectional_solver = {
    .name = "bidirectional",
    .summary = "Dijkstra's algorithm from both ends at once, for pairs",
    .source = "Nicholson 1966; Goldberg and Werneck 2005, section 2",
    .form = &csr_both_form,
    .memory = {.words_per_vertex = 14, .words_per_arc = 4},
    .capabilities = SOLVER_PAIRS | SOLVER_BOUNDED | SOLVER_STOPS_EARLY |
                    SOLVER_REPORTS | SOLVER_ALTERNATIVES,
    .speed = speed,
    .create = create,
    .destroy = destroy,
    .solve = solve,
};
