/* relaxlab trace: the phases of a query, one by one. */
#include <errno.h>
#include <getopt.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "clients/relaxctl/arguments.h"
#include "clients/relaxctl/runner.h"
#include "clients/relaxctl/vertex_id.h"
#include "core/base/text.h"
#include "core/graph/map_file/map_file.h"
#include "lab/chart.h"
#include "lab/commands.h"
#include "lab/sheet.h"
#include "lab/trace.h"

enum {
    SOURCES_MAX = 16,
    SOLVERS_MAX = 16,
    TRACES_MAX = SOURCES_MAX * SOLVERS_MAX,
};

struct options {
    const char *map_path;
    const char *profile; /* NULL: the file's first */
    uint64_t from[SOURCES_MAX];
    size_t from_count;
    char *solvers; /* comma-separated names */
    const char *device;
    const char *csv_path;  /* NULL: stdout, unless there is a plot */
    const char *plot_path; /* or NULL */
    struct arguments_settings settings;
};

struct session {
    const struct options *options;
    const struct map *map;
    struct inventory inventory;
    struct forms forms;
    struct trace traces[TRACES_MAX];
    size_t trace_count;
};

static const struct option long_options[] = {
    {"from", required_argument, NULL, 'f'},
    {"solver", required_argument, NULL, 's'},
    {"device", required_argument, NULL, 'd'},
    {"set", required_argument, NULL, 'o'},
    {"csv", required_argument, NULL, 'c'},
    {"plot", required_argument, NULL, 'p'},
    ARGUMENTS_PROFILE,
    {0},
};

static int parse_from(char **argv, struct options *options)
{
    if (options->from_count == SOURCES_MAX)
        return command_usage(argv[0], "more than %d times --from", SOURCES_MAX);
    if (!parse_u64(optarg, &options->from[options->from_count]))
        return command_usage(
            argv[0], "--from '%s' is no id: digits are expected", optarg);
    options->from_count++;
    return 0;
}

static int parse_option(void *context, char **argv, int option)
{
    struct options *options = context;

    switch (option) {
    case 'f':
        return parse_from(argv, options);
    case 's':
        options->solvers = optarg;
        return 0;
    case 'd':
        options->device = optarg;
        return 0;
    case 'o':
        return arguments_set(argv, &options->settings, optarg);
    case 'c':
        options->csv_path = optarg;
        return 0;
    case 'p':
        options->plot_path = optarg;
        return 0;
    case 'P':
        options->profile = optarg;
        return 0;
    default:
        return arguments_refuse(argv, option);
    }
}

static int parse(int argc, char **argv, struct options *options)
{
    int r = arguments_parse(argc, argv, ":", long_options, "fo", parse_option,
                            options);

    if (r)
        return r;
    if (argc - optind != 1)
        return command_usage(argv[0], "wants one map file");
    if (!options->from_count)
        return command_usage(argv[0], "wants --from");
    options->map_path = argv[optind];
    return 0;
}

/* Lists the solvers that report phases. */
static int refuse_untraced(const struct inventory *inventory, const char *name,
                           struct error *error)
{
    char names[256] = "";

    for (size_t i = 0; i < inventory->catalog.count; i++) {
        const struct solver_ops *ops = inventory->catalog.solver[i];

        if (ops->capabilities & SOLVER_TRACES)
            text_list_add(names, sizeof(names), ops->name);
    }
    return error_set(error, -EINVAL,
                     "solver %s does not work in phases; these do: %s", name,
                     names);
}

/* Without the usual advice to take a CPU solver, as none reports phases. */
static int refuse_without_gpu(const struct inventory *inventory,
                              const char *name, struct error *error)
{
    return error_set(error, -ENODEV,
                     "solver %s needs a CUDA device, as all that work in "
                     "phases do, and there is none here: %s",
                     name, inventory->no_gpu.text);
}

static int choose(const struct session *session, const char *name,
                  struct solver_choice *ret_choice, struct error *error)
{
    const struct solver_ops *ops =
        catalog_find(&session->inventory.catalog, name);

    if (ops && !(ops->capabilities & SOLVER_TRACES))
        return refuse_untraced(&session->inventory, name, error);
    if (ops && session->inventory.device_count == 1)
        return refuse_without_gpu(&session->inventory, name, error);
    return inventory_choose(&session->inventory, name, session->options->device,
                            SOLVER_TRACES | SOLVER_TREES, ret_choice, error);
}

