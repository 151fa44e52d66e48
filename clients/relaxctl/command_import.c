/* relaxctl import: other people's maps as an .rlx file. */
#include <getopt.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "clients/relaxctl/arguments.h"
#include "clients/relaxctl/command.h"
#include "clients/relaxctl/grid_summary.h"
#include "clients/relaxctl/import_osm.h"
#include "clients/relaxctl/ordering.h"
#include "core/base/atomic_file.h"
#include "core/base/clock.h"
#include "core/base/plural.h"
#include "core/base/progress.h"
#include "core/graph/import/dimacs.h"
#include "core/graph/import/osm/file/osm_file.h"
#include "core/graph/map_file/map_file.h"
#include "core/graph/roads/road_map.h"

struct import_arguments {
    struct dimacs_files files;
    struct import_osm osm; /* paths: none, it is no OpenStreetMap data */
    const char *output;
    bool grid;    /* `files.graph` is a cost raster */
    double scale; /* of a raster's cells; 0: found by itself */
    bool unordered;
};

static const char default_profiles[] = "car";

static const struct option options[] = {
    {"coordinates", required_argument, NULL, 'c'},
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
    arguments->files.unit = optarg;
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
        arguments->files.coordinates = arguments_input(optarg);
        return 0;
    case 'g':
        arguments->grid = true;
        return 0;
    case 'H':
        arguments->files.headerless = true;
        return 0;
    case 'N':
        arguments->unordered = true;
        return 0;
    case 'o':
        return arguments_output(argv, "-o", &arguments->output);
    case 'p':
        arguments->osm.profiles = optarg;
        return 0;
    case 's':
        return take_set(arguments, argv);
    case 'z':
        return arguments_count(argv, "--small-component-size",
                               &arguments->osm.small_component);
    case 'S':
        return arguments_scale(argv, &arguments->scale);
    case 'u':
        return take_unit(arguments, argv);
    default:
        return arguments_refuse(argv, option);
    }
}

static int check_osm(const struct import_arguments *arguments, char **argv)
{
    const struct import_osm *osm = &arguments->osm;

    for (size_t i = 0; i < osm->path_count; i++) {
        if (!osm_file_is_one(osm->paths[i]))
            return command_usage(argv[0],
                                 "'%s' is no OpenStreetMap data by its name, "
                                 "'%s' is",
                                 osm->paths[i], osm->paths[0]);
    }
    if (arguments->grid || arguments->files.headerless ||
        arguments->files.coordinates || arguments->files.unit ||
        arguments->scale > 0)
        return command_usage(argv[0],
                             "--grid, --scale, --headerless, --coordinates and "
                             "--unit do not go with OpenStreetMap data");
    return 0;
}

static int check_plain(const struct import_arguments *arguments, char **argv)
{
    const struct import_osm *osm = &arguments->osm;

    if (osm->set_count || osm->small_component != ROAD_SMALL_AUTO ||
        osm->profiles)
        return command_usage(argv[0],
                             "--profile, --set and --small-component-size go "
                             "with OpenStreetMap data, which is a file whose "
                             "name ends in .osm.pbf, .osm, .o5m or .opl");
    if (arguments->grid && arguments->files.coordinates)
        return command_usage(argv[0], "--grid goes without --coordinates");
    if (arguments->grid && arguments->files.headerless)
        return command_usage(argv[0], "--grid goes without --headerless");
    if (!arguments->grid && arguments->scale > 0)
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
        return command_usage(argv[0], "takes one graph, not %d", argc - optind);
    }
    if (!arguments->output)
        return command_usage(argv[0], "needs '-o OUT.rlx', where to write");
    arguments->files.graph = arguments_input(argv[optind]);
    if (arguments->files.graph == arguments->files.coordinates)
        return command_usage(argv[0], "standard input cannot be both files");
    return check_form(arguments, argv);
}

static int check_output(const struct import_arguments *arguments,
                        struct error *error)
{
    int r = arguments_check_output(arguments->output, arguments->files.graph,
                                   error);

    for (size_t i = 1; i < arguments->osm.path_count && !r; i++)
        r = arguments_check_output(arguments->output, arguments->osm.paths[i],
                                   error);

    if (!r)
        r = arguments_check_output(arguments->output,
                                   arguments->files.coordinates, error);
    return r ? r : atomic_file_check(arguments->output, error);
}

static void summarize(const struct import_arguments *arguments,
                      const struct map *map, uint64_t started_us)
{
    uint32_t n = map->topology.vertex_count;
    uint32_t m = map->topology.arc_count;

    printf("%s: %" PRIu32 " %s, %" PRIu32 " %s, %s, %.2f s\n",
           arguments->output, n, plural(n, "vertex", "vertices"), m,
           plural(m, "arc", "arcs"),
           map->position ? "with positions" : "without positions",
           (double)(clock_now_us() - started_us) / 1e6);
}

static int read_map(const struct import_arguments *arguments,
                    struct progress *progress, struct grid_summary *ret_report,
                    struct map **ret_map, struct error *error)
{
    const struct raster_map_settings settings = {
        .scale = arguments->scale,
        .unit = arguments->files.unit,
    };

    if (arguments->grid)
        return raster_map_import(arguments->files.graph, &settings, progress,
                                 &ret_report->raster, &ret_report->summary,
                                 ret_map, error);
    return dimacs_import(&arguments->files, progress, ret_map, error);
}

/* Puts the ordered map in the map's place. A map that cannot be ordered is no
 * less imported. */
static void order(struct map **map, struct ordering *ret_ordering)
{
    struct map *ordered = ordering_try(*map, ret_ordering);

    if (!ordered)
        return;
    map_destroy(*map);
    *map = ordered;
}

static int write_map(const struct import_arguments *arguments, struct map **map,
                     uint64_t started_us, struct error *error)
{
    struct ordering ordering;
    int r;

    if (!arguments->unordered)
        order(map, &ordering);
    r = map_write(*map, arguments->output, error);
    if (r)
        return r;
    summarize(arguments, *map, started_us);
    if (!arguments->unordered)
        ordering_summarize(&ordering, *map, arguments->output);
    return 0;
}

static int import(const struct import_arguments *arguments, struct error *error)
{
    struct progress_printer printer;
    uint64_t started_us = clock_now_us();
    struct grid_summary report;
    struct map *map;
    int r;

    progress_printer_init(&printer);
    r = read_map(arguments, &printer.base, &report, &map, error);
    progress_printer_finish(&printer);
    if (r) {
        arguments_name_standard_input(error);
        return r;
    }
    r = write_map(arguments, &map, started_us, error);
    if (!r && arguments->grid)
        grid_summary_print(&report);
    map_destroy(map);
    return r;
}

static int import_osm(struct import_arguments *arguments, struct error *error)
{
    arguments->osm.output = arguments->output;
    arguments->osm.unordered = arguments->unordered;
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
    if (!r && arguments.osm.path_count)
        r = import_osm(&arguments, &error);
    else if (!r)
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
