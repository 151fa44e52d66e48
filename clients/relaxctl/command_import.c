/* relaxctl import: converts other map formats to an .rlx file.
 *
 * The importers' tables (core/graph/import/importer.h) provide the formats,
 * their options and the help. */
#include <getopt.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>

#include "clients/relaxctl/arguments.h"
#include "clients/relaxctl/commands.h"
#include "clients/relaxctl/ordering.h"
#include "clients/relaxctl/road_counts.h"
#include "core/base/atomic_file.h"
#include "core/base/clock.h"
#include "core/base/progress.h"
#include "core/base/text.h"
#include "core/graph/import/importer.h"
#include "core/graph/map_file/map_file.h"

/* getopt_long()'s values; importers' options begin at OPTION_FIRST. */
enum { OPTION_FIRST = 128, OPTIONS_MAX = 64 };

struct import_arguments {
    struct import_request request;
    const struct importer_ops *importer;
    const char *output;
};

/* ---- Options ------------------------------------------------------------- */

/* The options of all importers, each name once; an option's value is
 * OPTION_FIRST plus its index. */
struct import_options {
    const struct importer_option *option[OPTIONS_MAX]; /* [count] */
    size_t count;
};

static void add_option(struct import_options *options,
                       const struct importer_option *option)
{
    for (size_t i = 0; i < options->count; i++) {
        if (strcmp(options->option[i]->name, option->name))
            continue;
        if (!options->option[i]->help)
            options->option[i] = option;
        return;
    }
    if (options->count < OPTIONS_MAX)
        options->option[options->count++] = option;
}

static struct import_options all_options(void)
{
    struct import_options options = {.count = 0};

    for (size_t i = importer_count; i-- > 0;) {
        for (size_t j = 0; j < importers[i]->option_count; j++)
            add_option(&options, &importers[i]->options[j]);
    }
    return options;
}

static uint32_t count_given(const struct import_request *request,
                            const char *name)
{
    uint32_t count = 0;

    for (size_t i = 0; i < request->given_count; i++)
        count += !strcmp(request->given[i].name, name);
    return count;
}

static int check_text(const struct importer_option *option, char **argv)
{
    enum { SHOWN_MAX = 127 };

    if (option->size_max && strlen(optarg) > option->size_max)
        return command_usage(argv[0], "--%s '%.*s%s' is longer than %zu bytes",
                             option->name, SHOWN_MAX, optarg,
                             strlen(optarg) > SHOWN_MAX ? "..." : "",
                             option->size_max);
    if (option->accepts && !option->accepts(optarg))
        return command_usage(argv[0], "--%s '%s' is not %s", option->name,
                             optarg, option->form);
    return 0;
}

static int check_value(const struct importer_option *option, char **argv)
{
    double factor;
    uint32_t count;

    if (option->value == VALUE_TEXT)
        return check_text(option, argv);
    if (option->value == VALUE_COUNT && (!parse_u32(optarg, &count) || !count))
        return command_usage(argv[0],
                             "--%s '%s' is no number from 1 to 2^32 - 1",
                             option->name, optarg);
    if (option->value == VALUE_FACTOR &&
        (!parse_double(optarg, &factor) || !(factor > 0)))
        return command_usage(argv[0], "--%s '%s' is no number above 0",
                             option->name, optarg);
    return 0;
}

static int take_importer_option(struct import_request *request,
                                const struct importer_option *option,
                                char **argv)
{
    int r;

    if (option->times_max &&
        count_given(request, option->name) == option->times_max)
        return command_usage(argv[0], "more than %" PRIu32 " times --%s",
                             option->times_max, option->name);
    if (request->given_count == IMPORTER_GIVEN_MAX)
        return command_usage(argv[0], "more than %d options",
                             IMPORTER_GIVEN_MAX);
    r = check_value(option, argv);
    if (r)
        return r;
    request->given[request->given_count++] = (struct importer_given){
        option->name,
        option->value == VALUE_FILE ? arguments_input(optarg) : optarg,
    };
    return 0;
}

static int take_option(void *context, char **argv, int option)
{
    struct import_arguments *arguments = context;

    if (option >= OPTION_FIRST) {
        const struct import_options options = all_options();

        return take_importer_option(
            &arguments->request, options.option[option - OPTION_FIRST], argv);
    }
    switch (option) {
    case 'N':
        arguments->request.unordered = true;
        return 0;
    case 'o':
        return arguments_output(argv, "-o", &arguments->output);
    default:
        return arguments_refuse(argv, option);
    }
}

