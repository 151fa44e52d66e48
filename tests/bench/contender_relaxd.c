/* contender: relaxd's dijkstra, its answer a tree with predecessors. */
#include "tests/bench/contender.h"

#include <stdlib.h>

#include "core/solver/catalog.h"

/* Adds up the costs; the time includes reading each label. */
struct adding_sink {
    struct sink base;
    uint64_t sum;
};

struct state {
    struct prepared *prepared;
    struct metric *metric;
    struct solver *solver;
    struct adding_sink sink;
};

static int add_up(struct sink *base, const struct label_block *block)
{
    struct adding_sink *sink = (struct adding_sink *)base;

    for (uint32_t i = 0; i < block->count; i++)
        sink->sum += block->cost[i] <= COST_MAX ? block->cost[i] : 0;
    return 0;
}

static void *create(const struct map *map)
{
    const struct form_ops *csr = dijkstra_solver.form;
    struct state *state = calloc(1, sizeof(*state));
    struct error error;

    if (!state || csr->prepare(device_cpu(), map, &state->prepared, &error) ||
        csr->customize(state->prepared, &map->imported.arcs, &state->metric,
                       &error) ||
        dijkstra_solver.create(state->prepared, NULL, 0, &state->solver,
                               &error))
        abort();
    state->sink.base.write = add_up;
    return state;
}

static void destroy(void *context)
{
    struct state *state = context;

    dijkstra_solver.destroy(state->solver);
    dijkstra_solver.form->metric_destroy(state->metric);
    dijkstra_solver.form->prepared_destroy(state->prepared);
    free(state);
}

static void run(void *context, uint32_t source)
{
    struct state *state = context;
    struct seed seed = {source, 0};
    struct query query = {
        .seeds = &seed,
        .seed_count = 1,
        .output = QUERY_TREE,
        .bound = COST_OVERFLOW,
        .predecessors = true,
        .sink = &state->sink.base,
    };
    struct query *queries[] = {&query};
    struct batch batch = {.queries = queries, .query_count = 1};
    struct error error;

    state->sink.sum = 0;
    if (dijkstra_solver.solve(state->solver, state->metric, &batch, &error))
        abort();
}

static uint64_t sum(void *context)
{
    const struct state *state = context;

    return state->sink.sum;
}

const struct contender contender_relaxd = {
    .name = "relaxd dijkstra",
    .create = create,
    .destroy = destroy,
    .run = run,
    .sum = sum,
};
