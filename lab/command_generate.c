/* relaxlab generate: draws a road-like network from a seed, and reports how
 * close it is to the real one. */
#include <errno.h>
#include <getopt.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "clients/relaxctl/arguments.h"
#include "clients/relaxctl/ordering.h"
#include "clients/relaxctl/runner.h"
#include "core/base/array.h"
#include "core/base/atomic_file.h"
#include "core/base/clock.h"
#include "core/base/progress.h"
#include "core/base/text.h"
#include "core/graph/components.h"
#include "core/graph/map.h"
#include "core/graph/map_file/map_file.h"
#include "core/graph/statistics.h"
#include "lab/commands.h"
#include "lab/generate/generate.h"
#include "lab/generate/land.h"
#include "lab/osm_output.h"

/* ---- The depth of a search ----------------------------------------------- */

/* A tree of shortest paths, as arcs. */
struct tree {
    struct sink base;
    const struct map *map;
    uint32_t *tail; /* [arc_count] */
    uint32_t *arc;  /* [vertex_count] the tree's arc into each vertex, ARC_NONE
                       at the root and if unreachable */
    uint32_t *hops; /* [vertex_count] from the root, UINT32_MAX: unknown */
};

static int take(struct sink *base, const struct label_block *block)
{
    struct tree *tree = (struct tree *)base;

    memcpy(tree->arc + block->first, block->predecessor,
           block->count * sizeof(*block->predecessor));
    return 0;
}

static int tree_init(struct tree *tree, const struct map *map)
{
    const struct topology *topology = &map->topology;
    uint32_t n = topology->vertex_count;

    *tree = (struct tree){
        .base = {take},
        .map = map,
        .tail = array_alloc(topology->arc_count, sizeof(*tree->tail)),
        .arc = array_alloc(n, sizeof(*tree->arc)),
        .hops = array_alloc(n, sizeof(*tree->hops)),
    };
    if (!tree->tail || !tree->arc || !tree->hops)
        return -ENOMEM;
    for (uint32_t v = 0; v < n; v++) {
        for (uint32_t a = topology->first_out[v];
             a < topology->first_out[v + 1]; a++)
            tree->tail[a] = v;
    }
    return 0;
}

static void tree_finish(struct tree *tree)
{
    free(tree->tail);
    free(tree->arc);
    free(tree->hops);
}

static int tree_grow(struct tree *tree, struct runner *runner, uint32_t source,
                     struct error *error)
{
    struct seed seed = {source, 0};
    struct query query = {
        .seeds = &seed,
        .seed_count = 1,
        .output = QUERY_TREE,
        .bound = COST_OVERFLOW,
        .predecessors = true,
        .sink = &tree->base,
    };
    struct query *queries[] = {&query};

    return runner_solve(runner, queries, 1, NULL, error);
}

/* Walks from each vertex up to one with known hops, or a root; then again, to
 * count down. */
static uint32_t tree_depth(struct tree *tree)
{
    uint32_t n = tree->map->topology.vertex_count;
    uint32_t *hops = tree->hops;
    uint32_t most = 0;

    memset(hops, 0xff, n * sizeof(*hops));
    for (uint32_t v = 0; v < n; v++) {
        uint32_t length = 0;
        uint32_t top = v;

        for (; hops[top] == UINT32_MAX && tree->arc[top] != ARC_NONE; length++)
            top = tree->tail[tree->arc[top]];
        if (hops[top] == UINT32_MAX)
            hops[top] = 0;
        length += hops[top];
        most = length > most ? length : most;
        for (uint32_t u = v; u != top; u = tree->tail[tree->arc[u]])
            hops[u] = length--;
    }
    return most;
}

/* Hops to the vertex with the most, along the tree that the solver "dijkstra"
 * finds from each of `sources`. 0 or a negative code with words. */
static int depth_measure(const struct map *map, const uint32_t *sources,
                         uint32_t source_count, uint32_t *ret_depths,
                         struct error *error)
{
    const struct inventory inventory = {.untuned = true};
    const struct solver_choice dijkstra = {&dijkstra_solver, device_cpu()};
    const struct arguments_settings none = {.count = 0};
    struct runner runner = {0};
    struct forms forms;
    struct tree tree;
    int r = tree_init(&tree, map) ? error_no_memory(error) : 0;

