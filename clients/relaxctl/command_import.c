/* relaxctl import: other people's maps as an .rlx file. */
#include <getopt.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "clients/relaxctl/arguments.h"
#include "clients/relaxctl/command.h"
#include "clients/relaxctl/ordering.h"
#include "clients/relaxctl/plural.h"
#include "core/base/atomic_file.h"
#include "core/base/clock.h"
#include "core/base/progress.h"
#include "core/graph/import/dimacs.h"
#include "core/graph/import/raster_map.h"
#include "core/graph/map_file.h"

struct import_arguments {
    struct dimacs_files files;
    const char *output;
    bool grid;    /* `files.graph` is a cost raster */
    double scale; /* of a raster's cells; 0: found by itself */
    bool unordered;
};

/* What a raster became, for the summary. */
struct grid_report {
    struct raster raster; /* without cells */
    struct raster_map_summary summary;
};

static const struct option options[] = {
    {"coordinates", required_argument, NULL, 'c'},
    {"grid", no_argument, NULL, 'g'},
    {"headerless", no_argument, NULL, 'H'},
    {"no-order", no_argument, NULL, 'N'},
    {"output", required_argument, NULL, 'o'},
    {"scale", required_argument, NULL, 'S'},
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
    case 'S':
        return arguments_scale(argv, &arguments->scale);
    case 'u':
        return take_unit(arguments, argv);
    default:
        return arguments_refuse(argv, option);
    }
}

static int check_form(const struct import_arguments *arguments, char **argv)
{
    if (arguments->grid && arguments->files.coordinates)
        return command_usage(argv[0], "--grid goes without --coordinates");
    if (arguments->grid && arguments->files.headerless)
        return command_usage(argv[0], "--grid goes without --headerless");
    if (!arguments->grid && arguments->scale > 0)
        return command_usage(argv[0], "--scale goes with --grid");
    return 0;
}

static int take_arguments(struct import_arguments *arguments, int argc,
                          char **argv)
{
    int r =
        arguments_parse(argc, argv, ":o:", options, "", take_option, arguments);

    if (r)
        return r;
    if (argc - optind != 1)
        return command_usage(argv[0], "takes one graph, not %d", argc - optind);
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

static void summarize_grid(const struct grid_report *report)
{
    const struct raster *raster = &report->raster;
    const struct raster_map_summary *summary = &report->summary;

    printf("  %s, %" PRIu32 " %s of %" PRIu32 " %s: the cell at row r, "
           "column c has the id r * %" PRIu32 " + c, both from 0\n",
           raster->format, raster->rows, plural(raster->rows, "row", "rows"),
           raster->columns, plural(raster->columns, "cell", "cells"),
           raster->columns);
    printf("  a weight is the value of the cell entered times %.9g",
           summary->scale);
    if (summary->rounding > 0)
        printf(", rounded by %.3g at most", summary->rounding);
    putchar('\n');
    if (summary->nodata_count)
        printf("  %zu %s without a value, which no arc enters or leaves\n",
               summary->nodata_count,
               plural(summary->nodata_count, "cell", "cells"));
}

static int read_map(const struct import_arguments *arguments,
                    struct progress *progress, struct grid_report *ret_report,
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
    struct grid_report report;
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
        summarize_grid(&report);
    map_destroy(map);
    return r;
}

static int run(int argc, char **argv)
{
    struct import_arguments arguments = {0};
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
    .summary = "make a map file from a DIMACS graph or a cost raster",
    .help =
        "usage: relaxctl import FILE -o OUT.rlx [OPTIONS]\n"
        "\n"
        "FILE is a .gr file of the 9th DIMACS challenge, plain or compressed\n"
        "with gzip, bzip2 or zstd; - is standard input. OUT.rlx is whole and\n"
        "new, or untouched.\n"
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
        "0\n" ORDERING_HELP
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
        "  relaxctl import --grid slope.asc -o slope.rlx\n",
    .run = run,
};
