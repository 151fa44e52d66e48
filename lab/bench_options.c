/* bench_options: what a person asked of 'relaxlab bench'. */
#include "lab/bench_options.h"

#include <getopt.h>
#include <string.h>

#include "clients/relaxctl/program.h"

static const struct option long_options[] = {
    {"solvers", required_argument, NULL, 's'},
    {"device", required_argument, NULL, 'd'},
    {"sources", required_argument, NULL, 'n'},
    {"seed", required_argument, NULL, 'e'},
    {"warm", required_argument, NULL, 'w'},
    {"output", required_argument, NULL, 'u'},
    {"rows", required_argument, NULL, 'r'},
    {"columns", required_argument, NULL, 'l'},
    {"changes", required_argument, NULL, 'c'},
    {"set", required_argument, NULL, 'o'},
    {"json", required_argument, NULL, 'j'},
    ARGUMENTS_PROFILE,
    {0},
};

static int parse_output(char **argv, enum bench_output *ret_output)
{
    static const char *const names[] = {"tree", "pairs", "table", "customize"};

    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
        if (!strcmp(optarg, names[i])) {
            *ret_output = (enum bench_output)i;
            return 0;
        }
    }
    return command_usage(
        argv[0], "--output '%s' is neither tree, pairs, table nor customize",
        optarg);
}

static int parse_changes(char **argv, struct bench_options *options)
{
    options->has_changes = true;
    if (bench_changes_parse(optarg, &options->changes))
        return 0;
    return command_usage(argv[0],
                         "--changes wants up to %d numbers of arcs with commas "
                         "between, from 1 on, or all",
                         BENCH_CHANGES_MAX);
}

static int parse_option(void *context, char **argv, int option)
{
    struct bench_options *options = context;

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
    case 'w':
        return arguments_count(argv, "--warm", &options->warm);
    case 'u':
        return parse_output(argv, &options->output);
    case 'r':
        options->has_size = true;
        return arguments_count(argv, "--rows", &options->rows);
    case 'l':
        options->has_size = true;
        return arguments_count(argv, "--columns", &options->columns);
    case 'c':
        return parse_changes(argv, options);
    case 'o':
        return arguments_set(argv, &options->settings, optarg);
    case 'j':
        options->json_path = optarg;
        return 0;
    case 'P':
        options->profile = optarg;
        return 0;
    default:
        return arguments_refuse(argv, option);
    }
}

int bench_options_parse(int argc, char **argv, struct bench_options *options)
{
    int r = arguments_parse(argc, argv, ":", long_options, "o", parse_option,
                            options);

    if (r)
        return r;
    if (optind == argc)
        return command_usage(argv[0], "wants at least one map file");
    if (options->has_changes && options->output != BENCH_CUSTOMIZE)
        return command_usage(argv[0], "--changes wants --output customize");
    if (options->has_size && options->output != BENCH_TABLE)
        return command_usage(argv[0],
                             "--rows and --columns want --output table");
    if (options->warm && options->output == BENCH_CUSTOMIZE)
        return command_usage(argv[0], "--warm wants another --output");
    options->maps = argv + optind;
    options->map_count = (size_t)(argc - optind);
    return 0;
}

unsigned bench_options_needed(const struct bench_options *options)
{
    switch (options->output) {
    case BENCH_TREE:
        return SOLVER_TREES;
    case BENCH_PAIRS:
        return SOLVER_PAIRS;
    case BENCH_TABLE:
        return SOLVER_TABLES;
    default:
        return 0;
    }
}

struct bench_shape bench_options_shape(const struct bench_options *options)
{
    switch (options->output) {
    case BENCH_PAIRS:
        return (struct bench_shape){.kind = BENCH_ONE_PATH};
    case BENCH_TABLE:
        return (struct bench_shape){BENCH_WHOLE_TABLE, options->rows,
                                    options->columns, 1};
    default:
        return (struct bench_shape){.kind = BENCH_WHOLE_TREE};
    }
}
