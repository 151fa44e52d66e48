/* relaxctl table: costs from every place to every place. */
#include <math.h>
#include <stdio.h>

#include "clients/relaxctl/arguments.h"
#include "clients/relaxctl/asking.h"
#include "clients/relaxctl/commands.h"
#include "core/graph/cost.h"
#include "core/service/table/table_question.h"

enum { PLACES_MAX = 1000 };

struct options {
    struct asking ask;
    const char *text[PLACES_MAX]; /* sources, then targets */
    struct route_stop place[PLACES_MAX];
    size_t place_count;
    size_t source_count;
    size_t first_target; /* 0: the sources are also the targets */
    size_t target_count;
    const char *to[PLACES_MAX]; /* targets as given */
    size_t to_count;
    bool by_ids; /* all places are ids; false: all are positions */
};

/* ---- The command line ---------------------------------------------------- */

static int add(struct options *options, const char *text)
{
    size_t count = options->place_count++;
    struct route_stop *place = &options->place[count];
    int r;

    if (count == PLACES_MAX)
        return command_usage("more than %d places", PLACES_MAX);
    r = asking_read_place(text, place);
    if (r)
        return r;
    options->text[count] = text;
    if (!count)
        options->by_ids = place->has_node;
    if (place->has_node == options->by_ids)
        return 0;
    return command_usage("takes positions or ids, not both");
}

static int take_places(void *context, int argc, char **argv)
{
    struct options *options = context;
    int r = 0;

    if (!argc || argc + options->to_count < 2)
        return command_usage("needs two places or more, or one and --to");
    for (int i = 0; i < argc && !r; i++)
        r = add(options, argv[i]);
    for (size_t i = 0; i < options->to_count && !r; i++)
        r = add(options, options->to[i]);
    if (!r && options->ask.server && !options->by_ids &&
        (options->ask.solver || options->ask.settings.count))
        return command_usage("takes neither --solver nor --set where --server "
                             "is asked for positions: it chooses the solver");
    options->source_count = (size_t)argc;
    options->first_target = options->to_count ? options->source_count : 0;
    options->target_count = options->place_count - options->first_target;
    return r;
}

/* ---- From a map file ----------------------------------------------------- */

static json_t *json_cost(uint32_t cost)
{
    return cost <= COST_MAX ? json_integer(cost) : json_null();
}

/* In tenths, like OSRM. */
static json_t *json_tenths(uint32_t thousandths)
{
    return thousandths == SUM_NONE ? json_null()
                                   : json_real(round(thousandths / 100.0) / 10);
}

struct matrices {
    json_t *costs;
    json_t *durations; /* NULL: places are ids */
    json_t *distances;
};

static void add_rows(const struct options *options,
                     const struct table_rows *rows,
                     const struct matrices *matrices)
{
    size_t columns = options->target_count;

    for (size_t row = 0; row < rows->count; row++) {
        json_t *lists[3] = {json_array(), json_array(), json_array()};

        for (size_t i = row * columns; i < (row + 1) * columns; i++) {
            json_array_append_new(lists[0], json_cost(rows->cost[i]));
            if (!rows->sums)
                continue;
            json_array_append_new(lists[1],
                                  json_tenths(rows->sums[i].duration_ms));
            json_array_append_new(lists[2],
                                  json_tenths(rows->sums[i].length_mm));
        }
        json_array_append_new(matrices->costs, lists[0]);
        json_array_append_new(matrices->durations, lists[1]);
        json_array_append_new(matrices->distances, lists[2]);
    }
}

static json_t *json_waypoints(const struct options *options,
                              const struct table_question *question,
                              size_t first, size_t count)
{
    const struct roads *roads = &asking_map(&options->ask)->roads;
    json_t *list = json_array();
    uint32_t snap_count;

    for (size_t i = first; i < first + count; i++)
        json_array_append_new(
            list,
            asking_waypoint(roads, snaps_of(&question->snaps, i, &snap_count)));
    return list;
}

/* So few places fit one strip: once answered, all rows are there. */
static json_t *json_answer(const struct options *options,
                           struct table_question *question)
{
    struct matrices matrices = {json_array(), json_array(), json_array()};
    struct table_rows rows;

    while ((rows = table_read(question)).count)
        add_rows(options, &rows, &matrices);
    if (options->by_ids) {
        json_decref(matrices.durations);
        json_decref(matrices.distances);
        return json_pack("{s:o}", "costs", matrices.costs);
    }
    json_decref(matrices.costs);
    return json_pack(
        "{s:s, s:o, s:o, s:o, s:o}", "code", "Ok", "sources",
        json_waypoints(options, question, 0, options->source_count),
        "destinations",
        json_waypoints(options, question, options->first_target,
                       options->target_count),
        "durations", matrices.durations, "distances", matrices.distances);
}

