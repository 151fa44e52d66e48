/* A route as GeoJSON (RFC 7946), as GPX 1.1, or as an encoded line, in parts:
 * what comes before the lines, the steps among it; each route's line with its
 * legs, position by position; what comes after them. */
#include "api/v1/route.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api/v1/v1.h"

enum format_part {
    FORMAT_BEGIN, /* nothing is written yet */
    FORMAT_STEPS, /* of all routes */
    FORMAT_ROUTE, /* before a route, or after the last */
    FORMAT_LEGS,
    FORMAT_LINE,
};

/* How a format writes these parts; NULL: it has nothing there. steps() and
 * legs() continue until the writer is full; true at their end. */
struct format_ops {
    void (*begin)(struct route_answer *answer, struct json_writer *writer);
    bool (*steps)(struct route_answer *answer, struct json_writer *writer);
    void (*begin_line)(struct route_answer *answer, struct json_writer *writer);
    bool (*legs)(struct route_answer *answer, struct json_writer *writer);
    void (*position)(struct route_answer *answer, struct position position,
                     struct json_writer *writer);
    void (*end_line)(struct route_answer *answer, struct json_writer *writer);
    void (*end)(struct route_answer *answer, struct json_writer *writer);
};

static void add(struct json_writer *writer, const char *text)
{
    json_writer_raw(writer, text, strlen(text));
}

/* ---- GeoJSON ------------------------------------------------------------- */

static void begin_feature(struct json_writer *writer)
{
    json_begin_object(writer);
    json_put_string(writer, "type", "Feature");
    json_open_object(writer, "properties");
}

static void begin_geometry(const char *type, struct json_writer *writer)
{
    json_end_object(writer);
    json_open_object(writer, "geometry");
    json_put_string(writer, "type", type);
    json_key(writer, "coordinates");
}

static void end_feature(struct json_writer *writer)
{
    json_end_object(writer);
    json_end_object(writer);
}

static void geojson_begin(struct route_answer *answer,
                          struct json_writer *writer)
{
    (void)answer;
    json_put_string(writer, "type", "FeatureCollection");
    json_open_array(writer, "features");
}

static void geojson_begin_line(struct route_answer *answer,
                               struct json_writer *writer)
{
    const struct answer_route *route = &answer->routes[answer->route];

    begin_feature(writer);
    json_put_number(writer, "route", answer->route);
    route_write_sums(writer, route->weight, route->shape.duration_ms,
                     route->shape.length_mm);
    json_open_array(writer, "legs");
}

static bool geojson_legs(struct route_answer *answer,
                         struct json_writer *writer)
{
    if (!route_write_legs(answer, writer))
        return false;
    begin_geometry("LineString", writer);
    json_begin_array(writer);
    return true;
}

static void geojson_position(struct route_answer *answer,
                             struct position position,
                             struct json_writer *writer)
{
    (void)answer;
    v1_write_position(writer, position);
}

static void geojson_end_line(struct route_answer *answer,
                             struct json_writer *writer)
{
    (void)answer;
    json_end_array(writer);
    end_feature(writer);
}

static void geojson_end(struct route_answer *answer, struct json_writer *writer)
{
    const struct route_question *question = answer->question;

    for (size_t i = 0; i < question->stop_count; i++) {
        begin_feature(writer);
        json_put_number(writer, "stop", i);
        v1_put_snap(writer, &question->snaps[i]);
        begin_geometry("Point", writer);
        v1_write_position(writer, question->snaps[i].position);
        end_feature(writer);
    }
    json_end_array(writer);
    route_write_finding(question, writer);
}

/* ---- GPX ----------------------------------------------------------------- */

