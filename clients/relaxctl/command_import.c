/* relaxctl import: other people's maps as an .rlx file. */
#include <getopt.h>
#include <string.h>

#include "clients/relaxctl/arguments.h"
#include "clients/relaxctl/commands.h"
#include "clients/relaxctl/import_graph.h"
#include "clients/relaxctl/import_osm.h"
#include "clients/relaxctl/ordering.h"
#include "core/base/atomic_file.h"
#include "core/graph/import/osm/file/osm_file.h"
#include "core/graph/road_network/road_map.h"

struct import_arguments {
    struct import_graph graph;
    struct import_osm osm; /* paths: none, it is no OpenStreetMap data */
};

static const char default_profiles[] = "car";

static const struct option options[] = {
    {"coordinates", required_argument, NULL, 'c'},
    {"data-version", required_argument, NULL, 'D'},
    {"grid", no_argument, NULL, 'g'},
    {"headerless", no_argument, NULL, 'H'},
    {"no-order", no_argument, NULL, 'N'},
    {"output", required_argument, NULL, 'o'},
    {"profile", required_argument, NULL, 'p'},
    {"scale", required_argument, NULL, 'S'},
    {"set", required_argument, NULL, 's'},
    {"small-component-size", required_argument, NULL, 'z'},
    {"unit", required_argument, NULL, 'u'},
    {0},
};

static int take_unit(struct import_arguments *arguments, char **argv)
{
    const size_t most = sizeof(((struct map_info *)NULL)->unit) - 1;

    if (strlen(optarg) > most)
        return command_usage(argv[0], "--unit '%s' is longer than %zu bytes",
                             optarg, most);
    arguments->graph.files.unit = optarg;
    return 0;
}

static int take_data_version(struct import_arguments *arguments, char **argv)
{
    const size_t most = sizeof(((struct map_info *)NULL)->data_version) - 1;

    if (strlen(optarg) > most)
        return command_usage(
            argv[0], "--data-version '%.40s...' is longer than %zu bytes",
            optarg, most);
    arguments->osm.data_version = optarg;
    return 0;
}

static int take_set(struct import_arguments *arguments, char **argv)
{
    struct import_osm *osm = &arguments->osm;
    size_t key = strcspn(optarg, ".=");

    if (osm->set_count == IMPORT_OSM_SETS_MAX)
        return command_usage(argv[0], "more than %d times --set",
                             IMPORT_OSM_SETS_MAX);
    if (optarg[key] != '.' || !strchr(optarg + key, '='))
        return command_usage(argv[0], "--set '%s' is not section.key=value",
                             optarg);
    osm->set[osm->set_count++] = optarg;
    return 0;
}

static int take_option(void *context, char **argv, int option)
{
    struct import_arguments *arguments = context;

    switch (option) {
    case 'c':
        arguments->graph.files.coordinates = arguments_input(optarg);
        return 0;
    case 'D':
        return take_data_version(arguments, argv);
    case 'g':
        arguments->graph.grid = true;
        return 0;
    case 'H':
        arguments->graph.files.headerless = true;
        return 0;
    case 'N':
        arguments->graph.unordered = true;
        return 0;
    case 'o':
        return arguments_output(argv, "-o", &arguments->graph.output);
    case 'p':
        arguments->osm.profiles = optarg;
        return 0;
    case 's':
        return take_set(arguments, argv);
    case 'z':
        return arguments_count(argv, "--small-component-size",
                               &arguments->osm.small_component);
    case 'S':
        return arguments_scale(argv, &arguments->graph.scale);
    case 'u':
        return take_unit(arguments, argv);
    default:
        return arguments_refuse(argv, option);
    }
}

static int check_osm(const struct import_arguments *arguments, char **argv)
{
    const struct import_graph *graph = &arguments->graph;
    const struct import_osm *osm = &arguments->osm;

    for (size_t i = 0; i < osm->path_count; i++) {
        if (!osm_file_is_one(osm->paths[i]))
            return command_usage(argv[0],
                                 "'%s' is no OpenStreetMap data by its name, "
                                 "'%s' is",
                                 osm->paths[i], osm->paths[0]);
    }
    if (graph->grid || graph->files.headerless || graph->files.coordinates ||
        graph->files.unit || graph->scale > 0)
        return command_usage(argv[0],
                             "--grid, --scale, --headerless, --coordinates and "
                             "--unit do not go with OpenStreetMap data");
    return 0;
}

static int check_plain(const struct import_arguments *arguments, char **argv)
{
    const struct import_graph *graph = &arguments->graph;
    const struct import_osm *osm = &arguments->osm;

    if (osm->set_count || osm->small_component != ROAD_SMALL_AUTO ||
        osm->profiles || osm->data_version)
        return command_usage(argv[0],
                             "--profile, --set, --data-version and "
                             "--small-component-size go with OpenStreetMap "
                             "data, which is a file whose name ends in "
                             ".osm.pbf, .osm, .o5m or .opl");
    if (graph->grid && graph->files.coordinates)
        return command_usage(argv[0], "--grid goes without --coordinates");
    if (graph->grid && graph->files.headerless)
        return command_usage(argv[0], "--grid goes without --headerless");
    if (!graph->grid && graph->scale > 0)
        return command_usage(argv[0], "--scale goes with --grid");
    return 0;
}

static int check_form(struct import_arguments *arguments, char **argv)
{
    struct import_osm *osm = &arguments->osm;

    if (!osm->path_count)
        return check_plain(arguments, argv);
    if (!osm->profiles)
        osm->profiles = default_profiles;
    return check_osm(arguments, argv);
}

