/* relaxctl path: a path from a running relaxd. */
#include <errno.h>
#include <getopt.h>
#include <inttypes.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "clients/relaxctl/arguments.h"
#include "clients/relaxctl/commands.h"
#include "clients/relaxctl/http_get.h"
#include "clients/relaxctl/id_lines.h"
#include "core/base/array.h"
#include "core/base/text.h"

enum { URL_SIZE = 2048 };

struct options {
    const char *server;
    const char *map;     /* NULL: the server's first */
    const char *profile; /* NULL: the map's first */
    const char *solver;  /* NULL: the server's default */
    const char *set;     /* options of it; NULL: none */
    uint64_t from;
    uint64_t to;
    bool whole_path;
    bool json;
};

static const struct option long_options[] = {
    {"server", required_argument, NULL, 'u'},
    {"map", required_argument, NULL, 'm'},
    ARGUMENTS_PROFILE,
    {"solver", required_argument, NULL, 's'},
    {"set", required_argument, NULL, 'o'},
    {"path", no_argument, NULL, 'p'},
    {"json", no_argument, NULL, 'j'},
    {0},
};

static int parse_option(void *context, char **argv, int option)
{
    struct options *options = context;

    switch (option) {
    case 'u':
        options->server = optarg;
        return 0;
    case 'm':
        options->map = optarg;
        return 0;
    case 'P':
        options->profile = optarg;
        return 0;
    case 's':
        options->solver = optarg;
        return 0;
    case 'o':
        options->set = optarg;
        return 0;
    case 'p':
        options->whole_path = true;
        return 0;
    case 'j':
        options->json = true;
        return 0;
    default:
        return arguments_refuse(argv, option);
    }
}

static int parse_id(char **argv, const char *text, uint64_t *ret_id)
{
    if (parse_u64(text, ret_id))
        return 0;
    return command_usage(argv[0], "'%s' is no id: digits are expected", text);
}

static int parse(int argc, char **argv, struct options *options)
{
    int r = arguments_parse(argc, argv, ":", long_options, "", parse_option,
                            options);

    if (r)
        return r;
    if (argc - optind != 2)
        return command_usage(argv[0], "wants two ids, FROM and TO");
    r = parse_id(argv, argv[optind], &options->from);
    return r ? r : parse_id(argv, argv[optind + 1], &options->to);
}

/* SERVER/v1/NAME, whether or not SERVER ends in a slash. */
static int server_url(const struct options *options, const char *name,
                      char *ret_url, struct error *error)
{
    size_t length = strlen(options->server);

    while (length && options->server[length - 1] == '/')
        length--;
    if (length + 128 > URL_SIZE)
        return error_set(error, -EINVAL, "the server's URL is too long");
    snprintf(ret_url, URL_SIZE, "%.*s/v1/%s", (int)length, options->server,
             name);
    return 0;
}

static int path_url(const struct options *options, char *ret_url,
                    struct error *error)
{
    char name[80];
    int r;

    snprintf(name, sizeof(name), "path?from=%" PRIu64 "&to=%" PRIu64,
             options->from, options->to);
    r = server_url(options, name, ret_url, error);
    if (r)
        return r;
    if (options->map)
        r = http_url_add(ret_url, URL_SIZE, "map", options->map);
    if (!r && options->profile)
        r = http_url_add(ret_url, URL_SIZE, "profile", options->profile);
    if (!r && options->solver)
        r = http_url_add(ret_url, URL_SIZE, "solver", options->solver);
    if (!r && options->set)
        r = http_url_add(ret_url, URL_SIZE, "set", options->set);
    return r ? error_set(error, r, "the request's URL is too long") : 0;
}

static const char *member(const json_t *object, const char *name)
{
    const char *text = json_string_value(json_object_get(object, name));

    return text ? text : "";
}

/* RFC 9457's members in words, another server's page by its status. Where JSON
 * is wanted, it gets what came as it is, if that is JSON. */
static int explain_refusal(const struct options *options,
                           const struct http_answer *answer,
                           struct error *error)
{
    json_t *problem = json_loadb(answer->body, answer->size, 0, NULL);
    const char *detail = member(problem, "detail");
    const char *mend = member(problem, "mend");

    if (*detail)
        error_set(error, -EINVAL, "%s%s%s (HTTP %ld)", detail,
                  *mend ? "; " : "", mend, answer->status);
    else
        error_set(error, -EINVAL, "the server answers with HTTP status %ld",
                  answer->status);
    if (problem && options->json)
        puts(answer->body);
    json_decref(problem);
    return -EINVAL;
}

/* Whether nothing else than that name was asked for. */
static bool is_asked(const char *wanted, const char *name)
{
    return !wanted || !strcmp(wanted, name);
}

/* What a cost is counted in, from the server's status; empty if it cannot be
 * found out, which is no failure. */
