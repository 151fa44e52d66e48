/* via_frontiers: two full frontiers, then candidates and probes. */
#include "core/solver/via_frontiers.h"

#include <errno.h>
#include <stdlib.h>

/* Settled vertices between two checks of the cancel flag. */
enum { CANCEL_EVERY = 1024 };

static void improve(struct search_frontier *frontier, uint32_t vertex,
                    uint32_t cost, uint32_t arc)
{
    if (cost < frontier->cost[vertex])
        search_frontier_label(frontier, vertex, cost, arc);
}

static void settle_forward(const struct via_frontiers *via,
                           struct search_frontier *frontier)
{
    const struct topology *topology = via->ground.topology;
    struct heap_entry least = heap_pop(&frontier->open);

    for (uint32_t a = topology->first_out[least.vertex];
         a < topology->first_out[least.vertex + 1]; a++)
        improve(frontier, topology->head[a],
                cost_add(least.cost, via->ground.weights->weight[a]), a);
}

static void settle_backward(const struct via_frontiers *via,
                            struct search_frontier *frontier)
{
    const struct reverse_topology *reverse = &via->csr->reverse;
    struct heap_entry least = heap_pop(&frontier->open);

    for (uint32_t i = reverse->first_in[least.vertex];
         i < reverse->first_in[least.vertex + 1]; i++) {
        uint32_t a = reverse->arc[i];

        improve(frontier, reverse->tail[i],
                cost_add(least.cost, via->ground.weights->weight[a]), a);
    }
}

/* ---- Paths and costs ---------------------------------------------------- */

static int path_over(struct via_ground *ground, uint32_t vertex,
                     struct path *ret_path, size_t *ret_at)
{
    const struct via_frontiers *via = (const struct via_frontiers *)ground;
    const uint32_t *link = via->backward->link;
    int r = path_follow(ret_path, ground->topology, via->forward->link, vertex);

    if (r)
        return r;
    ret_path->seed_cost = via->forward->cost[ret_path->first_vertex];
    *ret_at = ret_path->arc_count;
    for (uint32_t v = vertex; link[v] != ARC_NONE && !r;
         v = ground->topology->head[link[v]])
        r = path_append(ret_path, link[v]);
    return r;
}

static void start_at(struct search_frontier *frontier,
                     const struct query *query, uint32_t vertex)
{
    search_frontier_clear(frontier);
    if (vertex != VERTEX_NONE) {
        improve(frontier, vertex, 0, ARC_NONE);
        return;
    }
    for (uint32_t i = 0; i < query->seed_count; i++)
        improve(frontier, query->seeds[i].vertex, query->seeds[i].cost,
                ARC_NONE);
}

static uint32_t least_to_target(const struct search_frontier *frontier,
                                const struct target *target)
{
    uint32_t least = COST_INFINITY;

    for (uint32_t i = 0; i < target->vertex_count; i++) {
        const struct target_vertex *at = &target->vertices[i];
        uint32_t cost = cost_adjust(frontier->cost[at->vertex], at->adjustment);

        least = cost < least ? cost : least;
    }
    return least;
}

/* Labels up to this may still matter. */
static uint32_t enough_without(const struct via_frontiers *via, uint32_t to,
                               uint32_t enough)
{
    uint64_t most = enough;

    if (to == VERTEX_NONE)
        most -= (uint64_t)via->shift;
    return most < COST_MAX ? (uint32_t)most : COST_MAX;
}

static int cost_between(struct via_ground *ground, uint32_t from, uint32_t to,
                        uint32_t enough, uint32_t *ret_cost)
{
    struct via_frontiers *via = (struct via_frontiers *)ground;
    struct search_frontier *frontier = &via->probe;
    uint32_t most = enough_without(via, to, enough);

    start_at(frontier, ground->query, from);
    while (frontier->open.count && heap_least_cost(&frontier->open) <= most)
        settle_forward(via, frontier);
    *ret_cost = to == VERTEX_NONE
                    ? least_to_target(frontier, &ground->query->targets[0])
                    : frontier->cost[to];
    return 0;
}

int via_frontiers_init(struct via_frontiers *via, const struct csr *csr,
                       struct search_frontier *forward,
                       struct search_frontier *backward)
{
    const struct topology *topology = &csr->base.map->topology;

    *via = (struct via_frontiers){
        .ground = {.topology = topology,
                   .path = path_over,
                   .cost = cost_between},
        .csr = csr,
        .forward = forward,
        .backward = backward,
    };
    if (search_frontier_init(&via->probe, topology->vertex_count) ||
        via_choice_init(&via->choice, csr->base.map))
        return -ENOMEM;
    return 0;
}

void via_frontiers_finish(struct via_frontiers *via)
{
    search_frontier_finish(&via->probe);
    via_choice_finish(&via->choice);
    free(via->candidates.list);
    *via = (struct via_frontiers){0};
}

/* ---- Candidates --------------------------------------------------------- */

static void start_backward(struct via_frontiers *via,
                           const struct target *target, uint64_t most)
{
    via->shift = INT64_MAX;
    for (uint32_t i = 0; i < target->vertex_count; i++) {
        if (target->vertices[i].adjustment < via->shift)
            via->shift = target->vertices[i].adjustment;
    }
    most -= (uint64_t)via->shift;
    via->most = most < COST_MAX ? (uint32_t)most : COST_MAX;
    search_frontier_clear(via->backward);
    for (uint32_t i = 0; i < target->vertex_count; i++) {
        uint64_t cost =
            (uint64_t)target->vertices[i].adjustment - (uint64_t)via->shift;

        if (cost <= via->most)
            improve(via->backward, target->vertices[i].vertex, (uint32_t)cost,
                    ARC_NONE);
    }
}

static bool is_open(const struct via_frontiers *via,
                    const struct search_frontier *frontier)
{
    return frontier->open.count &&
           heap_least_cost(&frontier->open) <= via->most;
}

/* Nonzero once the query is cancelled. */
static int spread(struct via_frontiers *via, struct query *query)
{
    while (is_open(via, via->forward) || is_open(via, via->backward)) {
        if (is_open(via, via->forward))
            settle_forward(via, via->forward);
        if (is_open(via, via->backward))
            settle_backward(via, via->backward);
        query->figures.settled += 2;
        if (query->figures.settled / 2 % CANCEL_EVERY == 0 &&
            cancel_due(query->cancel)) {
            query->status = QUERY_CANCELLED;
            return 1;
        }
    }
    return 0;
}

/* Compares sums without the shift, so that none is negative. */
static int find_candidates(struct via_frontiers *via)
{
    const struct search_frontier *forward = via->forward;
    int r = 0;

    via->candidates.count = 0;
    for (uint32_t i = 0; i < forward->touched_count && !r; i++) {
        uint32_t v = forward->touched[i];
        uint64_t sum = (uint64_t)forward->cost[v] + via->backward->cost[v];

        if (sum <= via->most)
            r = via_candidates_add(&via->candidates, v, forward->cost[v],
                                   sum + (uint64_t)via->shift);
    }
    return r;
}

int via_frontiers_solve(struct via_frontiers *via,
                        const struct weights *weights, struct query *query)
{
    int r;

    via->ground.weights = weights;
    via->ground.query = query;
    start_at(via->forward, query, VERTEX_NONE);
    start_backward(via, &query->targets[0],
                   alternatives_cost_max(query->cost[0]));
    if (spread(via, query))
        return 0;
    r = find_candidates(via);
    return r ? r
             : via_choice_run(&via->choice, &via->ground, query,
                              &via->candidates);
}
