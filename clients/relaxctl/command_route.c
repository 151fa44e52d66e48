/* relaxctl route: the route through a list of places. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "clients/relaxctl/arguments.h"
#include "clients/relaxctl/asking.h"
#include "clients/relaxctl/commands.h"
#include "core/base/compressed_source.h"
#include "core/base/line_reader.h"
#include "core/base/text.h"
#include "core/service/line/leg_line.h"
#include "core/service/route/route_question.h"

enum {
    STOPS_MAX = 1000,
    ALTERNATIVES_MAX = 10,
};

struct options {
    struct asking ask;
    const char *pairs; /* a file of pairs, instead of stops */
    const char *stops[STOPS_MAX];
    struct route_stop places[STOPS_MAX]; /* the same */
    size_t stop_count;
    unsigned straight; /* enum route_straight */
    uint32_t alternatives;
    const char *radius; /* for every place, in metres; NULL: not given */
    double radius_m;    /* the same */
};

/* By enum route_straight, and as the server's continue_straight. */
static const char *const straight_words[] = {"default", "yes", "no", NULL};
static const char *const straight_values[] = {NULL, "true", "false"};

/* ---- The command line ---------------------------------------------------- */

static int take_radius(void *context, const struct argument *row, char *text)
{
    struct options *options = context;

    if (!parse_double(text, &options->radius_m) || options->radius_m < 0)
        return command_usage("--radius '%s' is not a number of metres from 0 "
                             "on",
                             text);
    return 0;
}

static int take_stop(struct options *options, const char *text)
{
    size_t count = options->stop_count++;

    if (count == STOPS_MAX)
        return command_usage("more than %d stops", STOPS_MAX);
    options->stops[count] = text;
    return asking_read_place(text, &options->places[count]);
}

static int take_stops(void *context, int argc, char **argv)
{
    struct options *options = context;
    int r = 0;

    for (int i = 0; i < argc && !r; i++)
        r = take_stop(options, argv[i]);
    if (r)
        return r;
    if (options->pairs && options->stop_count)
        return command_usage("--pairs cannot be used with places");
    if (!options->pairs && options->stop_count < 2)
        return command_usage("needs two places or more, not %zu",
                             options->stop_count);
    return 0;
}

/* ---- From a map file: the answer as JSON --------------------------------- */

static json_t *json_legs(const struct route_leg *legs, size_t count)
{
    json_t *list = json_array();

    for (size_t i = 0; i < count; i++) {
        const struct route_leg *leg = &legs[i];

        json_array_append_new(
            list, json_pack("{s:I, s:f, s:f}", "cost", (json_int_t)leg->weight,
                            "duration", (double)leg->duration_ms / 1000,
                            "distance", (double)leg->length_mm / 1000));
    }
    return list;
}

static json_t *json_roads(const struct route_shape *shape)
{
    json_t *roads = json_array();

    for (size_t i = 0; i < shape->road_count; i++) {
        const struct route_road *road = &shape->roads[i];

        json_array_append_new(
            roads,
            json_pack("{s:s, s:s, s:s, s:f, s:f}", "name", road->name, "ref",
                      road->ref, "mode", travel_mode_name(road->mode),
                      "duration", (double)road->duration_ms / 1000, "distance",
                      (double)road->length_mm / 1000));
    }
    return roads;
}

static json_t *json_geometry(const struct route_shape *shape)
{
    json_t *positions = json_array();

    for (size_t i = 0; i < shape->position_count; i++)
        json_array_append_new(positions, asking_position(shape->positions[i]));
    return json_pack("{s:s, s:o}", "type", "LineString", "coordinates",
                     positions);
}

static json_t *json_nodes(const struct route_shape *shape)
{
    json_t *nodes = json_array();

    for (size_t i = 0; i < shape->node_count; i++)
        json_array_append_new(nodes, json_integer(shape->nodes[i]));
    return nodes;
}

