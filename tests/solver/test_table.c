/* test_table: the table detects wrong solvers.
 *
 * Each is dijkstra with one defect, before or after it solves. */
#include <stdio.h>
#include <stdlib.h>

#include "core/solver/catalog.h"
#include "tests/solver/table.h"

/* Sits between a solver and a query's sink. */
struct spoiling_sink {
    struct sink base;
    struct sink *next;
    void (*spoil)(struct label_block *block);
};

static int pass_on(struct sink *base, const struct label_block *block)
{
    struct spoiling_sink *sink = (struct spoiling_sink *)base;
    struct label_block spoiled = *block;

    sink->spoil(&spoiled);
    return sink->next->write(sink->next, &spoiled);
}

static void solve_through(struct solver *solver, const struct metric *metric,
                          struct query *query,
                          void (*spoil)(struct label_block *block))
{
    struct spoiling_sink sink = {{pass_on}, query->sink, spoil};
    struct batch batch = {.queries = &query, .query_count = 1};

    if (query->sink)
        query->sink = &sink.base;
    dijkstra_solver.solve(solver, metric, &batch, NULL);
    query->sink = sink.next;
}

static void solve_plainly(struct solver *solver, const struct metric *metric,
                          struct query *query)
{
    struct batch batch = {.queries = &query, .query_count = 1};

    dijkstra_solver.solve(solver, metric, &batch, NULL);
}

typedef void (*spoiled_solve_fn)(struct solver *solver,
                                 const struct metric *metric,
                                 struct query *query);

static void ignore_bound(struct solver *solver, const struct metric *metric,
                         struct query *query)
{
    uint32_t bound = query->bound;

    query->bound = COST_OVERFLOW;
    solve_plainly(solver, metric, query);
    query->bound = bound;
}

static void ignore_cancel(struct solver *solver, const struct metric *metric,
                          struct query *query)
{
    struct cancel *cancel = query->cancel;

    query->cancel = NULL;
    solve_plainly(solver, metric, query);
    query->cancel = cancel;
}

static void ignore_last_seed(struct solver *solver, const struct metric *metric,
                             struct query *query)
{
    uint32_t count = query->seed_count;

    query->seed_count = count > 1 ? count - 1 : count;
    solve_plainly(solver, metric, query);
    query->seed_count = count;
}

static void lose_overflow(struct solver *solver, const struct metric *metric,
                          struct query *query)
{
    solve_plainly(solver, metric, query);
    for (uint32_t i = 0; i < query->target_count; i++) {
        if (query->cost[i] == COST_OVERFLOW)
            query->cost[i] = COST_INFINITY;
    }
}

static void cost_one_more(struct solver *solver, const struct metric *metric,
                          struct query *query)
{
    solve_plainly(solver, metric, query);
    if (query->target_count && query->cost[0] < COST_MAX)
        query->cost[0]++;
}

static void take_one_longer(struct solver *solver, const struct metric *metric,
                            struct query *query)
{
    solve_plainly(solver, metric, query);
    if (query->sums && query->target_count &&
        query->sums->sums[0].length_mm < SUM_NONE - 1)
        query->sums->sums[0].length_mm++;
}

static void lose_an_arc(struct solver *solver, const struct metric *metric,
                        struct query *query)
{
    solve_plainly(solver, metric, query);
    if (query->path && query->path[0].arc_count)
        query->path[0].arc_count--;
}

static void go_to_and_fro(struct solver *solver, const struct metric *metric,
                          struct query *query)
{
    struct path *path = query->path;
    const struct topology *topology = &solver->prepared->map->topology;
    uint32_t first;

    solve_plainly(solver, metric, query);
    if (!path || path->first_vertex == VERTEX_NONE)
        return;
    first = topology->first_out[path->first_vertex];
    if (first == topology->first_out[path->first_vertex + 1] ||
        topology->head[first] != path->first_vertex)
        return;
    path_append(path, first);
    path_reverse(path);
}

static void drop_label(struct label_block *block)
{
    block->count--;
}

static void lose_a_label(struct solver *solver, const struct metric *metric,
                         struct query *query)
{
    solve_through(solver, metric, query, drop_label);
}

static void shift_labels(struct label_block *block)
{
    block->cost++;
    block->count--;
}

static void mix_labels(struct solver *solver, const struct metric *metric,
                       struct query *query)
{
    solve_through(solver, metric, query, shift_labels);
}

static void drop_predecessors(struct label_block *block)
{
    block->predecessor = NULL;
}

static void lose_predecessors(struct solver *solver,
                              const struct metric *metric, struct query *query)
{
    solve_through(solver, metric, query, drop_predecessors);
}

static void swap_predecessors(struct label_block *block)
{
    if (block->predecessor)
        block->predecessor = block->cost;
}

static void wrong_predecessors(struct solver *solver,
                               const struct metric *metric, struct query *query)
{
    solve_through(solver, metric, query, swap_predecessors);
}

static const struct {
    const char *name;
    spoiled_solve_fn solve_one;
} spoiled[] = {
    {"ignores the bound", ignore_bound},
    {"ignores the cancel flag", ignore_cancel},
    {"ignores a seed", ignore_last_seed},
    {"takes overflow for unreachable", lose_overflow},
    {"adds one", cost_one_more},
    {"takes a way that is longer", take_one_longer},
    {"loses an arc", lose_an_arc},
    {"goes round a loop", go_to_and_fro},
    {"loses a label", lose_a_label},
    {"mixes labels up", mix_labels},
    {"gives no predecessors", lose_predecessors},
    {"gives wrong predecessors", wrong_predecessors},
};

static size_t current;

static int solve_spoiled(struct solver *solver, const struct metric *metric,
                         struct batch *batch, struct error *error)
{
    for (size_t i = 0; i < batch->query_count; i++)
        spoiled[current].solve_one(solver, metric, batch->queries[i]);
    return 0;
}

static int refuse(struct prepared *prepared,
                  const struct solver_setting *settings, size_t setting_count,
                  struct solver **ret_solver, struct error *error)
{
    (void)prepared;
    (void)settings;
    (void)setting_count;
    (void)ret_solver;
    return error_set(error, SOLVER_REFUSES, "never");
}

static bool refuser_passes(const struct table_scope *scope)
{
    struct solver_ops ops = dijkstra_solver;

    ops.create = refuse;
    return solver_table_run(&ops, device_cpu(), scope) == 0;
}

int main(void)
{
    struct table_scope scope = table_scope_usual;
    struct solver_ops ops = dijkstra_solver;
    int failures = 0;

    ops.solve = solve_spoiled;
    scope.graph_count = 154;
    /* The table's messages about them do not matter here. */
    if (!freopen("/dev/null", "w", stderr))
        return EXIT_FAILURE;
    for (; current < sizeof(spoiled) / sizeof(spoiled[0]); current++) {
        if (solver_table_run(&ops, device_cpu(), &scope) > 0)
            continue;
        printf("a solver that %s passes\n", spoiled[current].name);
        failures++;
    }
    if (refuser_passes(&scope)) {
        puts("a solver that refuses everything passes");
        failures++;
    }
    return failures ? EXIT_FAILURE : EXIT_SUCCESS;
}
