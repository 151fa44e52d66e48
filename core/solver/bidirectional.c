/* bidirectional: Dijkstra's algorithm from both ends at once, for pairs.
 *
 * Nicholson, "Finding the shortest route between two points in a network",
 * 1966; stopping rule: Goldberg and Werneck, "Computing point-to-point shortest
 * paths from external memory", 2005, section 2. On road maps it settles 0.6 to
 * 0.7 of the vertices that a search from one end settles until it meets the
 * target. Memory of a workspace: 48 bytes a vertex. */
#include "core/solver/catalog.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>

#include "core/solver/answer.h"
#include "core/solver/csr.h"
#include "core/solver/frontier.h"
#include "core/solver/via_choice.h"

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

    if (!search_frontier_lower(frontier, vertex, cost, arc))
        return;
    sum = cost_add(cost, other->cost[vertex]);
    if (sum < search->best) {
        search->best = sum;
        search->meeting = vertex;
    }
}

__attribute__((always_inline)) static inline void
settle_forward(struct both_ends *search, struct search_report *report)
{
    struct heap_entry least = heap_pop(&search->forward->open);
    uint32_t end = search->topology->first_out[least.vertex + 1];

    if (report)
        search_report_settled(report, SEARCH_FORWARD, least.vertex, least.cost);
    for (uint32_t a = search->topology->first_out[least.vertex]; a < end; a++)
        improve(search, search->forward, search->backward,
                search->topology->head[a],
                cost_add(least.cost, search->weight[a]), a);
}