    forms_init(&forms, map);
    if (!r)
        r = runner_init(&runner, &inventory, dijkstra, &forms, &none, error);
    for (uint32_t i = 0; i < source_count && !r; i++) {
        r = tree_grow(&tree, &runner, sources[i], error);
        if (!r)
            ret_depths[i] = tree_depth(&tree);
    }
    runner_finish(&runner);
    forms_finish(&forms);
    tree_finish(&tree);
    return r;
}

/* ---- The report ---------------------------------------------------------- */

/* The number of trees for the mean depth, including the first vertex's. */
enum { SOURCES = 6 };

/* A figure this close to the real one is ok. */
#define TOLERANCE 0.2

static void compare(const char *what, double value, double real)
{
    if (real <= 0) {
        printf("  %-22s %12.4g\n", what, value);
        return;
    }
    printf("  %-22s %12.5g  %12.5g  %+6.1f %%  %s\n", what, value, real,
           100 * (value / real - 1),
           fabs(value / real - 1) <= TOLERANCE ? "ok" : "off");
}

static void report_degrees(const struct statistics *statistics,
                           const struct model *model)
{
    double rest = 1;

    for (unsigned degree = 0; degree < MODEL_DEGREES; degree++) {
        bool last = degree + 1 == MODEL_DEGREES;
        double share =
            last ? rest : statistics_degree_share(statistics, degree);
        char what[32];

        rest -= share;
        snprintf(what, sizeof(what), "out-degree %u%s", degree,
                 last ? " or more" : "");
        compare(what, share, model->degree_share[degree]);
    }
}

static void report_weights(const struct statistics *statistics,
                           const struct model *model)
{
    compare("weight, mean", statistics->weight_mean, model->weight_mean);
    compare("weight, deviation", statistics->weight_deviation,
            model->weight_deviation);
    printf("  %-22s %12" PRIu32 "\n", "weight, least",
           statistics->weight_least);
    printf("  %-22s %12" PRIu32 "\n", "weight, most", statistics->weight_most);
}

static int report_strong(const struct map *map, struct error *error)
{
    struct components strong;

    if (components_strong(map, &strong))
        return error_no_memory(error);
    printf("  %-22s %12.4f\n", "strongly connected",
           (double)strong.largest / map->topology.vertex_count);
    return 0;
}

static int report_depth(const struct map *map, const struct model *model,
                        struct error *error)
{
    uint32_t n = map->topology.vertex_count;
    uint32_t sources[SOURCES];
    uint32_t depths[SOURCES];
    double root = sqrt(n);
    double sum = 0;
    int r;

    /* Vertex order is local, so equal steps are spread over the land. */
    for (uint32_t i = 0; i < SOURCES; i++)
        sources[i] = (uint32_t)((uint64_t)n * i / SOURCES);
    r = depth_measure(map, sources, SOURCES, depths, error);
    if (r)
        return r;
    for (uint32_t i = 1; i < SOURCES; i++)
        sum += depths[i] / root;
    compare("depth/sqrt(n), first", depths[0] / root, model->depth);
    compare("depth/sqrt(n), usual", sum / (SOURCES - 1), model->depth_usual);
    return 0;
}

/* Prints degrees, weights, the strongly connected share, and the depth of
 * shortest-path trees from the first vertex and a few others; "ok" if a figure
 * is within 20 % of the model's. 0 or a negative code with words. */
static int generate_report(const struct map *map, const struct model *model,
                           struct error *error)
{
    struct statistics statistics;
    int r;

    statistics_take(map, &statistics);
    printf("  %-22s %12s  %12s\n", "", "this map", "the real one");
    report_degrees(&statistics, model);
    report_weights(&statistics, model);
    r = report_strong(map, error);
    return r ? r : report_depth(map, model, error);
}

/* ---- The command --------------------------------------------------------- */

struct generate_arguments {
    struct generate_request request; /* vertex_count 0: not given */
    uint64_t node_count;             /* of OpenStreetMap data; 0: not given */
    const char *output;              /* NULL: no map */
    const char *osm;                 /* NULL: no OpenStreetMap data */
    bool quiet;                      /* prints no report */
    bool unordered;
};

static const struct option options[] = {
    {"no-order", no_argument, NULL, 'N'},
    {"no-report", no_argument, NULL, 'R'},
    {"nodes", required_argument, NULL, 'k'},
    {"osm", required_argument, NULL, 'm'},
    {"output", required_argument, NULL, 'o'},
    {"preset", required_argument, NULL, 'p'},
    {"seed", required_argument, NULL, 's'},
    {"vertices", required_argument, NULL, 'n'},
    {0},
};

