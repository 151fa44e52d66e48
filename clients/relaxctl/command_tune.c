/* relaxctl tune: measures and stores options and speeds for one map. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "clients/relaxctl/arguments.h"
#include "clients/relaxctl/commands.h"
#include "clients/relaxctl/runner.h"
#include "clients/relaxctl/samples.h"
#include "core/base/array.h"
#include "core/base/clock.h"
#include "core/base/random.h"
#include "core/graph/map_file/map_file.h"
#include "core/solver/option.h"
#include "core/solver/solver.h"
#include "gpu/tune/tune.h"

/* ---- Options ------------------------------------------------------------- */

/* The options found for all solvers. */
struct tune_options {
    struct tune_result adaptive;
    struct tune_delta_result delta;
    struct tune_locality_result locality;
};

enum { TUNE_OPTIONS_LINES = 6 };

static int tune_options_find(const struct map *map, const struct device *device,
                             const struct tune_settings *settings,
                             struct tune_options *ret_found,
                             struct error *error)
{
    struct progress_printer printer;
    int r;

    progress_printer_init(&printer);
    r = gpu_tune_adaptive(map, device, settings, &printer.base,
                          &ret_found->adaptive, error);
    if (!r)
        r = gpu_tune_delta(map, device, settings, &printer.base,
                           &ret_found->delta, error);
    if (!r)
        r = gpu_tune_locality(map, device, settings, &printer.base,
                              &ret_found->locality, error);
    progress_printer_finish(&printer);
    return r;
}

/* Names are static. */
static void
tune_options_lines(const struct tune_options *found,
                   struct solver_setting ret_lines[static TUNE_OPTIONS_LINES])
{
    const struct adaptive_thresholds *thresholds = &found->adaptive.thresholds;
    const struct solver_setting lines[TUNE_OPTIONS_LINES] = {
        {"adaptive.to-all-us", thresholds->to_all_us},
        {"adaptive.to-selected-us", thresholds->to_selected_us},
        {"delta-stepping.delta", found->delta.delta},
        {"locality.k", found->locality.k},
        {"locality.affinity", found->locality.affinity},
        {"locality.launches", found->locality.launches},
    };

    memcpy(ret_lines, lines, sizeof(lines));
}

static void tune_options_print(const struct tune_options *found)
{
    const struct tune_result *adaptive = &found->adaptive;
    const struct tune_delta_result *delta = &found->delta;
    const struct tune_locality_result *locality = &found->locality;

    printf("    to-all-us %.1f, to-selected-us %.1f\n"
           "    mean query: adaptive %.3f ms, harish %.3f ms, selection "
           "%.3f ms\n",
           adaptive->thresholds.to_all_us, adaptive->thresholds.to_selected_us,
           adaptive->adaptive_us / 1000, adaptive->harish_us / 1000,
           adaptive->selection_us / 1000);
    printf("    delta %" PRIu32 "\n"
           "    mean query: delta-stepping %.3f ms, by its rule %.3f ms\n",
           delta->delta, delta->time_us / 1000, delta->untouched_us / 1000);
    printf("    k %" PRIu32 ", affinity %" PRIu32 ", launches %" PRIu32 "\n"
           "    mean query: locality %.3f ms, untuned %.3f ms\n",
           locality->k, locality->affinity, locality->launches,
           locality->time_us / 1000, locality->untouched_us / 1000);
}

/* ---- Speeds -------------------------------------------------------------- */

/* Measures a solver's speed on a map.
 *
 * Solves random pairs, trees and tables through the solver's own interface.
 * Each kind runs several times, as often as fits a third of a second but at
 * least once; the result is the median. A third of a second of other pairs
 * warms up. One worker, because a speed is per worker
 * (core/solver/solver.h). */

enum {
    QUERIES = 64,       /* in large batches */
    TARGETS_FEW = 50,   /* in a row of a table */
    TARGETS_MANY = 500, /* in a row of another */
    RUNS = 9,
    BUDGET_US = 333000,
    WARM_PAIRS = 1000,
    LONG_US = 20000, /* longer pairs are not measured in batches */
};