static void add_format(struct json_writer *writer, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static void add_format(struct json_writer *writer, const char *format, ...)
{
    char text[160];
    va_list args;

    va_start(args, format);
    vsnprintf(text, sizeof(text), format, args);
    va_end(args);
    add(writer, text);
}

/* Text as XML has it, without what XML cannot have: control characters, U+FFFE
 * and U+FFFF. */
static void add_escaped(struct json_writer *writer, const char *text)
{
    for (; *text; text++) {
        if (!strncmp(text, "\xef\xbf\xbe", 3) ||
            !strncmp(text, "\xef\xbf\xbf", 3))
            text += 2;
        else if (*text == '&')
            add(writer, "&amp;");
        else if (*text == '<')
            add(writer, "&lt;");
        else if (*text == '>')
            add(writer, "&gt;");
        else if ((unsigned char)*text >= ' ' || *text == '\t')
            json_writer_raw(writer, text, 1);
    }
}

static void add_point(struct json_writer *writer, const char *element,
                      struct position position)
{
    add_format(writer, "<%s lat=\"%s%d.%07d\" lon=\"%s%d.%07d\"", element,
               position.lat_e7 < 0 ? "-" : "", abs(position.lat_e7) / 10000000,
               abs(position.lat_e7) % 10000000, position.lon_e7 < 0 ? "-" : "",
               abs(position.lon_e7) / 10000000,
               abs(position.lon_e7) % 10000000);
}

static void gpx_begin(struct route_answer *answer, struct json_writer *writer)
{
    const struct route_question *question = answer->question;

    add(writer, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                "<gpx version=\"1.1\" creator=\"relaxd\" "
                "xmlns=\"http://www.topografix.com/GPX/1/1\">\n");
    for (size_t i = 0; i < question->stop_count; i++) {
        add_point(writer, "wpt", question->snaps[i].position);
        add_format(writer, "><name>%zu</name></wpt>\n", i + 1);
    }
}

/* What a device tells at a step. */
static void add_step(struct route_answer *answer, const struct leg_steps *steps,
                     size_t step, struct json_writer *writer)
{
    const struct roads *roads = &route_question_map(answer->question)->roads;
    const struct guide_step *told = &steps->guidance.step[step];

    add_point(writer, "rtept", told->position);
    add(writer, "><name>");
    add_escaped(writer, roads->text + told->name);
    add(writer, "</name><desc>");
    add_escaped(writer, steps->phrase ? steps->phrase[step] : "");
    add(writer, "</desc></rtept>\n");
}

/* Continues the steps of one route; true at their end. */
static bool add_steps(struct route_answer *answer, struct json_writer *writer)
{
    const struct answer_route *route = &answer->routes[answer->route];

    if (!answer->leg && !answer->step)
        add(writer, "<rte>\n");
    for (; answer->leg < route->leg_count; answer->leg++, answer->step = 0) {
        const struct leg_steps *steps = &route->steps[answer->leg];

        while (answer->step < steps->guidance.step_count) {
            add_step(answer, steps, answer->step++, writer);
            if (json_writer_full(writer))
                return false;
        }
    }
    add(writer, "</rte>\n");
    answer->leg = 0;
    return true;
}

static bool gpx_steps(struct route_answer *answer, struct json_writer *writer)
{
    for (; answer->steps && answer->route < answer->route_count;
         answer->route++) {
        if (!add_steps(answer, writer))
            return false;
    }
    answer->route = 0;
    return true;
}

static void gpx_begin_line(struct route_answer *answer,
                           struct json_writer *writer)
{
    (void)answer;
    add(writer, "<trk><trkseg>\n");
}

static void gpx_position(struct route_answer *answer, struct position position,
                         struct json_writer *writer)
{
    (void)answer;
    add_point(writer, "trkpt", position);
    add(writer, "/>\n");
}

static void gpx_end_line(struct route_answer *answer,
                         struct json_writer *writer)
{
    (void)answer;
    add(writer, "</trkseg></trk>\n");
}

static void gpx_end(struct route_answer *answer, struct json_writer *writer)
{
    (void)answer;
    add(writer, "</gpx>\n");
}

/* ---- Encoded lines ------------------------------------------------------- */

static void polyline_position(struct route_answer *answer,
                              struct position position,
                              struct json_writer *writer)
{
    unsigned digits = answer->geometry == GEOMETRY_POLYLINE6 ? 6 : 5;
    char text[POLYLINE_POINT_SIZE];

    polyline_add(&answer->polyline, position, digits, text);
    add(writer, text);
}

static void polyline_end_line(struct route_answer *answer,
                              struct json_writer *writer)
{
    answer->polyline = (struct polyline){0};
    add(writer, "\n");
}

/* ---- All of them --------------------------------------------------------- */

static const struct format_ops formats[] = {
    [FORMAT_GEOJSON] = {geojson_begin, NULL, geojson_begin_line, geojson_legs,
                        geojson_position, geojson_end_line, geojson_end},
    [FORMAT_GPX] = {gpx_begin, gpx_steps, gpx_begin_line, NULL, gpx_position,
                    gpx_end_line, gpx_end},
    [FORMAT_POLYLINE] = {.position = polyline_position,
                         .end_line = polyline_end_line},
};

static void write_if(void (*write)(struct route_answer *answer,
                                   struct json_writer *writer),
                     struct route_answer *answer, struct json_writer *writer)
{
    if (write)
        write(answer, writer);
}

static bool continue_if(bool (*write)(struct route_answer *answer,
                                      struct json_writer *writer),
                        struct route_answer *answer, struct json_writer *writer)
{
    return !write || write(answer, writer);
}

/* Continues a line; true at its end. */
static bool write_line(struct route_answer *answer,
                       const struct format_ops *ops, struct json_writer *writer)
{
    const struct route_shape *shape = &answer->routes[answer->route].shape;

    while (answer->next < shape->position_count && !json_writer_full(writer))
        ops->position(answer, shape->positions[answer->next++], writer);
    if (answer->next < shape->position_count)
        return false;
    write_if(ops->end_line, answer, writer);
    answer->leg = answer->next = 0;
    answer->route++;
    return true;
}

/* Continues a route; true at its end. */
static bool write_route(struct route_answer *answer,
                        const struct format_ops *ops,
                        struct json_writer *writer)
{
    if (answer->part == FORMAT_ROUTE) {
        write_if(ops->begin_line, answer, writer);
        answer->part = FORMAT_LEGS;
    }
    if (answer->part == FORMAT_LEGS) {
        if (!continue_if(ops->legs, answer, writer))
            return false;
        answer->part = FORMAT_LINE;
    }
    if (!write_line(answer, ops, writer))
        return false;
    answer->part = FORMAT_ROUTE;
    return true;
}

bool route_format_write(struct route_answer *answer, enum route_format format,
                        struct json_writer *writer)
{
    const struct format_ops *ops = &formats[format];

    if (answer->part == FORMAT_BEGIN) {
        write_if(ops->begin, answer, writer);
        answer->part = FORMAT_STEPS;
    }
    if (answer->part == FORMAT_STEPS) {
        if (!continue_if(ops->steps, answer, writer))
            return false;
        answer->part = FORMAT_ROUTE;
    }
    while (answer->route < answer->route_count) {
        if (!write_route(answer, ops, writer))
            return false;
    }
    write_if(ops->end, answer, writer);
    return true;
}
