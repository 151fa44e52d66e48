/* relaxctl info: what is in a map file. */
#include <getopt.h>
#include <stdbool.h>

#include "clients/relaxctl/arguments.h"
#include "clients/relaxctl/command.h"
#include "clients/relaxctl/info_pruning.h"
#include "clients/relaxctl/info_report.h"

static const struct option options[] = {
    {"json", no_argument, NULL, 'j'},
    {"pruning", no_argument, NULL, 'p'},
    {0},
};

static int take_sections(struct info_report *report, struct error *error)
{
    size_t count;
    int r = map_sections(report->path, report->sections, INFO_SECTIONS_MAX,
                         &count, error);

    if (!r)
        report->section_count =
            count < INFO_SECTIONS_MAX ? count : INFO_SECTIONS_MAX;
    return r;
}

static int take_hierarchy(struct info_report *report, struct error *error)
{
    if (!report->map->hierarchy.supernode_count)
        return 0;
    hierarchy_statistics_take(report->map, &report->hierarchy);
    return report->has_pruning
               ? info_pruning_take(report->map, &report->pruning, error)
               : 0;
}

static int print_report(struct info_report *report, bool json,
                        struct error *error)
{
    int r = take_sections(report, error);

    if (!r)
        r = take_hierarchy(report, error);
    if (r)
        return r;
    statistics_take(report->map, &report->statistics);
    if (census_take(report->map, &report->census))
        return error_no_memory(error);
    if (json && info_report_print_json(report))
        return error_no_memory(error);
    if (!json)
        info_report_print(report);
    return 0;
}

static int describe(const char *path, bool json, bool pruning,
                    struct error *error)
{
    struct info_report report = {.path = path, .has_pruning = pruning};
    struct map *map;
    int r = map_open(path, &map, error);

    if (r)
        return r;
    report.map = map;
    r = print_report(&report, json, error);
    map_destroy(map);
    return r;
}

static int run(int argc, char **argv)
{
    bool json = false;
    bool pruning = false;
    struct error error;
    int option;

    while ((option = getopt_long(argc, argv, ":", options, NULL)) != -1) {
        if (option != 'j' && option != 'p')
            return arguments_refuse(argv, option);
        json |= option == 'j';
        pruning |= option == 'p';
    }
    if (argc - optind != 1)
        return command_usage(argv[0], "takes one map, not %d", argc - optind);
    if (describe(argv[optind], json, pruning, &error))
        return command_fail(argv[0], &error);
    return EXIT_DONE;
}

const struct command command_info = {
    .name = "info",
    .summary = "say what is in a map file",
    .help =
        "usage: relaxctl info MAP [--json] [--pruning]\n"
        "\n"
        "Counts, degrees, weights, bounds, hierarchy and sections of a "
        "map\n"
        "file. Of parallel arcs the first of each pair of vertices is not\n"
        "counted; closed arcs have no weight. Of a hierarchy:\n"
        "\n"
        "  supernodes   sets of vertices that are eliminated together\n"
        "  levels       steps from its leaves to its roots, in supernodes\n"
        "  depth        vertices that a search meets at most on its way up\n"
        "  front        vertices that a supernode is joined to, with its "
        "own\n"
        "  arcs         the map's arcs and shortcuts, and fill, how many\n"
        "               times the map's own arcs they are\n"
        "  words        of 4 bytes, of one set of weights: panels (the\n"
        "               arcs; kept twice, basic and closed) and Schur\n"
        "               complements; all of it in bytes a vertex\n"
        "\n"
        "  --json     one JSON object, for programs\n"
        "  --pruning  customize the hierarchy, find the exact distances in\n"
        "             its fronts too, and count the panels' entries: all, of\n"
        "             no path, and prunable, above the exact distance\n"
        "\n"
        "Example:\n"
        "  relaxctl info ny.rlx\n",
    .run = run,
};