/* The members of a route of `weight`; NULL: out of memory. */
static json_t *json_way(const struct route_question *question,
                        const struct route_leg *legs, size_t count,
                        uint64_t weight)
{
    const struct roads *roads = &route_question_map(question)->roads;
    struct route_shape shape;
    json_t *json = NULL;

    if (!route_shape_init(&shape, roads, route_question_weighting(question),
                          legs, count))
        json = json_pack(
            "{s:I, s:f, s:f, s:o, s:o, s:o, s:o}", "cost", (json_int_t)weight,
            "duration", (double)shape.duration_ms / 1000, "distance",
            (double)shape.length_mm / 1000, "legs", json_legs(legs, count),
            "roads", json_roads(&shape), "geometry", json_geometry(&shape),
            "nodes", json_nodes(&shape));
    route_shape_finish(&shape);
    return json;
}

static json_t *json_further(const struct route_question *question)
{
    json_t *ways = json_array();

    for (size_t i = 0; i < question->further_count; i++) {
        const struct route_leg *leg = &question->further[i];

        if (json_array_append_new(ways,
                                  json_way(question, leg, 1, leg->weight))) {
            json_decref(ways);
            return NULL;
        }
    }
    return ways;
}

static json_t *json_found(const struct route_question *question)
{
    json_t *json = json_way(question, question->legs, question->stop_count - 1,
                            question->weight);
    int r = json_object_set_new(
        json, "stops", asking_snaps(question->snaps, question->stop_count));

    if (!r)
        r = json_object_set_new(
            json, "weight_name",
            json_string(
                route_question_map(question)->roads.profile.weight_name));
    if (!r && question->alternatives)
        r = json_object_set_new(json, "alternatives", json_further(question));
    if (!r)
        return json;
    json_decref(json);
    return NULL;
}

static json_t *json_not_found(const struct route_question *question)
{
    json_t *json =
        json_pack("{s:n, s:n, s:n, s:n, s:[], s:[]}", "cost", "duration",
                  "distance", "geometry", "roads", "legs");

    if (question->finding == ROUTE_OVERFLOW)
        json_object_set_new(json, "overflow", json_true());
    else
        json_object_set_new(json, "missing_leg",
                            json_integer((json_int_t)question->missing_leg));
    json_object_set_new(json, "stops",
                        asking_snaps(question->snaps, question->stop_count));
    return json;
}

static int answer_of_file(struct options *options, json_t **ret_answer,
                          struct error *error)
{
    struct route_question question = {
        .stops = options->places,
        .stop_count = options->stop_count,
        .straight = (enum route_straight)options->straight,
        .alternatives = options->alternatives,
    };
    int r;

    for (size_t i = 0; i < options->stop_count; i++)
        options->places[i].options.radius_m = options->radius_m;
    asking_prepare(&options->ask, &question.base);
    r = asking_wait(&options->ask, &question.base,
                    service_ask_route(asking_service(&options->ask), &question),
                    error);
    if (!r)
        r = asking_finish(question.finding == ROUTE_FOUND
                              ? json_found(&question)
                              : json_not_found(&question),
                          &question.base, ret_answer, error);
    route_question_finish(&question);
    return r;
}

/* ---- From a server ------------------------------------------------------- */

static void write_url(void *context, struct asking_url *url, json_t **ret_body)
{
    const struct options *options = context;
    size_t last = options->stop_count - 1;

    fputs("/v1/route", url->stream);
    asking_url_add(url, "from", options->stops[0]);
    for (size_t i = 1; i < last; i++)
        asking_url_add(url, "via", options->stops[i]);
    asking_url_add(url, "to", options->stops[last]);
    asking_url_add(url, "radius", options->radius);
    asking_url_add(url, "continue_straight",
                   straight_values[options->straight]);
    if (options->alternatives)
        fprintf(url->stream, "&alternatives=%" PRIu32, options->alternatives);
    asking_url_add_options(url, &options->ask);
}

