/* geojson: areas as RFC 7946 writes them. */
#ifndef RELAXD_API_FORM_GEOJSON_H
#define RELAXD_API_FORM_GEOJSON_H

#include <jansson.h>

#include "core/base/error.h"
#include "core/graph/position.h"

/* [longitude, latitude] in degrees. -EINVAL with words. */
int geojson_position(const json_t *pair, struct position *ret_position,
                     struct error *error);

/* The same of two numbers, which may be NULL. */
int geojson_degrees(const json_t *lon, const json_t *lat,
                    struct position *ret_position, struct error *error);

/* Calls take() with the rings of each polygon of a Polygon or MultiPolygon, an
 * array of one ring at least. -EINVAL with words, or the first answer of take()
 * that is not 0. */
int geojson_polygons(const json_t *geometry,
                     int (*take)(void *context, const json_t *rings,
                                 struct error *error),
                     void *context, struct error *error);

#endif
