/* relaxlab bench: solvers measured against each other, answers compared. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/graph/map_file/map_file.h"
#include "lab/bench.h"
#include "lab/bench_choice.h"
#include "lab/bench_customize_report.h"
#include "lab/bench_options.h"
#include "lab/bench_report.h"
#include "lab/commands.h"

/* What all maps share. */
struct session {
    const struct bench_options *options;
    struct inventory inventory;
    struct bench_choice choice;
    json_t *json; /* NULL: not wanted */
    size_t wrong;
    size_t missed; /* solvers named that refused a map, over all maps */
};

/* One that refuses the map is left out of this map; who was named is missed. */
static void leave_out(struct session *session, const char *solver,
                      const char *path, const struct error *reason)
{
    fprintf(stderr, "relaxlab bench: left out of '%s': %s: %s\n", path, solver,
            reason->text);
    session->missed += !session->choice.all;
}

/* Of a run that nobody asked for by name; a person waits that long, perhaps. */
static const double long_s = 600;

/* Whether it is to be left out; who was named is not, but told. */
static bool takes_too_long(const struct session *session,
                           const struct bench *bench,
                           const struct solver_ops *solver)
{
    double s = session->options->output == BENCH_CUSTOMIZE
                   ? 0
                   : bench_expected_s(bench, solver);

    if (s <= long_s)
        return false;
    fprintf(stderr, "relaxlab bench: %s%s would take about %.0f minutes%s\n",
            session->choice.all ? "left out: " : "", solver->name, s / 60,
            session->choice.all ? "; --solvers measures it" : "");
    return session->choice.all;
}

static int add_contestant(struct session *session, struct bench *bench,
                          struct solver_choice choice, const char *path,
                          struct forms *forms, struct error *error)
{
    struct bench_contestant *contestant =
        &bench->contestants[bench->contestant_count];
    struct error reason;
    int r;

    if (takes_too_long(session, bench, choice.ops))
        return 0;
    r = runner_init(&contestant->runner, &session->inventory, choice, forms,
                    &session->options->settings, &reason);
    if (r == SOLVER_REFUSES) {
        leave_out(session, choice.ops->name, path, &reason);
        return 0;
    }
    if (r)
        return error_set(error, r, "%s", reason.text);
    bench->contestant_count++;
    if (samples_init(&contestant->solve_ms, bench->question_count))
        return error_no_memory(error);
    return 0;
}

static int make_contestants(struct session *session, struct bench *bench,
                            const char *path, struct forms *forms,
                            struct error *error)
{
    struct solver_choice oracle = {session->inventory.catalog.solver[0],
                                   &session->inventory.device[0]};
    struct arguments_settings none = {.count = 0};
    int r = runner_init(&bench->oracle, &session->inventory, oracle, forms,
                        &none, error);