static int answer_one(struct options *options, json_t **ret_answer,
                      struct error *error)
{
    return options->ask.server
               ? asking_server(options, write_url, ret_answer, error)
               : answer_of_file(options, ret_answer, error);
}

/* ---- As text ------------------------------------------------------------- */

enum { TIME_SIZE = 32 };

/* "1 h 05 min", "9 min 31 s", "4.2 s" */
static const char *time_words(double s, char words[static TIME_SIZE])
{
    unsigned long long whole = (unsigned long long)(s + 0.5);

    if (whole >= 3600)
        snprintf(words, TIME_SIZE, "%llu h %02llu min", whole / 3600,
                 whole / 60 % 60);
    else if (whole >= 60)
        snprintf(words, TIME_SIZE, "%llu min %02llu s", whole / 60, whole % 60);
    else
        snprintf(words, TIME_SIZE, "%.1f s", s);
    return words;
}

static void print_stop(const json_t *stops, size_t index)
{
    const json_t *stop = json_array_get(stops, index);
    const json_t *location = json_object_get(stop, "location");

    printf("%s %.7f,%.7f, %.1f m from where it was asked for\n",
           !index                                ? "from"
           : index + 1 == json_array_size(stops) ? "to  "
                                                 : "via ",
           json_number_value(json_array_get(location, 0)),
           json_number_value(json_array_get(location, 1)),
           answer_number(stop, "distance"));
}

static void print_road(const json_t *road)
{
    const char *name = answer_text(road, "name");
    const char *ref = answer_text(road, "ref");
    char words[TIME_SIZE];

    printf("  %9.3f km %14s  %s%s%s", answer_number(road, "distance") / 1000,
           time_words(answer_number(road, "duration"), words), ref,
           *name && *ref ? " " : "", name);
    printf("%s(%s)\n", *name || *ref ? " " : "", answer_text(road, "mode"));
}

static void print_way(const json_t *way)
{
    size_t nodes = json_array_size(json_object_get(way, "nodes"));
    char words[TIME_SIZE];
    const json_t *road;
    size_t i;

    json_array_foreach(json_object_get(way, "roads"), i, road) print_road(road);
    printf("%.3f km, %s, cost %.0f, %zu %s\n",
           answer_number(way, "distance") / 1000,
           time_words(answer_number(way, "duration"), words),
           answer_number(way, "cost"), nodes, plural(nodes, "node", "nodes"));
}

static void print_answer(const json_t *answer)
{
    const json_t *stops = json_object_get(answer, "stops");
    const json_t *missing = json_object_get(answer, "missing_leg");
    const json_t *further = json_object_get(answer, "alternatives");
    const json_t *way;
    size_t i;

    for (i = 0; i < json_array_size(stops); i++)
        print_stop(stops, i);
    if (missing) {
        i = (size_t)json_integer_value(missing);
        printf("no way leads from place %zu to place %zu, after those before "
               "it\n",
               i + 1, i + 2);
    } else if (json_is_null(json_object_get(answer, "cost"))) {
        puts("there is a way, but its cost does not fit in 32 bits");
    } else {
        print_way(answer);
        json_array_foreach(further, i, way)
        {
            puts("or");
            print_way(way);
        }
        if (further && !json_array_size(further))
            puts("no other way is worth it");
    }
    answer_print_figures(answer);
}

/* ---- Pairs --------------------------------------------------------------- */

static void print_pair(const json_t *answer)
{
    if (json_is_null(json_object_get(answer, "cost")))
        puts("- - -");
    else
        printf("%.0f %.3f %.3f\n", answer_number(answer, "cost"),
               answer_number(answer, "duration"),
               answer_number(answer, "distance"));
}