static void find_unit(const struct options *options, char *ret_unit,
                      size_t size)
{
    struct http_answer answer;
    char url[URL_SIZE];
    json_t *status;
    json_t *map;
    size_t i;

    *ret_unit = '\0';
    if (server_url(options, "status", url, NULL) ||
        http_get(url, options->server, &answer, NULL))
        return;
    status = json_loadb(answer.body, answer.size, 0, NULL);
    json_array_foreach(json_object_get(status, "maps"), i, map)
    {
        if (!is_asked(options->map, member(map, "name")) ||
            !is_asked(options->profile, member(map, "profile")))
            continue;
        snprintf(ret_unit, size, " (%s)", member(map, "unit"));
        break;
    }
    json_decref(status);
    http_answer_finish(&answer);
}

static int print_ids(const json_t *vertices, bool all)
{
    size_t count = json_array_size(vertices);
    uint64_t *ids = array_alloc(count, sizeof(*ids));

    if (!ids)
        return -ENOMEM;
    for (size_t i = 0; i < count; i++)
        ids[i] = (uint64_t)json_integer_value(json_array_get(vertices, i));
    id_lines_print(stdout, ids, count, all);
    free(ids);
    return 0;
}

static double member_ms(const json_t *object, const char *name)
{
    return (double)json_integer_value(json_object_get(object, name)) / 1000;
}

static int print_cost(const struct options *options, const json_t *answer)
{
    const json_t *cost = json_object_get(answer, "cost");
    const json_t *vertices = json_object_get(answer, "vertices");
    size_t arcs;
    char unit[80];

    printf("from %" PRIu64 " to %" PRIu64 ": ", options->from, options->to);
    if (json_is_true(json_object_get(answer, "overflow"))) {
        puts("there is a path, but its cost does not fit in 32 bits");
        return 0;
    }
    if (!json_is_integer(cost)) {
        puts("no path");
        return 0;
    }
    find_unit(options, unit, sizeof(unit));
    arcs = json_array_size(vertices) - 1;
    printf("cost %" JSON_INTEGER_FORMAT "%s, %zu %s\n",
           json_integer_value(cost), unit, arcs, plural(arcs, "arc", "arcs"));
    return print_ids(vertices, options->whole_path);
}

/* What is wrong with it, or NULL. */
static const char *find_flaw(const json_t *answer)
{
    const json_t *cost = json_object_get(answer, "cost");

    if (!cost)
        return "it has no cost";
    if (json_is_integer(cost) &&
        json_array_size(json_object_get(answer, "vertices")) == 0)
        return "it has a cost but no vertices";
    return NULL;
}

static int print(const struct options *options, const struct http_answer *text,
                 struct error *error)
{
    json_error_t where;
    json_t *answer = json_loadb(text->body, text->size, 0, &where);
    const char *flaw = answer ? find_flaw(answer) : where.text;
    int r = 0;

    if (flaw)
        r = error_set(error, -EINVAL, "this is no answer of relaxd's: %s",
                      flaw);
    else if (print_cost(options, answer))
        r = error_no_memory(error);
    if (!r) {
        const char *note = member(answer, "note");

        printf("    solved by %s on %s in %.3f ms, waited %.3f ms\n",
               member(answer, "solver"), member(answer, "device"),
               member_ms(answer, "solve_us"), member_ms(answer, "queued_us"));
        if (*note)
            printf("    %s\n", note);
    }
    json_decref(answer);
    return r;
}

static int ask(const struct options *options, struct error *error)
{
    struct http_answer answer;
    char url[URL_SIZE];
    int r = path_url(options, url, error);

    if (!r)
        r = http_get(url, options->server, &answer, error);
    if (r)
        return r;
    if (answer.status != 200)
        r = explain_refusal(options, &answer, error);
    else if (options->json)
        puts(answer.body);
    else
        r = print(options, &answer, error);
    http_answer_finish(&answer);
    return r;
}

static int run(int argc, char **argv)
{
    struct options options = {.server = "http://127.0.0.1:5000"};
    struct error error;
    int r = parse(argc, argv, &options);

    if (r)
        return r;
    r = ask(&options, &error);
    return r ? command_fail(argv[0], &error) : EXIT_DONE;
}

const struct command command_path = {
    .name = "path",
    .summary = "ask a running relaxd for a path",
    .help =
        "usage: relaxctl path FROM TO [OPTIONS]\n\n"
        "FROM and TO are ids of the map's source. No path is an answer, not a "
        "failure.\n\n"
        "  --server URL   default http://127.0.0.1:5000\n"
        "  --map NAME     default: the first that the server has\n"
        "  --profile NAME  of a map that has several; default its first\n"
        "  --solver NAME  default: what the server is set to\n"
        "  --set LIST     OPTION=VALUE,... of that solver, for this path "
        "alone\n"
        "  --path         print every id of the path, however long\n"
        "  --json         print the server's answer as it is, a refusal, "
        "too\n\n"
        "example: relaxctl path 1 264346 --server http://127.0.0.1:5000\n",
    .run = run,
};