static int take_preset(struct generate_arguments *arguments, char **argv)
{
    arguments->request.model = model_find(optarg);
    if (arguments->request.model)
        return 0;
    return command_usage(argv[0], "no preset '%s'; there are ny and kanto",
                         optarg);
}

static int take_vertices(struct generate_arguments *arguments, char **argv)
{
    uint32_t count;

    if (!parse_u32(optarg, &count) || count < 1 ||
        count > GENERATE_VERTICES_MOST)
        return command_usage(argv[0],
                             "'--vertices %s' is no number from 1 to %u",
                             optarg, GENERATE_VERTICES_MOST);
    arguments->request.vertex_count = count;
    return 0;
}

/* Nodes that are not vertices lie on streets. */
static int take_nodes(struct generate_arguments *arguments, char **argv)
{
    const uint64_t most =
        (uint64_t)OSM_DRAW_NODES_PER_VERTEX * GENERATE_VERTICES_MOST;

    if (!parse_u64(optarg, &arguments->node_count) ||
        arguments->node_count < 1 || arguments->node_count > most)
        return command_usage(argv[0],
                             "'--nodes %s' is no number from 1 to %" PRIu64,
                             optarg, most);
    return 0;
}

static int take_option(void *context, char **argv, int option)
{
    struct generate_arguments *arguments = context;

    switch (option) {
    case 'N':
        arguments->unordered = true;
        return 0;
    case 'R':
        arguments->quiet = true;
        return 0;
    case 'k':
        return take_nodes(arguments, argv);
    case 'm':
        return arguments_output(argv, "--osm", &arguments->osm);
    case 'n':
        return take_vertices(arguments, argv);
    case 'o':
        return arguments_output(argv, "-o", &arguments->output);
    case 'p':
        return take_preset(arguments, argv);
    case 's':
        return arguments_seed(argv, &arguments->request.seed);
    default:
        return arguments_refuse(argv, option);
    }
}

/* As many vertices as the nodes need, or as the real map has. */
static void settle_counts(struct generate_arguments *arguments)
{
    uint64_t nodes = arguments->node_count;
    uint32_t *vertices = &arguments->request.vertex_count;

    if (*vertices)
        return;
    *vertices = nodes ? (uint32_t)((nodes + OSM_DRAW_NODES_PER_VERTEX - 1) /
                                   OSM_DRAW_NODES_PER_VERTEX)
                      : arguments->request.model->vertex_count;
}

static int take_arguments(struct generate_arguments *arguments, int argc,
                          char **argv)
{
    int r =
        arguments_parse(argc, argv, ":o:", options, "", take_option, arguments);

    if (r)
        return r;
    if (optind < argc)
        return command_usage(argv[0], "takes no argument '%s'", argv[optind]);
    if (!arguments->output && !arguments->osm)
        return command_usage(argv[0], "needs '-o OUT.rlx', where to write, or "
                                      "'--osm OUT.osm.pbf'");
    if (arguments->node_count && !arguments->osm)
        return command_usage(argv[0], "'--nodes' is of '--osm OUT.osm.pbf'");
    settle_counts(arguments);
    return 0;
}

static int draw(const struct generate_arguments *arguments,
                struct map **ret_map, struct error *error)
{
    struct progress_printer printer;
    int r;

    progress_printer_init(&printer);
    r = generate_map(&arguments->request, &printer.base, ret_map, error);
    progress_printer_finish(&printer);
    return r;
}

static int write_map(const struct generate_arguments *arguments,
                     const struct map *map, uint64_t started_us,
                     struct error *error)
{
    int r = map_write(map, arguments->output, error);

    if (!r)
        printf("%s: %s, %" PRIu32 " %s, weights in %s, %.2f s\n",
               arguments->output, map->info.source, map->topology.arc_count,
               plural(map->topology.arc_count, "arc", "arcs"), map->info.unit,
               (double)(clock_now_us() - started_us) / 1e6);
    return r;
}

static int write_ordered(const struct generate_arguments *arguments,
                         struct map *map, uint64_t started_us,
                         struct error *error)
{
    struct ordering ordering;
    struct map *ordered = ordering_try(map, &ordering);
    const struct map *written = ordered ? ordered : map;
    int r = write_map(arguments, written, started_us, error);

    if (!r)
        ordering_summarize(&ordering, written, arguments->output);
    map_destroy(ordered);
    return r;
}

