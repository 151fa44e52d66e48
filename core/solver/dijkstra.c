/* dijkstra: Dijkstra's algorithm with an indexed heap; the oracle.
 *
 * E. W. Dijkstra, "A note on two problems in connexion with graphs", 1959.
 * Simple and easy to trust: tests compare every other solver, device and option
 * with its costs bit for bit. Memory of a workspace: 25 bytes a vertex. */
#include "core/solver/catalog.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>

#include "core/base/array.h"
#include "core/solver/answer.h"
#include "core/solver/csr.h"
#include "core/solver/frontier.h"
#include "core/solver/solver.h"

/* ---- Whole labels: cost, duration and length ---- */

/* Dijkstra's algorithm over whole labels: cost, duration and length, compared
 * in this order (query.h).
 *
 * Arcs decrease none of the three, so the least label in the heap is final, as
 * with costs alone. Memory: 16 bytes a vertex, and 16 for each time a label is
 * lowered. One thread. */

/* Settled vertices between two checks of the cancel flag. */
enum { CANCEL_EVERY = 1024 };

struct entry {
    struct label label;
    uint32_t vertex;
};

struct search {
    const struct topology *topology;
    const uint32_t *weight;
    struct query *query;
    struct label *label; /* [vertex_count] */
    struct entry *heap;  /* [count] a binary heap; entries above their vertex's
                            label are stale */
    size_t count;
    size_t capacity;
};

static int push(struct search *search, struct entry entry)
{
    size_t at = search->count;
    int r = array_reserve(&search->heap, &search->capacity, at + 1,
                          sizeof(*search->heap));

    if (r)
        return r;
    search->count++;
    while (at && label_less(entry.label, search->heap[(at - 1) / 2].label)) {
        search->heap[at] = search->heap[(at - 1) / 2];
        at = (at - 1) / 2;
    }
    search->heap[at] = entry;
    return 0;
}

static struct entry pop(struct search *search)
{
    struct entry least = search->heap[0];
    struct entry last = search->heap[--search->count];
    size_t at = 0;

    for (size_t child = 1; child < search->count; child = 2 * at + 1) {
        if (child + 1 < search->count &&
            label_less(search->heap[child + 1].label,
                       search->heap[child].label))
            child++;
        if (!label_less(search->heap[child].label, last.label))
            break;
        search->heap[at] = search->heap[child];
        at = child;
    }
    search->heap[at] = last;
    return least;
}

static int lower(struct search *search, uint32_t vertex, struct label label)
{
    if (label.cost == COST_INFINITY ||
        !label_less(label, search->label[vertex]))
        return 0;
    search->label[vertex] = label;
    return push(search, (struct entry){label, vertex});
}

static int relax(struct search *search, const struct entry *from)
{
    const struct arc_sums *sums = search->query->sums->arcs;
    const struct topology *topology = search->topology;
    int r = 0;

    for (uint32_t a = topology->first_out[from->vertex];
         a < topology->first_out[from->vertex + 1] && !r; a++) {
        struct label arc = {search->weight[a],
                            {sums->duration_ms[a], sums->length_mm[a]}};

        r = lower(search, topology->head[a], label_add(from->label, arc));
    }
    return r;
}

static int run(struct search *search)
{
    struct query *query = search->query;
    int r = 0;

    for (uint32_t v = 0; v < search->topology->vertex_count; v++)
        search->label[v] = label_none();
    for (uint32_t i = 0; i < query->seed_count && !r; i++)
        r = lower(search, query->seeds[i].vertex,
                  (struct label){query->seeds[i].cost, query->sums->seeds[i]});
    query->status = QUERY_DONE;
    while (search->count && !r) {
        struct entry least = pop(search);

        if (least.label.cost > query->bound)
            break;
        if (label_less(search->label[least.vertex], least.label))
            continue;
        r = relax(search, &least);
        if (++query->figures.settled % CANCEL_EVERY == 0 &&
            cancel_due(query->cancel)) {
            query->status = QUERY_CANCELLED;
            break;
        }
    }
    return r;
}

/* The best of a target's vertices, by their labels [vertex_count]. */
static struct label sums_target(const struct query *query, uint32_t target,
                                const struct label *labels)
{
    const struct target *to = &query->targets[target];
    struct label best = label_none();

    for (uint32_t i = 0; i < to->vertex_count; i++) {
        struct label label = labels[to->vertices[i].vertex];
        struct label adjusted = label_adjust(label, to->vertices[i].adjustment,
                                             query->sums->targets[target][i]);

        if (label.cost <= query->bound && label_less(adjusted, best))
            best = adjusted;
    }
    return best;
}

