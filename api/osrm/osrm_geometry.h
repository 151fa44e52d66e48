/* osrm_geometry: lines in OSRM's answers: GeoJSON, or a polyline of five or six
 * decimals; all of coordinates that are rounded to 10^-6 degrees first. */
#ifndef RELAXD_API_OSRM_OSRM_GEOMETRY_H
#define RELAXD_API_OSRM_OSRM_GEOMETRY_H

#include "api/form/json_writer.h"
#include "api/osrm/osrm_request.h"
#include "core/service/line/polyline.h"

enum { OSRM_GEOMETRY_BUFFER = 2048 };

/* A line that is being written. */
struct osrm_geometry {
    struct json_writer *writer;
    enum osrm_geometries form;
    struct polyline polyline; /* as far as it is written */
    char text[OSRM_GEOMETRY_BUFFER];
    size_t length; /* of `text`, not yet in the writer */
};

/* As a value: begin, add all positions, at least two, end. */
void osrm_geometry_begin(struct osrm_geometry *geometry,
                         struct json_writer *writer, enum osrm_geometries form);
void osrm_geometry_add(struct osrm_geometry *geometry,
                       struct position position);
void osrm_geometry_end(struct osrm_geometry *geometry);

/* All at once. */
void osrm_write_geometry(struct json_writer *writer, enum osrm_geometries form,
                         const struct position *line, size_t count);

#endif
