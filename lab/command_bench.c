/* relaxlab bench: measures solvers against each other and compares answers. */
#include <errno.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "clients/relaxctl/arguments.h"
#include "clients/relaxctl/program.h"
#include "core/graph/map_file/map_file.h"
#include "lab/bench.h"
#include "lab/commands.h"

/* ---- Options ------------------------------------------------------------- */

/* What solvers must do; all answer something after customizing. */
static const unsigned needed[] = {
    [BENCH_WHOLE_TREE] = SOLVER_TREES,
    [BENCH_ONE_PATH] = SOLVER_PAIRS,
    [BENCH_WHOLE_TABLE] = SOLVER_TABLES,
    [BENCH_CUSTOMIZE] = 0,
};

struct bench_options {
    char **maps; /* in argv */
    size_t map_count;
    const char *profile; /* of each map; NULL: the first */
    char *solvers;       /* "all" or comma-separated names */
    const char *device;
    const char *json_path; /* NULL: none; "-": stdout instead of the table */
    struct arguments_settings settings;
    uint32_t sources;
    uint64_t seed;
    uint32_t warm;
    struct bench_shape shape;
    struct bench_changes changes; /* none: the usual ones */
};

enum { TABLE_SIDE = 100 };

static int take_changes(void *context, const struct argument *row, char *text)
{
    struct bench_options *options = context;

    if (bench_changes_parse(text, &options->changes))
        return 0;
    return command_usage("--changes needs up to %d numbers of arcs with commas "
                         "between, from 1 on, or all",
                         BENCH_CHANGES_MAX);
}

static int take(void *context, int argc, char **argv)
{
    struct bench_options *options = context;
    struct bench_shape *shape = &options->shape;
    bool customizes = shape->kind == BENCH_CUSTOMIZE;

    if (!argc)
        return command_usage("needs at least one map file");
    if (options->changes.count && !customizes)
        return command_usage("--changes needs --output customize");
    if ((shape->rows || shape->columns) && shape->kind != BENCH_WHOLE_TABLE)
        return command_usage("--rows and --columns need --output table");
    if (options->warm && customizes)
        return command_usage("--warm cannot be used with --output customize");
    if (!options->changes.count)
        options->changes =
            (struct bench_changes){{1, 1000, BENCH_CHANGES_ALL}, 3};
    if (shape->kind == BENCH_WHOLE_TABLE) {
        shape->rows = shape->rows ? shape->rows : TABLE_SIDE;
        shape->columns = shape->columns ? shape->columns : TABLE_SIDE;
    }
    options->maps = argv;
    options->map_count = (size_t)argc;
    return 0;
}

/* ---- The command --------------------------------------------------------- */

/* State for all maps. */
struct session {
    const struct bench_options *options;
    struct inventory inventory;
    struct bench_choice choice;
    json_t *json; /* NULL: not requested */
    size_t wrong;
    size_t missed; /* named solvers that refused a map, over all maps */
};

/* The time a solver estimates for all questions on the map; 0: no estimate. */
static double expected_s(const struct bench *bench,
                         const struct solver_ops *solver)
{
    const struct bench_shape *shape = &bench->shape;
    const struct workload workload = {
        .trees = shape->kind == BENCH_WHOLE_TREE,
        .paths = shape->kind == BENCH_ONE_PATH,
        .queries = shape->rows ? shape->rows : 1,
        .targets = shape->columns ? shape->columns : 1,
        .shared = 1,
    };
    struct solver_speed speed;

    if (!solver->speed || !solver_can_use(solver, bench->map))
        return 0;
    solver->speed(bench->map, &speed);
    return workload_us(&workload, &speed) * (bench->question_count + 1.0) / 1e6;
}

/* The limit for a solver not named; a person may wait that long. */
static const double long_s = 600;

/* Whether to leave the solver out; a named one stays, with a warning. */
static bool takes_too_long(const struct session *session,
                           const struct bench *bench,
                           const struct solver_ops *solver)
{
    double s = session->options->shape.kind == BENCH_CUSTOMIZE
                   ? 0
                   : expected_s(bench, solver);

    if (s <= long_s)
        return false;
    fprintf(stderr, "relaxlab bench: %s%s would take about %.0f minutes%s\n",
            session->choice.all ? "left out: " : "", solver->name, s / 60,
            session->choice.all ? "; --solvers measures it" : "");
    return session->choice.all;
}

/* Leaves a solver out on a map that it refuses; a named one counts as
 * missed. */
static int add_contestant(struct session *session, struct bench *bench,
                          struct solver_choice choice, const char *path,
                          struct error *error)
{
    struct error reason;
    int r;

