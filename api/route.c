/* route: the way from place to place over a map's roads. */
#include <stdlib.h>
#include <string.h>

#include "api/exchange.h"
#include "api/params.h"
#include "api/router.h"
#include "core/base/array.h"
#include "core/service/polyline.h"
#include "core/service/route_question.h"
#include "core/service/route_shape.h"

enum geometry { GEOJSON, POLYLINE, POLYLINE6, NO_GEOMETRY };

/* What a request says. */
struct route_request {
    struct route_stop from;
    struct route_stop to;
    struct stop_list via;
    struct wish wish;
    unsigned geometry;          /* enum geometry */
    unsigned continue_straight; /* enum route_straight */
    bool nodes;
};

enum route_part { PART_HEAD, PART_LINE, PART_NODES, PART_TAIL };

struct route_task {
    struct route_question question;
    struct route_request request;
    struct route_stop *stops; /* from, via, to; owned */
    struct route_shape shape;
    enum route_part part;     /* of the answer, that is being written */
    size_t next;              /* position or node to write */
    struct polyline polyline; /* as far as it is written */
};

static const char *const geometries[] = {"geojson", "polyline", "polyline6",
                                         "none", NULL};
static const char *const straight[] = {"default", "true", "false", NULL};

static const struct field field_list[] = {
    {"from", FIELD_STOP, true, offsetof(struct route_request, from), NULL},
    {"to", FIELD_STOP, true, offsetof(struct route_request, to), NULL},
    {"via", FIELD_STOPS, false, offsetof(struct route_request, via), NULL},
    WISH_FIELDS(struct route_request, wish),
    {"geometry", FIELD_CHOICE, false, offsetof(struct route_request, geometry),
     geometries},
    {"continue_straight", FIELD_CHOICE, false,
     offsetof(struct route_request, continue_straight), straight},
    {"nodes", FIELD_FLAG, false, offsetof(struct route_request, nodes), NULL},
};
static const struct fields fields = {field_list,
                                     sizeof(field_list) / sizeof(*field_list)};

static void finish(void *work)
{
    struct route_task *task = work;

    route_shape_finish(&task->shape);
    route_question_finish(&task->question);
    free(task->request.via.stop);
    free(task->stops);
    free(task);
}

/* Takes the stops over in their order. */
static int line_up(struct route_task *task)
{
    const struct stop_list *via = &task->request.via;

    task->stops = array_alloc(via->count + 2, sizeof(*task->stops));
    if (!task->stops)
        return -1;
    task->stops[0] = task->request.from;
    for (size_t i = 0; i < via->count; i++)
        task->stops[i + 1] = via->stop[i];
    task->stops[via->count + 1] = task->request.to;
    task->question.stops = task->stops;
    task->question.stop_count = via->count + 2;
    return 0;
}

static void refuse_no_memory(struct exchange *exchange)
{
    struct problem problem;

    problem_set(&problem, PROBLEM_FAILED, "out of memory");
    exchange_refuse(exchange, &problem);
}

static void ask(struct exchange *exchange, struct route_task *task)
{
    struct route_question *question = &task->question;

    question->straight = (enum route_straight)task->request.continue_straight;
    exchange_prepare(exchange, &question->base, &task->request.wish);
    exchange_asked(exchange, &question->base,
                   service_ask_route(exchange_service(exchange), question));
}

static void handle(struct exchange *exchange)
{
    struct route_task *task = calloc(1, sizeof(*task));
    struct problem problem;

    exchange->work = task;
    if (!task) {
        refuse_no_memory(exchange);
        return;
    }
    task->request.nodes = true;
    if (params_parse(exchange->query, &fields, &task->request, &problem))
        exchange_refuse(exchange, &problem);
    else if (line_up(task))
        refuse_no_memory(exchange);
    else
        ask(exchange, task);
}

/* Seconds of milliseconds, metres of millimetres. */
static void write_thousandths(struct json_writer *writer, const char *key,
                              uint64_t thousandths)
{
    json_key(writer, key);
    json_write_thousandths(writer, thousandths);
}

static void write_sums(struct json_writer *writer, uint64_t cost,
                       uint64_t duration_ms, uint64_t length_mm)
{
    json_key(writer, "cost");
    json_write_number(writer, cost);
    write_thousandths(writer, "duration", duration_ms);
    write_thousandths(writer, "distance", length_mm);
}

static void write_position(struct json_writer *writer, struct position position)
{
    json_begin_array(writer);
    json_write_degrees_e7(writer, position.lon_e7);
    json_write_degrees_e7(writer, position.lat_e7);
    json_end_array(writer);
}

static void write_total(const struct route_question *question,
                        struct json_writer *writer)
{
    uint64_t duration_ms = 0;
    uint64_t length_mm = 0;

    for (size_t i = 0; i + 1 < question->stop_count; i++) {
        duration_ms += question->legs[i].duration_ms;
        length_mm += question->legs[i].length_mm;
    }
    write_sums(writer, question->weight, duration_ms, length_mm);
}

static void write_legs(const struct route_question *question,
                       struct json_writer *writer)
{
    json_key(writer, "legs");
    json_begin_array(writer);
    for (size_t i = 0; i + 1 < question->stop_count; i++) {
        const struct route_leg *leg = &question->legs[i];

        json_begin_object(writer);
        write_sums(writer, leg->weight, leg->duration_ms, leg->length_mm);
        json_end_object(writer);
    }
    json_end_array(writer);
}

/* Where the stops are on the road, and how far from where they were asked for.
 */
