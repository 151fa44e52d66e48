/* relaxctl tune: options and speeds for one map, measured and kept. */
#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "clients/relaxctl/arguments.h"
#include "clients/relaxctl/commands.h"
#include "clients/relaxctl/runner.h"
#include "clients/relaxctl/tune_options.h"
#include "clients/relaxctl/tune_speed.h"
#include "core/graph/map_file/map_file.h"
#include "core/solver/option.h"

struct options {
    const char *map_path;
    const char *profile; /* NULL: the file's first */
    const char *device;
    const char *state_directory; /* NULL: the default */
    struct tune_settings tune;
};

static const struct option long_options[] = {
    {"state", required_argument, NULL, 't'},
    {"device", required_argument, NULL, 'd'},
    {"sources", required_argument, NULL, 'n'},
    {"seed", required_argument, NULL, 'e'},
    ARGUMENTS_PROFILE,
    {0},
};

static int parse_option(void *context, char **argv, int option)
{
    struct options *options = context;

    switch (option) {
    case 't':
        options->state_directory = optarg;
        return 0;
    case 'd':
        options->device = optarg;
        return 0;
    case 'n':
        return arguments_count(argv, "--sources", &options->tune.source_count);
    case 'e':
        return arguments_seed(argv, &options->tune.seed);
    case 'P':
        options->profile = optarg;
        return 0;
    default:
        return arguments_refuse(argv, option);
    }
}

static int parse(int argc, char **argv, struct options *options)
{
    int r = arguments_parse(argc, argv, ":", long_options, "", parse_option,
                            options);

    if (r)
        return r;
    if (argc - optind != 1)
        return command_usage(argv[0], "wants one map file");
    options->map_path = argv[optind];
    return 0;
}

/* What will be kept of one device. */
struct lines {
    struct solver_setting line[TUNED_MAX];
    char name[TUNED_MAX][TUNED_NAME_SIZE]; /* of those about speed */
    size_t count;
};

/* The options found, for the solvers whose speed is measured. */
struct found {
    struct arguments_settings settings;
    char value[TUNE_OPTIONS_LINES][OPTION_VALUE_SIZE];
};

/* What commands share from device to device. */
struct session {
    const struct options *options;
    const char *directory; /* where it is kept; NULL: there is none */
    struct inventory inventory;
    struct map *map;
    struct forms forms;
};

static int check_directory(const struct session *session,
                           const struct device *device, struct error *error)
{
    struct tuned_key key;

    if (!session->directory)
        return error_set(error, -ENOENT,
                         "no folder to keep what was found in; name one: "
                         "--state FOLDER");
    tuned_key_init(&key, session->map, device);
    return tuned_check(session->directory, &key, error);
}

static int keep(const struct session *session, const struct device *device,
                const struct lines *lines, struct error *error)
{
    struct tuned_key key;
    int r;

    tuned_key_init(&key, session->map, device);
    r = tuned_save(session->directory, &key, lines->line, lines->count, error);
    if (!r)
        printf("kept in %s/tuned\n", session->directory);
    return r;
}

static int add_options(struct session *session, const struct device *device,
                       struct lines *lines, struct error *error)
{
    struct tune_options options;
    int r = tune_options_find(session->map, device, &session->options->tune,
                              &options, error);

    if (r)
        return r;
    tune_options_print(&options);
    tune_options_lines(&options, lines->line + lines->count);
    lines->count += TUNE_OPTIONS_LINES;
    return 0;
}

/* As --set would have them. */
static void find_settings(const struct lines *lines, struct found *ret_found)
{
    struct arguments_settings *settings = &ret_found->settings;

    settings->count = lines->count;
    for (size_t i = 0; i < lines->count; i++) {
        snprintf(ret_found->value[i], sizeof(ret_found->value[i]), "%.17g",
                 lines->line[i].value);
        settings->given[i].name = lines->line[i].name;
        settings->given[i].value = ret_found->value[i];
    }
}

static void print_speed(const struct solver_ops *solver,
                        const struct solver_speed *speed)
{
    printf("    %-20s %9.1f %9.2f %9.1f %9.1f %9.2f %9.4f %9.3f\n",
           solver->name, speed->start_us, speed->pair_us, speed->path_us,
           speed->tree_us, speed->row_us, speed->cell_us, speed->column_us);
}

static int add_speed(struct session *session,
                     const struct solver_choice *choice,
                     const struct found *found, struct lines *lines,
                     struct error *error)
{
    struct runner runner;
    struct solver_speed speed;
    int r = runner_init(&runner, &session->inventory, *choice, &session->forms,
                        &found->settings, error);

