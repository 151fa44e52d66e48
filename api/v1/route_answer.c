/* route_answer: an answered route as members of a JSON object, in parts. */
#include "api/v1/route_answer.h"

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
    struct route_sums sums =
        route_sums_of(question->legs, question->stop_count - 1);

    write_sums(writer, question->weight, sums.duration_ms, sums.length_mm);
    json_key(writer, "weight_name");
    json_write_string(writer,
                      route_question_map(question)->roads.profile.weight_name);
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

static void open_geometry(struct route_answer *answer,
                          struct json_writer *writer)
{
    json_key(writer, "geometry");
    if (answer->geometry != GEOMETRY_GEOJSON) {
        json_begin_string(writer);
        return;
    }
    json_begin_object(writer);
    json_key(writer, "type");
    json_write_string(writer, "LineString");
    json_key(writer, "coordinates");
    json_begin_array(writer);
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
        write_position(writer, position);
        return;
    }
    polyline_add(&answer->polyline, position, digits, text);
    json_write_string_part(writer, text);
}

static enum route_part write_head(struct route_answer *answer,
                                  struct json_writer *writer)
{
    const struct route_question *question = answer->question;

    write_total(question, writer);
    write_legs(question, writer);
    write_stops(question, writer);
    write_roads(&answer->shape, writer);
    if (answer->geometry != GEOMETRY_NONE) {
        open_geometry(answer, writer);
        return ROUTE_PART_LINE;
    }
    return ROUTE_PART_NODES;
}

static enum route_part write_line(struct route_answer *answer,
                                  struct json_writer *writer)
{
    while (answer->next < answer->shape.position_count &&
           !json_writer_full(writer))
        write_point(answer, answer->shape.positions[answer->next++], writer);
    if (answer->next < answer->shape.position_count)
        return ROUTE_PART_LINE;
    close_geometry(answer, writer);
    answer->next = 0;
    return ROUTE_PART_NODES;
}

static enum route_part write_nodes(struct route_answer *answer,
                                   struct json_writer *writer)
{
    if (!answer->nodes)
        return ROUTE_PART_NONE;
    if (!answer->next) {
        json_key(writer, "nodes");
        json_begin_array(writer);
    }
    while (answer->next < answer->shape.node_count && !json_writer_full(writer))
        json_write_signed(writer, answer->shape.nodes[answer->next++]);
    if (answer->next < answer->shape.node_count)
        return ROUTE_PART_NODES;
    json_end_array(writer);
    return ROUTE_PART_NONE;
}

/* No way leads there, or its cost is no number. */
static void write_nothing(const struct route_question *question,
                          struct json_writer *writer)
{
    static const char *const numbers[] = {"cost", "duration", "distance",
                                          "geometry"};

    for (size_t i = 0; i < sizeof(numbers) / sizeof(*numbers); i++) {
        json_key(writer, numbers[i]);
        json_write_null(writer);
    }
    if (question->finding == ROUTE_OVERFLOW) {
        json_key(writer, "overflow");
        json_write_bool(writer, true);
    } else {
        json_key(writer, "missing_leg");
        json_write_number(writer, question->missing_leg);
    }
    write_stops(question, writer);
}

int route_answer_init(struct route_answer *answer,
                      const struct route_question *question)
{
    const struct roads *roads = &route_question_map(question)->roads;

    answer->question = question;
    if (question->finding != ROUTE_FOUND)
        return 0;
    return route_shape_init(&answer->shape, roads, question->legs,
                            question->stop_count - 1, NULL);
}

void route_answer_finish(struct route_answer *answer)
{
    route_shape_finish(&answer->shape);
}

bool route_answer_write(struct route_answer *answer, struct json_writer *writer)
{
    if (answer->question->finding != ROUTE_FOUND) {
        write_nothing(answer->question, writer);
        return true;
    }
    if (answer->part == ROUTE_PART_HEAD)
        answer->part = write_head(answer, writer);
    if (answer->part == ROUTE_PART_LINE)
        answer->part = write_line(answer, writer);
    if (answer->part == ROUTE_PART_NODES)
        answer->part = write_nodes(answer, writer);
    return answer->part == ROUTE_PART_NONE;
}