static void write_stops(const struct route_question *question,
                        struct json_writer *writer)
{
    json_key(writer, "stops");
    json_begin_array(writer);
    for (size_t i = 0; i < question->stop_count; i++) {
        const struct snap *snap = &question->snaps[i];

        json_begin_object(writer);
        json_key(writer, "location");
        write_position(writer, snap->position);
        write_thousandths(writer, "distance",
                          (uint64_t)(snap->distance_m * 1000 + 0.5));
        json_end_object(writer);
    }
    json_end_array(writer);
}

static void write_roads(const struct route_shape *shape,
                        struct json_writer *writer)
{
    json_key(writer, "roads");
    json_begin_array(writer);
    for (size_t i = 0; i < shape->road_count; i++) {
        const struct route_road *road = &shape->roads[i];

        json_begin_object(writer);
        json_key(writer, "name");
        json_write_string(writer, road->name);
        json_key(writer, "ref");
        json_write_string(writer, road->ref);
        json_key(writer, "mode");
        json_write_string(writer, travel_mode_name(road->mode));
        write_thousandths(writer, "duration", road->duration_ms);
        write_thousandths(writer, "distance", road->length_mm);
        json_end_object(writer);
    }
    json_end_array(writer);
}

static void open_geometry(struct route_task *task, struct json_writer *writer)
{
    json_key(writer, "geometry");
    if (task->request.geometry != GEOJSON) {
        json_begin_string(writer);
        return;
    }
    json_begin_object(writer);
    json_key(writer, "type");
    json_write_string(writer, "LineString");
    json_key(writer, "coordinates");
    json_begin_array(writer);
}

static void close_geometry(struct route_task *task, struct json_writer *writer)
{
    if (task->request.geometry != GEOJSON) {
        json_end_string(writer);
        return;
    }
    json_end_array(writer);
    json_end_object(writer);
}

static void write_point(struct route_task *task, struct position position,
                        struct json_writer *writer)
{
    unsigned digits = task->request.geometry == POLYLINE ? 5 : 6;
    char text[POLYLINE_POINT_SIZE];

    if (task->request.geometry == GEOJSON) {
        write_position(writer, position);
        return;
    }
    polyline_add(&task->polyline, position, digits, text);
    json_write_string_part(writer, text);
}

static enum route_part write_head(struct route_task *task,
                                  struct json_writer *writer)
{
    const struct route_question *question = &task->question;

    json_begin_object(writer);
    write_total(question, writer);
    write_legs(question, writer);
    write_stops(question, writer);
    write_roads(&task->shape, writer);
    if (task->request.geometry != NO_GEOMETRY) {
        open_geometry(task, writer);
        return PART_LINE;
    }
    return PART_NODES;
}

static enum route_part write_line(struct route_task *task,
                                  struct json_writer *writer)
{
    while (task->next < task->shape.position_count && !json_writer_full(writer))
        write_point(task, task->shape.positions[task->next++], writer);
    if (task->next < task->shape.position_count)
        return PART_LINE;
    close_geometry(task, writer);
    task->next = 0;
    return PART_NODES;
}

static enum route_part write_nodes(struct route_task *task,
                                   struct json_writer *writer)
{
    if (!task->request.nodes)
        return PART_TAIL;
    if (!task->next) {
        json_key(writer, "nodes");
        json_begin_array(writer);
    }
    while (task->next < task->shape.node_count && !json_writer_full(writer))
        json_write_signed(writer, task->shape.nodes[task->next++]);
    if (task->next < task->shape.node_count)
        return PART_NODES;
    json_end_array(writer);
    return PART_TAIL;
}

static enum produced produce(struct exchange *exchange)
{
    struct route_task *task = exchange->work;
    struct json_writer *writer = &exchange->out;

    if (task->part == PART_HEAD)
        task->part = write_head(task, writer);
    if (task->part == PART_LINE)
        task->part = write_line(task, writer);
    if (task->part == PART_NODES)
        task->part = write_nodes(task, writer);
    if (task->part != PART_TAIL)
        return PRODUCED_PART;
    exchange_write_figures(&task->question.base, writer);
    json_end_object(writer);
    return PRODUCED_LAST;
}

/* No way leads there, or its cost is no number. */
static enum produced produce_nothing(struct exchange *exchange)
{
    static const char *const numbers[] = {"cost", "duration", "distance",
                                          "geometry"};
    struct route_task *task = exchange->work;
    struct json_writer *writer = &exchange->out;

    json_begin_object(writer);
    for (size_t i = 0; i < sizeof(numbers) / sizeof(*numbers); i++) {
        json_key(writer, numbers[i]);
        json_write_null(writer);
    }
    if (task->question.finding == ROUTE_OVERFLOW) {
        json_key(writer, "overflow");
        json_write_bool(writer, true);
    }
    write_stops(&task->question, writer);
    exchange_write_figures(&task->question.base, writer);
    json_end_object(writer);
    return PRODUCED_LAST;
}

static void answered(struct exchange *exchange)
{
    struct route_task *task = exchange->work;
    const struct route_question *question = &task->question;

    if (question->finding != ROUTE_FOUND)
        exchange_stream(exchange, UINT64_MAX, produce_nothing);
    else if (route_shape_init(&task->shape,
                              &route_question_map(question)->roads,
                              question->legs, question->stop_count - 1, NULL))
        refuse_no_memory(exchange);
    else
        exchange_stream(exchange, UINT64_MAX, produce);
}

const struct endpoint endpoint_route = {
    .path = "/v1/route",
    .method = "GET",
    .media = MEDIA_JSON,
    .handle = handle,
    .answered = answered,
    .finish = finish,
};
