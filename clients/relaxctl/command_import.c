/* relaxctl import: converts other map formats to an .rlx file.
 *
 * The importers' tables (core/graph/import/importer.h) provide the formats and
 * their options. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>

#include "clients/relaxctl/arguments.h"
#include "clients/relaxctl/commands.h"
#include "clients/relaxctl/ordering.h"
#include "core/base/atomic_file.h"
#include "core/base/clock.h"
#include "core/base/progress.h"
#include "core/base/text.h"
#include "core/graph/import/importer.h"
#include "core/graph/map_file/map_file.h"

struct import_arguments {
    struct import_request request;
    const struct importer_ops *importer;
    const char *output;

    union {
        bool flag;
        const char *text;
        uint32_t count;
        double factor;
    } value; /* of the importers' option that was read last */
};

/* ---- Options ------------------------------------------------------------- */

/* Rows for the options of all importers, each name once. */
static struct argument importer_arguments[ARGUMENTS_MAX];

/* The option of the first importer that describes it. */
static const struct importer_option *find_option(const char *name)
{
    for (size_t i = 0; i < importer_count; i++) {
        const struct importer_option *option =
            importer_option(importers[i], name);

        if (option && option->help)
            return option;
    }
    return NULL;
}

static int check_text(const struct importer_option *option, const char *text)
{
    enum { SHOWN_MAX = 127 };

    if (option->size_max && strlen(text) > option->size_max)
        return command_usage(
            "--%s '%.*s%s' is longer than %zu bytes", option->name, SHOWN_MAX,
            text, strlen(text) > SHOWN_MAX ? "..." : "", option->size_max);
    if (option->accepts && !option->accepts(text))
        return command_usage("--%s '%s' is not %s", option->name, text,
                             option->form);
    return 0;
}

static int take_option(void *context, const struct argument *row, char *text)
{
    struct import_arguments *arguments = context;
    struct import_request *request = &arguments->request;
    const struct importer_option *option = find_option(row->name);

    if (request->given_count == IMPORTER_GIVEN_MAX)
        return command_usage("more than %d options", IMPORTER_GIVEN_MAX);
    request->given[request->given_count++] = (struct importer_given){
        row->name,
        row->kind == ARGUMENT_INPUT ? arguments->value.text : text,
    };
    return option->value == VALUE_TEXT ? check_text(option, text) : 0;
}

/* Before main(), because commands with their rows are constants. */
__attribute__((constructor)) static void make_rows(void)
{
    static const struct argument kinds[] = {
        [VALUE_NONE] = {.kind = ARGUMENT_FLAG},
        [VALUE_TEXT] = {.kind = ARGUMENT_TEXT},
        [VALUE_FILE] = {.kind = ARGUMENT_INPUT},
        [VALUE_COUNT] = {.kind = ARGUMENT_NUMBER, .least = 1},
        [VALUE_FACTOR] = {.kind = ARGUMENT_FACTOR},
    };
    struct argument *row = importer_arguments;

    for (size_t i = importer_count; i-- > 0;) {
        for (size_t j = 0; j < importers[i]->option_count; j++) {
            const struct importer_option *option = &importers[i]->options[j];

            if (option != find_option(option->name))
                continue;
            *row = kinds[option->value];
            row->name = option->name;
            row->value = option->argument;
            row->offset = offsetof(struct import_arguments, value);
            row->help = option->help;
            row->synonym = option->synonym;
            row->letter = option->letter;
            row->times = option->times_max;
            row->take = take_option;
            row++;
        }
    }
}

/* ---- Checking options ---------------------------------------------------- */

/* Refuses an option that the importer lacks, and names who has it. */
static int refuse_option(const struct importer_ops *importer, const char *name)
{
    const struct importer_ops *owner = importers[0];

    for (size_t i = 0; !importer_option(owner, name); i++)
        owner = importers[i];
    if (importer->known_by)
        return command_usage("--%s does not go with %s", name, importer->name);
    if (owner->known_by)
        return command_usage("--%s needs %s, which is %s", name, owner->name,
                             owner->known_by);
    if (importer->flag)
        return command_usage("--%s cannot be used with --%s", importer->flag,
                             name);
    return command_usage("--%s needs --%s", name, owner->flag);
}

