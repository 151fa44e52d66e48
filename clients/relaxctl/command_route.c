/* relaxctl route: the way from place to place on a map file, without a server.
 */
#include <errno.h>
#include <getopt.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "clients/relaxctl/arguments.h"
#include "clients/relaxctl/commands.h"
#include "clients/relaxctl/local_service.h"
#include "clients/relaxctl/route_report.h"
#include "core/base/text.h"
#include "core/service/line/leg_line.h"
#include "core/service/route/route_stop.h"

enum {
    STOPS_MAX = 1000,
    RADIUS_M = 35000, /* limits.snap-radius-m where nothing is set */
    ALTERNATIVES_MAX = 10,
};

struct options {
    const char *map_path;
    const char *profile; /* NULL: the map's first */
    const char *solver;  /* NULL: what suits */
    const char *pairs;   /* a file of them, instead of stops */
    struct route_stop stops[STOPS_MAX];
    size_t stop_count;
    enum route_straight straight;
    double radius_m; /* of every place */
    uint32_t alternatives;
    bool json;
};

static const struct option long_options[] = {
    {"alternatives", required_argument, NULL, 'a'},
    {"continue-straight", required_argument, NULL, 'c'},
    {"json", no_argument, NULL, 'j'},
    {"pairs", required_argument, NULL, 'p'},
    ARGUMENTS_PROFILE,
    {"radius", required_argument, NULL, 'r'},
    {"solver", required_argument, NULL, 's'},
    {0},
};

static int take_straight(struct options *options, char **argv)
{
    if (strcmp(optarg, "yes") && strcmp(optarg, "no"))
        return command_usage(argv[0],
                             "--continue-straight '%s' is not yes or "
                             "no",
                             optarg);
    options->straight = *optarg == 'y' ? STRAIGHT_YES : STRAIGHT_NO;
    return 0;
}

static int take_radius(struct options *options, char **argv)
{
    double radius_m;

    if (!parse_double(optarg, &radius_m) || radius_m < 0)
        return command_usage(
            argv[0], "--radius '%s' is no number of metres from 0 on", optarg);
    options->radius_m = radius_m;
    return 0;
}

static int take_alternatives(struct options *options, char **argv)
{
    if (parse_u32(optarg, &options->alternatives) &&
        options->alternatives <= ALTERNATIVES_MAX)
        return 0;
    return command_usage(argv[0],
                         "--alternatives '%s' is no whole number from 0 to %d",
                         optarg, ALTERNATIVES_MAX);
}

static int take_option(void *context, char **argv, int option)
{
    struct options *options = context;

    switch (option) {
    case 'a':
        return take_alternatives(options, argv);
    case 'c':
        return take_straight(options, argv);
    case 'j':
        options->json = true;
        return 0;
    case 'p':
        options->pairs = arguments_input(optarg);
        return 0;
    case 'P':
        options->profile = optarg;
        return 0;
    case 'r':
        return take_radius(options, argv);
    case 's':
        options->solver = optarg;
        return 0;
    default:
        return arguments_refuse(argv, option);
    }
}

static int take_stop(struct options *options, char **argv, const char *text)
{
    struct error error;

    text += *text == ' ';
    if (options->stop_count == STOPS_MAX)
        return command_usage(argv[0], "more than %d stops", STOPS_MAX);
    if (stop_read(text, &options->stops[options->stop_count], &error))
        return command_usage(argv[0], "%s", error.text);
    options->stop_count++;
    return 0;
}

/* "-4.5,54.1" is a place, not an option: getopt_long() is shown another word,
 * which take_stop() knows by its blank. */
static int hide_negative(int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        if (*argv[i] != '-' || !argv[i][1] ||
            !strchr("0123456789.", argv[i][1]))
            continue;
        if (asprintf(&argv[i], " %s", argv[i]) < 0)
            return -ENOMEM;
    }
    return 0;
}

static int parse(int argc, char **argv, struct options *options)
{
    int r = arguments_parse(argc, argv, ":", long_options, "", take_option,
                            options);

    if (r)
        return r;
    if (optind == argc)
        return command_usage(argv[0], "needs a map and two places or more");
    options->map_path = argv[optind];
    for (int i = optind + 1; i < argc && !r; i++)
        r = take_stop(options, argv, argv[i]);
    if (r)
        return r;
    if (options->pairs && options->stop_count)
        return command_usage(argv[0], "--pairs goes without places");
    if (options->pairs && options->alternatives)
        return command_usage(argv[0], "--pairs goes without --alternatives");
    if (options->pairs && options->json)
        return command_usage(argv[0], "--pairs goes without --json");
    if (!options->pairs && options->stop_count < 2)
        return command_usage(argv[0], "needs two places or more, not %zu",
                             options->stop_count);
    return 0;
}

