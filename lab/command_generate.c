/* relaxlab generate: draws a road-like network from a seed, and reports how
 * close it is to the real one. */
#include <errno.h>
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
#include "lab/generate/osm/osm_draw.h"

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

static int take_block(struct sink *base, const struct label_block *block)
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
        .base = {take_block},
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
        double share = last ? (rest > 1e-9 ? rest : 0)
                            : statistics_degree_share(statistics, degree);
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
    const struct inventory inventory = {.untuned = true};
    const struct solver_choice dijkstra = {&dijkstra_solver, device_cpu()};
    uint32_t n = map->topology.vertex_count;
    double first = 0;
    double others = 0;
    struct runner runner = {0};
    struct forms forms;
    struct tree tree;
    int r = tree_init(&tree, map) ? error_no_memory(error) : 0;

    forms_init(&forms, map);
    if (!r)
        r = runner_init(&runner, &inventory, dijkstra, &forms, NULL, error);
    /* Vertex order is local, so equal steps are spread over the land. */
    for (uint32_t i = 0; i < SOURCES && !r; i++) {
        r = tree_grow(&tree, &runner, (uint32_t)((uint64_t)n * i / SOURCES),
                      error);
        if (!r)
            *(i ? &others : &first) += tree_depth(&tree) / sqrt(n);
    }
    runner_finish(&runner);
    forms_finish(&forms);
    free(tree.tail);
    free(tree.arc);
    free(tree.hops);
    if (r)
        return r;
    compare("depth/sqrt(n), first", first, model->depth);
    compare("depth/sqrt(n), usual", others / (SOURCES - 1), model->depth_usual);
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

static int take_preset(void *context, const struct argument *row, char *name)
{
    struct generate_arguments *arguments = context;

    arguments->request.model = model_find(name);
    if (arguments->request.model)
        return 0;
    return command_usage("no preset '%s'; there are ny and kanto", name);
}

/* The first model; as many vertices as the nodes need, or as its real map
 * has. */
static void settle(struct generate_arguments *arguments)
{
    uint64_t nodes = arguments->node_count;
    uint32_t *vertices = &arguments->request.vertex_count;

    if (!arguments->request.model)
        arguments->request.model = models[0];
    if (*vertices)
        return;
    *vertices = nodes ? (uint32_t)((nodes + OSM_DRAW_NODES_PER_VERTEX - 1) /
                                   OSM_DRAW_NODES_PER_VERTEX)
                      : arguments->request.model->vertex_count;
}

static int check(void *context)
{
    struct generate_arguments *arguments = context;

    if (!arguments->output && !arguments->osm)
        return command_usage("needs -o OUT.rlx, where to write, or --osm "
                             "OUT.osm.pbf");
    if (arguments->node_count &&
        arguments->node_count < arguments->request.vertex_count)
        return command_usage("--nodes is less than --vertices: every vertex is "
                             "a node");
    settle(arguments);
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

static int write_ways(const struct generate_arguments *arguments,
                      struct osm_writer *writer, const struct map *map,
                      uint64_t started_us, struct error *error)
{
    const struct osm_draw_settings settings = {arguments->request.seed,
                                               arguments->node_count};
    struct osm_drawn drawn;
    int r = osm_draw_file(map, &settings, writer, &drawn, error);

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
    struct ordering ordering;
    struct map *ordered =
        arguments->unordered ? NULL : ordering_try(map, &ordering);
    const struct map *written = ordered ? ordered : map;
    int r = map_write(written, arguments->output, error);

    if (!r)
        printf("%s: %s, %" PRIu32 " %s, weights in %s, %.2f s\n",
               arguments->output, map->info.source, map->topology.arc_count,
               plural(map->topology.arc_count, "arc", "arcs"), map->info.unit,
               (double)(clock_now_us() - started_us) / 1e6);
    if (!r && !arguments->unordered)
        ordering_summarize(&ordering, written, arguments->output);
    map_destroy(ordered);
    if (!r && !arguments->quiet)
        r = generate_report(map, arguments->request.model, error);
    return r;
}

/* Finds unwritable outputs before the long work. */
static int prepare(const struct generate_arguments *arguments,
                   struct osm_writer **ret_writer, struct error *error)
{
    int r = arguments_check_outputs(arguments->output, arguments->osm, error);

    if (!r && arguments->output)
        r = atomic_file_check(arguments->output, error);
    if (!r && arguments->osm)
        r = osm_writer_open(arguments->osm, MAP_GENERATOR, ret_writer, error);
    return r;
}

static int run(void *context, struct error *error)
{
    const struct generate_arguments *arguments = context;
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

static struct generate_arguments options = {.request = {.seed = 1}};

#define FIELD(field) offsetof(struct generate_arguments, field)

/* Nodes that are not vertices lie on streets. */
#define NODES_MOST                                                             \
    ((uint64_t)OSM_DRAW_NODES_PER_VERTEX * GENERATE_VERTICES_MOST)

static const struct argument arguments[] = {
    {"output", "OUT.rlx", ARGUMENT_OUTPUT, FIELD(output), .letter = 'o',
     .help = "where to write the map"},
    {"osm", "OUT.osm.pbf", ARGUMENT_OUTPUT, FIELD(osm),
     .help = "where to write OpenStreetMap data (.osm, .opl)"},
    {"nodes", "N", ARGUMENT_NUMBER_64, FIELD(node_count), .least = 1,
     .most = NODES_MOST, .with = "osm",
     .help = "nodes of that data, 1 to 5000000000; default 5 a vertex"},
    {"vertices", "N", ARGUMENT_NUMBER, FIELD(request.vertex_count), .least = 1,
     .most = GENERATE_VERTICES_MOST,
     .help = "1 to 1000000000; default one for 5 --nodes or, without, as many "
             "as the real map has"},
    {"seed", "S", ARGUMENT_NUMBER_64, FIELD(request.seed),
     .help = "0 to 2^64 - 1; default 1"},
    {"preset", "NAME", ARGUMENT_OTHER, .take = take_preset,
     .help = "ny: lengths in 0.1 m, like DIMACS NY; kanto: walking times in ms "
             "and railways, like the Kanto map of Suzuki et al.; default ny"},
    ORDERING_ARGUMENT(FIELD(unordered)),
    {"no-report", NULL, ARGUMENT_FLAG, FIELD(quiet),
     .help = "do not measure the map"},
    {0},
};

const struct command command_generate = {
    .name = "generate",
    .summary = "draw a road-like network from a seed",
    .usage = "-o OUT.rlx [OPTIONS]\n"
             "--osm OUT.osm.pbf [-o OUT.rlx] [OPTIONS]",
    .about =
        "Draws towns, rivers with bridges, main roads of four levels, one-way "
        "streets and dead ends, with coordinates around (0, 0), and reports "
        "how near the map is to the real one that the preset is held to. The "
        "same preset, number of vertices and seed give the same map.\n"
        "\n"
        "The same network can be written as OpenStreetMap data: roads with "
        "classes, made-up names, speed limits, surfaces and nodes between "
        "crossings, motorways with two carriageways and ramps, roundabouts, "
        "signals, barriers, access and turn restrictions; and railways with "
        "stations. Crossings have the ids of the map's vertices.",
    .examples =
        "  relaxlab generate --vertices 1000000 --seed 7 -o million.rlx\n"
        "  relaxlab generate --nodes 5000000 --osm large.osm.pbf",
    .arguments = {arguments},
    .options = &options,
    .check = check,
    .run = run,
};