static int parse_options(struct import_arguments *arguments, int argc,
                         char **argv)
{
    const struct import_options all = all_options();
    struct option options[OPTIONS_MAX + 3] = {
        {"no-order", no_argument, NULL, 'N'},
        {"output", required_argument, NULL, 'o'},
    };
    char repeatable[OPTIONS_MAX + 1] = "";
    size_t repeatable_count = 0;

    for (size_t i = 0; i < all.count; i++) {
        const struct importer_option *option = all.option[i];

        options[i + 2] = (struct option){
            option->name,
            option->value == VALUE_NONE ? no_argument : required_argument,
            NULL,
            OPTION_FIRST + (int)i,
        };
        if (option->times_max)
            repeatable[repeatable_count++] = (char)(OPTION_FIRST + i);
    }
    return arguments_parse(argc, argv, ":o:", options, repeatable, take_option,
                           arguments);
}

/* ---- Checking options ---------------------------------------------------- */

/* Lists "--a, --b and --c": the options of `of`, or of all importers for NULL,
 * that `but` lacks; returns their number. */
static size_t list_options(const struct importer_ops *of,
                           const struct importer_ops *but, char *list,
                           size_t size)
{
    const struct import_options all = all_options();
    const char *name[OPTIONS_MAX];
    size_t count = 0;
    size_t length = 0;

    for (size_t i = 0; i < all.count; i++) {
        if (all.option[i]->help && !importer_option(but, all.option[i]->name) &&
            (!of || importer_option(of, all.option[i]->name)))
            name[count++] = all.option[i]->name;
    }
    *list = '\0';
    for (size_t i = 0; i < count && length < size; i++)
        length += (size_t)snprintf(list + length, size - length, "%s--%s",
                                   !i              ? ""
                                   : i + 1 < count ? ", "
                                                   : " and ",
                                   name[i]);
    return count;
}

/* Refuses an option that the importer lacks, and names those that have it. */
static int refuse_option(const struct importer_ops *importer, const char *name,
                         char **argv)
{
    const struct importer_ops *owner = importers[0];
    char list[400];
    size_t count;

    for (size_t i = 0; !importer_option(owner, name); i++)
        owner = importers[i];
    if (importer->known_by) {
        count = list_options(NULL, importer, list, sizeof(list));
        return command_usage(argv[0], "%s %s not go with %s", list,
                             count == 1 ? "does" : "do", importer->name);
    }
    if (owner->known_by) {
        count = list_options(owner, importer, list, sizeof(list));
        return command_usage(argv[0], "%s %s with %s, which is %s", list,
                             count == 1 ? "goes" : "go", owner->name,
                             owner->known_by);
    }
    if (importer->flag)
        return command_usage(argv[0], "--%s goes without --%s", importer->flag,
                             name);
    return command_usage(argv[0], "--%s goes with --%s", name, owner->flag);
}

static int check_options(const struct import_arguments *arguments, char **argv)
{
    const struct import_request *request = &arguments->request;

    for (size_t i = 0; i < request->given_count; i++) {
        const char *name = request->given[i].name;
        const struct importer_option *option =
            importer_option(arguments->importer, name);

        if (!option)
            return refuse_option(arguments->importer, name, argv);
        if (option->value == VALUE_FILE &&
            request->given[i].text == request->paths[0])
            return command_usage(argv[0],
                                 "standard input cannot be both files");
    }
    return 0;
}

static int check_paths(const struct import_arguments *arguments, char **argv)
{
    const struct import_request *request = &arguments->request;
    const struct importer_ops *importer = arguments->importer;

    for (size_t i = 1; i < request->path_count; i++) {
        if (!importer->detects(request->paths[i], request))
            return command_usage(argv[0], "'%s' is no %s by its name, '%s' is",
                                 request->paths[i], importer->name,
                                 request->paths[0]);
    }
    return 0;
}

static int take_arguments(struct import_arguments *arguments, int argc,
                          char **argv)
{
    struct import_request *request = &arguments->request;
    int r = parse_options(arguments, argc, argv);

    if (r)
        return r;
    request->paths = (const char *const *)argv + optind;
    request->path_count = (size_t)(argc - optind);
    if (request->path_count)
        arguments->importer = importer_find(argv[optind], request);
    if (!request->path_count ||
        (request->path_count > 1 && !arguments->importer->several))
        return command_usage(argv[0],
                             "takes one graph, or one or more files of "
                             "OpenStreetMap data, not %zu %s",
                             request->path_count,
                             request->path_count ? "graphs" : "of either");
    if (!arguments->output)
        return command_usage(argv[0], "needs '-o OUT.rlx', where to write");
    argv[optind] = (char *)arguments_input(argv[optind]);
    r = check_paths(arguments, argv);
    return r ? r : check_options(arguments, argv);
}