static int ask(struct local_service *local, const struct options *options,
               struct route_stop *stops, size_t stop_count,
               struct route_question *question, struct error *error)
{
    *question = (struct route_question){
        .stops = stops,
        .stop_count = stop_count,
        .straight = options->straight,
        .alternatives = options->alternatives,
    };
    for (size_t i = 0; i < stop_count; i++)
        stops[i].options.radius_m = options->radius_m;
    local_service_prepare(local, &question->base);
    if (service_ask_route(local->service, question) == OUTCOME_OK)
        local_service_wait(local);
    if (question->base.outcome == OUTCOME_OK)
        return 0;
    return error_set(error, -EINVAL, "%s", question->base.error.text);
}

static int run_stops(struct local_service *local, struct options *options,
                     struct error *error)
{
    struct route_question question;
    int r = ask(local, options, options->stops, options->stop_count, &question,
                error);

    if (!r)
        r = options->json ? route_report_print_json(&question, error)
                          : route_report_print(&question, error);
    route_question_finish(&question);
    return r;
}

static void print_pair(const struct route_question *question)
{
    struct route_sums sums;

    if (question->finding != ROUTE_FOUND) {
        puts("- - -");
        return;
    }
    sums = route_sums_of(question->legs, question->stop_count - 1);
    printf("%" PRIu64 " %.3f %.3f\n", question->weight,
           (double)sums.duration_ms / 1000, (double)sums.length_mm / 1000);
}

static int run_pair(struct local_service *local, const struct options *options,
                    char *line, struct error *error)
{
    char *rest = line;
    struct route_stop stops[2];
    struct route_question question;
    size_t count = 0;
    int r = 0;

    for (char *word; !r && (word = strsep(&rest, " \t"));) {
        if (!*word)
            continue;
        if (count == 2)
            return error_set(error, -EINVAL, "more than two places");
        r = stop_read(word, &stops[count++], error);
    }
    if (!r && count != 2)
        r = error_set(error, -EINVAL, "needs two places, not %zu", count);
    if (r)
        return r;
    r = ask(local, options, stops, 2, &question, error);
    if (!r)
        print_pair(&question);
    route_question_finish(&question);
    return r;
}

static int run_pairs(struct local_service *local, const struct options *options,
                     struct error *error)
{
    FILE *file = fopen(options->pairs, "r");
    unsigned long line_number = 0;
    char *line = NULL;
    size_t capacity = 0;
    int r = 0;

    if (!file)
        return error_errno(error, "'%s'", options->pairs);
    while (!r && getline(&line, &capacity, file) >= 0) {
        line_number++;
        line[strcspn(line, "#\r\n")] = '\0';
        if (line[strspn(line, " \t")])
            r = run_pair(local, options, line, error);
    }
    if (r)
        error_prefix(error, "'%s': line %lu", options->pairs, line_number);
    free(line);
    fclose(file);
    return r;
}

static int run(int argc, char **argv)
{
    static struct options options = {.radius_m = RADIUS_M};
    struct local_service local;
    struct error error;
    int r = hide_negative(argc, argv);

    if (r) {
        error_no_memory(&error);
        return command_fail(argv[0], &error);
    }
    r = parse(argc, argv, &options);
    if (r)
        return r;
    r = local_service_init(&local, options.map_path, options.profile,
                           options.solver, &error);
    if (r)
        return command_fail(argv[0], &error);
    r = options.pairs ? run_pairs(&local, &options, &error)
                      : run_stops(&local, &options, &error);
    local_service_finish(&local);
    if (!r)
        return EXIT_DONE;
    arguments_name_standard_input(&error);
    return command_fail(argv[0], &error);
}

const struct command command_route = {
    .name = "route",
    .summary = "find the way from place to place on a map file",
    .help =
        "usage: relaxctl route MAP FROM [VIA...] TO [OPTIONS]\n"
        "       relaxctl route MAP --pairs FILE [OPTIONS]\n"
        "\n"
        "MAP was imported from OpenStreetMap data. Places are longitude,\n"
        "latitude in degrees, 8.68,49.41, or ids of its nodes. No way is an\n"
        "answer, not a failure.\n"
        "\n"
        "  --profile NAME           of those that MAP has; default its first\n"
        "  --solver NAME            one of the CPU's; default auto\n"
        "  --alternatives N         up to N further ways between two places, "
        "0 to\n"
        "                           10; default 0\n"
        "  --continue-straight yes  no turning back at places on the way; no:\n"
        "                           it may be; default as the profile says\n"
        "  --radius METRES          how far a place may be from its road;\n"
        "                           default 35000\n"
        "  --pairs FILE             lines of FROM TO, # begins a comment; - "
        "is\n"
        "                           standard input. For each a line: cost,\n"
        "                           seconds, metres; or - - - without a way\n"
        "  --json                   as /v1/route answers, without its figures\n"
        "\n"
        "Example:\n"
        "  relaxctl route heidelberg.rlx 8.6724,49.4035 8.7051,49.4121\n",
    .run = run,
};