    for (size_t i = 0; !r && i < session->choice.count; i++)
        r = add_contestant(session, bench, session->choice.item[i], path, forms,
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
    struct progress *shown; /* among results in a file it is only in the way */
    int r;

    progress_printer_init(&printer);
    shown = printer.terminal ? &printer.base : NULL;
    r = customize ? bench_customize_run(customize, shown, error)
                  : bench_run(bench, shown, error);
    progress_printer_finish(&printer);
    return r;
}

/* The forms lie on the weights of `changed` until they are finished. */
static int contest(struct session *session, struct bench *bench,
                   struct bench_customize *changed, struct forms *forms,
                   const char *path, struct error *error)
{
    bool customizes = session->options->output == BENCH_CUSTOMIZE;
    struct bench_customize *customize = customizes ? changed : NULL;
    int r = make_contestants(session, bench, path, forms, error);

    if (r || !bench->contestant_count)
        return r;
    if (customizes)
        r = bench_customize_init(changed, bench, forms,
                                 &session->options->changes, error);
    if (!r)
        r = measure(bench, customize, error);
    if (!r)
        report(session, bench, customize, path);
    return r;
}

static int bench_map(struct session *session, const struct map *map,
                     const char *path, struct error *error)
{
    struct bench_contestant contestants[CATALOG_CAPACITY] = {0};
    struct bench bench = {
        .map = map,
        .contestants = contestants,
        .question_count = session->options->sources,
        .seed = session->options->seed,
        .warm = session->options->warm,
        .shape = bench_options_shape(session->options),
    };
    struct bench_customize changed = {0};
    struct forms forms;
    int r;

    if (map->topology.vertex_count == 0)
        return error_set(error, -EINVAL, "'%s' has no vertices", path);
    forms_init(&forms, map);
    r = contest(session, &bench, &changed, &forms, path, error);
    for (size_t i = 0; i < bench.contestant_count; i++) {
        runner_finish(&contestants[i].runner);
        samples_finish(&contestants[i].solve_ms);
    }
    runner_finish(&bench.oracle);
    forms_finish(&forms);
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

/* Before anything is measured: a slip in the last name must not cost an hour.
 */
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

static int run(int argc, char **argv)
{
    static char all[] = "all";
    struct bench_options options = {
        .solvers = all,
        .device = "auto",
        .sources = 100,
        .seed = 1,
        .rows = 100,
        .columns = 100,
        .changes = {{1, 1000, BENCH_CHANGES_ALL}, 3},
    };
    struct session session = {.options = &options};
    struct bench_wish wish;
    struct error error;
    int r = bench_options_parse(argc, argv, &options);

    if (r)
        return r;
    wish = (struct bench_wish){
        .solvers = options.solvers,
        .device = options.device,
        .needed = bench_options_needed(&options),
    };
    inventory_init(&session.inventory);
    r = check_maps(&options, &error);
    if (!r)
        r = bench_choose(&session.inventory, &wish, &session.choice, &error);
    if (!r)
        r = check_settings(&session, &error);
    if (!r && options.json_path && strcmp(options.json_path, "-"))
        r = arguments_check_writable(options.json_path, &error);
    if (!r)
        r = bench_all(&session, &error);
    return r ? command_fail(argv[0], &error) : EXIT_DONE;
}

const struct command command_bench = {
    .name = "bench",
    .summary = "measure solvers against each other, answers compared",
    .help =
        "usage: relaxlab bench MAP... [OPTIONS]\n"
        "\n"
        "Asks every solver the same random questions and compares every\n"
        "answer with dijkstra's. Fails if one differs. The questions come in\n"
        "four series; in each, solvers have their turns in an order drawn\n"
        "anew, and each answers alone, one question after the other, after up\n"
        "to 20 ms of others that are not measured; answers are compared when\n"
        "a turn is over. Times are of one question on one thread, from asking\n"
        "to the whole answer in memory: median, mean, and what 99 of 100 do\n"
        "not exceed.\n"
        "\n"
        "  --solvers LIST      names with commas, or all that can be used and\n"
        "                      are neither slow by nature nor expected to\n"
        "                      take more than 10 minutes; default all; the\n"
        "                      first is what speeds are relative to\n"
        "  --device DEVICE     auto, cpu, cuda or cuda:N; default auto\n"
        "  --profile NAME      on maps of that profile; default each file's\n"
        "                      first\n"
        "  --sources N         questions; default 100\n"
        "  --seed N            draws them; default 1\n"
        "  --warm N            questions that each is asked before all, not\n"
        "                      measured: what a server learnt from others\n"
        "                      (cch: what paths are made of)\n"
        "  --output KIND       tree: costs to every vertex (default); pairs:\n"
        "                      one path each; table: costs from --rows to\n"
        "                      --columns vertices; customize: how long each\n"
        "                      form of the map takes to follow its weights,\n"
        "                      --sources times\n"
        "  --rows N, --columns N\n"
        "                      of a table; default 100\n"
        "  --changes N,...     with customize: of how many random arcs,\n"
        "                      beside a full one; default 1,1000,all\n"
        "  --set OPTION=VALUE  an option of those solvers that have it, or\n"
        "                      SOLVER.OPTION of one\n"
        "  --json FILE         also write JSON; - prints it instead\n"
        "\n"
        "Forms that several solvers read are customized once for all of them;\n"
        "'all' arcs are a full customization in the memory that is there.\n"
        "\n"
        "wait: the share of time that a solver's phases would take if all\n"
        "were as short as its shortest, which does nothing but launch and\n"
        "wait.\n"
        "\n"
        "Example:\n"
        "  relaxlab bench ny.rlx --solvers dijkstra,adaptive --sources 20\n",
    .run = run,
};
