/* test_solvers: the table over every CPU solver in the catalog.
 *
 * usage: test_solvers [SOLVER [GRAPH]] repeats one graph of one solver. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/solver/catalog.h"
#include "tests/solver/table.h"

/* Larger graphs, so that blocks, heaps and queues fill and turn over. */
static const struct table_scope large_scope = {
    .first_graph = 100000,
    .graph_count = 77,
    .vertices_max = 9000,
    .batch_count = 2,
    .batch_max = 2,
    .change_count = 3,
};

/* Under a sanitizer, which takes several times as long, every kind is tested
 * less often. */
#if defined(__SANITIZE_THREAD__)
enum { GRAPHS_SHARE = 10 };
#elif defined(__SANITIZE_ADDRESS__)
enum { GRAPHS_SHARE = 2 };
#else
enum { GRAPHS_SHARE = 1 };
#endif

static int run_all(const struct solver_ops *ops)
{
    struct table_scope scope = table_scope_usual;

    scope.graph_count /= GRAPHS_SHARE;
    return solver_table_run(ops, device_cpu(), &scope) +
           solver_table_run(ops, device_cpu(), &large_scope);
}

static int run_one(const struct solver_ops *ops, uint64_t graph)
{
    struct table_scope scope =
        graph >= large_scope.first_graph ? large_scope : table_scope_usual;

    scope.first_graph = graph;
    scope.graph_count = 1;
    return solver_table_run(ops, device_cpu(), &scope);
}

int main(int argc, char **argv)
{
    struct catalog catalog;
    int failures = 0;

    catalog_init(&catalog);
    for (size_t i = 0; i < catalog.count; i++) {
        const struct solver_ops *ops = catalog.solver[i];

        if (argc > 1 && strcmp(argv[1], ops->name) != 0)
            continue;
        failures +=
            argc > 2 ? run_one(ops, strtoull(argv[2], NULL, 10)) : run_all(ops);
    }
    return failures ? EXIT_FAILURE : EXIT_SUCCESS;
}