static int trace_from(struct session *session, struct runner *runner,
                      uint64_t from, struct error *error)
{
    struct trace *trace = &session->traces[session->trace_count];
    uint32_t vertex;
    int r = vertex_id_find(session->map, WEIGHTING_OF_MAP(session->map),
                           session->options->map_path, from, &vertex, error);

    if (r)
        return r;
    session->trace_count++;
    trace->from = from;
    return trace_take(trace, runner, vertex, error);
}

static int trace_solver(struct session *session, const char *name,
                        struct error *error)
{
    const struct options *options = session->options;
    struct solver_choice choice;
    struct runner runner;
    int r = choose(session, name, &choice, error);

    if (r)
        return r;
    r = runner_init(&runner, &session->inventory, choice, &session->forms,
                    &options->settings, error);
    for (size_t i = 0; !r && i < options->from_count; i++)
        r = trace_from(session, &runner, options->from[i], error);
    runner_finish(&runner);
    return r;
}

static int check_outputs(const struct options *options, struct error *error)
{
    int r = 0;

    if (options->csv_path)
        r = arguments_check_writable(options->csv_path, error);
    if (!r && options->plot_path)
        r = arguments_check_writable(options->plot_path, error);
    return r;
}

/* Runs before any query. */
static int check(const struct session *session, const char *const *names,
                 size_t count, struct error *error)
{
    struct catalog used = {.count = 0};
    int r = 0;

    for (size_t i = 0; !r && i < count; i++) {
        struct solver_choice choice;

        r = choose(session, names[i], &choice, error);
        if (!r)
            catalog_add(&used, choice.ops);
    }
    if (!r)
        r = arguments_check_settings(&session->options->settings,
                                     &session->inventory.catalog, &used, error);
    return r ? r : check_outputs(session->options, error);
}

static int write_csv(const struct session *session, FILE *to,
                     struct error *error)
{
    static const struct column columns[] = {
        {.name = "solver"},  {.name = "from"},
        {.name = "phase"},   {.name = "updated"},
        {.name = "threads"}, {.name = "time_us"},
        {.name = "method"},  {0},
    };
    struct sheet table;
    int r;

    sheet_init(&table, columns);
    for (size_t i = 0; i < session->trace_count; i++) {
        const struct trace *trace = &session->traces[i];

        for (size_t j = 0; j < trace->count; j++) {
            const struct phase *phase = &trace->phase[j];

            sheet_add(&table, CELL(trace->solver), CELL(trace->from),
                      CELL(phase->index), CELL(phase->updated),
                      CELL(phase->threads), CELL(phase->time_us),
                      CELL(phase->method));
        }
    }
    r = sheet_failed(&table) ? error_no_memory(error) : 0;
    if (!r)
        sheet_write_csv(&table, to);
    sheet_finish(&table);
    return r;
}

enum { TITLE_SIZE = 256, NAME_SIZE = 64 };

static void describe_map(const struct session *session, char title[TITLE_SIZE])
{
    const char *slash = strrchr(session->options->map_path, '/');
    uint32_t n = session->map->topology.vertex_count;
    uint32_t m = session->map->topology.arc_count;

    snprintf(title, TITLE_SIZE, "%.120s: %" PRIu32 " %s, %" PRIu32 " %s",
             slash ? slash + 1 : session->options->map_path, n,
             plural(n, "vertex", "vertices"), m, plural(m, "arc", "arcs"));
}

/* Plots time over updated vertices per phase, like figures 6 and 4 of Suzuki et
 * al. */
static int write_plot(const struct session *session, FILE *to,
                      struct error *error)
{
    char names[TRACES_MAX][NAME_SIZE];
    char title[TITLE_SIZE];
    struct chart chart;
    struct chart_panel *times;
    struct chart_panel *updated;
    int r;