/* One batch, and memory for its answers. */
struct trial {
    struct runner *runner;
    uint32_t vertex_count;
    uint64_t seed_number; /* for drawing queries */
    struct random random;
    struct query query[QUERIES];
    struct query *queries[QUERIES];
    struct seed seed[QUERIES];
    struct target_vertex vertex[TARGETS_MANY];
    struct target target[TARGETS_MANY];
    uint32_t *cost;    /* [QUERIES * TARGETS_MANY] */
    struct path *path; /* [QUERIES] */
    struct tree_sink sink[QUERIES];
};

/* The queries of a batch; no targets: trees. */
struct kind {
    enum query_output output;
    uint32_t queries;
    uint32_t targets;
};

static void draw(struct trial *trial, const struct kind *kind)
{
    for (uint32_t i = 0; i < kind->targets; i++)
        trial->vertex[i].vertex =
            random_below(&trial->random, trial->vertex_count);
    for (uint32_t i = 0; i < kind->queries; i++) {
        bool pairs = kind->targets == 1;

        trial->seed[i] = (struct seed){
            .vertex = random_below(&trial->random, trial->vertex_count)};
        if (pairs)
            trial->vertex[i].vertex =
                random_below(&trial->random, trial->vertex_count);
        tree_sink_init(&trial->sink[i], NULL);
        trial->query[i] = (struct query){
            .seeds = &trial->seed[i],
            .seed_count = 1,
            .targets = &trial->target[pairs ? i : 0],
            .target_count = kind->targets,
            .output = kind->output,
            .bound = COST_OVERFLOW,
            .sink = &trial->sink[i].base,
            .cost = trial->cost + (size_t)i * kind->targets,
            .path = &trial->path[i],
        };
    }
}

/* The median over several batches. */
static int time_batches(struct trial *trial, struct kind kind, double *ret_us,
                        struct error *error)
{
    uint64_t begun_us = clock_now_us();
    struct samples samples;
    int r = 0;

    if (samples_init(&samples, RUNS))
        return error_no_memory(error);
    /* The same pairs with and without paths. */
    random_seed(&trial->random, trial->seed_number);
    while (!r && samples.count < RUNS &&
           (!samples.count || clock_now_us() - begun_us < BUDGET_US)) {
        uint64_t start_us;

        draw(trial, &kind);
        start_us = clock_now_us();
        r = runner_solve(trial->runner, trial->queries, kind.queries, NULL,
                         error);
        samples_add(&samples, (double)(clock_now_us() - start_us));
    }
    samples_sort(&samples);
    if (!r)
        *ret_us = samples_median(&samples);
    samples_finish(&samples);
    return r;
}

/* Other pairs than the timed ones. First answers are slow: caches are cold,
 * memory is not yet mapped, and solvers have not adapted yet. */
static int warm_up(struct trial *trial, struct error *error)
{
    const struct kind kind = {QUERY_PATHS, 1, 1};
    uint64_t begun_us = clock_now_us();
    int r = 0;

    random_seed(&trial->random, trial->seed_number + 1);
    for (int i = 0; i < WARM_PAIRS && !r; i++) {
        if (i && clock_now_us() - begun_us >= BUDGET_US)
            break;
        draw(trial, &kind);
        r = runner_solve(trial->runner, trial->queries, 1, NULL, error);
    }
    return r;
}

static double no_less_than_0(double us)
{
    return us > 0 ? us : 0;
}

static int measure_pairs(struct trial *trial, struct solver_speed *speed,
                         struct error *error)
{
    double one = 0;
    double many = 0;
    double path = 0;
    int r = time_batches(trial, (struct kind){QUERY_COSTS, 1, 1}, &one, error);