static int check_options(const struct import_arguments *arguments)
{
    const struct import_request *request = &arguments->request;

    for (size_t i = 0; i < request->given_count; i++) {
        const char *name = request->given[i].name;
        const struct importer_option *option =
            importer_option(arguments->importer, name);

        if (!option)
            return refuse_option(arguments->importer, name);
        if (option->value == VALUE_FILE &&
            request->given[i].text == request->paths[0])
            return command_usage("standard input cannot be both files");
    }
    return 0;
}

static int check_paths(const struct import_arguments *arguments)
{
    const struct import_request *request = &arguments->request;
    const struct importer_ops *importer = arguments->importer;

    for (size_t i = 1; i < request->path_count; i++) {
        if (!importer->detects(request->paths[i], request))
            return command_usage("'%s' is no %s by its name, '%s' is",
                                 request->paths[i], importer->name,
                                 request->paths[0]);
    }
    return 0;
}

static int take(void *context, int argc, char **argv)
{
    struct import_arguments *arguments = context;
    struct import_request *request = &arguments->request;
    int r;

    request->paths = (const char *const *)argv;
    request->path_count = (size_t)argc;
    if (argc)
        arguments->importer = importer_find(argv[0], request);
    if (!argc || (argc > 1 && !arguments->importer->several))
        return command_usage("takes one graph, or one or more files of "
                             "OpenStreetMap data, not %d %s",
                             argc, argc ? "graphs" : "of either");
    argv[0] = (char *)arguments_input(argv[0]);
    r = check_paths(arguments);
    return r ? r : check_options(arguments);
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
    double length_km = 0;
    uint32_t n = map->topology.vertex_count;
    uint32_t m = map->topology.arc_count;

    for (uint32_t p = 0; p < roads->piece_count; p++)
        length_km += (double)roads_piece_mm(roads, p) / 1e6;
    printf("  %s: %.1f km of roads in %" PRIu32 " %s, %" PRIu32 " %s, %" PRIu32
           " %s%s\n",
           roads->profile.name, length_km, roads->piece_count,
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
    if (r)
        return r;
    r = write_maps(arguments, &result, started_us, error);
    for (size_t i = 0; i < result.count; i++)
        map_destroy(result.map[i]);
    return r;
}

static int run(void *context, struct error *error)
{
    const struct import_arguments *arguments = context;
    int r = check_output(arguments, error);

    return r ? r : import(arguments, error);
}

/* ---- The command --------------------------------------------------------- */

static struct import_arguments options;

static const struct argument own_arguments[] = {
    {"output", "OUT.rlx", ARGUMENT_OUTPUT,
     offsetof(struct import_arguments, output), .letter = 'o', .required = true,
     .help = "where to write the map"},
    ORDERING_ARGUMENT(offsetof(struct import_arguments, request.unordered)),
    {0},
};

static const char at_start[] =
    "relaxd has it, and reads the file at each start, so a new file needs no "
    "new import";

static const char *const elsewhere[] = {"--segment-speed-file", at_start,
                                        "--turn-penalty-file", at_start, NULL};

static char about[2048];

/* Beside the importers' rows. */
__attribute__((constructor)) static void make_about(void)
{
    size_t length = (size_t)snprintf(about, sizeof(about),
                                     "OUT.rlx is whole and new, or untouched.");

    for (size_t i = 0; i < importer_count && length < sizeof(about); i++)
        length += (size_t)snprintf(about + length, sizeof(about) - length,
                                   "\n\n%s", importers[i]->help);
}

const struct command command_import = {
    .name = "import",
    .summary = "make a map of OpenStreetMap data, a DIMACS graph or a raster",
    .usage = "FILE... -o OUT.rlx [OPTIONS]",
    .about = about,
    .examples =
        "  relaxctl import USA-road-d.NY.gr.gz --coordinates "
        "USA-road-d.NY.co.gz \\\n"
        "    --unit '0.1 m' -o ny.rlx\n"
        "  relaxctl import --grid slope.asc -o slope.rlx\n"
        "  relaxctl import region.osm.pbf --profile car,foot -o region.rlx",
    .arguments = {own_arguments, importer_arguments},
    .options = &options,
    .elsewhere = elsewhere,
    .take = take,
    .run = run,
};
