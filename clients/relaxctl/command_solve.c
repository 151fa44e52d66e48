/* relaxctl solve: shortest paths on a map file, without a server. */
#include <errno.h>
#include <getopt.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "clients/relaxctl/arguments.h"
#include "clients/relaxctl/commands.h"
#include "clients/relaxctl/reweigh.h"
#include "clients/relaxctl/runner.h"
#include "clients/relaxctl/solve_question.h"
#include "clients/relaxctl/solve_report.h"
#include "clients/relaxctl/vertex_id.h"
#include "core/base/clock.h"
#include "core/base/text.h"
#include "core/graph/map_file/map_file.h"

enum { TARGETS_MAX = 1000 };

struct options {
    const char *map_path;
    const char *profile; /* NULL: the file's first */
    const char *solver;
    const char *device;
    struct arguments_settings settings;
    uint64_t from;
    uint64_t to[TARGETS_MAX];
    size_t to_count;
    struct reweigh reweigh;
    bool has_from;
    bool has_customize;
    bool whole_path;
    bool json;
};

static const struct option long_options[] = {
    {"from", required_argument, NULL, 'f'},
    {"to", required_argument, NULL, 't'},
    {"solver", required_argument, NULL, 's'},
    {"device", required_argument, NULL, 'd'},
    {"set", required_argument, NULL, 'o'},
    {"weights", required_argument, NULL, 'w'},
    {"customize", required_argument, NULL, 'c'},
    {"path", no_argument, NULL, 'p'},
    {"json", no_argument, NULL, 'j'},
    ARGUMENTS_PROFILE,
    {0},
};

static int parse_id(char **argv, const char *option, uint64_t *ret_id)
{
    if (parse_u64(optarg, ret_id))
        return 0;
    return command_usage(argv[0], "%s '%s' is no id: digits are expected",
                         option, optarg);
}

static int parse_to(char **argv, struct options *options)
{
    if (options->to_count == TARGETS_MAX)
        return command_usage(argv[0], "more than %d times --to", TARGETS_MAX);
    return parse_id(argv, "--to", &options->to[options->to_count++]);
}