    if (!r)
        r = time_batches(trial, (struct kind){QUERY_PATHS, 1, 1}, &path, error);
    if (!r && one < LONG_US)
        r = time_batches(trial, (struct kind){QUERY_COSTS, QUERIES, 1}, &many,
                         error);
    if (r)
        return r;
    speed->pair_us = many > 0 && many < QUERIES * one ? many / QUERIES : one;
    speed->start_us = one - speed->pair_us;
    speed->path_us = no_less_than_0(path - one);
    return 0;
}

static int measure_tree(struct trial *trial, struct solver_speed *speed,
                        struct error *error)
{
    double tree = 0;
    int r = time_batches(trial, (struct kind){QUERY_TREE, 1, 0}, &tree, error);

    if (!r)
        speed->tree_us = no_less_than_0(tree - speed->start_us);
    return r;
}

static int measure_table(struct trial *trial, struct solver_speed *speed,
                         struct error *error)
{
    uint32_t rows = speed->pair_us < LONG_US ? QUERIES : 1;
    double few = 0;
    double many = 0;
    double one = 0;
    double target_us; /* of all rows together */
    int r = time_batches(trial, (struct kind){QUERY_COSTS, rows, TARGETS_FEW},
                         &few, error);

    if (!r)
        r = time_batches(trial, (struct kind){QUERY_COSTS, rows, TARGETS_MANY},
                         &many, error);
    if (!r && rows > 1)
        r = time_batches(trial, (struct kind){QUERY_COSTS, 1, TARGETS_MANY},
                         &one, error);
    if (r)
        return r;
    target_us = no_less_than_0(many - few) / (TARGETS_MANY - TARGETS_FEW);
    speed->row_us =
        no_less_than_0(few - speed->start_us - TARGETS_FEW * target_us) / rows;
    one = no_less_than_0(one - speed->start_us - speed->row_us) / TARGETS_MANY;
    speed->cell_us =
        rows > 1 ? no_less_than_0(target_us - one) / (rows - 1) : target_us;
    speed->column_us = rows > 1 ? no_less_than_0(one - speed->cell_us) : 0;
    return 0;
}

static int measure(struct trial *trial, struct solver_speed *speed,
                   struct error *error)
{
    unsigned can = trial->runner->choice.ops->capabilities;
    int r = can & SOLVER_PAIRS ? warm_up(trial, error) : 0;

    if (!r && can & SOLVER_PAIRS)
        r = measure_pairs(trial, speed, error);
    if (!r && can & SOLVER_TREES)
        r = measure_tree(trial, speed, error);
    if (!r && can & SOLVER_TABLES)
        r = measure_table(trial, speed, error);
    return r;
}

static void trial_finish(struct trial *trial)
{
    for (uint32_t i = 0; trial->path && i < QUERIES; i++)
        path_finish(&trial->path[i]);
    free(trial->path);
    free(trial->cost);
    free(trial);
}

static struct trial *trial_create(struct runner *runner, const struct map *map,
                                  uint64_t seed)
{
    struct trial *trial = calloc(1, sizeof(*trial));

    if (!trial)
        return NULL;
    trial->runner = runner;
    trial->vertex_count = map->topology.vertex_count;
    trial->seed_number = seed;
    trial->cost =
        array_alloc((size_t)QUERIES * TARGETS_MANY, sizeof(*trial->cost));
    trial->path = array_alloc(QUERIES, sizeof(*trial->path));
    if (!trial->cost || !trial->path) {
        free(trial->path);
        trial->path = NULL;
        trial_finish(trial);
        return NULL;
    }
    for (uint32_t i = 0; i < QUERIES; i++) {
        path_init(&trial->path[i]);
        trial->queries[i] = &trial->query[i];
    }
    for (uint32_t i = 0; i < TARGETS_MANY; i++)
        trial->target[i] = (struct target){&trial->vertex[i], 1};
    return trial;
}

/* `auto` may choose the runner's solver. A kind that the solver cannot answer
 * gets 0. */
