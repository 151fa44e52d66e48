/* A route as members of a JSON object. */
#include "api/v1/route.h"

#include <errno.h>
#include <stdlib.h>

#include "api/v1/v1.h"
#include "core/base/array.h"

enum route_part {
    ROUTE_PART_HEAD,
    ROUTE_PART_LEGS,
    ROUTE_PART_LINE,
    ROUTE_PART_NODES,
    ROUTE_PART_REASONS,
    ROUTE_PART_NONE, /* all is written */
};

void route_write_sums(struct json_writer *writer, uint64_t cost,
                      uint64_t duration_ms, uint64_t length_mm)
{
    json_put_number(writer, "cost", cost);
    json_put_thousandths(writer, "duration", duration_ms);
    json_put_thousandths(writer, "distance", length_mm);
}

const char *const route_geometries[] = {"geojson", "polyline", "polyline6",
                                        "none", NULL};

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

static enum route_part begin_reasons(struct route_answer *answer)
{
    answer->next = 0;
    return answer->explains ? ROUTE_PART_REASONS : ROUTE_PART_NONE;
}

static enum route_part begin_nodes(struct route_answer *answer,
                                   struct json_writer *writer)
{
    answer->next = 0;
    if (!answer->nodes)
        return begin_reasons(answer);
    json_open_array(writer, "nodes");
    return ROUTE_PART_NODES;
}

static void write_head(struct route_answer *answer, struct json_writer *writer)
{
    const struct route_question *question = answer->question;
    const struct answer_route *route = &answer->routes[answer->route];

    begin_route(answer, writer);
    route_write_sums(writer, route->weight, route->shape.duration_ms,
                     route->shape.length_mm);
    if (answer->route == 0)
        write_weight_name(question, writer);
    if (answer->route == 0)
        v1_put_snaps(writer, "stops", question->snaps, question->stop_count);
    write_roads(&route->shape, writer);
    json_open_array(writer, "legs");
}

static enum route_part write_legs(struct route_answer *answer,
                                  struct json_writer *writer)
{
    if (!route_write_legs(answer, writer))
        return ROUTE_PART_LEGS;
    if (answer->geometry == GEOMETRY_NONE)
        return begin_nodes(answer, writer);
    open_geometry(answer, writer);
    return ROUTE_PART_LINE;
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
    return begin_reasons(answer);
}

void route_write_finding(const struct route_question *question,
                         struct json_writer *writer)
{
    if (question->finding == ROUTE_OVERFLOW)
        json_put_bool(writer, "overflow", true);
    else if (question->finding == ROUTE_NONE)
        json_put_number(writer, "missing_leg", question->missing_leg);
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
    route_write_finding(question, writer);
    v1_put_snaps(writer, "stops", question->snaps, question->stop_count);
    json_open_array(writer, "roads");
    json_end_array(writer);
    json_open_array(writer, "legs");
    json_end_array(writer);
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
    for (size_t i = 0; i < answer->route_count && !r; i++) {
        r = route_shape_init(
            &answer->routes[i].shape, roads, route_question_weighting(question),
            answer->routes[i].legs, answer->routes[i].leg_count);
        if (!r && answer->explains)
            r = route_explain(&answer->routes[i], question);
        if (!r && answer->steps)
            r = route_steps_init(&answer->routes[i], question,
                                 answer->language);
    }
    return r;
}

void route_answer_finish(struct route_answer *answer)
{
    for (size_t i = 0; i < answer->route_count; i++) {
        route_shape_finish(&answer->routes[i].shape);
        leg_reasons_finish(&answer->routes[i].reasons);
        route_steps_finish(&answer->routes[i]);
    }
    free(answer->routes);
}

/* Continues one route; true when it is complete. */
static bool write_route(struct route_answer *answer, struct json_writer *writer)
{
    if (answer->part == ROUTE_PART_HEAD) {
        write_head(answer, writer);
        answer->part = ROUTE_PART_LEGS;
    }
    if (answer->part == ROUTE_PART_LEGS)
        answer->part = write_legs(answer, writer);
    if (answer->part == ROUTE_PART_LINE)
        answer->part = write_line(answer, writer);
    if (answer->part == ROUTE_PART_NODES)
        answer->part = write_nodes(answer, writer);
    if (answer->part == ROUTE_PART_REASONS &&
        route_write_reasons(answer, writer))
        answer->part = ROUTE_PART_NONE;
    return answer->part == ROUTE_PART_NONE;
}

static void next_route(struct route_answer *answer, struct json_writer *writer)
{
    if (answer->route > 0)
        json_end_object(writer);
    answer->route++;
    answer->part = ROUTE_PART_HEAD;
    answer->leg = answer->next = 0;
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