static int take_arguments(struct import_arguments *arguments, int argc,
                          char **argv)
{
    int r = arguments_parse(argc, argv, ":o:", options, "s", take_option,
                            arguments);

    if (r)
        return r;
    if (optind < argc && osm_file_is_one(argv[optind])) {
        arguments->osm.paths = (const char *const *)argv + optind;
        arguments->osm.path_count = (size_t)(argc - optind);
    } else if (argc - optind != 1) {
        return command_usage(argv[0],
                             "takes one graph, or one or more files of "
                             "OpenStreetMap data, not %d %s",
                             argc - optind,
                             argc > optind ? "graphs" : "of either");
    }
    if (!arguments->graph.output)
        return command_usage(argv[0], "needs '-o OUT.rlx', where to write");
    arguments->graph.files.graph = arguments_input(argv[optind]);
    if (arguments->graph.files.graph == arguments->graph.files.coordinates)
        return command_usage(argv[0], "standard input cannot be both files");
    return check_form(arguments, argv);
}

static int check_output(const struct import_arguments *arguments,
                        struct error *error)
{
    const struct dimacs_files *files = &arguments->graph.files;
    const char *output = arguments->graph.output;
    int r = arguments_check_output(output, files->graph, error);

    for (size_t i = 1; i < arguments->osm.path_count && !r; i++)
        r = arguments_check_output(output, arguments->osm.paths[i], error);
    if (!r)
        r = arguments_check_output(output, files->coordinates, error);
    return r ? r : atomic_file_check(output, error);
}

static int import(struct import_arguments *arguments, struct error *error)
{
    if (!arguments->osm.path_count)
        return import_graph_run(&arguments->graph, error);
    arguments->osm.output = arguments->graph.output;
    arguments->osm.unordered = arguments->graph.unordered;
    return import_osm_run(&arguments->osm, error);
}

static int run(int argc, char **argv)
{
    struct import_arguments arguments = {
        .osm = {.small_component = ROAD_SMALL_AUTO},
    };
    struct error error;
    int r = take_arguments(&arguments, argc, argv);

    if (r)
        return r;
    r = check_output(&arguments, &error);
    if (!r)
        r = import(&arguments, &error);
    return r ? command_fail(argv[0], &error) : EXIT_DONE;
}

const struct command command_import = {
    .name = "import",
    .summary = "make a map file from OpenStreetMap data, a DIMACS graph or a "
               "cost raster",
    .help =
        "usage: relaxctl import FILE... -o OUT.rlx [OPTIONS]\n"
        "\n"
        "FILE is OpenStreetMap data: .osm.pbf, .osm, .osm.gz, .osm.bz2, .o5m "
        "or\n"
        ".opl; several become one map. Profiles say who travels on it; each\n"
        "is a map of its own in OUT.rlx, served by name.\n"
        "\n"
        "Else FILE is a .gr file of the 9th DIMACS challenge, plain or\n"
        "compressed with gzip, bzip2 or zstd; - is standard input. OUT.rlx is\n"
        "whole and new, or untouched.\n"
        "\n"
        "With --grid it is a cost raster: .npy, an ESRI ASCII grid, PGM or\n"
        "lines of numbers, told by its first bytes. Each cell is a vertex "
        "with\n"
        "the id row * columns + column, from 0 at the top left; arcs lead to\n"
        "the 4 cells beside it and weigh the value of the cell entered times\n"
        "the scale, rounded. No arc enters or leaves a cell of NODATA_value\n"
        "(-9999 where a grid does not say). A grid plainly in degrees gives\n"
        "positions.\n"
        "\n"
        "  -o, --output OUT.rlx  where to write the map\n"
        "  --coordinates FILE    the .co file that belongs to it\n"
        "  --grid                FILE is a cost raster\n"
        "  --headerless          FILE has no p line, and ids from "
        "0\n" ORDERING_HELP "  --profile LIST        with OpenStreetMap data: "
        "names that 'relaxctl\n"
        "                        profile' lists, or files, which have a / or "
        "end\n"
        "                        in .conf, commas between; default car. The\n"
        "                        first is whose map answers unless asked else\n"
        "  --data-version TEXT   what the data is called: 'relaxctl info' and\n"
        "                        answers in OSRM's form tell; at most 127 "
        "bytes\n"
        "  --set S.KEY=VALUE     something else than the profile says of KEY "
        "in\n"
        "                        its section S; may be given again\n"
        "  --small-component-size N  roads in fewer than N pieces that nobody\n"
        "                        gets to from elsewhere, or away from, are "
        "left\n"
        "                        aside by snapping; default a tenth of the\n"
        "                        largest network, and 1000 at most\n"
        "  --scale F             with --grid: what values are multiplied by;\n"
        "                        by itself 1 where all are whole, else the\n"
        "                        power of ten that keeps all decimals or, if\n"
        "                        costs would not fit 32 bits, as many as let\n"
        "                        them. 'relaxctl info' shows it as\n"
        "                        'cell value / F'\n"
        "  --unit TEXT           what a weight is counted in: 'ms', '0.1 m';\n"
        "                        at most 31 bytes\n"
        "\n"
        "Example:\n"
        "  relaxctl import USA-road-d.NY.gr.gz --coordinates "
        "USA-road-d.NY.co.gz \\\n"
        "    --unit '0.1 m' -o ny.rlx\n"
        "  relaxctl import --grid slope.asc -o slope.rlx\n"
        "  relaxctl import region.osm.pbf --profile car,foot -o region.rlx\n",
    .run = run,
};