static int tune_speed(struct runner *runner, const struct map *map,
                      uint64_t seed, struct solver_speed *ret_speed,
                      struct error *error)
{
    struct solver_speed speed = {.ready_us =
                                     (double)runner->form->prepare_us +
                                     (double)runner->form->customize_us};
    struct trial *trial = trial_create(runner, map, seed);
    int r;

    if (!trial)
        return error_no_memory(error);
    r = measure(trial, &speed, error);
    trial_finish(trial);
    if (!r)
        *ret_speed = speed;
    return r;
}

/* ---- The command --------------------------------------------------------- */

struct options {
    const char *map;
    const char *profile; /* NULL: the file's first */
    const char *device;
    const char *state_directory; /* NULL: the default */
    struct tune_settings tune;
};

/* The lines to store for one device. */
struct lines {
    struct solver_setting line[TUNED_MAX];
    char name[TUNED_MAX][TUNED_NAME_SIZE]; /* of the lines about speed */
    size_t count;
};

/* The options found, for the solvers whose speed is measured. */
struct found {
    struct arguments_settings settings;
    char value[TUNE_OPTIONS_LINES][OPTION_VALUE_SIZE];
};

/* State that the devices' measurements share. */
struct session {
    const struct options *options;
    const char *directory; /* the state directory; NULL: none */
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
                         "no directory for the results; name one: "
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

/* In the form of --set. */
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

/* Measures all solvers that `auto` may choose there. */
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

/* The file keeps its old contents until all is measured. */
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

/* The requested device; by default the CPU too. */
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

static int run(void *context, struct error *error)
{
    const struct options *options = context;
    struct session session = {.options = options};
    char *usual;
    int r =
        map_open_profile(options->map, options->profile, &session.map, error);

    if (r)
        return r;
    inventory_init(&session.inventory);
    session.inventory.map = session.map;
    session.inventory.untuned = true; /* apart from the options found */
    usual = tuned_default_directory();
    session.directory =
        options->state_directory ? options->state_directory : usual;
    forms_init(&session.forms, session.map);
    r = tune_devices(&session, error);
    forms_finish(&session.forms);
    free(usual);
    map_destroy(session.map);
    return r;
}

static struct options options = {.device = "auto", .tune = {16, 1}};

#define FIELD(field) offsetof(struct options, field)

static const struct argument arguments[] = {
    {"device", "DEVICE", ARGUMENT_TEXT, FIELD(device),
     .help = "cpu, cuda or cuda:N; default auto, the CPU and the first GPU "
             "where there is one"},
    ARGUMENT_PROFILE(struct options, "for the map of that profile; default the "
                                     "file's first"),
    {"state", "FOLDER", ARGUMENT_FOLDER, FIELD(state_directory),
     .help = "where to keep it; default $STATE_DIRECTORY, /var/lib/relaxd if "
             "that may be written, or ~/.local/state/relaxd"},
    {"sources", "N", ARGUMENT_NUMBER, FIELD(tune.source_count), .least = 1,
     .help = "queries to find options with; default 16"},
    {"seed", "N", ARGUMENT_NUMBER_64, FIELD(tune.seed),
     .help = "draws queries; default 1"},
    {0},
};

const struct command command_tune = {
    .name = "tune",
    .summary = "measure what suits a map on this machine, keep it",
    .usage = "MAP [OPTIONS]",
    .about =
        "On a GPU finds adaptive's thresholds, delta-stepping's delta and "
        "locality's steps and launches, for solve, bench, trace and relaxd to "
        "use. Then, on the CPU too, measures how quick every solver is that "
        "`auto` may pick: relaxd goes by that from its next start on, for this "
        "map on this kind of device. Takes seconds, on large maps minutes.\n"
        "\n"
        "Its table says, for each solver: microseconds that any batch of "
        "questions takes, and what each question adds: a pair's cost, the path "
        "beside it, a tree (costs to all vertices), a row of a table, each "
        "cell of that row, and each column once for all rows.",
    .examples = "  relaxctl tune ny.rlx --device cuda:0",
    .arguments = {arguments},
    .options = &options,
    .take = arguments_take_map,
    .run = run,
};
