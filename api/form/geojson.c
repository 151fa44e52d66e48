#include "api/form/geojson.h"

#include <errno.h>
#include <math.h>
#include <string.h>

int geojson_degrees(const json_t *lon, const json_t *lat,
                    struct position *ret_position, struct error *error)
{
    if (!json_is_number(lon) || !json_is_number(lat) ||
        fabs(json_number_value(lon)) > 180 || fabs(json_number_value(lat)) > 90)
        return error_set(error, -EINVAL,
                         "a position is not [longitude, latitude]");
    ret_position->lon_e7 = (int32_t)lround(json_number_value(lon) * 1e7);
    ret_position->lat_e7 = (int32_t)lround(json_number_value(lat) * 1e7);
    return 0;
}

int geojson_position(const json_t *pair, struct position *ret_position,
                     struct error *error)
{
    return geojson_degrees(json_array_get(pair, 0), json_array_get(pair, 1),
                           ret_position, error);
}

static int take_polygon(const json_t *rings,
                        int (*take)(void *context, const json_t *rings,
                                    struct error *error),
                        void *context, struct error *error)
{
    if (!json_array_size(rings))
        return error_set(error, -EINVAL, "a polygon has no ring");
    return take(context, rings, error);
}

int geojson_polygons(const json_t *geometry,
                     int (*take)(void *context, const json_t *rings,
                                 struct error *error),
                     void *context, struct error *error)
{
    const char *type = json_string_value(json_object_get(geometry, "type"));
    const json_t *coordinates = json_object_get(geometry, "coordinates");
    size_t count = json_array_size(coordinates);
    int r = 0;

    if (!type)
        return error_set(error, -EINVAL, "no geometry with a type");
    if (!strcmp(type, "Polygon"))
        return take_polygon(coordinates, take, context, error);
    if (strcmp(type, "MultiPolygon") != 0)
        return error_set(error, -EINVAL,
                         "a %.40s is no area; an area is a Polygon or a "
                         "MultiPolygon",
                         type);
    if (!count)
        return error_set(error, -EINVAL, "a MultiPolygon has no polygon");
    for (size_t i = 0; i < count && !r; i++)
        r = take_polygon(json_array_get(coordinates, i), take, context, error);
    return r;
}
