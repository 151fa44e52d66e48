/* Writing an answer, then the endpoint. */
#include "api/v1/route.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>

#include "api/form/fields.h"
#include "api/http/exchange.h"
#include "api/v1/v1.h"
#include "core/base/array.h"
#include "core/service/line/leg_line.h"
#include "core/service/route/route_question.h"

/* ---- The answer ---------------------------------------------------------- */

enum route_part {
    ROUTE_PART_HEAD,
    ROUTE_PART_LINE,
    ROUTE_PART_NODES,
    ROUTE_PART_NONE, /* all is written */
};

/* One whole route. */
struct answer_route {
    const struct route_leg *legs; /* [leg_count] owned by the question */
    size_t leg_count;
    uint64_t weight;
    struct route_shape shape;
};

static void write_sums(struct json_writer *writer, uint64_t cost,
                       uint64_t duration_ms, uint64_t length_mm)
{
    json_put_number(writer, "cost", cost);
    json_put_thousandths(writer, "duration", duration_ms);
    json_put_thousandths(writer, "distance", length_mm);
}

static void write_legs(const struct answer_route *route,
                       struct json_writer *writer)
{
    json_open_array(writer, "legs");
    for (size_t i = 0; i < route->leg_count; i++) {
        const struct route_leg *leg = &route->legs[i];

        json_begin_object(writer);
        write_sums(writer, leg->weight, leg->duration_ms, leg->length_mm);
        json_end_object(writer);
    }
    json_end_array(writer);
}

static void write_roads(const struct route_shape *shape,
                        struct json_writer *writer)
{
    json_open_array(writer, "roads");
    for (size_t i = 0; i < shape->road_count; i++) {
        const struct route_road *road = &shape->roads[i];

        json_begin_object(writer);
        json_put_string(writer, "name", road->name);
        json_put_string(writer, "ref", road->ref);
        json_put_string(writer, "mode", travel_mode_name(road->mode));
        json_put_thousandths(writer, "duration", road->duration_ms);
        json_put_thousandths(writer, "distance", road->length_mm);
        json_end_object(writer);
    }
    json_end_array(writer);
}

static void open_geometry(struct route_answer *answer,
                          struct json_writer *writer)
{
    json_key(writer, "geometry");
    if (answer->geometry != GEOMETRY_GEOJSON) {
        json_begin_string(writer);
        return;
    }
    json_begin_object(writer);
    json_put_string(writer, "type", "LineString");
    json_open_array(writer, "coordinates");
}

static void close_geometry(struct route_answer *answer,
                           struct json_writer *writer)
{
    if (answer->geometry != GEOMETRY_GEOJSON) {
        json_end_string(writer);
        return;
    }
    json_end_array(writer);
    json_end_object(writer);
}

static void write_point(struct route_answer *answer, struct position position,
                        struct json_writer *writer)
{
    unsigned digits = answer->geometry == GEOMETRY_POLYLINE ? 5 : 6;
    char text[POLYLINE_POINT_SIZE];

    if (answer->geometry == GEOMETRY_GEOJSON) {
        v1_write_position(writer, position);
        return;
    }
    polyline_add(&answer->polyline, position, digits, text);
    json_write_string_part(writer, text);
}

static void write_weight_name(const struct route_question *question,
                              struct json_writer *writer)
{
    json_put_string(writer, "weight_name",
                    route_question_map(question)->roads.profile.weight_name);
}

/* The shortest route is the answer itself, the others are objects inside it. */
static void begin_route(const struct route_answer *answer,
                        struct json_writer *writer)
{
    if (answer->route == 1)
        json_open_array(writer, "alternatives");
    if (answer->route > 0)
        json_begin_object(writer);
}

static void end_routes(const struct route_answer *answer,
                       struct json_writer *writer)
{
    if (!answer->question->alternatives)
        return;
    if (answer->route_count == 1)
        json_open_array(writer, "alternatives");
    json_end_array(writer);
}

static enum route_part begin_nodes(struct route_answer *answer,
                                   struct json_writer *writer)
{
    answer->next = 0;
    if (!answer->nodes)
        return ROUTE_PART_NONE;
    json_open_array(writer, "nodes");
    return ROUTE_PART_NODES;
}

static enum route_part write_head(struct route_answer *answer,
                                  struct json_writer *writer)
{
    const struct route_question *question = answer->question;
    const struct answer_route *route = &answer->routes[answer->route];

