/* relaxlab trace: the phases of a query, one by one. */
#include <errno.h>
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
#include "lab/gnuplot.h"
#include "lab/sheet.h"
#include "lab/trace.h"

enum {
    SOURCES_MAX = 16,
    SOLVERS_MAX = 16,
    TRACES_MAX = SOURCES_MAX * SOLVERS_MAX,
};

struct options {
    const char *map;
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
    struct solver_choice choice[SOLVERS_MAX];
    size_t choice_count;
    struct forms forms;
    struct trace traces[TRACES_MAX];
    size_t trace_count;
};

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
                           session->options->map, from, &vertex, error);

    if (r)
        return r;
    session->trace_count++;
    trace->from = from;
    return trace_take(trace, runner, vertex, error);
}

static int trace_solver(struct session *session, struct solver_choice choice,
                        struct error *error)
{
    const struct options *options = session->options;
    struct runner runner;
    int r = runner_init(&runner, &session->inventory, choice, &session->forms,
                        &options->settings, error);

    for (size_t i = 0; !r && i < options->from_count; i++)
        r = trace_from(session, &runner, options->from[i], error);
    runner_finish(&runner);
    return r;
}

static int check_outputs(const struct options *options, struct error *error)
{
    const char *csv = options->csv_path;
    const char *plot = options->plot_path;
    int r = arguments_check_output(csv, options->map, error);

    if (!r)
        r = arguments_check_output(plot, options->map, error);
    if (!r)
        r = arguments_check_outputs(csv, plot, error);
    if (!r && csv)
        r = arguments_check_writable(csv, error);
    if (!r && plot)
        r = arguments_check_writable(plot, error);
    if (!r && plot)
        r = gnuplot_check(error);
    return r;
}

/* Chooses the solvers, before any query. */
static int check(struct session *session, struct error *error)
{
    const struct options *options = session->options;
    const char *names[SOLVERS_MAX];
    size_t count = arguments_split(options->solvers, names, SOLVERS_MAX);
    struct catalog used = {.count = 0};
    int r = count ? check_outputs(options, error)
                  : error_set(error, -EINVAL,
                              "--solver needs names with commas between");

    for (size_t i = 0; !r && i < count; i++) {
        r = choose(session, names[i], &session->choice[i], error);
        if (!r)
            catalog_add(&used, session->choice[i].ops);
    }
    session->choice_count = count;
    return r ? r
             : arguments_check_settings(&options->settings,
                                        &session->inventory.catalog, &used,
                                        error);
}

static int make_csv(const struct session *session, char **ret_text,
                    size_t *ret_size, struct error *error)
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
    r = sheet_csv(&table, ret_text, ret_size) ? error_no_memory(error) : 0;
    sheet_finish(&table);
    return r;
}

enum { TITLE_SIZE = 256, NAME_SIZE = 64 };

static void describe_map(const struct session *session, char title[TITLE_SIZE])
{
    const char *slash = strrchr(session->options->map, '/');
    uint32_t n = session->map->topology.vertex_count;
    uint32_t m = session->map->topology.arc_count;

    snprintf(title, TITLE_SIZE, "%.120s: %" PRIu32 " %s, %" PRIu32 " %s",
             slash ? slash + 1 : session->options->map, n,
             plural(n, "vertex", "vertices"), m, plural(m, "arc", "arcs"));
}

/* Plots time over updated vertices per phase, like figures 6 and 4 of Suzuki et
 * al. */
static int make_plot(const struct session *session, char **ret_svg,
                     size_t *ret_size, struct error *error)
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
    r = chart_draw(&chart, ret_svg, ret_size, error);
    chart_finish(&chart);
    return r;
}

/* Makes the bytes, then writes them to a file, or stdout if `path` is NULL. */
static int write_out(const struct session *session, const char *path,
                     int (*make)(const struct session *session,
                                 char **ret_bytes, size_t *ret_size,
                                 struct error *error),
                     struct error *error)
{
    char *bytes;
    size_t size;
    FILE *file;
    bool failed;
    int r = make(session, &bytes, &size, error);

    if (r)
        return r;
    file = path ? fopen(path, "we") : stdout;
    failed = !file || fwrite(bytes, 1, size, file) != size;
    free(bytes);
    failed |= file && path && fclose(file);
    return failed && path ? error_errno(error, "write '%s'", path) : 0;
}

static int write_all(const struct session *session, struct error *error)
{
    const struct options *options = session->options;
    int r = 0;

    if (options->csv_path || !options->plot_path)
        r = write_out(session, options->csv_path, make_csv, error);
    if (!r && options->plot_path)
        r = write_out(session, options->plot_path, make_plot, error);
    return r;
}

static int trace_map(struct session *session, struct error *error)
{
    int r = check(session, error);

    forms_init(&session->forms, session->map);
    for (size_t i = 0; !r && i < session->choice_count; i++)
        r = trace_solver(session, session->choice[i], error);
    if (!r)
        r = write_all(session, error);
    for (size_t i = 0; i < session->trace_count; i++)
        trace_finish(&session->traces[i]);
    forms_finish(&session->forms);
    return r;
}

static int run(void *context, struct error *error)
{
    const struct options *options = context;
    struct session *session = calloc(1, sizeof(*session));
    struct map *map;
    int r = session
                ? map_open_profile(options->map, options->profile, &map, error)
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

static char adaptive[] = "adaptive";

static struct options options = {.solvers = adaptive, .device = "auto"};

#define FIELD(field) offsetof(struct options, field)

static const struct argument arguments[] = {
    {"from", "ID", ARGUMENT_NUMBER_64, FIELD(from), .required = true,
     ARGUMENT_LIST(struct options, from_count, SOURCES_MAX),
     .help = "where to start"},
    ARGUMENT_PROFILE(struct options,
                     "on the map of that profile; default the file's first"),
    {"solver", "LIST", ARGUMENT_TEXT, FIELD(solvers),
     .help = "names with commas; default adaptive"},
    {"device", "DEVICE", ARGUMENT_TEXT, FIELD(device),
     .help = "auto, cpu, cuda or cuda:N; default auto"},
    {"set", "OPTION=VALUE", ARGUMENT_SETTING, FIELD(settings.given),
     ARGUMENT_LIST(struct options, settings.count, ARGUMENTS_SETTINGS_MAX),
     .help = "an option of those solvers that have it, or SOLVER.OPTION of "
             "one"},
    {"csv", "FILE", ARGUMENT_TEXT, FIELD(csv_path),
     .help = "default: stdout, unless there is a plot"},
    {"plot", "FILE.svg", ARGUMENT_TEXT, FIELD(plot_path),
     .help = "time and updated vertices over the phases"},
    {0},
};

const struct command command_trace = {
    .name = "trace",
    .summary = "show the phases of a query: updated vertices, threads, time",
    .usage = "MAP --from ID [--from ID ...] [OPTIONS]",
    .about = "Costs to every vertex, phase by phase. Each query is asked once "
             "to warm up and once watched.",
    .examples = "  relaxlab trace ny.rlx --from 1 --solver "
                "harish,selection,adaptive \\\n"
                "    --csv ny.csv --plot ny.svg",
    .arguments = {arguments},
    .options = &options,
    .take = arguments_take_map,
    .run = run,
};
