/* relaxctl path: cost and path between two ids. */
#include <stdio.h>

#include "clients/relaxctl/arguments.h"
#include "clients/relaxctl/asking.h"
#include "clients/relaxctl/commands.h"
#include "clients/relaxctl/output.h"
#include "core/base/text.h"
#include "core/graph/cost.h"
#include "core/service/path/path_question.h"

struct options {
    struct asking ask;
    const char *from;
    const char *to;
    struct path_pair pair; /* the same */
    bool whole_path;
};

static int parse_id(const char *text, uint64_t *ret_id)
{
    if (parse_u64(text, ret_id))
        return 0;
    return command_usage("'%s' is no id, a number from 0 to 2^64 - 1", text);
}

static int take_ids(void *context, int argc, char **argv)
{
    struct options *options = context;
    int r;

    if (argc != 2)
        return command_usage("needs two ids, FROM and TO");
    options->from = argv[0];
    options->to = argv[1];
    r = parse_id(options->from, &options->pair.from);
    return r ? r : parse_id(options->to, &options->pair.to);
}

/* ---- The answer ---------------------------------------------------------- */

static json_t *json_answer(const struct path_answer *path)
{
    json_t *vertices = json_array();
    json_t *answer = json_pack("{s:o}", "vertices", vertices);

    if (!answer)
        return NULL;
    json_object_set_new(answer, "cost",
                        path->cost <= COST_MAX ? json_integer(path->cost)
                                               : json_null());
    if (path->cost == COST_OVERFLOW)
        json_object_set_new(answer, "overflow", json_true());
    for (size_t i = 0; i < path->vertex_count; i++)
        json_array_append_new(vertices,
                              json_integer((json_int_t)path->vertices[i]));
    return answer;
}

static int answer_of_file(void *context, json_t **ret_answer,
                          struct error *error)
{
    struct options *options = context;
    struct path_question question = {.pairs = &options->pair, .pair_count = 1};
    int r;

    asking_prepare(&options->ask, &question.base);
    r = asking_wait(&options->ask, &question.base,
                    service_ask_path(asking_service(&options->ask), &question),
                    error);
    if (!r)
        r = asking_finish(json_answer(&question.answers[0]), &question.base,
                          ret_answer, error);
    path_question_finish(&question);
    return r;
}

static void write_url(void *context, struct asking_url *url, json_t **ret_body)
{
    const struct options *options = context;

    fputs("/v1/path", url->stream);
    asking_url_add(url, "from", options->from);
    asking_url_add(url, "to", options->to);
    asking_url_add_options(url, &options->ask);
}

/* With its unit, unless a server does not tell. */
static void print_cost(struct options *options, const json_t *cost)
{
    json_t *status =
        options->ask.server ? asking_map_status(&options->ask) : NULL;
    const char *unit = options->ask.server
                           ? answer_text(status, "unit")
                           : asking_map(&options->ask)->info.unit;

    printf("cost %" JSON_INTEGER_FORMAT "%s%s%s", json_integer_value(cost),
           *unit ? " (" : "", unit, *unit ? ")" : "");
    json_decref(status);
}

static void print_answer(const json_t *answer, void *context)
{
    struct options *options = context;
    const json_t *cost = json_object_get(answer, "cost");
    const json_t *vertices = json_object_get(answer, "vertices");
    size_t count = json_array_size(vertices);

    printf("from %s to %s: ", options->from, options->to);
    if (json_is_true(json_object_get(answer, "overflow"))) {
        puts("there is a path, but its cost does not fit in 32 bits");
    } else if (!json_is_integer(cost) || !count) {
        puts("no path");
    } else {
        print_cost(options, cost);
        printf(", %zu %s\n", count - 1, plural(count - 1, "arc", "arcs"));
        id_lines_print(vertices, options->whole_path);
    }
    answer_print_figures(answer);
}

static const struct asking_steps steps = {
    .operands = take_ids,
    .url = write_url,
    .file = answer_of_file,
    .print = print_answer,
};

static struct options options = {.ask = {.steps = &steps}};

static const struct argument arguments[] = {
    {"path", NULL, ARGUMENT_FLAG, offsetof(struct options, whole_path),
     .help = "print every id of the path, however long"},
    ASKING_JSON("print the answer as /v1/path has it"),
    {0},
};

const struct command command_path = {
    .name = "path",
    .summary = "find the least-cost path between two ids",
    .usage = "MAP FROM TO [OPTIONS]\n"
             "--server URL FROM TO [OPTIONS]",
    .about = "FROM and TO are ids of the map's source. No path is an answer, "
             "not a failure. 'relaxctl solve' measures the same on any device.",
    .examples = "  relaxctl path 1 264346 --server http://127.0.0.1:5000",
    .arguments = {asking_map_arguments, asking_solver_arguments, arguments},
    .options = &options,
    .take = asking_take,
    .run = asking_run,
};