__attribute__((always_inline)) static inline void
settle_backward(struct both_ends *search, struct search_report *report)
{
    struct heap_entry least = heap_pop(&search->backward->open);
    uint32_t end = search->reverse->first_in[least.vertex + 1];

    if (report)
        search_report_settled(report, SEARCH_BACKWARD, least.vertex,
                              least.cost);
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
run_to_end(struct both_ends *search, struct search_report *report)
{
    struct query *query = search->query;

    start(search);
    while (!is_over(search)) {
        if (search->forward->open.count <= search->backward->open.count)
            settle_forward(search, report);
        else
            settle_backward(search, report);
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
    struct search_report report;
    int r;

    if (!search->observer)
        return run_to_end(search, NULL);
    search_report_init(&report, search->observer, search->map);
    r = run_to_end(search, &report);
    search_report_end(&report);
    return r;
}

/* The path over a vertex with labels from both ends; ret_at: number of arcs
 * before the vertex. */
static int follow_both(const struct both_ends *search, uint32_t vertex,
                       struct path *path, size_t *ret_at)
{
    const uint32_t *link = search->backward->link;
    int r = path_follow(path, search->topology, search->forward->link, vertex);

    if (r)
        return r;
    path->seed_cost = search->forward->cost[path->first_vertex];
    *ret_at = path->arc_count;
    for (uint32_t v = vertex; link[v] != ARC_NONE && !r;
         v = search->topology->head[link[v]])
        r = path_append(path, link[v]);
    return r;
}

/* ---- Alternatives ---- */

/* Each frontier runs up to an alternative's maximum cost; candidates are the
 * vertices labelled by both with a sum within it. The exact method of Abraham,
 * Delling, Goldberg and Werneck 2013, section 5 (X-BDV), without its pruning.
 * Takes a few times as long as the pair. */

struct via_frontiers {
    struct via_choice choice;
    const struct both_ends *search;
    struct search_frontier probe; /* for the T-tests */
};

static int via_path(struct via_choice *choice, uint32_t vertex,
                    struct path *ret_path, size_t *ret_at)
{
    return follow_both(((const struct via_frontiers *)choice)->search, vertex,
                       ret_path, ret_at);
}

static bool is_open(const struct search_frontier *frontier, uint64_t most)
{
    return frontier->open.count && heap_least_cost(&frontier->open) <= most;
}

static void settle_next(struct via_frontiers *via,
                        struct search_frontier *frontier)
{
    search_frontier_relax(frontier, via->search->topology, via->search->weight,
                          heap_pop(&frontier->open));
}

static int via_cost(struct via_choice *choice, uint32_t from, uint32_t to,
                    uint32_t enough, uint32_t *ret_cost)
{
    struct via_frontiers *via = (struct via_frontiers *)choice;
    struct search_frontier *frontier = &via->probe;
    const struct query *query = choice->query;
    uint64_t most = enough;
    uint32_t unused;

    if (to == VERTEX_NONE)
        most -= (uint64_t)choice->shift;
    if (most > COST_MAX)
        most = COST_MAX;
    search_frontier_clear(frontier);
    if (from == VERTEX_NONE)
        search_frontier_seed(frontier, query);
    else
        search_frontier_lower(frontier, from, 0, ARC_NONE);
    while (is_open(frontier, most))
        settle_next(via, frontier);
    *ret_cost = to == VERTEX_NONE
                    ? answer_target(&query->targets[0], frontier->cost,
                                    COST_OVERFLOW, &unused)
                    : frontier->cost[to];
    return 0;
}

static void via_destroy(struct via_frontiers *via)
{
    if (!via)
        return;
    search_frontier_finish(&via->probe);
    via_choice_finish(&via->choice);
    free(via);
}

/* NULL when memory is short. */
static struct via_frontiers *via_create(const struct map *map)
{
    struct via_frontiers *via = calloc(1, sizeof(*via));

    if (!via)
        return NULL;
    via->choice.path = via_path;
    via->choice.cost = via_cost;
    if (!search_frontier_init(&via->probe, map->topology.vertex_count) &&
        !via_choice_init(&via->choice, map))
        return via;
    via_destroy(via);
    return NULL;
}

static void start_frontiers(const struct via_frontiers *via)
{
    const struct via_choice *choice = &via->choice;
    const struct both_ends *search = via->search;
    const struct target *target = &choice->query->targets[0];

    search_frontier_clear(search->forward);
    search_frontier_clear(search->backward);
    search_frontier_seed(search->forward, choice->query);
    for (uint32_t i = 0; i < target->vertex_count; i++) {
        uint64_t cost = via_shifted(choice, target->vertices[i].adjustment);

        if (cost <= choice->most)
            search_frontier_lower(search->backward, target->vertices[i].vertex,
                                  (uint32_t)cost, ARC_NONE);
    }
}

static void relax_backward(const struct both_ends *search,
                           struct heap_entry from)
{
    const struct reverse_topology *reverse = search->reverse;

    for (uint32_t i = reverse->first_in[from.vertex];
         i < reverse->first_in[from.vertex + 1]; i++) {
        uint32_t a = reverse->arc[i];

        search_frontier_lower(search->backward, reverse->tail[i],
                              cost_add(from.cost, search->weight[a]), a);
    }
}

/* Nonzero once the query is cancelled. */
static int grow_frontiers(struct via_frontiers *via)
{
    struct query *query = via->choice.query;
    struct search_frontier *forward = via->search->forward;
    struct search_frontier *backward = via->search->backward;
    uint32_t most = via->choice.most;

    while (is_open(forward, most) || is_open(backward, most)) {
        if (is_open(forward, most))
            settle_next(via, forward);
        if (is_open(backward, most))
            relax_backward(via->search, heap_pop(&backward->open));
        query->figures.settled += 2;
        if (query->figures.settled / 2 % CANCEL_EVERY == 0 &&
            cancel_due(query->cancel)) {
            query->status = QUERY_CANCELLED;
            return 1;
        }
    }
    return 0;
}

/* Fills the alternatives of a query with a path, or cancels it. 0, -ENOMEM or
 * -ELOOP. */
static int via_solve(struct via_frontiers *via, const struct both_ends *search,
                     const struct weights *weights)
{
    const struct search_frontier *forward = search->forward;
    int r = 0;

    via->search = search;
    via_choice_start(&via->choice, weights, search->query);
    start_frontiers(via);
    if (grow_frontiers(via))
        return 0;
    for (uint32_t i = 0; i < forward->touched_count && !r; i++) {
        uint32_t v = forward->touched[i];

        r = via_choice_add(&via->choice, v, forward->cost[v],
                           search->backward->cost[v]);
    }
    return r ? r : via_choice_run(&via->choice);
}

/* ---- The solver ---- */

struct bidirectional {
    struct solver base;
    struct search_frontier forward;
    struct search_frontier backward; /* links are the arcs towards the target */
    struct via_frontiers *via;       /* NULL until a query wants alternatives */
    struct phase_observer *observer; /* the batch's, or NULL */
};

static void destroy(struct solver *solver)
{
    struct bidirectional *bidirectional = (struct bidirectional *)solver;

    if (!bidirectional)
        return;
    search_frontier_finish(&bidirectional->forward);
    search_frontier_finish(&bidirectional->backward);
    via_destroy(bidirectional->via);
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
    size_t unused;

    if (cost >= query->cost[0])
        return 0;
    query->cost[0] = cost;
    if (query->output != QUERY_PATHS || cost > COST_MAX)
        return 0;
    return follow_both(search, search->meeting, &query->path[0], &unused);
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
                             const struct both_ends *search,
                             const struct weights *weights)
{
    struct query *query = search->query;

    query->alternatives->count = 0;
    if (query->status != QUERY_DONE || !alternatives_of(query->cost[0]))
        return 0;
    if (!bidirectional->via)
        bidirectional->via = via_create(search->map);
    return bidirectional->via ? via_solve(bidirectional->via, search, weights)
                              : -ENOMEM;
}

static int solve_one(struct solver *solver, const struct metric *metric,
                     struct query *query, struct error *error)
{
    struct bidirectional *bidirectional = (struct bidirectional *)solver;
    struct phase_observer *observer = bidirectional->observer;
    const struct weights *weights =
        &((const struct csr_metric *)metric)->weights;
    struct both_ends search = {
        .forward = &bidirectional->forward,
        .backward = &bidirectional->backward,
        .map = solver->prepared->map,
        .topology = &solver->prepared->map->topology,
        .reverse = &((const struct csr *)solver->prepared)->reverse,
        .weight = weights->weight,
        .query = query,
        .target = query->targets[0],
        .observer = observer_sees(observer) ? observer : NULL,
    };
    int r = search_all(&search);

    if (!r && query->alternatives)
        r = find_alternatives(bidirectional, &search, weights);
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