    describe_map(session, title);
    chart_init(&chart, title, "phase", CHART_LINEAR);
    times = chart_add_panel(&chart, "time of the phase (\302\265s)", CHART_LOG);
    updated = chart_add_panel(&chart, "updated vertices", CHART_LOG);
    for (size_t i = 0; i < session->trace_count; i++) {
        const struct trace *trace = &session->traces[i];
        struct chart_series *time;
        struct chart_series *count;

        snprintf(names[i], NAME_SIZE, "%.20s from %" PRIu64, trace->solver,
                 trace->from);
        time = chart_add_series(times, names[i], CHART_LINE);
        count = chart_add_series(updated, names[i], CHART_LINE);
        for (size_t j = 0; j < trace->count; j++) {
            chart_add_point(time, (double)j, trace->phase[j].time_us);
            chart_add_point(count, (double)j, (double)trace->phase[j].updated);
        }
    }
    r = chart_failed(&chart) ? error_no_memory(error) : 0;
    if (!r)
        chart_write(&chart, to);
    chart_finish(&chart);
    return r;
}

static int write_file(const struct session *session, const char *path,
                      int (*write)(const struct session *session, FILE *to,
                                   struct error *error),
                      struct error *error)
{
    FILE *file = fopen(path, "we");
    bool failed;
    int r;

    if (!file)
        return error_errno(error, "write '%s'", path);
    r = write(session, file, error);
    failed = ferror(file);
    if (fclose(file) || failed)
        r = r ? r : error_errno(error, "write '%s'", path);
    return r;
}

static int write_all(const struct session *session, struct error *error)
{
    const struct options *options = session->options;
    int r = 0;

    if (options->csv_path)
        r = write_file(session, options->csv_path, write_csv, error);
    else if (!options->plot_path)
        r = write_csv(session, stdout, error);
    if (!r && options->plot_path)
        r = write_file(session, options->plot_path, write_plot, error);
    return r;
}

static int trace_map(struct session *session, struct error *error)
{
    const char *names[SOLVERS_MAX];
    size_t count =
        arguments_split(session->options->solvers, names, SOLVERS_MAX);
    int r = count ? 0
                  : error_set(error, -EINVAL,
                              "--solver wants names with commas between");

    forms_init(&session->forms, session->map);
    if (!r)
        r = check(session, names, count, error);
    for (size_t i = 0; !r && i < count; i++)
        r = trace_solver(session, names[i], error);
    if (!r)
        r = write_all(session, error);
    for (size_t i = 0; i < session->trace_count; i++)
        trace_finish(&session->traces[i]);
    forms_finish(&session->forms);
    return r;
}

static int trace_file(const struct options *options, struct error *error)
{
    struct session *session = calloc(1, sizeof(*session));
    struct map *map;
    int r = session ? map_open_profile(options->map_path, options->profile,
                                       &map, error)
                    : error_no_memory(error);

    if (r)
        goto free_session;
    session->options = options;
    session->map = map;
    inventory_init(&session->inventory);
    r = trace_map(session, error);
    map_destroy(map);
free_session:
    free(session);
    return r;
}

static int run(int argc, char **argv)
{
    static char adaptive[] = "adaptive";
    struct options options = {.solvers = adaptive, .device = "auto"};
    struct error error;
    int r = parse(argc, argv, &options);

    if (r)
        return r;
    r = trace_file(&options, &error);
    return r ? command_fail(argv[0], &error) : EXIT_DONE;
}

const struct command command_trace = {
    .name = "trace",
    .summary = "show the phases of a query: updated vertices, threads, time",
    .help =
        "usage: relaxlab trace MAP --from ID [--from ID ...] [OPTIONS]\n"
        "\n"
        "Costs to every vertex, phase by phase. Each query is asked once to\n"
        "warm up and once watched.\n"
        "\n"
        "  --from ID           where to start\n"
        "  --profile NAME      on the map of that profile; default the file's\n"
        "                      first\n"
        "  --solver LIST       names with commas; default adaptive\n"
        "  --device DEVICE     auto, cpu, cuda or cuda:N; default auto\n"
        "  --set OPTION=VALUE  an option of those solvers that have it, or\n"
        "                      SOLVER.OPTION of one\n"
        "  --csv FILE          default: stdout, unless there is a plot\n"
        "  --plot FILE.svg     time and updated vertices over the phases\n"
        "\n"
        "Example:\n"
        "  relaxlab trace ny.rlx --from 1 --solver harish,selection,adaptive "
        "\\\n"
        "    --csv ny.csv --plot ny.svg\n",
    .run = run,
};