static int check_output(const struct import_arguments *arguments,
                        struct error *error)
{
    const struct import_request *request = &arguments->request;
    int r = 0;

    for (size_t i = 0; i < request->path_count && !r; i++)
        r = arguments_check_output(arguments->output, request->paths[i], error);
    for (size_t i = 0; i < request->given_count && !r; i++) {
        if (importer_option(arguments->importer, request->given[i].name)
                ->value == VALUE_FILE)
            r = arguments_check_output(arguments->output,
                                       request->given[i].text, error);
    }
    return r ? r : atomic_file_check(arguments->output, error);
}

/* ---- The summary --------------------------------------------------------- */

/* Peak memory of this process. METIS runs in a process of its own, which shares
 * what this one held at its start. */
static double peak_mib(void)
{
    struct rusage own;
    struct rusage apart;

    getrusage(RUSAGE_SELF, &own);
    getrusage(RUSAGE_CHILDREN, &apart);
    return (double)(own.ru_maxrss > apart.ru_maxrss ? own.ru_maxrss
                                                    : apart.ru_maxrss) /
           1024;
}

static void summarize_map(const struct map *map)
{
    const struct roads *roads = &map->roads;
    struct road_counts counts;
    uint32_t n = map->topology.vertex_count;
    uint32_t m = map->topology.arc_count;

    road_counts_take(map, &counts);
    printf("  %s: %.1f km of roads in %" PRIu32 " %s, %" PRIu32 " %s, %" PRIu32
           " %s%s\n",
           roads->profile.name, counts.length_km, roads->piece_count,
           plural(roads->piece_count, "piece", "pieces"), n,
           plural(n, "vertex", "vertices"), m, plural(m, "arc", "arcs"),
           map->hierarchy.supernode_count ? ", ordered" : ", not ordered");
}

/* Leaves out ways that are not roads: they are the majority, as expected. */
static bool is_worth_telling(enum import_count count, uint64_t number)
{
    return number && count > COUNT_ROADS && count != COUNT_WAYS_NO_ROAD &&
           count != COUNT_WAYS_AREA && count != COUNT_RESTRICTIONS;
}

static void summarize_left_out(const struct import_report *report,
                               const char *output)
{
    uint64_t kinds = 0;

    for (int i = 0; i < COUNT_KINDS; i++)
        kinds += is_worth_telling((enum import_count)i, report->count[i]);
    if (kinds)
        printf("  not everything in the data could be used; 'relaxctl info %s' "
               "counts what was left out, by reason\n",
               output);
}

static void summarize_roads(const struct import_arguments *arguments,
                            const struct import_result *result,
                            uint64_t started_us)
{
    const struct import_report *report = &result->map[0]->report;
    double seconds = (double)(clock_now_us() - started_us) / 1e6;
    uint64_t nodes = report->count[COUNT_NODES];
    uint64_t ways = report->count[COUNT_WAYS];

    printf("%s: %" PRIu64 " %s and %" PRIu64 " %s read, %.2f s, %.0f MiB of "
           "memory at most\n",
           arguments->output, nodes, plural(nodes, "node", "nodes"), ways,
           plural(ways, "way", "ways"), seconds, peak_mib());
    for (size_t i = 0; i < result->count; i++) {
        summarize_map(result->map[i]);
        if (!arguments->request.unordered)
            ordering_advise("    ", result->map[i], arguments->output);
    }
    summarize_left_out(report, arguments->output);
}