    begin_route(answer, writer);
    write_sums(writer, route->weight, route->shape.duration_ms,
               route->shape.length_mm);
    if (answer->route == 0)
        write_weight_name(question, writer);
    write_legs(route, writer);
    if (answer->route == 0)
        v1_put_snaps(writer, "stops", question->snaps, question->stop_count);
    write_roads(&route->shape, writer);
    if (answer->geometry != GEOMETRY_NONE) {
        open_geometry(answer, writer);
        return ROUTE_PART_LINE;
    }
    return begin_nodes(answer, writer);
}

static enum route_part write_line(struct route_answer *answer,
                                  struct json_writer *writer)
{
    const struct route_shape *shape = &answer->routes[answer->route].shape;

    while (answer->next < shape->position_count && !json_writer_full(writer))
        write_point(answer, shape->positions[answer->next++], writer);
    if (answer->next < shape->position_count)
        return ROUTE_PART_LINE;
    close_geometry(answer, writer);
    return begin_nodes(answer, writer);
}

static enum route_part write_nodes(struct route_answer *answer,
                                   struct json_writer *writer)
{
    const struct route_shape *shape = &answer->routes[answer->route].shape;

    while (answer->next < shape->node_count && !json_writer_full(writer))
        json_write_signed(writer, shape->nodes[answer->next++]);
    if (answer->next < shape->node_count)
        return ROUTE_PART_NODES;
    json_end_array(writer);
    return ROUTE_PART_NONE;
}

/* No route exists, or its cost does not fit. */
static void write_nothing(const struct route_question *question,
                          struct json_writer *writer)
{
    static const char *const numbers[] = {"cost", "duration", "distance",
                                          "geometry"};

    for (size_t i = 0; i < sizeof(numbers) / sizeof(*numbers); i++) {
        json_key(writer, numbers[i]);
        json_write_null(writer);
    }
    if (question->finding == ROUTE_OVERFLOW)
        json_put_bool(writer, "overflow", true);
    else
        json_put_number(writer, "missing_leg", question->missing_leg);
    v1_put_snaps(writer, "stops", question->snaps, question->stop_count);
}

static void list_routes(struct route_answer *answer)
{
    const struct route_question *question = answer->question;

    answer->routes[0] = (struct answer_route){
        .legs = question->legs,
        .leg_count = question->stop_count - 1,
        .weight = question->weight,
    };
    for (size_t i = 0; i < question->further_count; i++)
        answer->routes[i + 1] = (struct answer_route){
            .legs = &question->further[i],
            .leg_count = 1,
            .weight = question->further[i].weight,
        };
}

int route_answer_init(struct route_answer *answer,
                      const struct route_question *question)
{
    const struct roads *roads = &route_question_map(question)->roads;
    int r = 0;

    answer->question = question;
    if (question->finding != ROUTE_FOUND)
        return 0;
    answer->routes =
        array_zero(question->further_count + 1, sizeof(*answer->routes));
    if (!answer->routes)
        return -ENOMEM;
    answer->route_count = question->further_count + 1;
    list_routes(answer);
    for (size_t i = 0; i < answer->route_count && !r; i++)
        r = route_shape_init(
            &answer->routes[i].shape, roads, route_question_weighting(question),
            answer->routes[i].legs, answer->routes[i].leg_count);
    return r;
}

void route_answer_finish(struct route_answer *answer)
{
    for (size_t i = 0; i < answer->route_count; i++)
        route_shape_finish(&answer->routes[i].shape);
    free(answer->routes);
}

/* Continues one route; true when it is complete. */
static bool write_route(struct route_answer *answer, struct json_writer *writer)
{
    if (answer->part == ROUTE_PART_HEAD)
        answer->part = write_head(answer, writer);
    if (answer->part == ROUTE_PART_LINE)
        answer->part = write_line(answer, writer);
    if (answer->part == ROUTE_PART_NODES)
        answer->part = write_nodes(answer, writer);
    return answer->part == ROUTE_PART_NONE;
}

static void next_route(struct route_answer *answer, struct json_writer *writer)
{
    if (answer->route > 0)
        json_end_object(writer);
    answer->route++;
    answer->part = ROUTE_PART_HEAD;
    answer->next = 0;
    answer->polyline = (struct polyline){0};
}

bool route_answer_write(struct route_answer *answer, struct json_writer *writer)
{
    if (answer->question->finding != ROUTE_FOUND) {
        write_nothing(answer->question, writer);
        return true;
    }
    while (answer->route < answer->route_count) {
        if (!write_route(answer, writer))
            return false;
        next_route(answer, writer);
    }
    end_routes(answer, writer);
    return true;
}

