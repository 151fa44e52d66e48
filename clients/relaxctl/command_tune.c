/* relaxctl tune: options for one map on one GPU, measured and kept. */
#include <errno.h>
#include <getopt.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "clients/relaxctl/arguments.h"
#include "clients/relaxctl/command.h"
#include "clients/relaxctl/lab.h"
#include "core/engine/tuned.h"
#include "core/graph/map_file.h"
#include "gpu/tune.h"

struct options {
    const char *map_path;
    const char *device;
    const char *state_directory; /* NULL: the default */
    struct tune_settings tune;
};

static const struct option long_options[] = {
    {"state", required_argument, NULL, 't'},
    {"device", required_argument, NULL, 'd'},
    {"sources", required_argument, NULL, 'n'},
    {"seed", required_argument, NULL, 'e'},
    {0},
};

static int parse_option(char **argv, int option, struct options *options)
{
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
    if (argc - optind != 1)
        return command_usage(argv[0], "wants one map file");
    options->map_path = argv[optind];
    return 0;
}

/* What was found for all solvers. */
struct findings {
    struct tune_result adaptive;
    struct tune_delta_result delta;
    struct tune_locality_result locality;
};

static int keep(const struct options *options, const struct map *map,
                const struct device *device, const struct findings *findings,
                struct error *error)
{
    const struct adaptive_thresholds *thresholds =
        &findings->adaptive.thresholds;
    const struct solver_setting settings[] = {
        {"adaptive.to-all-us", thresholds->to_all_us},
        {"adaptive.to-selected-us", thresholds->to_selected_us},
        {"delta-stepping.delta", findings->delta.delta},
        {"locality.k", findings->locality.k},
        {"locality.affinity", findings->locality.affinity},
        {"locality.launches", findings->locality.launches},
    };
    char *found = options->state_directory ? NULL : tuned_default_directory();
    const char *directory =
        options->state_directory ? options->state_directory : found;
    struct tuned_key key;
    int r;

    tuned_key_init(&key, map, device);
    if (directory)
        r = tuned_save(directory, &key, settings,
                       sizeof(settings) / sizeof(settings[0]), error);
    else
        r = error_set(error, -ENOENT,
                      "no folder to keep what was found in; name one: --state "
                      "FOLDER");
    if (!r)
        printf("kept in %s/tuned\n", directory);
    free(found);
    return r;
}

static void print(const struct device *device, const struct findings *findings)
{
    const struct tune_result *adaptive = &findings->adaptive;
    const struct tune_delta_result *delta = &findings->delta;
    const struct tune_locality_result *locality = &findings->locality;

    printf("%s (%s)\n", device->name, device->description);
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

static int find(const struct options *options, const struct map *map,
                const struct device *device, struct findings *ret_findings,
                struct error *error)
{
    struct progress_printer printer;
    int r;

    progress_printer_init(&printer);
    r = gpu_tune_adaptive(map, device, &options->tune, &printer.base,
                          &ret_findings->adaptive, error);
    if (!r)
        r = gpu_tune_delta(map, device, &options->tune, &printer.base,
                           &ret_findings->delta, error);
    if (!r)
        r = gpu_tune_locality(map, device, &options->tune, &printer.base,
                              &ret_findings->locality, error);
    progress_printer_finish(&printer);
    return r;
}

static int tune(const struct options *options, const struct device *device,
                struct error *error)
{
    struct findings findings;
    struct map *map;
    int r = map_open(options->map_path, &map, error);

    if (r)
        return r;
    r = find(options, map, device, &findings, error);
    if (!r) {
        print(device, &findings);
        r = keep(options, map, device, &findings, error);
    }
    map_destroy(map);
    return r;
}

static int run(int argc, char **argv)
{
    struct options options = {.device = "cuda", .tune = {16, 1}};
    struct lab lab;
    struct lab_choice choice;
    struct error error;
    int r = parse(argc, argv, &options);

    if (r)
        return r;
    lab_init(&lab);
    if (lab.device_count == 1)
        r = error_set(&error, -ENODEV,
                      "what is tuned are solvers of a CUDA device, and there "
                      "is none here: "
                      "%s",
                      lab.no_gpu.text);
    if (!r)
        r = lab_choose(&lab, "adaptive", options.device, 0, &choice, &error);
    if (!r)
        r = tune(&options, choice.device, &error);
    return r ? command_fail(argv[0], &error) : EXIT_DONE;
}

const struct command command_tune = {
    .name = "tune",
    .summary = "measure what suits a map on this GPU, keep it",
    .help =
        "usage: relaxctl tune MAP [OPTIONS]\n\n"
        "Finds adaptive's thresholds, delta-stepping's delta and locality's "
        "steps and\n"
        "launches. Takes seconds, on large maps minutes. What is found is used "
        "from then\n"
        "on by solve, bench, trace and, when it starts, by relaxd, for this "
        "map on this\n"
        "kind of GPU.\n\n"
        "  --device cuda:N  which GPU; default cuda, the first\n"
        "  --state FOLDER   where to keep it; default $STATE_DIRECTORY, "
        "/var/lib/relaxd\n"
        "                   if that may be written, or ~/.local/state/relaxd\n"
        "  --sources N      queries to measure with; default 16\n"
        "  --seed N         draws them; default 1\n\n"
        "example: relaxctl tune ny.rlx --device cuda:0\n",
    .run = run,
};
