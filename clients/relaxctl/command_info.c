/* relaxctl info: what is in a map file. */
#include <getopt.h>
#include <stdbool.h>

#include "clients/relaxctl/arguments.h"
#include "clients/relaxctl/commands.h"
#include "clients/relaxctl/info_report.h"

struct choice {
    bool json;
    const char *profile; /* NULL: the file's first */
};

static const struct option options[] = {
    {"json", no_argument, NULL, 'j'},
    ARGUMENTS_PROFILE,
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
    hierarchy_statistics_take(&report->map->hierarchy, &report->map->topology,
                              &report->hierarchy);
    return info_customize_take(report->map, &report->customize, error);
}

static int print_report(struct info_report *report, const struct choice *choice,
                        struct error *error)
{
    int r = take_sections(report, error);

    if (!r)
        r = take_hierarchy(report, error);
    if (r)
        return r;
    road_counts_take(report->map, &report->roads);
    statistics_take(report->map, &report->statistics);
    if (census_take(report->map, &report->census))
        return error_no_memory(error);
    if (choice->json && info_report_print_json(report))
        return error_no_memory(error);
    if (!choice->json)
        info_report_print(report);
    return 0;
}

static int describe(const char *path, const struct choice *choice,
                    struct error *error)
{
    struct info_report report = {.path = path};
    struct map *map;
    int r = map_profiles_read(path, &report.profiles, error);

    if (!r)
        r = map_open_profile(path, choice->profile, &map, error);
    if (r)
        return r;
    report.map = map;
    r = print_report(&report, choice, error);
    map_destroy(map);
    return r;
}

static int take_option(char **argv, int option, struct choice *choice)
{
    switch (option) {
    case 'j':
        choice->json = true;
        return 0;
    case 'P':
        choice->profile = optarg;
        return 0;
    default:
        return arguments_refuse(argv, option);
    }
}

static int run(int argc, char **argv)
{
    struct choice choice = {0};
    struct error error;
    int option;

    while ((option = getopt_long(argc, argv, ":", options, NULL)) != -1) {
        int r = take_option(argv, option, &choice);

        if (r)
            return r;
    }
    if (argc - optind != 1)
        return command_usage(argv[0], "takes one map, not %d", argc - optind);
    if (describe(arguments_input(argv[optind]), &choice, &error)) {
        arguments_name_standard_input(&error);
        return command_fail(argv[0], &error);
    }
    return EXIT_DONE;
}

const struct command command_info = {
    .name = "info",
    .summary = "say what is in a map file",
    .help =
        "usage: relaxctl info MAP [--profile NAME] [--json]\n"
        "\n"
        "Counts, degrees, weights, bounds, hierarchy and sections of a map\n"
        "file; of one made from OpenStreetMap data, also what was read and\n"
        "what was left out, by reason. Of parallel arcs the first of each\n"
        "pair of vertices is not counted; closed arcs have no weight. Of a\n"
        "hierarchy:\n"
        "\n"
        "  supernodes   sets of vertices that are eliminated together\n"
        "  levels       steps from its leaves to its roots, in supernodes\n"
        "  depth        vertices that a search meets at most on its way up\n"
        "  front        vertices that a supernode is joined to, with its own\n"
        "  arcs         the map's arcs and shortcuts, and fill, how many\n"
        "               times the map's own arcs they are\n"
        "  shortcuts    those that are not the map's own\n"
        "  triangles    of a vertex and two that it is joined to above: what\n"
        "               customizing goes through\n"
        "  panels       of these arcs, and Schur complements, in words of 4\n"
        "               bytes\n"
        "  takes        what 'cch' holds in memory for one set of weights:\n"
        "               panels twice, as much again of hints for paths, and\n"
        "               Schur complements\n"
        "  customizing  what changing all weights takes, measured once with\n"
        "               'cch'; not where a hierarchy is too large to serve\n"
        "\n"
        "  --profile NAME  of the map of that profile; default the first\n"
        "  --json          one JSON object, for programs\n"
        "\n"
        "Example:\n"
        "  relaxctl info ny.rlx\n",
    .run = run,
};