static int write_ways(const struct generate_arguments *arguments,
                      struct osm_writer *writer, const struct map *map,
                      uint64_t started_us, struct error *error)
{
    const struct osm_draw_settings settings = {arguments->request.seed,
                                               arguments->node_count};
    struct osm_drawn drawn;
    int r = osm_output_write(writer, map, &settings, &drawn, error);

    if (!r)
        printf("%s: %s, %" PRIu64 " %s, %" PRIu64 " %s, %" PRIu64
               " %s, %.2f s\n",
               arguments->osm, map->info.source, drawn.nodes,
               plural(drawn.nodes, "node", "nodes"), drawn.ways,
               plural(drawn.ways, "way", "ways"), drawn.relations,
               plural(drawn.relations, "restriction", "restrictions"),
               (double)(clock_now_us() - started_us) / 1e6);
    return r;
}

static int write_output(const struct generate_arguments *arguments,
                        struct map *map, uint64_t started_us,
                        struct error *error)
{
    int r = arguments->unordered
                ? write_map(arguments, map, started_us, error)
                : write_ordered(arguments, map, started_us, error);

    if (!r && !arguments->quiet)
        r = generate_report(map, arguments->request.model, error);
    return r;
}

/* Finds unwritable outputs before the long work. */
static int prepare(const struct generate_arguments *arguments,
                   struct osm_writer **ret_writer, struct error *error)
{
    int r = arguments->output ? atomic_file_check(arguments->output, error) : 0;

    if (!r && arguments->osm)
        r = osm_writer_open(arguments->osm, MAP_GENERATOR, ret_writer, error);
    return r;
}

static int generate(const struct generate_arguments *arguments,
                    struct error *error)
{
    uint64_t started_us = clock_now_us();
    struct osm_writer *writer = NULL;
    struct map *map = NULL;
    int r = prepare(arguments, &writer, error);

    if (!r)
        r = draw(arguments, &map, error);
    if (r) {
        osm_writer_abandon(writer);
        return r;
    }
    if (writer)
        r = write_ways(arguments, writer, map, started_us, error);
    if (!r && arguments->output)
        r = write_output(arguments, map, started_us, error);
    map_destroy(map);
    return r;
}

static int run(int argc, char **argv)
{
    struct generate_arguments arguments = {
        .request = {.model = models[0], .seed = 1},
    };
    struct error error;
    int r = take_arguments(&arguments, argc, argv);

    if (r)
        return r;
    return generate(&arguments, &error) ? command_fail(argv[0], &error)
                                        : EXIT_DONE;
}

const struct command command_generate = {
    .name = "generate",
    .summary = "draw a road-like network from a seed",
    .help =
        "usage: relaxlab generate -o OUT.rlx [OPTIONS]\n"
        "       relaxlab generate --osm OUT.osm.pbf [-o OUT.rlx] [OPTIONS]\n"
        "\n"
        "Draws towns, rivers with bridges, main roads of four levels, one-way\n"
        "streets and dead ends, with coordinates around (0, 0), and reports\n"
        "how near the map is to the real one that the preset is held to. The\n"
        "same preset, number of vertices and seed give the same map.\n"
        "\n"
        "The same network can be written as OpenStreetMap data: roads with\n"
        "classes, made-up names, speed limits, surfaces and nodes between\n"
        "crossings, motorways with two carriageways and ramps, roundabouts,\n"
        "signals, barriers, access and turn restrictions; and railways with\n"
        "stations. Crossings have the ids of the map's vertices.\n"
        "\n"
        "  -o, --output OUT.rlx  where to write the map\n"
        "  --osm OUT.osm.pbf     where to write OpenStreetMap data (.osm,\n"
        "                        .opl)\n"
        "  --nodes N             of that data: 1 to 5000000000 (5 a vertex)\n"
        "  --vertices N          1 to 1000000000 (one to 5 nodes, or as many\n"
        "                        as the real map)\n"
        "  --seed S              0 to 2^64 - 1 (1)\n"
        "  --preset NAME         ny: lengths in 0.1 m, like DIMACS NY; kanto:\n"
        "                        walking times in ms and railways, like the\n"
        "                        Kanto map of Suzuki et al. "
        "(ny)\n" ORDERING_HELP
        "  --no-report           do not measure the map\n"
        "\n"
        "Example:\n"
        "  relaxlab generate --vertices 1000000 --seed 7 -o million.rlx\n"
        "  relaxlab generate --nodes 5000000 --osm large.osm.pbf\n",
    .run = run,
};
