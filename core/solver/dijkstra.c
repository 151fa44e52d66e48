/* dijkstra: Dijkstra's algorithm with an indexed heap; the oracle.
 *
 * Happy path: seeds enter the heap; the least vertex leaves it with its final
 * label and relaxes its arcs; it ends when the heap is empty, its least cost is
 * above the bound, or every target vertex has left it.
 *
 * A predecessor is written only with a strictly lower label, and a vertex that
 * has left the heap never gets one (weights are not negative), so links go back
 * in the order of settling and cannot form a cycle, weight 0 or not. */
#include "core/solver/dijkstra.h"

#include <math.h>
#include <stdlib.h>

#include "core/base/array.h"
#include "core/solver/answer.h"
#include "core/solver/batch.h"
#include "core/solver/csr.h"
#include "core/solver/dijkstra_sums.h"
#include "core/solver/front.h"
#include "core/solver/watch.h"

/* Settled vertices between two looks at the cancel flag. */
enum { CANCEL_EVERY = 1024 };

struct dijkstra {
    struct solver base;
    struct front front;
    bool *wanted; /* [vertex_count], target vertices not settled yet */
    struct phase_observer *observer; /* the batch's, or NULL */
};

static void destroy(struct solver *solver)
{
    struct dijkstra *dijkstra = (struct dijkstra *)solver;

    if (!dijkstra)
        return;
    front_finish(&dijkstra->front);
    free(dijkstra->wanted);
    free(dijkstra);
}

static int create(struct prepared *prepared,
                  const struct solver_setting *settings, size_t setting_count,
                  struct solver **ret_solver, struct error *error)
{
    uint32_t n = prepared->map->topology.vertex_count;
    struct dijkstra *dijkstra = calloc(1, sizeof(*dijkstra));

    if (!dijkstra)
        return error_no_memory(error);
    dijkstra->base = (struct solver){&dijkstra_solver, prepared};
    dijkstra->wanted = array_zero(n, sizeof(*dijkstra->wanted));
    if (front_init(&dijkstra->front, n) || !dijkstra->wanted) {
        destroy(&dijkstra->base);
        return error_no_memory(error);
    }
    *ret_solver = &dijkstra->base;
    return 0;
}

static void reset(struct dijkstra *dijkstra, const struct query *query)
{
    front_clear(&dijkstra->front);
    for (uint32_t i = 0; i < query->target_count; i++) {
        for (uint32_t j = 0; j < query->targets[i].vertex_count; j++)
            dijkstra->wanted[query->targets[i].vertices[j].vertex] = false;
    }
}

/* Marks the vertices whose settling ends the search; 0 for none or a tree. */
static uint32_t mark_targets(struct dijkstra *dijkstra,
                             const struct query *query)
{
    uint32_t count = 0;

    for (uint32_t i = 0; i < query->target_count; i++) {
        for (uint32_t j = 0; j < query->targets[i].vertex_count; j++) {
            uint32_t vertex = query->targets[i].vertices[j].vertex;

            count += !dijkstra->wanted[vertex];
            dijkstra->wanted[vertex] = true;
        }
    }
    return count;
}

__attribute__((always_inline)) static inline void
relax_arcs(struct front *front, const struct topology *topology,
           const uint32_t *weight, struct heap_entry from)
{
    uint32_t end = topology->first_out[from.vertex + 1];

    for (uint32_t a = topology->first_out[from.vertex]; a < end; a++) {
        uint32_t cost = cost_add(from.cost, weight[a]);

        if (cost < front->cost[topology->head[a]])
            front_label(front, topology->head[a], cost, a);
    }
}

static void label_seeds(struct front *front, const struct query *query)
{
    for (uint32_t i = 0; i < query->seed_count; i++) {
        const struct seed *seed = &query->seeds[i];

        if (seed->cost < front->cost[seed->vertex])
            front_label(front, seed->vertex, seed->cost, ARC_NONE);
    }
}