/* ---- The endpoint -------------------------------------------------------- */

struct route_state {
    struct route_question question;
    struct route_answer answer;
    struct route_stop from;
    struct route_stop to;
    struct stop_list via;
    struct question_options options;
    double radius_m;          /* INFINITY: the settings' radius */
    struct route_stop *stops; /* from, via, to; owned */
    bool begun;               /* writing has begun */
    bool no_memory;
};

const char *const route_geometries[] = {"geojson", "polyline", "polyline6",
                                        "none", NULL};

/* By enum route_straight. */
static const char *const straight[] = {"default", "true", "false", NULL};

#define MEMBER(member) offsetof(struct route_state, member)

static const struct field fields[] = {
    {"from", FIELD_STOP, true, MEMBER(from), NULL},
    {"to", FIELD_STOP, true, MEMBER(to), NULL},
    {"via", FIELD_STOPS, false, MEMBER(via), NULL},
    {"radius", FIELD_METRES, false, MEMBER(radius_m), NULL},
    OPTION_FIELDS(struct route_state, options),
    {"geometry", FIELD_CHOICE, false, MEMBER(answer.geometry),
     route_geometries},
    {"continue_straight", FIELD_CHOICE, false, MEMBER(question.straight),
     straight},
    {"nodes", FIELD_FLAG, false, MEMBER(answer.nodes), NULL},
    {"alternatives", FIELD_FEW, false, MEMBER(question.alternatives), NULL},
    FIELDS_END,
};

static void finish(void *memory)
{
    struct route_state *state = memory;

    route_answer_finish(&state->answer);
    route_question_finish(&state->question);
    free(state->via.stop);
    free(state->stops);
    free(state);
}

/* Moves the stops into `stops`, in order. */
static int line_up(struct route_state *state)
{
    const struct stop_list *via = &state->via;

    state->stops = array_alloc(via->count + 2, sizeof(*state->stops));
    if (!state->stops)
        return -ENOMEM;
    state->stops[0] = state->from;
    for (size_t i = 0; i < via->count; i++)
        state->stops[i + 1] = via->stop[i];
    state->stops[via->count + 1] = state->to;
    state->question.stops = state->stops;
    state->question.stop_count = via->count + 2;
    for (size_t i = 0; i < state->question.stop_count; i++)
        state->stops[i].options.radius_m = state->radius_m;
    return 0;
}

static void ask(struct exchange *exchange)
{
    struct route_state *state = exchange->state;
    struct route_question *question = &state->question;

    if (line_up(state)) {
        exchange_refuse_no_memory(exchange);
        return;
    }
    exchange_prepare(exchange, &question->base, &state->options);
    exchange_asked(exchange, &question->base,
                   service_ask_route(exchange_service(exchange), question));
}

static void handle(struct exchange *exchange)
{
    struct route_state *state = exchange_make_state(exchange, sizeof(*state));

    if (!state)
        return;
    state->answer.nodes = true;
    state->radius_m = INFINITY;
    exchange_read_fields(exchange, fields, ask);
}

static enum produced produce(struct exchange *exchange)
{
    struct route_state *state = exchange->state;
    struct json_writer *writer = &exchange->out;

    if (!state->begun)
        json_begin_object(writer);
    state->begun = true;
    if (!route_answer_write(&state->answer, writer))
        return PRODUCED_PART;
    exchange_write_figures(&state->question.base, writer);
    json_end_object(writer);
    return PRODUCED_LAST;
}

static void make_answer(struct exchange *exchange)
{
    struct route_state *state = exchange->state;

    state->no_memory = route_answer_init(&state->answer, &state->question);
}

static void send_answer(struct exchange *exchange)
{
    const struct route_state *state = exchange->state;

    if (state->no_memory)
        exchange_refuse_no_memory(exchange);
    else
        exchange_stream(exchange, UINT64_MAX, produce);
}

enum { SEGMENTS_AT_ONCE = 10000 }; /* what a loop thread prepares itself */

static void answered(struct exchange *exchange)
{
    const struct route_state *state = exchange->state;

    exchange_compute_if(
        exchange, route_question_segments(&state->question) > SEGMENTS_AT_ONCE,
        make_answer, send_answer);
}

const struct endpoint endpoint_route = {
    .path = "/v1/route",
    .method = "GET",
    .posts = true,
    .media = MEDIA_JSON,
    .handle = handle,
    .answered = answered,
    .finish = finish,
};