    if (takes_too_long(session, bench, choice.ops))
        return 0;
    r = bench_add(bench, choice, &session->options->settings, &reason);
    if (r == SOLVER_REFUSES) {
        fprintf(stderr, "relaxlab bench: left out of '%s': %s: %s\n", path,
                choice.ops->name, reason.text);
        session->missed += !session->choice.all;
        return 0;
    }
    return r ? error_set(error, r, "%s", reason.text) : 0;
}

static int add_contestants(struct session *session, struct bench *bench,
                           const char *path, struct error *error)
{
    int r = 0;

    for (size_t i = 0; !r && i < session->choice.count; i++)
        r = add_contestant(session, bench, session->choice.item[i], path,
                           error);
    if (!r && session->choice.all && !bench->contestant_count)
        r = error_set(error, -EINVAL,
                      "no solver is left to measure on '%s'; ask for fewer "
                      "--sources or --rows, or name --solvers",
                      path);
    return r;
}

static bool prints_tables(const struct bench_options *options)
{
    return !options->json_path || strcmp(options->json_path, "-");
}

static void report(struct session *session, const struct bench *bench,
                   const struct bench_customize *customize, const char *path)
{
    bool tables = prints_tables(session->options);

    for (size_t i = 0; i < bench->contestant_count; i++)
        session->wrong += bench->contestants[i].wrong;
    if (customize) {
        if (session->json)
            bench_customize_report_json_add(session->json, customize, path);
        if (tables)
            bench_customize_report_print(customize, path);
        return;
    }
    if (session->json)
        bench_report_json_add(session->json, bench, path);
    if (tables)
        bench_report_print(bench, path);
}

static int measure(struct bench *bench, struct bench_customize *customize,
                   struct error *error)
{
    struct progress_printer printer;
    struct progress *shown; /* results in a file show no progress */
    int r;

    progress_printer_init(&printer);
    shown = printer.terminal ? &printer.base : NULL;
    r = customize ? bench_customize_run(customize, shown, error)
                  : bench_run(bench, shown, error);
    progress_printer_finish(&printer);
    return r;
}

static int contest(struct session *session, struct bench *bench,
                   struct bench_customize *changed, const char *path,
                   struct error *error)
{
    bool customizes = session->options->shape.kind == BENCH_CUSTOMIZE;
    struct bench_customize *customize = customizes ? changed : NULL;
    int r = add_contestants(session, bench, path, error);

    if (r || !bench->contestant_count)
        return r;
    if (customizes)
        r = bench_customize_init(changed, bench, &session->options->changes,
                                 error);
    if (!r)
        r = measure(bench, customize, error);
    if (!r)
        report(session, bench, customize, path);
    return r;
}

static int bench_map(struct session *session, const struct map *map,
                     const char *path, struct error *error)
{
    const struct bench_options *options = session->options;
    struct bench_customize changed = {0};
    struct bench bench;
    int r;

    if (map->topology.vertex_count == 0)
        return error_set(error, -EINVAL, "'%s' has no vertices", path);
    r = bench_init(&bench, &session->inventory, map, error);
    bench.question_count = options->sources;
    bench.seed = options->seed;
    bench.warm = options->warm;
    bench.shape = options->shape;
    if (!r)
        r = contest(session, &bench, &changed, path, error);
    bench_finish(&bench);
    bench_customize_finish(&changed);
    return r;
}

static int bench_file(struct session *session, const char *path,
                      struct error *error)
{
    struct map *map;
    int r = map_open_profile(path, session->options->profile, &map, error);

    if (r)
        return r;
    r = bench_map(session, map, path, error);
    map_destroy(map);
    return r;
}

/* Before any measurement: a typo in the last name must not cost an hour. */
static int check_maps(const struct bench_options *options, struct error *error)
{
    int r = 0;

    for (size_t i = 0; !r && i < options->map_count; i++) {
        struct map *map;

        r = map_open_profile(options->maps[i], options->profile, &map, error);
        if (!r)
            map_destroy(map);
    }
    return r;
}

static int check_settings(const struct session *session, struct error *error)
{
    struct catalog used = {.count = 0};

    for (size_t i = 0; i < session->choice.count; i++)
        catalog_add(&used, session->choice.item[i].ops);
    return arguments_check_settings(&session->options->settings,
                                    &session->inventory.catalog, &used, error);
}

static int bench_all(struct session *session, struct error *error)
{
    const struct bench_options *options = session->options;
    struct machine machine;
    int r = 0;

    machine_describe(&machine);
    if (options->json_path) {
        session->json = bench_report_json(&machine, &session->inventory);
        if (!session->json)
            return error_no_memory(error);
    }
    if (prints_tables(options))
        bench_report_print_machine(&machine, &session->inventory);
    for (size_t i = 0; !r && i < options->map_count; i++)
        r = bench_file(session, options->maps[i], error);
    if (!r && session->json)
        r = bench_report_write(session->json, options->json_path, error);
    json_decref(session->json);
    if (!r && session->wrong)
        r = error_set(error, -EINVAL,
                      "answers that differ from dijkstra's: %zu; the times of "
                      "wrong answers mean nothing",
                      session->wrong);
    if (!r && session->missed)
        r = error_set(error, -EINVAL,
                      "not all that was asked for was measured: see 'left out' "
                      "above");
    return r;
}

