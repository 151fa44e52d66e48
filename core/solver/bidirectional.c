/* bidirectional: Dijkstra's algorithm from both ends at once, for pairs.
 *
 * One search (both_ends.h) gives the path in nearly all cases.
 *
 * Failure modes, all in the sums. Saturation alone is harmless: a saturated sum
 * of two halves is the saturated cost of the whole, as cost_add() is monotone.
 * But a shifted label can overflow where the label itself does not, and the
 * best sum may belong to a vertex whose label is above the bound while another
 * vertex of the target is within it. Both are seen in the result, both are
 * rare, and both are then answered by one search for each vertex of the target,
 * which needs no shift. */
#include "core/solver/bidirectional.h"

#include <math.h>
#include <stdlib.h>

#include "core/solver/batch.h"
#include "core/solver/both_ends.h"
#include "core/solver/csr.h"
#include "core/solver/via_fronts.h"
#include "core/solver/watch.h"

struct bidirectional {
    struct solver base;
    struct front forward;
    struct front backward; /* links are the arcs towards the target */
    struct via_fronts via; /* zero bytes until alternatives are wanted */
    struct phase_observer *observer; /* the batch's, or NULL */
};

static void destroy(struct solver *solver)
{
    struct bidirectional *bidirectional = (struct bidirectional *)solver;

    if (!bidirectional)
        return;
    front_finish(&bidirectional->forward);
    front_finish(&bidirectional->backward);
    via_fronts_finish(&bidirectional->via);
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
    if (front_init(&bidirectional->forward, n) ||
        front_init(&bidirectional->backward, n)) {
        destroy(&bidirectional->base);
        return error_no_memory(error);
    }
    *ret_solver = &bidirectional->base;
    return 0;
}

/* The target vertex that the best sum leads to. */
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

/* The result of one search: the label of the target vertex it led to, and by
 * how much that vertex adjusts it. */
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

/* Whether a search to several vertices told everything about them. */
static bool is_certain(const struct both_ends *search, struct finding finding)
{
    if (search->target.vertex_count == 1 || finding.label == COST_INFINITY)
        return true;
    return search->best <= COST_MAX && finding.label <= search->query->bound;
}

/* Keeps the finding where it is the best for the query so far. */
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

/* What was shown already is not shown again. */
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
        r = via_fronts_init(&bidirectional->via, csr, &bidirectional->forward,
                            &bidirectional->backward);
    if (r) {
        via_fronts_finish(&bidirectional->via);
        return r;
    }
    return via_fronts_solve(&bidirectional->via,
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
