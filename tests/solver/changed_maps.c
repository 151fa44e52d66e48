/* changed_maps: solvers on maps of roads whose weights change. */
#include "tests/solver/changed_maps.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/base/parse.h"
#include "core/graph/generate/generate.h"
#include "core/graph/hierarchy/map_order.h"
#include "core/graph/import/dimacs.h"
#include "core/graph/map_file.h"
#include "tests/solver/round.h"

enum { EXIT_SKIP = 77 };

/* Each kind of change for both sets of weights, or nearly. */
static const struct table_scope usual_scope = {
    .batch_count = 4,
    .batch_max = 2,
    .change_count = 16,
    .more_batches = 2,
};

static void must(int r, const struct error *error)
{
    if (!r)
        return;
    fprintf(stderr, "%s\n", error->text);
    exit(EXIT_FAILURE);
}

static int read_map(const char *name, uint32_t generated, struct map **ret_map,
                    struct error *error)
{
    struct generate_request request = {models[0], generated, 7};
    struct dimacs_files files = {.graph = name};
    const char *ending = strrchr(name, '.');

    if (generated)
        return generate_map(&request, NULL, ret_map, error);
    if (ending && !strcmp(ending, ".rlx"))
        return map_open(name, ret_map, error);
    return dimacs_import(&files, NULL, ret_map, error);
}

static struct map *ordered(struct map *map)
{
    struct map *ordered = NULL;
    struct error error;

    if (map->hierarchy.supernode_count)
        return map;
    must(map_order(map, NULL, &ordered, &error), &error);
    map_destroy(map);
    return ordered;
}

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
    struct map *map = NULL;
    struct test_graph graph;
    struct error error;
    uint32_t generated = 0;
    int failures = 0;

    if (!parse_u32(name, &generated) && access(name, R_OK)) {
        printf("skipped: there is no map %s\n", name);
        return EXIT_SKIP;
    }
    must(read_map(name, generated, &map, &error), &error);
    test_graph_take(ordered(map), &graph);
    for (size_t i = 0; i < changed->solver_count; i++)
        failures += run_solver(changed, changed->solvers[i], scope, &graph);
    test_graph_finish(&graph);
    return failures;
}

static int usage(const char *program)
{
    fprintf(stderr, "usage: %s [-c CHANGES] [-q QUERIES] [MAP...]\n", program);
    return EXIT_FAILURE;
}

static bool parse_scope(int argc, char **argv, struct table_scope *ret_scope)
{
    int option;

    while ((option = getopt(argc, argv, "c:q:")) != -1) {
        uint32_t number;

        if (option == '?' || !parse_u32(optarg, &number) || !number)
            return false;
        if (option == 'c')
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