/* Before any measurement, too. */
static int check_output(const struct bench_options *options,
                        struct error *error)
{
    const char *path = options->json_path;
    int r = 0;

    if (!path || !strcmp(path, "-"))
        return 0;
    for (size_t i = 0; !r && i < options->map_count; i++)
        r = arguments_check_output(path, options->maps[i], error);
    return r ? r : arguments_check_writable(path, error);
}

static int run(void *context, struct error *error)
{
    const struct bench_options *options = context;
    struct session session = {.options = options};
    const struct bench_request request = {
        .solvers = options->solvers,
        .device = options->device,
        .needed = needed[options->shape.kind],
    };
    int r;

    inventory_init(&session.inventory);
    r = check_maps(options, error);
    if (!r)
        r = bench_choose(&session.inventory, &request, &session.choice, error);
    if (!r)
        r = check_settings(&session, error);
    if (!r)
        r = check_output(options, error);
    return r ? r : bench_all(&session, error);
}

static char all_solvers[] = "all";

static struct bench_options options = {
    .solvers = all_solvers,
    .device = "auto",
    .sources = 100,
    .seed = 1,
};

#define FIELD(field) offsetof(struct bench_options, field)

static const struct argument arguments[] = {
    {"solvers", "LIST", ARGUMENT_TEXT, FIELD(solvers),
     .help = "names with commas, or all that can be used and are neither slow "
             "by nature nor expected to take more than 10 minutes; default "
             "all; the first is what speeds are relative to"},
    {"device", "DEVICE", ARGUMENT_TEXT, FIELD(device),
     .help = "auto, cpu, cuda or cuda:N; default auto"},
    ARGUMENT_PROFILE(struct bench_options,
                     "on maps of that profile; default each file's first"),
    {"sources", "N", ARGUMENT_NUMBER, FIELD(sources), .least = 1,
     .help = "questions; default 100"},
    {"seed", "N", ARGUMENT_NUMBER_64, FIELD(seed),
     .help = "draws them; default 1"},
    {"warm", "N", ARGUMENT_NUMBER, FIELD(warm), .least = 1,
     .help = "questions that each is asked before all, not measured: what a "
             "server learnt from others (cch: what paths are made of)"},
    {"output", NULL, ARGUMENT_WORD, FIELD(shape.kind),
     .words = bench_kind_names,
     .help = "tree: costs to every vertex (default); pairs: one path each; "
             "table: costs from --rows to --columns vertices; customize: how "
             "long each form of the map takes to follow its weights, --sources "
             "times"},
    {"rows", "N", ARGUMENT_NUMBER, FIELD(shape.rows), .least = 1,
     .help = "of a table; default 100"},
    {"columns", "N", ARGUMENT_NUMBER, FIELD(shape.columns), .least = 1,
     .help = "of a table; default 100"},
    {"changes", "N,...", ARGUMENT_OTHER, .take = take_changes,
     .help = "with customize: of how many random arcs, beside a full one; "
             "default 1,1000,all"},
    {"set", "OPTION=VALUE", ARGUMENT_SETTING, FIELD(settings.given),
     ARGUMENT_LIST(struct bench_options, settings.count,
                   ARGUMENTS_SETTINGS_MAX),
     .help = "an option of those solvers that have it, or SOLVER.OPTION of "
             "one"},
    {"json", "FILE", ARGUMENT_TEXT, FIELD(json_path),
     .help = "also write JSON; - prints it instead"},
    {0},
};

const struct command command_bench = {
    .name = "bench",
    .summary = "measure solvers against each other, answers compared",
    .usage = "MAP... [OPTIONS]",
    .about =
        "Asks every solver the same random questions and compares every answer "
        "with dijkstra's. Fails if one differs. The questions come in four "
        "series; in each, solvers take turns in a random order, and each "
        "answers alone, one question after the other, after up to 20 ms "
        "of others that are not measured; answers are compared when a turn is "
        "over. Times are of one question on one thread, from asking to the "
        "whole answer in memory: median, mean, and what 99 of 100 do not "
        "exceed.",
    .notes =
        "Forms that several solvers read are customized once for all of them; "
        "'all' arcs are a full customization in the memory that is there.\n"
        "\n"
        "wait: the share of time that a solver's phases would take if all were "
        "as short as its shortest, which does nothing but launch and wait.",
    .examples = "  relaxlab bench ny.rlx --solvers dijkstra,adaptive --sources "
                "20",
    .arguments = {arguments},
    .options = &options,
    .take = take,
    .run = run,
};
