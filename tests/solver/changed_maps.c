/* changed_maps: parses the arguments, opens maps and runs solvers. */
#include "tests/solver/changed_maps.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "core/base/text.h"
#include "tests/solver/road_map.h"
#include "tests/solver/round.h"

/* Each kind of change for both sets of weights, or nearly. */
static const struct table_scope usual_scope = {
    .batch_count = 4,
    .batch_max = 2,
    .change_count = 16,
    .more_batches = 2,
};

static int run_solver(const struct changed_maps *changed, const char *name,
                      const struct table_scope *scope,
                      const struct test_graph *graph)
{
    const struct solver_ops *ops = catalog_find(changed->catalog, name);
    const struct topology *topology = &graph->map->topology;
    struct error error = {""};
    struct random random;
    int r;

    printf("%s on %s: %s, %u vertices, %u arcs\n", name, changed->device->name,
           graph->map->info.source, topology->vertex_count,
           topology->arc_count);
    random_seed(&random, topology->arc_count);
    r = round_run(ops, changed->device, scope, graph, &random, &error);
    if (!r)
        return 0;
    fflush(stdout);
    fprintf(stderr, "%s on %s: %s\n", name, changed->device->name, error.text);
    return 1;
}

/* Returns how many solvers failed, or EXIT_SKIP. */
static int run_map(const struct changed_maps *changed, const char *name,
                   const struct table_scope *scope)
{
    struct map *map = road_map_open(name);
    struct test_graph graph;
    int failures = 0;

    if (!map)
        return EXIT_SKIP;
    test_graph_take(road_map_ordered(map), &graph);
    for (size_t i = 0; i < changed->solver_count; i++)
        failures += run_solver(changed, changed->solvers[i], scope, &graph);
    test_graph_finish(&graph);
    return failures;
}

static int usage(const char *program)
{
    fprintf(stderr,
            "usage: %s [-c CHANGES] [-b BATCHES] [-q QUERIES] [MAP...]\n",
            program);
    return EXIT_FAILURE;
}

static bool parse_scope(int argc, char **argv, struct table_scope *ret_scope)
{
    int option;

    while ((option = getopt(argc, argv, "b:c:q:")) != -1) {
        uint32_t number;

        if (option == '?' || !parse_u32(optarg, &number) || !number)
            return false;
        if (option == 'b')
            ret_scope->more_batches = number - 1;
        else if (option == 'c')
            ret_scope->change_count = number;
        else
            ret_scope->batch_max = number;
    }
    return true;
}

int changed_maps_main(const struct changed_maps *changed, int argc, char **argv)
{
    struct table_scope scope = usual_scope;
    const char *own[] = {changed->own};
    int failures = 0;
    int skipped = 0;
    int count;

    if (!parse_scope(argc, argv, &scope))
        return usage(argv[0]);
    count = argc > optind ? argc - optind : 1;
    for (int i = 0; i < count; i++) {
        const char *name = argc > optind ? argv[optind + i] : own[0];
        int r = run_map(changed, name, &scope);

        skipped += r == EXIT_SKIP;
        failures += r == EXIT_SKIP ? 0 : r;
    }
    if (failures)
        return EXIT_FAILURE;
    return skipped == count ? EXIT_SKIP : EXIT_SUCCESS;
}
