/* osrm_geometry: lines in OSRM's answers. */
#include "api/osrm/osrm_geometry.h"

#include "api/osrm/osrm_number.h"

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
    json_key(writer, "coordinates");
    json_begin_array(writer);
}

static void flush(struct osrm_geometry *geometry)
{
    json_writer_raw(geometry->writer, geometry->text, geometry->length);
    geometry->length = 0;
}

/* Of the characters of a polyline, "?" to "~", a JSON string escapes one. */
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
    json_key(writer, "type");
    json_write_string(writer, "LineString");
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
