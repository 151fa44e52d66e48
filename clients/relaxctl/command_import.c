/* relaxctl import: other people's maps as an .rlx file. */
#include <errno.h>
#include <getopt.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "clients/relaxctl/arguments.h"
#include "clients/relaxctl/command.h"
#include "clients/relaxctl/plural.h"
#include "core/base/clock.h"
#include "core/base/progress.h"
#include "core/graph/import/dimacs.h"
#include "core/graph/map_file.h"

struct import_arguments {
    struct dimacs_files files;
    const char *output;
};

/* What "-" stands for. */
static const char standard_input[] = "/dev/stdin";

static const struct option options[] = {
    {"coordinates", required_argument, NULL, 'c'},
    {"headerless", no_argument, NULL, 'H'},
    {"output", required_argument, NULL, 'o'},
    {"unit", required_argument, NULL, 'u'},
    {0},
};

static const char *input_path(const char *argument)
{
    return strcmp(argument, "-") ? argument : standard_input;
}

static int take_unit(struct import_arguments *arguments, char **argv)
{
    const size_t most = sizeof(((struct map_info *)NULL)->unit) - 1;

    if (strlen(optarg) > most)
        return command_usage(argv[0], "--unit '%s' is longer than %zu bytes",
                             optarg, most);
    arguments->files.unit = optarg;
    return 0;
}

static int take_option(struct import_arguments *arguments, char **argv,
                       int option)
{
    switch (option) {
    case 'c':
        arguments->files.coordinates = input_path(optarg);
        return 0;
    case 'H':
        arguments->files.headerless = true;
        return 0;
    case 'o':
        return arguments_output(argv, &arguments->output);
    case 'u':
        return take_unit(arguments, argv);
    default:
        return arguments_refuse(argv, option);
    }
}

static int take_arguments(struct import_arguments *arguments, int argc,
                          char **argv)
{
    int option;

    while ((option = getopt_long(argc, argv, ":o:", options, NULL)) != -1) {
        int r = take_option(arguments, argv, option);

        if (r)
            return r;
    }
    if (argc - optind != 1)
        return command_usage(argv[0], "takes one graph, not %d", argc - optind);
    if (!arguments->output)
        return command_usage(argv[0], "needs '-o OUT.rlx', where to write");
    arguments->files.graph = input_path(argv[optind]);
    if (arguments->files.graph == arguments->files.coordinates)
        return command_usage(argv[0], "standard input cannot be both files");
    return 0;
}

static bool same_file(const char *a, const char *b)
{
    struct stat first, second;

    return a && b && !stat(a, &first) && !stat(b, &second) &&
           first.st_dev == second.st_dev && first.st_ino == second.st_ino;
}

static int check_output(const struct import_arguments *arguments,
                        struct error *error)
{
    if (same_file(arguments->output, arguments->files.graph) ||
        same_file(arguments->output, arguments->files.coordinates))
        return error_set(error, -EINVAL, "the output '%s' is one of the inputs",
                         arguments->output);
    return 0;
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

/* The importer's words begin with a path that nobody wrote. */
static void name_standard_input(struct error *error)
{
    static const char path[] = "'/dev/stdin'";
    const size_t length = sizeof(path) - 1;
    struct error words = *error;

    if (!strncmp(words.text, path, length))
        error_set(error, 0, "standard input%s", words.text + length);
}

static int import(const struct import_arguments *arguments, struct error *error)
{
    struct progress_printer printer;
    uint64_t started_us = clock_now_us();
    struct map *map;
    int r;

    progress_printer_init(&printer);
    r = dimacs_import(&arguments->files, &printer.base, &map, error);
    progress_printer_finish(&printer);
    if (r) {
        name_standard_input(error);
        return r;
    }
    r = map_write(map, arguments->output, error);
    if (!r)
        summarize(arguments, map, started_us);
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
    .summary = "make a map file from a DIMACS graph",
    .help =
        "usage: relaxctl import FILE -o OUT.rlx [OPTIONS]\n"
        "\n"
        "FILE is a .gr file of the 9th DIMACS challenge, plain or compressed\n"
        "with gzip, bzip2 or zstd; - is standard input. OUT.rlx is whole and\n"
        "new, or untouched.\n"
        "\n"
        "  -o, --output OUT.rlx  where to write the map\n"
        "  --coordinates FILE    the .co file that belongs to it\n"
        "  --headerless          FILE has no p line, and ids from 0\n"
        "  --unit TEXT           what a weight is counted in: 'ms', '0.1 m';\n"
        "                        at most 31 bytes\n"
        "\n"
        "Example:\n"
        "  relaxctl import USA-road-d.NY.gr.gz --coordinates "
        "USA-road-d.NY.co.gz \\\n"
        "    --unit '0.1 m' -o ny.rlx\n",
    .run = run,
};