static void summarize_graph(const struct import_arguments *arguments,
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

/* ---- The import ---------------------------------------------------------- */

/* Replaces a bare graph by its ordered map. A map that cannot be ordered counts
 * as imported too. */
static void order(struct map **map, struct ordering *ret_ordering)
{
    struct map *ordered = ordering_try(*map, ret_ordering);

    if (!ordered)
        return;
    map_destroy(*map);
    *map = ordered;
}

static int write_maps(const struct import_arguments *arguments,
                      struct import_result *result, uint64_t started_us,
                      struct error *error)
{
    bool bare = !result->map[0]->roads.piece_count;
    bool orders = bare && !arguments->request.unordered;
    struct ordering ordering;
    int r;

    if (orders)
        order(&result->map[0], &ordering);
    r = map_write_all((const struct map *const *)result->map,
                      (uint32_t)result->count, arguments->output, error);
    if (r)
        return r;
    if (bare)
        summarize_graph(arguments, result->map[0], started_us);
    else
        summarize_roads(arguments, result, started_us);
    if (orders)
        ordering_summarize(&ordering, result->map[0], arguments->output);
    fputs(result->notes, stdout);
    return 0;
}

static int import(const struct import_arguments *arguments, struct error *error)
{
    uint64_t started_us = clock_now_us();
    struct import_result result = {.count = 0};
    struct progress_printer printer;
    int r;

    progress_printer_init(&printer);
    r = arguments->importer->run(&arguments->request, &printer.base, &result,
                                 error);
    progress_printer_finish(&printer);
    if (r) {
        arguments_name_standard_input(error);
        return r;
    }
    r = write_maps(arguments, &result, started_us, error);
    for (size_t i = 0; i < result.count; i++)
        map_destroy(result.map[i]);
    return r;
}

static int run(int argc, char **argv)
{
    struct import_arguments arguments = {.importer = NULL};
    struct error error;
    int r = take_arguments(&arguments, argc, argv);

    if (r)
        return r;
    r = check_output(&arguments, &error);
    if (!r)
        r = import(&arguments, &error);
    return r ? command_fail(argv[0], &error) : EXIT_DONE;
}

/* ---- Help ---------------------------------------------------------------- */

enum { HELP_SIZE = 8192, HELP_WIDTH = 78, HELP_COLUMN = 24 };

static char help[HELP_SIZE];

/* Appends words, wrapped into lines that start at `column`; the first continues
 * the text's last line. */
static void add_wrapped(const char *words, size_t column)
{
    const char *line = strrchr(help, '\n');
    size_t at = strlen(line ? line + 1 : help);
    size_t length = strlen(help);

    while (*words) {
        size_t word = strcspn(words, " ");

        if (at > column && at + 1 + word > HELP_WIDTH) {
            length += (size_t)snprintf(help + length, HELP_SIZE - length,
                                       "\n%*s", (int)column, "");
            at = column;
        }
        length += (size_t)snprintf(help + length, HELP_SIZE - length, "%s%.*s",
                                   at > column ? " " : "", (int)word, words);
        at += word + (at > column);
        words += word + strspn(words + word, " ");
    }
}

static void add_text(const char *text)
{
    size_t length = strlen(help);

    snprintf(help + length, HELP_SIZE - length, "%s", text);
}

static void add_option_help(const struct importer_option *option)
{
    char name[64];

    snprintf(name, sizeof(name), "  --%s%s%s", option->name,
             option->argument ? " " : "",
             option->argument ? option->argument : "");
    add_text(name);
    for (size_t at = strlen(name); at < HELP_COLUMN; at++)
        add_text(" ");
    if (strlen(name) >= HELP_COLUMN)
        add_text(" ");
    add_wrapped(option->help, HELP_COLUMN);
    add_text("\n");
}

/* Before main(), because commands with their help are constants. */
__attribute__((constructor)) static void make_help(void)
{
    const struct import_options options = all_options();

    add_text("usage: relaxctl import FILE... -o OUT.rlx [OPTIONS]\n\n"
             "OUT.rlx is whole and new, or untouched.\n\n");
    for (size_t i = 0; i < importer_count; i++) {
        if (importers[i]->flag) {
            add_text("With --");
            add_text(importers[i]->flag);
            add_text(" FILE is");
        } else {
            add_text(importers[i]->known_by ? "FILE is" : "Else FILE is");
        }
        add_wrapped(importers[i]->help, 0);
        add_text("\n\n");
    }
    add_text("  -o, --output OUT.rlx  where to write the map\n" ORDERING_HELP);
    for (size_t i = 0; i < options.count; i++) {
        if (options.option[i]->help)
            add_option_help(options.option[i]);
    }
    add_text("\nExample:\n"
             "  relaxctl import USA-road-d.NY.gr.gz --coordinates "
             "USA-road-d.NY.co.gz \\\n"
             "    --unit '0.1 m' -o ny.rlx\n"
             "  relaxctl import --grid slope.asc -o slope.rlx\n"
             "  relaxctl import region.osm.pbf --profile car,foot -o "
             "region.rlx\n");
}

const struct command command_import = {
    .name = "import",
    .summary = "make a map of OpenStreetMap data, a DIMACS graph or a raster",
    .help = help,
    .run = run,
};
