/* Numbers, lines, waypoints. */
#include "api/osrm/osrm_answer.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "api/osrm/osrm_options.h"

/* ---- Numbers ------------------------------------------------------------- */

void osrm_write_number(struct json_writer *writer, double value)
{
    static const double whole_max = 9007199254740992; /* 2^53 */
    char text[32];

    if (!isfinite(value)) {
        json_write_null(writer);
        return;
    }
    if (value >= 0 && value <= whole_max && value == floor(value)) {
        json_write_number(writer, (uint64_t)value);
        return;
    }
    snprintf(text, sizeof(text), "%.10g", value);
    json_write_digits(writer, text, strlen(text));
}

void osrm_write_tenths(struct json_writer *writer, uint64_t tenths)
{
    json_write_decimal(writer, false, tenths, 1);
}

/* From 10^-7 to 10^-6 degrees, halves away from 0. */
static void write_degrees(struct json_writer *writer, int32_t value_e7)
{
    uint64_t size = value_e7 < 0 ? -(int64_t)value_e7 : value_e7;
    uint64_t size_e6 = (size + 5) / 10;

    json_write_decimal(writer, value_e7 < 0 && size_e6 > 0, size_e6, 6);
}

void osrm_write_location(struct json_writer *writer, struct position position)
{
    json_begin_array(writer);
    write_degrees(writer, position.lon_e7);
    write_degrees(writer, position.lat_e7);
    json_end_array(writer);
}

/* ---- Lines --------------------------------------------------------------- */

/* Halves away from 0. */
static int32_t rounded_e7(int32_t e7)
{
    return (e7 + (e7 < 0 ? -5 : 5)) / 10 * 10;
}

void osrm_geometry_begin(struct osrm_geometry *geometry,
                         struct json_writer *writer, enum osrm_geometries form)
{
    geometry->writer = writer;
    geometry->form = form;
    geometry->polyline = (struct polyline){0};
    geometry->length = 0;
    if (form != OSRM_GEOJSON) {
        json_begin_string(writer);
        return;
    }
    json_begin_object(writer);
    json_open_array(writer, "coordinates");
}

static void flush(struct osrm_geometry *geometry)
{
    json_writer_raw(geometry->writer, geometry->text, geometry->length);
    geometry->length = 0;
}

/* JSON escapes one of the characters of a polyline, "?" to "~". */
static void add_text(struct osrm_geometry *geometry, const char *text)
{
    char *to = geometry->text + geometry->length;

    for (; *text; text++) {
        if (*text == '\\')
            *to++ = '\\';
        *to++ = *text;
    }
    geometry->length = (size_t)(to - geometry->text);
    if (geometry->length > sizeof(geometry->text) - 2 * POLYLINE_POINT_SIZE)
        flush(geometry);
}

void osrm_geometry_add(struct osrm_geometry *geometry, struct position position)
{
    unsigned digits = geometry->form == OSRM_POLYLINE ? 5 : 6;
    struct position at = {rounded_e7(position.lon_e7),
                          rounded_e7(position.lat_e7)};
    char text[POLYLINE_POINT_SIZE];

    if (geometry->form == OSRM_GEOJSON) {
        osrm_write_location(geometry->writer, position);
        return;
    }
    polyline_add(&geometry->polyline, at, digits, text);
    add_text(geometry, text);
}

void osrm_geometry_end(struct osrm_geometry *geometry)
{
    struct json_writer *writer = geometry->writer;

    if (geometry->form != OSRM_GEOJSON) {
        flush(geometry);
        json_end_string(writer);
        return;
    }
    json_end_array(writer);
    json_put_string(writer, "type", "LineString");
    json_end_object(writer);
}

void osrm_write_geometry(struct json_writer *writer, enum osrm_geometries form,
                         const struct position *line, size_t count)
{
    struct osrm_geometry geometry;

    osrm_geometry_begin(&geometry, writer, form);
    for (size_t i = 0; i < count; i++)
        osrm_geometry_add(&geometry, line[i]);
    osrm_geometry_end(&geometry);
}

/* ---- Waypoints ----------------------------------------------------------- */

/* Clients send it back and must not interpret it; finding the road is as fast
 * without. 84 zero bytes in base64. */
static void write_hint(struct json_writer *writer)
{
    static const char zeros[OSRM_HINT_LENGTH + 3] =
        "\"AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
        "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\"";

    json_key(writer, "hint");
    json_write_digits(writer, zeros, sizeof(zeros) - 1);
}

static const char *name_of(const struct roads *roads, const struct snap *snap)
{
    return roads->text + roads_attributes(roads, snap->piece)->name;
}

static void write_names(struct json_writer *writer, const struct roads *roads,
                        const struct snap *snaps, uint32_t count)
{
    bool any = false;

    json_begin_string(writer);
    for (uint32_t i = 0; i < count; i++) {
        const char *name = name_of(roads, &snaps[i]);

        if (!*name)
            continue;
        if (any)
            json_write_string_part(writer, " / ");
        json_write_string_part(writer, name);
        any = true;
    }
    json_end_string(writer);
}

void osrm_waypoint_members(struct json_writer *writer,
                           const struct roads *roads, const struct snap *snaps,
                           uint32_t count, bool hint)
{
    if (hint)
        write_hint(writer);
    json_key(writer, "location");
    osrm_write_location(writer, snaps[0].position);
    json_key(writer, "name");
    write_names(writer, roads, snaps, count);
    json_key(writer, "distance");
    osrm_write_number(writer, snaps[0].distance_m);
}

void osrm_waypoint_write(struct json_writer *writer, const struct roads *roads,
                         const struct snap *snaps, uint32_t count, bool hint)
{
    json_begin_object(writer);
    osrm_waypoint_members(writer, roads, snaps, count, hint);
    json_end_object(writer);
}