/* Answers a query for COSTS with sums. 0 or -ENOMEM. */
static int dijkstra_sums_solve(const struct map *map,
                               const struct weights *weights,
                               struct query *query)
{
    struct search search = {
        .topology = &map->topology,
        .weight = weights->weight,
        .query = query,
        .label = array_alloc(map->topology.vertex_count, sizeof(struct label)),
    };
    int r = search.label ? run(&search) : -ENOMEM;

    for (uint32_t i = 0;
         i < query->target_count && !r && query->status == QUERY_DONE; i++) {
        struct label label = sums_target(query, i, search.label);

        query->cost[i] = label.cost;
        query->sums->sums[i] = label.sums;
    }
    free(search.label);
    free(search.heap);
    return r;
}

/* ---- The solver ---- */

struct dijkstra {
    struct solver base;
    struct search_frontier frontier;
    bool *wanted; /* [vertex_count], target vertices not settled yet */
    struct phase_observer *observer; /* the batch's, or NULL */
};

static void destroy(struct solver *solver)
{
    struct dijkstra *dijkstra = (struct dijkstra *)solver;

    if (!dijkstra)
        return;
    search_frontier_finish(&dijkstra->frontier);
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
    if (search_frontier_init(&dijkstra->frontier, n) || !dijkstra->wanted) {
        destroy(&dijkstra->base);
        return error_no_memory(error);
    }
    *ret_solver = &dijkstra->base;
    return 0;
}

static void reset(struct dijkstra *dijkstra, const struct query *query)
{
    search_frontier_clear(&dijkstra->frontier);
    for (uint32_t i = 0; i < query->target_count; i++) {
        for (uint32_t j = 0; j < query->targets[i].vertex_count; j++)
            dijkstra->wanted[query->targets[i].vertices[j].vertex] = false;
    }
}

/* Marks the vertices whose settling ends the search; returns their number, 0
 * for none or a tree. */
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

/* Inlined twice, so that a search without an observer does not test for one. */
__attribute__((always_inline)) static inline void
search(struct dijkstra *dijkstra, const struct topology *topology,
       const uint32_t *weight, struct query *query,
       struct search_report *report)
{
    struct search_frontier *frontier = &dijkstra->frontier;
    bool to_targets =
        query->output == QUERY_COSTS || query->output == QUERY_PATHS;
    uint32_t wanted = mark_targets(dijkstra, query);

    query->status = QUERY_DONE;
    search_frontier_seed(frontier, query);
    while (frontier->open.count && (wanted || !to_targets)) {
        struct heap_entry least = heap_pop(&frontier->open);

        if (least.cost > query->bound)
            break;
        if (dijkstra->wanted[least.vertex]) {
            dijkstra->wanted[least.vertex] = false;
            wanted--;
        }
        if (report)
            search_report_settled(report, SEARCH_FORWARD, least.vertex,
                                  least.cost);
        search_frontier_relax(frontier, topology, weight, least);
        if (++query->figures.settled % CANCEL_EVERY == 0 &&
            cancel_due(query->cancel)) {
            query->status = QUERY_CANCELLED;
            return;
        }
    }
}

static void search_observed(struct dijkstra *dijkstra,
                            const struct topology *topology,
                            const uint32_t *weight, struct query *query)
{
    struct search_report report;

    search_report_init(&report, dijkstra->observer,
                       dijkstra->base.prepared->map);
    search(dijkstra, topology, weight, query, &report);
    search_report_end(&report);
}

static int answer(const struct search_frontier *frontier,
                  const struct topology *topology, struct query *query)
{
    struct labels labels = {frontier->cost, frontier->link};

    if (query->output != QUERY_REACHED)
        return answer_from_labels(query, topology, &labels);
    answer_reached_from(query, frontier->touched, frontier->touched_count,
                        &labels);
    return 0;
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
        search_observed(dijkstra, topology, csr->weights.weight, query);
    else
        search(dijkstra, topology, csr->weights.weight, query, NULL);
    if (query->status == QUERY_DONE)
        r = answer(&dijkstra->frontier, topology, query);
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
