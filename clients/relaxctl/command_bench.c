/* relaxctl bench: solvers measured against each other, answers compared. */
#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "clients/relaxctl/arguments.h"
#include "clients/relaxctl/bench.h"
#include "clients/relaxctl/bench_choice.h"
#include "clients/relaxctl/bench_report.h"
#include "clients/relaxctl/command.h"
#include "clients/relaxctl/print_json.h"
#include "core/graph/map_file.h"

struct options {
    char **maps; /* in argv */
    size_t map_count;
    char *solvers; /* "all" or names with commas */
    const char *device;
    const char *json_path; /* NULL: none; "-": stdout instead of the table */
    struct arguments_settings settings;
    uint32_t sources;
    uint64_t seed;
    bool pairs;
};

/* What all maps share. */
struct session {
    const struct options *options;
    struct lab lab;
    struct bench_choice choice;
    json_t *json; /* NULL: not wanted */
    size_t wrong;
    size_t missed; /* solvers named that refused a map, over all maps */
};

static const struct option long_options[] = {
    {"solvers", required_argument, NULL, 's'},
    {"device", required_argument, NULL, 'd'},
    {"sources", required_argument, NULL, 'n'},
    {"seed", required_argument, NULL, 'e'},
    {"output", required_argument, NULL, 'u'},
    {"set", required_argument, NULL, 'o'},
    {"json", required_argument, NULL, 'j'},
    {0},
};

static int parse_output(char **argv, bool *ret_pairs)
{
    *ret_pairs = !strcmp(optarg, "pairs");
    if (*ret_pairs || !strcmp(optarg, "tree"))
        return 0;
    return command_usage(argv[0], "--output '%s' is neither tree nor pairs",
                         optarg);
}

static int parse_option(char **argv, int option, struct options *options)
{
    switch (option) {
    case 's':
        options->solvers = optarg;
        return 0;
    case 'd':
        options->device = optarg;
        return 0;
    case 'n':
        return arguments_count(argv, "--sources", &options->sources);
    case 'e':
        return arguments_seed(argv, &options->seed);
    case 'u':
        return parse_output(argv, &options->pairs);
    case 'o':
        return arguments_set(argv, &options->settings, optarg);
    case 'j':
        options->json_path = optarg;
        return 0;
    default:
        return arguments_refuse(argv, option);
    }
}

static int parse(int argc, char **argv, struct options *options)
{
    int option;
    int r = 0;

    opterr = 0;
    while (!r &&
           (option = getopt_long(argc, argv, ":", long_options, NULL)) != -1)
        r = parse_option(argv, option, options);
    if (r)
        return r;
    if (optind == argc)
        return command_usage(argv[0], "wants at least one map file");
    options->maps = argv + optind;
    options->map_count = (size_t)(argc - optind);
    return 0;
}

/* One that refuses the map is left out of this map; who was named is missed. */
static void leave_out(struct session *session, const char *solver,
                      const char *path, const struct error *reason)
{
    fprintf(stderr, "relaxctl bench: left out of '%s': %s: %s\n", path, solver,
            reason->text);
    session->missed += !session->choice.all;
}

static int add_contestant(struct session *session, struct bench *bench,
                          struct lab_choice choice, const char *path,
                          struct forms *forms, struct error *error)
{
    struct bench_contestant *contestant =
        &bench->contestants[bench->contestant_count];
    struct error reason;
    int r = runner_init(&contestant->runner, &session->lab, choice, forms,
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
    struct lab_choice oracle = {session->lab.catalog.solver[0],
                                &session->lab.device[0]};
    struct arguments_settings none = {.count = 0};
    int r =
        runner_init(&bench->oracle, &session->lab, oracle, forms, &none, error);

    for (size_t i = 0; !r && i < session->choice.count; i++)
        r = add_contestant(session, bench, session->choice.item[i], path, forms,
                           error);
    return r;
}

static void report(struct session *session, const struct bench *bench,
                   const char *path)
{
    for (size_t i = 0; i < bench->contestant_count; i++)
        session->wrong += bench->contestants[i].wrong;
    if (session->json)
        bench_report_json_add(session->json, bench, path);
    if (!session->options->json_path ||
        strcmp(session->options->json_path, "-"))
        bench_report_print(bench, path);
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
        .pairs = session->options->pairs,
    };
    struct progress_printer printer;
    struct forms forms;
    int r;

