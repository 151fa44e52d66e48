/* osrm_answer: the building blocks of OSRM's answers: numbers, lines,
 * waypoints. */
#ifndef RELAXD_API_OSRM_OSRM_ANSWER_H
#define RELAXD_API_OSRM_OSRM_ANSWER_H

#include <stdbool.h>
#include <stdint.h>

#include "api/form/json_writer.h"
#include "api/osrm/osrm_request.h"
#include "core/graph/position.h"
#include "core/graph/roads/roads.h"
#include "core/service/line/polyline.h"
#include "core/service/place/snap.h"

/* ---- Numbers ------------------------------------------------------------- */

/* Writes null for a number that is not finite. */
void osrm_write_number(struct json_writer *writer, double value);

/* tenths / 10: deciseconds as seconds, decimetres as metres. */
void osrm_write_tenths(struct json_writer *writer, uint64_t tenths);

/* [longitude, latitude], rounded to 10^-6 degrees. */
void osrm_write_location(struct json_writer *writer, struct position position);

/* Milliseconds to deciseconds, rounded, halves up. */
static inline uint64_t osrm_deciseconds(uint64_t duration_ms)
{
    return (duration_ms + 50) / 100;
}

/* Millimetres to decimetres, the same way. */
static inline uint64_t osrm_decimetres(uint64_t length_mm)
{
    return (length_mm + 50) / 100;
}

/* Tenths of a map's weight, whose unit is milliseconds or centimetres. */
static inline uint64_t osrm_weight_tenths(const struct roads *roads,
                                          uint64_t weight)
{
    uint64_t unit = roads->profile.weighs_distance ? 10 : 100;

    return (weight + unit / 2) / unit;
}

/* ---- Lines --------------------------------------------------------------- */

enum { OSRM_GEOMETRY_BUFFER = 2048 };

/* A line, partly written. */
struct osrm_geometry {
    struct json_writer *writer;
    enum osrm_geometries form;
    struct polyline polyline; /* state of the encoding */
    char text[OSRM_GEOMETRY_BUFFER];
    size_t length; /* of `text`, not yet in the writer */
};

/* Write a value: begin, add all positions (at least two), end. */
void osrm_geometry_begin(struct osrm_geometry *geometry,
                         struct json_writer *writer, enum osrm_geometries form);
void osrm_geometry_add(struct osrm_geometry *geometry,
                       struct position position);
void osrm_geometry_end(struct osrm_geometry *geometry);

/* All three at once. */
void osrm_write_geometry(struct json_writer *writer, enum osrm_geometries form,
                         const struct position *line, size_t count);

/* ---- Waypoints ----------------------------------------------------------- */

/* The members location, name, distance and, if `hint`, hint; the caller begins
 * and ends the object. `snaps`: all roads at one place, count >= 1, from
 * snap_place(). Joins their names with " / ". */
void osrm_waypoint_members(struct json_writer *writer,
                           const struct roads *roads, const struct snap *snaps,
                           uint32_t count, bool hint);

/* The same with its braces. */
void osrm_waypoint_write(struct json_writer *writer, const struct roads *roads,
                         const struct snap *snaps, uint32_t count, bool hint);

#endif