static int run_pair(struct options *options, char *line, struct error *error)
{
    char *rest = line;
    json_t *answer = NULL;
    int r = 0;

    options->stop_count = 0;
    for (char *word; !r && (word = strsep(&rest, " \t"));) {
        if (!*word)
            continue;
        if (options->stop_count == 2)
            return error_set(error, -EINVAL, "more than two places");
        r = stop_read(word, &options->places[options->stop_count], error);
        options->stops[options->stop_count++] = word;
    }
    if (!r && options->stop_count != 2)
        r = error_set(error, -EINVAL, "needs two places, not %zu",
                      options->stop_count);
    if (!r)
        r = answer_one(options, &answer, error);
    if (!r)
        print_pair(answer);
    json_decref(answer);
    return r;
}

static int run_lines(struct options *options, struct line_reader *lines,
                     struct error *error)
{
    static char text[LINE_LENGTH_MAX + 1];
    struct line line;
    int r;

    while (!(r = line_reader_next(lines, &line, error))) {
        snprintf(text, sizeof(text), "%.*s", (int)(line.end - line.begin),
                 line.begin);
        text[strcspn(text, "#")] = '\0';
        if (text[strspn(text, " \t")])
            r = run_pair(options, text, error);
        if (r) {
            error_prefix(error, "line %" PRIu64, lines->number);
            return r;
        }
    }
    return r == LINE_READER_END ? 0 : r;
}

static int run_pairs(struct options *options, struct error *error)
{
    struct byte_source *source;
    struct line_reader lines;
    int r = compressed_source_open(options->pairs, &source, error);

    if (!r) {
        r = line_reader_init(&lines, source, error);
        if (!r)
            r = run_lines(options, &lines, error);
        line_reader_finish(&lines);
        byte_source_destroy(source);
    }
    if (r)
        error_prefix(error, "'%s'", options->pairs);
    return r;
}

static int answer(void *context, json_t **ret_answer, struct error *error)
{
    struct options *options = context;

    if (!options->pairs)
        return answer_one(options, ret_answer, error);
    *ret_answer = json_object(); /* each pair prints its own answer */
    return run_pairs(options, error);
}

static void print(const json_t *answer, void *context)
{
    const struct options *options = context;

    if (!options->pairs)
        print_answer(answer);
}

static const struct asking_steps steps = {
    .operands = take_stops,
    .file = answer,
    .print = print,
};

static struct options options = {
    .ask = {.steps = &steps},
    .radius_m = ASKING_RADIUS_M,
};

#define FIELD(field) offsetof(struct options, field)

static const struct argument arguments[] = {
    {"alternatives", "N", ARGUMENT_NUMBER, FIELD(alternatives),
     .most = ALTERNATIVES_MAX, .without = "pairs",
     .help = "up to N further ways between two places, 0 to 10; default 0"},
    {"continue-straight", NULL, ARGUMENT_WORD, FIELD(straight),
     .words = straight_words,
     .help = "yes: no turning back at places on the way; default is what the "
             "profile says"},
    {"radius", "METRES", ARGUMENT_TEXT, FIELD(radius), .take = take_radius,
     .help = "how far a place may be from its road; default 35000, the most "
             "that relaxd takes by default"},
    {"pairs", "FILE", ARGUMENT_INPUT, FIELD(pairs), .without = "json",
     .help = "lines of FROM TO, # begins a comment, plain or compressed; - is "
             "standard input. For each a line: cost, seconds, metres; or - - - "
             "without a way"},
    ASKING_JSON("print the answer as /v1/route has it"),
    {0},
};

const struct command command_route = {
    .name = "route",
    .summary = "find the way from place to place",
    .usage = "MAP FROM [VIA...] TO [OPTIONS]\n"
             "MAP --pairs FILE [OPTIONS]\n"
             "--server URL FROM [VIA...] TO [OPTIONS]",
    .about = "MAP was imported from OpenStreetMap data. Places are LON,LAT in "
             "degrees, 8.68,49.41, or ids of its nodes. No way is an answer, "
             "not a failure.",
    .examples = "  relaxctl route heidelberg.rlx 8.6724,49.4035 8.7051,49.4121",
    .arguments = {asking_map_arguments, asking_solver_arguments, arguments},
    .options = &options,
    .take = asking_take,
    .run = asking_run,
};
