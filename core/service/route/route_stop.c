/* route_stop: the parser, and how many there may be. */
#include "core/service/route/route_stop.h"

#include <errno.h>
#include <math.h>
#include <string.h>

#include "core/base/text.h"

enum { NUMBER_SIZE = 40, SHOWN_SIZE = 48 };

#define HOW                                                                    \
    "write LON,LAT in degrees, as 8.68,49.41, or the id of a node "            \
    "of OpenStreetMap"

static int refuse(const char *text, struct error *error)
{
    size_t length = strlen(text);
    char shown[SHOWN_SIZE];

    if (length >= NUMBER_SIZE && strspn(text, "-.,0123456789") == length)
        return error_set(error, -EINVAL,
                         "%zu characters are too long for a position: " HOW,
                         length);
    text_copy_line(shown, sizeof(shown), text);
    return error_set(error, -EINVAL, "'%s%s' is not a valid position: " HOW,
                     shown, strlen(shown) < length ? "..." : "");
}

static int check_range(double lon, double lat, struct error *error)
{
    if (fabs(lon) <= 180 && fabs(lat) <= 90)
        return 0;
    if (fabs(lon) <= 90 && fabs(lat) <= 180)
        return error_set(error, -EINVAL,
                         "latitude %.7g is not within 90 degrees; longitude "
                         "comes first: %.7g,%.7g?",
                         lat, lat, lon);
    return error_set(error, -EINVAL, "%s %.7g is not within %d degrees of 0",
                     fabs(lon) > 180 ? "longitude" : "latitude",
                     fabs(lon) > 180 ? lon : lat, fabs(lon) > 180 ? 180 : 90);
}

int stop_from_degrees(double lon, double lat, struct route_stop *ret_stop,
                      struct error *error)
{
    int r = check_range(lon, lat, error);

    if (r)
        return r;
    *ret_stop = (struct route_stop){
        .options = snap_options_of((struct position){
            (int32_t)lround(lon * 1e7), (int32_t)lround(lat * 1e7)}),
    };
    return 0;
}

static int read_position(const char *text, size_t comma,
                         struct route_stop *ret_stop, struct error *error)
{
    char first[NUMBER_SIZE];
    double lon;
    double lat;

    if (comma >= sizeof(first))
        return refuse(text, error);
    memcpy(first, text, comma);
    first[comma] = '\0';
    if (!parse_double(first, &lon) || !parse_double(text + comma + 1, &lat))
        return refuse(text, error);
    return stop_from_degrees(lon, lat, ret_stop, error);
}

static int read_node(const char *text, int64_t *ret_node, struct error *error)
{
    bool negative = *text == '-';
    uint64_t number;

    if (!parse_u64(text + negative, &number) || number > INT64_MAX)
        return refuse(text, error);
    *ret_node = negative ? -(int64_t)number : (int64_t)number;
    return 0;
}

int stop_read(const char *text, struct route_stop *ret_stop,
              struct error *error)
{
    struct route_stop stop = {
        .options = snap_options_of((struct position){0, 0}),
        .has_node = true,
    };
    size_t comma = strcspn(text, ",");
    int r;

    if (text[comma])
        return read_position(text, comma, ret_stop, error);
    r = read_node(text, &stop.node, error);
    if (!r)
        *ret_stop = stop;
    return r;
}

int stops_check(size_t count, const char *name, size_t most,
                struct error *error)
{
    if (count <= most)
        return 0;
    return error_set(error, -EINVAL,
                     "%zu %s are too many; the limit is %zu (limits.stops-max)",
                     count, name, most);
}
