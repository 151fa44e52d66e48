#include "tests/solver/by_dijkstra.h"

#include <stdio.h>
#include <stdlib.h>

#include "core/solver/catalog.h"
#include "core/solver/csr.h"
#include "tests/solver/oracle.h"

struct exact_sink {
    struct sink base;
    uint64_t *exact; /* by vertex */
};

static int keep(struct sink *base, const struct label_block *block)
{
    struct exact_sink *sink = (struct exact_sink *)base;

    for (uint32_t i = 0; i < block->count; i++) {
        uint32_t v = block->vertex ? block->vertex[i] : block->first + i;
        uint32_t cost = block->cost[i];

        sink->exact[v] = cost == COST_INFINITY ? ORACLE_UNREACHED : cost;
    }
    return 0;
}

void labels_by_dijkstra(const struct map *map, const struct weights *weights,
                        const struct query *query, uint64_t *ret_exact)
{
    const struct form_ops *form = &csr_form;
    struct exact_sink sink = {{keep}, ret_exact};
    struct query tree = {
        .seeds = query->seeds,
        .seed_count = query->seed_count,
        .output = QUERY_TREE,
        .bound = query->bound,
        .sink = &sink.base,
    };
    struct query *queries[] = {&tree};
    struct batch batch = {queries, 1, NULL};
    struct prepared *prepared = NULL;
    struct metric *metric = NULL;
    struct solver *solver = NULL;
    struct error error = {""};
    int r = form->prepare(device_cpu(), map, &prepared, &error);

    if (!r)
        r = form->customize(prepared, weights, &metric, &error);
    if (!r)
        r = dijkstra_solver.create(prepared, NULL, 0, &solver, &error);
    if (!r)
        r = dijkstra_solver.solve(solver, metric, &batch, &error);
    if (r || tree.status != QUERY_DONE) {
        fprintf(stderr, "labels by dijkstra: %s\n", error.text);
        abort();
    }
    dijkstra_solver.destroy(solver);
    form->metric_destroy(metric);
    form->prepared_destroy(prepared);
}