static int parse_option(void *context, char **argv, int option)
{
    struct options *options = context;

    switch (option) {
    case 'f':
        options->has_from = true;
        return parse_id(argv, "--from", &options->from);
    case 't':
        return parse_to(argv, options);
    case 's':
        options->solver = optarg;
        return 0;
    case 'd':
        options->device = optarg;
        return 0;
    case 'o':
        return arguments_set(argv, &options->settings, optarg);
    case 'w':
        return reweigh_parse_file(argv, &options->reweigh);
    case 'c':
        options->has_customize = true;
        return reweigh_parse_how(argv, &options->reweigh);
    case 'p':
        options->whole_path = true;
        return 0;
    case 'j':
        options->json = true;
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
    int r = arguments_parse(argc, argv, ":", long_options, "tow", parse_option,
                            options);

    if (r)
        return r;
    if (argc - optind != 1)
        return command_usage(argv[0], "wants one map file");
    if (!options->has_from)
        return command_usage(argv[0], "wants --from");
    if (options->has_customize && !options->reweigh.count)
        return command_usage(argv[0], "--customize wants --weights");
    options->map_path = arguments_input(argv[optind]);
    return 0;
}

static int print(const struct solve_report *report,
                 const struct options *options, struct error *error)
{
    if (options->json)
        return solve_report_print_json(report) ? error_no_memory(error) : 0;
    solve_report_print(report, options->whole_path);
    return 0;
}

static int ask_paths(struct solve_report *report, struct runner *runner,
                     const struct options *options,
                     struct solve_question *questions, struct query **queries,
                     struct error *error)
{
    size_t count = options->to_count;
    int r = 0;

    for (size_t i = 0; !r && i < count; i++) {
        r = solve_question_init(&questions[i], report->map,
                                report->reweigh->weighting, options->map_path,
                                options->from, options->to[i], error);
        queries[i] = questions[i].query;
    }
    if (!r)
        r = runner_solve(runner, queries, count, NULL, error);
    for (size_t i = 0; !r && i < count; i++)
        r = solve_question_take(&questions[i], error);
    return r;
}

static int solve_paths(struct solve_report *report, struct runner *runner,
                       const struct options *options, struct error *error)
{
    size_t count = options->to_count;
    struct solve_question *questions = calloc(count, sizeof(*questions));
    struct query **queries = calloc(count, sizeof(struct query *));
    int r = questions && queries
                ? ask_paths(report, runner, options, questions, queries, error)
                : error_no_memory(error);

    report->questions = questions;
    report->question_count = count;
    if (!r)
        r = print(report, options, error);
    for (size_t i = 0; questions && i < count; i++)
        solve_question_finish(&questions[i]);
    free(queries);
    free(questions);
    return r;
}

static int solve_tree(struct solve_report *report, struct runner *runner,
                      const struct options *options, struct error *error)
{
    struct tree_sink sink;
    struct seed seeds[PLACE_POINTS_MAX];
    struct query query = {
        .seeds = seeds,
        .output = QUERY_TREE,
        .bound = COST_OVERFLOW,
        .sink = &sink.base,
    };
    struct query *queries[] = {&query};
    int r = vertex_id_seeds(report->map, report->reweigh->weighting,
                            options->map_path, options->from, seeds,
                            &query.seed_count, error);

    tree_sink_init(&sink, NULL);
    if (!r)
        r = runner_solve(runner, queries, 1, NULL, error);
    if (r)
        return r;
    report->tree = &sink.summary;
    report->tree_query = &query;
    return print(report, options, error);
}

/* Each --to is a question of its own; without --to the command solves a
 * tree. */
static struct workload describe(const struct options *options)
{
    return (struct workload){
        .trees = !options->to_count,
        .paths = options->to_count > 0,
        .queries = options->to_count ? options->to_count : 1,
        .targets = 1,
        .shared = 1,
    };
}

static int solve_on(const struct map *map, uint64_t open_us,
                    struct options *options, struct error *error)
{
    unsigned needed = options->to_count ? SOLVER_PAIRS : SOLVER_TREES;
    struct workload workload = describe(options);
    struct inventory inventory;
    struct solver_choice choice;
    struct forms forms;
    struct runner runner = {0};
    struct solve_report report = {
        .map = map,
        .runner = &runner,
        .reweigh = &options->reweigh,
        .from = options->from,
        .open_us = open_us,
    };
    int r;

    inventory_init(&inventory);
    inventory.map = map;
    inventory.workload = &workload;
    r = inventory_choose(&inventory, options->solver, options->device, needed,
                         &choice, error);
    if (!r)
        r = arguments_check_settings(&options->settings, &inventory.catalog,
                                     &(const struct catalog){{choice.ops}, 1},
                                     error);
    if (r)
        return r;
    forms_init(&forms, map);
    r = runner_init(&runner, &inventory, choice, &forms, &options->settings,
                    error);
    if (!r)
        r = reweigh_apply(&options->reweigh, &forms, runner.form, error);
    if (!r && options->to_count)
        r = solve_paths(&report, &runner, options, error);
    else if (!r)
        r = solve_tree(&report, &runner, options, error);
    runner_finish(&runner);
    forms_finish(&forms);
    reweigh_finish(&options->reweigh);
    return r;
}

static int run(int argc, char **argv)
{
    struct options options = {.solver = "auto", .device = "auto"};
    struct map *map;
    struct error error;
    uint64_t start_us = clock_now_us();
    int r = parse(argc, argv, &options);

    if (r)
        return r;
    r = map_open_profile(options.map_path, options.profile, &map, &error);
    if (!r) {
        r = solve_on(map, clock_now_us() - start_us, &options, &error);
        map_destroy(map);
    }
    if (r)
        arguments_name_standard_input(&error);
    return r ? command_fail(argv[0], &error) : EXIT_DONE;
}

const struct command command_solve = {
    .name = "solve",
    .summary = "find shortest paths on a map file, without a server",
    .help =
        "usage: relaxctl solve MAP --from ID [--to ID ...] [OPTIONS]\n"
        "\n"
        "Without --to: a summary of the costs to every vertex. Ids are those\n"
        "of the map's source; where it has roads, any node that one passes.\n"
        "No path is an answer, not a failure.\n"
        "\n"
        "  --from ID           where to start\n"
        "  --to ID             where to go; may be given again\n"
        "  --profile NAME      on the map of that profile; default the file's\n"
        "                      first\n"
        "  --solver NAME       a solver ('relaxctl solvers'); default auto\n"
        "  --device DEVICE     auto, cpu, cuda or cuda:N; default auto, which\n"
        "                      is a GPU where there is one\n"
        "  --set OPTION=VALUE  an option of that solver, also written\n"
        "                      SOLVER.OPTION; with --solver, as auto may be\n"
        "                      another one\n"
        "  --weights FILE      other weights for some arcs or roads, plain or\n"
        "                      compressed, - is standard input: lines 'TAIL\n"
        "                      HEAD WEIGHT [WHICH]'; given again, each over\n"
        "                      the last\n"
        "  --customize HOW     partial: brings the solver's form of the map\n"
        "                      up arc by arc (default); full: makes it anew\n"
        "                      for each --weights\n"
        "  --path              print every id of a path, however long\n"
        "  --json              print JSON, with whole paths; times in ms\n"
        "\n"
        "--solver auto is what is likely to be done first with all that is\n"
        "asked, making the map ready included: on an ordered map\n"
        "bidirectional for a few --to, cch for many. relaxd has its maps\n"
        "ready; it also weighs what waits, what 'relaxctl tune' measured, and\n"
        "whether to ask a GPU at all.\n"
        "\n"
        "A solver or device that cannot be used here is an error; nothing\n"
        "else is taken in its place.\n"
        "\n"
        "Weights: fields are apart by blanks or one comma; TAIL and HEAD are\n"
        "ids of the source; WEIGHT is a whole number, 'closed', or 'open' for\n"
        "the map's own; WHICH (1, 2, ...) names one of several arcs from TAIL\n"
        "to HEAD, without it all are meant; # begins a comment. Arcs that are\n"
        "not listed keep their weights. Where the map has roads, TAIL and "
        "HEAD\n"
        "are neighbouring nodes of a road, WEIGHT is that of the way from one\n"
        "to the other, and 'closed' closes the road in that direction as far\n"
        "as the junctions on both sides.\n"
        "\n"
        "Example:\n"
        "  relaxctl solve ny.rlx --from 1 --to 264346 --solver dijkstra\n"
        "  relaxctl solve ny.rlx --from 1 --weights rush-hour.txt.gz\n",
    .run = run,
};
