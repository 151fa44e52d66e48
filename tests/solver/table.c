/* table: runs graphs through round.h and reports failures. */
#include "tests/solver/table.h"

#include <stdio.h>
#include <stdlib.h>

#include "tests/solver/graphs.h"
#include "tests/solver/round.h"

const struct table_scope table_scope_usual = {
    .graph_count = 770,
    .vertices_max = 60,
    .batch_count = 12,
    .batch_max = 5,
    .change_count = 6,
};

enum { FAILURES_MAX = 5 };

/* The result of a graph. */
struct tally {
    unsigned failed;
    unsigned refused;
};

static void run_graph(const struct solver_ops *ops, const struct device *device,
                      const struct table_scope *scope, uint64_t number,
                      struct tally *tally)
{
    struct test_graph graph;
    struct random random;
    struct error error = {""};
    bool ordered;
    int r;

    random_seed(&random, number);
    ordered =
        random_below(&random, 2) || (ops->capabilities & SOLVER_NEEDS_ORDER);
    test_graph_make(number, scope->vertices_max, ordered, &graph);
    r = round_run(ops, device, scope, &graph, &random, &error);
    tally->refused += r == SOLVER_REFUSES;
    tally->failed += r && r != SOLVER_REFUSES;
    if (r && r != SOLVER_REFUSES)
        fprintf(stderr,
                "%s on %s: graph %llu (%s%s, weights %s, %u vertices, %u "
                "arcs): %s\n",
                ops->name, device->name, (unsigned long long)number,
                graph.ordered ? "ordered " : "", graph.kind, graph.weight_kind,
                graph.map->topology.vertex_count, graph.map->topology.arc_count,
                error.text);
    test_graph_finish(&graph);
}

int solver_table_run(const struct solver_ops *ops, const struct device *device,
                     const struct table_scope *scope)
{
    struct tally tally = {0};

    for (unsigned i = 0; i < scope->graph_count && tally.failed < FAILURES_MAX;
         i++)
        run_graph(ops, device, scope, scope->first_graph + i, &tally);
    if (2 * tally.refused <= scope->graph_count)
        return (int)tally.failed;
    fprintf(stderr, "%s on %s: refused %u of %u graphs\n", ops->name,
            device->name, tally.refused, scope->graph_count);
    return (int)(tally.failed + tally.refused);
}