    if (r == SOLVER_REFUSES) {
        printf("    %-20s %s\n", choice->ops->name, error->text);
        return 0;
    }
    if (!r)
        r = tune_speed(&runner, session->map, session->options->tune.seed,
                       &speed, error);
    if (!r) {
        print_speed(choice->ops, &speed);
        tuned_speed_lines(choice->ops, &speed, lines->name + lines->count,
                          lines->line + lines->count);
        lines->count += SOLVER_SPEED_NUMBERS;
    }
    runner_finish(&runner);
    return r;
}

/* Of all that `auto` may pick there. */
static int add_speeds(struct session *session, const struct device *device,
                      struct lines *lines, struct error *error)
{
    struct found found;
    int r = 0;

    find_settings(lines, &found);
    printf("    %-20s %9s %9s %9s %9s %9s %9s %9s\n", "microseconds for",
           "a batch", "+ pair", "+ path", "+ tree", "+ row", "+ cell",
           "+ column");
    for (size_t i = 0; i < session->inventory.catalog.count && !r; i++) {
        struct solver_choice choice = {session->inventory.catalog.solver[i],
                                       device};

        if (choice.ops->form->device_kind == device->kind &&
            catalog_may_pick(choice.ops, session->map))
            r = add_speed(session, &choice, &found, lines, error);
    }
    return r;
}

/* Until all is measured the file stays what it was. */
static int tune(struct session *session, const struct device *device,
                struct error *error)
{
    struct lines lines = {.count = 0};
    int r = check_directory(session, device, error);

    if (r)
        return r;
    printf("%s (%s)\n", device->name, device->description);
    if (device->kind == DEVICE_CUDA)
        r = add_options(session, device, &lines, error);
    if (!r)
        r = add_speeds(session, device, &lines, error);
    if (!r)
        r = keep(session, device, &lines, error);
    return r;
}

/* The device that was asked for; the CPU too, where none was. */
static int tune_devices(struct session *session, struct error *error)
{
    const char *wanted = session->options->device;
    struct solver_choice choice;
    int r = inventory_choose(&session->inventory, "auto", wanted, 0, &choice,
                             error);

    if (!r)
        r = tune(session, choice.device, error);
    if (!r && !strcmp(wanted, "auto") && choice.device->kind != DEVICE_CPU)
        r = tune(session, &session->inventory.device[0], error);
    return r;
}

static int run(int argc, char **argv)
{
    struct options options = {.device = "auto", .tune = {16, 1}};
    struct session session = {.options = &options};
    struct error error;
    char *usual;
    int r = parse(argc, argv, &options);

    if (r)
        return r;
    r = map_open_profile(options.map_path, options.profile, &session.map,
                         &error);
    if (r)
        return command_fail(argv[0], &error);
    inventory_init(&session.inventory);
    session.inventory.map = session.map;
    session.inventory.untuned = true; /* but by the options found */
    usual = tuned_default_directory();
    session.directory =
        options.state_directory ? options.state_directory : usual;
    forms_init(&session.forms, session.map);
    r = tune_devices(&session, &error);
    forms_finish(&session.forms);
    free(usual);
    map_destroy(session.map);
    return r ? command_fail(argv[0], &error) : EXIT_DONE;
}

const struct command command_tune = {
    .name = "tune",
    .summary = "measure what suits a map on this machine, keep it",
    .help =
        "usage: relaxctl tune MAP [OPTIONS]\n"
        "\n"
        "On a GPU finds adaptive's thresholds, delta-stepping's delta and\n"
        "locality's steps and launches, for solve, bench, trace and relaxd to\n"
        "use. Then, on the CPU too, measures how quick every solver is that\n"
        "`auto` may pick: relaxd goes by that from its next start on, for\n"
        "this map on this kind of device. Takes seconds, on large maps\n"
        "minutes.\n"
        "\n"
        "Its table says, for each solver: microseconds that any batch of\n"
        "questions takes, and what each question adds: a pair's cost, the\n"
        "path beside it, a tree (costs to all vertices), a row of a table,\n"
        "each cell of that row, and each column once for all rows.\n"
        "\n"
        "  --device DEVICE  cpu, cuda or cuda:N; default auto, the CPU and\n"
        "                   the first GPU where there is one\n"
        "  --profile NAME   for the map of that profile; default the file's\n"
        "                   first\n"
        "  --state FOLDER   where to keep it; default $STATE_DIRECTORY,\n"
        "                   /var/lib/relaxd if that may be written, or\n"
        "                   ~/.local/state/relaxd\n"
        "  --sources N      queries to find options with; default 16\n"
        "  --seed N         draws queries; default 1\n"
        "\n"
        "Example:\n"
        "  relaxctl tune ny.rlx --device cuda:0\n",
    .run = run,
};