    if (map->topology.vertex_count == 0)
        return error_set(error, -EINVAL, "'%s' has no vertices", path);
    progress_printer_init(&printer);
    forms_init(&forms, map);
    r = make_contestants(session, &bench, path, &forms, error);
    if (!r && bench.contestant_count)
        r = bench_run(&bench, &printer.base, error);
    progress_printer_finish(&printer);
    if (!r && bench.contestant_count)
        report(session, &bench, path);
    for (size_t i = 0; i < bench.contestant_count; i++) {
        runner_finish(&contestants[i].runner);
        samples_finish(&contestants[i].solve_ms);
    }
    runner_finish(&bench.oracle);
    forms_finish(&forms);
    return r;
}

static int bench_file(struct session *session, const char *path,
                      struct error *error)
{
    struct map *map;
    int r = map_open(path, &map, error);

    if (r)
        return r;
    r = bench_map(session, map, path, error);
    map_destroy(map);
    return r;
}

/* Before anything is measured: a slip in the last name must not cost an hour.
 */
static int check_maps(const struct options *options, struct error *error)
{
    int r = 0;

    for (size_t i = 0; !r && i < options->map_count; i++) {
        struct map *map;

        r = map_open(options->maps[i], &map, error);
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
                                    &session->lab.catalog, &used, error);
}

static int write_json(const struct session *session, struct error *error)
{
    const size_t flags = JSON_INDENT(2) | JSON_REAL_PRECISION(9);
    const char *path = session->options->json_path;
    FILE *file;
    int r;

    if (!strcmp(path, "-"))
        return print_json(json_incref(session->json), flags)
                   ? error_no_memory(error)
                   : 0;
    file = fopen(path, "we");
    if (!file)
        return error_errno(error, "write '%s'", path);
    r = json_dumpf(session->json, file, flags);
    fputc('\n', file);
    if (fclose(file))
        r = -1;
    return r ? error_set(error, -EIO,
                         "write '%s': not all of it could be "
                         "written",
                         path)
             : 0;
}

static int bench_all(struct session *session, struct error *error)
{
    const struct options *options = session->options;
    struct machine machine;
    int r = 0;

    machine_describe(&machine);
    if (options->json_path) {
        session->json = bench_report_json(&machine, &session->lab);
        if (!session->json)
            return error_no_memory(error);
    }
    if (!options->json_path || strcmp(options->json_path, "-"))
        bench_report_print_machine(&machine, &session->lab);
    for (size_t i = 0; !r && i < options->map_count; i++)
        r = bench_file(session, options->maps[i], error);
    if (!r && session->json)
        r = write_json(session, error);
    json_decref(session->json);
    if (!r && session->wrong)
        r = error_set(error, -EINVAL,
                      "%zu answers differ from dijkstra's: the times of wrong "
                      "answers mean nothing",
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
    struct options options = {
        .solvers = all, .device = "auto", .sources = 100, .seed = 1};
    struct session session = {.options = &options};
    struct bench_wish wish;
    struct error error;
    int r = parse(argc, argv, &options);

    if (r)
        return r;
    wish = (struct bench_wish){
        .solvers = options.solvers,
        .device = options.device,
        .needed = options.pairs ? SOLVER_PAIRS : SOLVER_TREES,
    };
    lab_init(&session.lab);
    r = check_maps(&options, &error);
    if (!r)
        r = bench_choose(&session.lab, &wish, &session.choice, &error);
    if (!r)
        r = check_settings(&session, &error);
    if (!r)
        r = bench_all(&session, &error);
    return r ? command_fail(argv[0], &error) : EXIT_DONE;
}

const struct command command_bench = {
    .name = "bench",
    .summary = "measure solvers against each other, answers compared",
    .help =
        "usage: relaxctl bench MAP... [OPTIONS]\n\n"
        "Asks every solver the same random questions, in an order drawn anew "
        "for each,\nand compares every answer with dijkstra's. Fails if one "
        "differs.\n\n"
        "  --solvers LIST       names with commas, or all that can be used and "
        "are not slow\n"
        "                       by nature; default all; the first is what "
        "speeds are\n"
        "                       relative to\n"
        "  --device DEVICE      auto, cpu, cuda or cuda:N; default auto\n"
        "  --sources N          questions; default 100\n"
        "  --seed N             draws them; default 1\n"
        "  --output KIND        tree: costs to every vertex (default);\n"
        "                       pairs: one path each\n"
        "  --set OPTION=VALUE   an option of those solvers that have it, or\n"
        "                       SOLVER.OPTION of one\n"
        "  --json FILE          also write JSON; - prints it instead\n\n"
        "wait: the share of time that a solver's phases would take if all "
        "were as short\nas its shortest, which does nothing but launch and "
        "wait.\n\n"
        "example: relaxctl bench ny.rlx --solvers dijkstra,adaptive --sources "
        "20\n",
    .run = run,
};
