/* relaxctl generate: a road-like network drawn from a seed. */
#include <getopt.h>
#include <inttypes.h>
#include <stdio.h>

#include "clients/relaxctl/arguments.h"
#include "clients/relaxctl/command.h"
#include "clients/relaxctl/generate_report.h"
#include "clients/relaxctl/ordering.h"
#include "clients/relaxctl/plural.h"
#include "core/base/atomic_file.h"
#include "core/base/clock.h"
#include "core/base/parse.h"
#include "core/base/progress.h"
#include "core/graph/generate/generate.h"
#include "core/graph/map_file.h"

struct generate_arguments {
    struct generate_request request; /* vertex_count 0: that of the model */
    const char *output;
    bool quiet; /* no report */
    bool unordered;
};

static const struct option options[] = {
    {"no-order", no_argument, NULL, 'N'},
    {"no-report", no_argument, NULL, 'R'},
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

static int take_arguments(struct generate_arguments *arguments, int argc,
                          char **argv)
{
    int r =
        arguments_parse(argc, argv, ":o:", options, "", take_option, arguments);

    if (r)
        return r;
    if (optind < argc)
        return command_usage(argv[0], "takes no argument '%s'", argv[optind]);
    if (!arguments->output)
        return command_usage(argv[0], "needs '-o OUT.rlx', where to write");
    if (!arguments->request.vertex_count)
        arguments->request.vertex_count =
            arguments->request.model->vertex_count;
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

static void summarize(const struct generate_arguments *arguments,
                      const struct map *map, uint64_t started_us)
{
    printf("%s: %s, %" PRIu32 " %s, weights in %s, %.2f s\n", arguments->output,
           map->info.source, map->topology.arc_count,
           plural(map->topology.arc_count, "arc", "arcs"), map->info.unit,
           (double)(clock_now_us() - started_us) / 1e6);
}

static int write_map(const struct generate_arguments *arguments,
                     const struct map *map, uint64_t started_us,
                     struct error *error)
{
    int r = map_write(map, arguments->output, error);

    if (!r)
        summarize(arguments, map, started_us);
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

static int generate(const struct generate_arguments *arguments,
                    struct error *error)
{
    uint64_t started_us = clock_now_us();
    struct map *map;
    int r = atomic_file_check(arguments->output, error);

    if (!r)
        r = draw(arguments, &map, error);
    if (r)
        return r;
    r = arguments->unordered ? write_map(arguments, map, started_us, error)
                             : write_ordered(arguments, map, started_us, error);
    if (!r && !arguments->quiet)
        r = generate_report(map, arguments->request.model, error);
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
        "usage: relaxctl generate -o OUT.rlx [OPTIONS]\n"
        "\n"
        "Draws towns, rivers with bridges, main roads of four levels, one-way\n"
        "streets and dead ends, with coordinates around (0, 0), and reports\n"
        "how near the map is to the real one that the preset is held to. The\n"
        "same preset, number of vertices and seed give the same map.\n"
        "\n"
        "  -o, --output OUT.rlx  where to write the map\n"
        "  --vertices N          1 to 1000000000 (as many as the real map)\n"
        "  --seed S              0 to 2^64 - 1 (1)\n"
        "  --preset NAME         ny: lengths in 0.1 m, like DIMACS NY; kanto:\n"
        "                        walking times in ms and railways, like the\n"
        "                        Kanto map of Suzuki et al. "
        "(ny)\n" ORDERING_HELP
        "  --no-report           do not measure the map\n"
        "\n"
        "Example:\n"
        "  relaxctl generate --vertices 1000000 --seed 7 -o million.rlx\n",
    .run = run,
};