static int answer_of_file(void *context, json_t **ret_answer,
                          struct error *error)
{
    struct options *options = context;
    static uint64_t index[PLACES_MAX];
    static struct snap_options places[PLACES_MAX];
    struct table_question question = {
        .sources = index,
        .source_count = options->source_count,
        .targets = index + options->first_target,
        .target_count = options->target_count,
        .sums = !options->by_ids,
        .places = options->by_ids ? NULL : places,
        .place_count = options->place_count,
    };
    int r;

    for (size_t i = 0; i < options->place_count; i++) {
        index[i] = options->by_ids ? (uint64_t)options->place[i].node : i;
        places[i] = asking_osrm_options(&options->place[i]);
    }
    asking_prepare(&options->ask, &question.base);
    r = asking_wait(&options->ask, &question.base,
                    service_ask_table(asking_service(&options->ask), &question),
                    error);
    if (r && question.base.outcome == OUTCOME_NO_ROAD_NEAR)
        error_set(error, r, "no road is near %s",
                  options->text[question.base.missing]);
    if (!r)
        r = asking_finish(json_answer(options, &question), &question.base,
                          ret_answer, error);
    table_question_finish(&question);
    return r;
}

/* ---- From a server ------------------------------------------------------- */

static json_t *json_ids(const struct options *options, size_t first,
                        size_t count)
{
    json_t *ids = json_array();

    for (size_t i = 0; i < count; i++)
        json_array_append_new(ids,
                              json_integer(options->place[first + i].node));
    return ids;
}

static json_t *costs_body(const struct options *options)
{
    json_t *body = json_pack(
        "{s:o, s:o}", "sources", json_ids(options, 0, options->source_count),
        "targets",
        json_ids(options, options->first_target, options->target_count));

    asking_body_add_options(body, &options->ask);
    return body;
}

/* "0;1;2" */
static void add_numbers(struct asking_url *url, const char *name, size_t first,
                        size_t count)
{
    fprintf(url->stream, "&%s=%zu", name, first);
    for (size_t i = 1; i < count; i++)
        fprintf(url->stream, ";%zu", first + i);
}

static void write_times_url(const struct options *options,
                            struct asking_url *url)
{
    fputs("/table/v1/", url->stream);
    asking_url_add_profile(url, &options->ask);
    for (size_t i = 0; i < options->place_count; i++)
        fprintf(url->stream, "%c%s", i ? ';' : '/', options->text[i]);
    fputs("?annotations=duration,distance&generate_hints=false", url->stream);
    add_numbers(url, "sources", 0, options->source_count);
    add_numbers(url, "destinations", options->first_target,
                options->target_count);
}

static void write_url(void *context, struct asking_url *url, json_t **ret_body)
{
    const struct options *options = context;

    if (!options->by_ids) {
        write_times_url(options, url);
        return;
    }
    fputs("/v1/table", url->stream);
    *ret_body = costs_body(options);
}

/* ---- As text ------------------------------------------------------------- */

static void print_rows(const json_t *rows, const char *format)
{
    const json_t *row;
    const json_t *cell;
    size_t i;
    size_t j;

    json_array_foreach(rows, i, row)
    {
        json_array_foreach(row, j, cell)
        {
            if (json_is_number(cell))
                printf(format, json_number_value(cell));
            else
                printf("%12s", "-");
        }
        putchar('\n');
    }
}

static void print_answer(const json_t *answer, void *context)
{
    const struct options *options = context;

    if (options->by_ids) {
        print_rows(json_object_get(answer, "costs"), "%12.0f");
    } else {
        puts("seconds:");
        print_rows(json_object_get(answer, "durations"), "%12.1f");
        puts("metres:");
        print_rows(json_object_get(answer, "distances"), "%12.1f");
    }
    answer_print_figures(answer);
}

static const struct asking_steps steps = {
    .operands = take_places,
    .url = write_url,
    .file = answer_of_file,
    .print = print_answer,
};

static struct options options = {.ask = {.steps = &steps}};

static const struct argument arguments[] = {
    {"to", "PLACE", ARGUMENT_TEXT, offsetof(struct options, to),
     ARGUMENT_LIST(struct options, to_count, PLACES_MAX),
     .help = "a column; may be given again. Without it the places are the "
             "columns, too"},
    ASKING_JSON("print the answer as OSRM's table or, of ids, /v1/table has "
                "it"),
    {0},
};

const struct command command_table = {
    .name = "table",
    .summary = "find costs from every place to every place",
    .usage = "MAP PLACE... [--to PLACE ...] [OPTIONS]\n"
             "--server URL PLACE... [--to PLACE ...] [OPTIONS]",
    .about =
        "Places are LON,LAT in degrees on a map with roads, or ids of the "
        "map's source; a row for each. Of positions the table has seconds and "
        "metres, of ids costs in the map's unit. Up to 1000 places. A server "
        "chooses the solver where positions are asked.",
    .examples = "  relaxctl table heidelberg.rlx 8.67,49.40 8.70,49.41",
    .arguments = {arguments, asking_map_arguments, asking_solver_arguments},
    .options = &options,
    .take = asking_take,
    .run = asking_run,
};