/* Inlined twice, so that a search that nobody watches does not ask. */
__attribute__((always_inline)) static inline void
search(struct dijkstra *dijkstra, const struct topology *topology,
       const uint32_t *weight, struct query *query, struct watch *watch)
{
    struct front *front = &dijkstra->front;
    bool to_targets =
        query->output == QUERY_COSTS || query->output == QUERY_PATHS;
    uint32_t wanted = mark_targets(dijkstra, query);

    query->status = QUERY_DONE;
    label_seeds(front, query);
    while (front->open.count && (wanted || !to_targets)) {
        struct heap_entry least = heap_pop(&front->open);

        if (least.cost > query->bound)
            break;
        if (dijkstra->wanted[least.vertex]) {
            dijkstra->wanted[least.vertex] = false;
            wanted--;
        }
        if (watch)
            watch_settled(watch, SEARCH_FORWARD, least.vertex, least.cost);
        relax_arcs(front, topology, weight, least);
        if (++query->figures.settled % CANCEL_EVERY == 0 &&
            cancel_due(query->cancel)) {
            query->status = QUERY_CANCELLED;
            return;
        }
    }
}

static void search_watched(struct dijkstra *dijkstra,
                           const struct topology *topology,
                           const uint32_t *weight, struct query *query)
{
    struct watch watch;

    watch_init(&watch, dijkstra->observer, dijkstra->base.prepared->map);
    search(dijkstra, topology, weight, query, &watch);
    watch_end(&watch);
}

static int answer(const struct front *front, const struct topology *topology,
                  struct query *query)
{
    struct labels labels = {front->cost, front->link};

    if (query->output == QUERY_REACHED)
        return answer_reached_from(query, front->touched, front->touched_count,
                                   &labels);
    return answer_from_labels(query, topology, &labels);
}

static int solve_one(struct solver *solver, const struct metric *metric,
                     struct query *query, struct error *error)
{
    struct dijkstra *dijkstra = (struct dijkstra *)solver;
    const struct topology *topology = &solver->prepared->map->topology;
    const struct csr_metric *csr = (const struct csr_metric *)metric;
    int r = 0;

    if (query->sums) {
        r = dijkstra_sums_solve(solver->prepared->map, &csr->weights, query);
        return r ? error_no_memory(error) : 0;
    }
    if (observer_sees(dijkstra->observer))
        search_watched(dijkstra, topology, csr->weights.weight, query);
    else
        search(dijkstra, topology, csr->weights.weight, query, NULL);
    if (query->status == QUERY_DONE)
        r = answer(&dijkstra->front, topology, query);
    reset(dijkstra, query);
    return r ? path_error(error, r) : 0;
}

static int solve(struct solver *solver, const struct metric *metric,
                 struct batch *batch, struct error *error)
{
    ((struct dijkstra *)solver)->observer = batch->observer;
    return batch_solve_each(solver, metric, batch, solve_one, error);
}

/* New York, 264,346 vertices: a tree 30 ms on a Xeon of 2023, 42 to 50 on older
 * ones; New England, 1,524,453: 225 ms. A pair ends halfway. */
static void speed(const struct map *map, struct solver_speed *ret_speed)
{
    double vertices = map->topology.vertex_count;

    *ret_speed = (struct solver_speed){
        .ready_us = 1,
        .start_us = 1,
        .pair_us = 0.075 * vertices,
        .path_us = 0.02 * sqrt(vertices),
        .tree_us = 0.15 * vertices,
        .row_us = 0.15 * vertices,
        .cell_us = 0.01,
    };
}

const struct solver_ops dijkstra_solver = {
    .name = "dijkstra",
    .summary = "Dijkstra's algorithm with a heap, one query at a time: the "
               "reference for all others",
    .source = "Dijkstra 1959",
    .form = &csr_form,
    .memory = {.words_per_vertex = 7.25, .words_per_arc = 2},
    .capabilities = SOLVER_PAIRS | SOLVER_TABLES | SOLVER_TREES |
                    SOLVER_BOUNDED | SOLVER_STOPS_EARLY | SOLVER_SUMS |
                    SOLVER_REPORTS,
    .speed = speed,
    .create = create,
    .destroy = destroy,
    .solve = solve,
};
